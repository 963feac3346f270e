/** An account whole. */

import type {Account} from '../../../model/account.ts';
import type {AccountPhone} from '../../../model/wire.ts';
import {decimals} from '../../../present/format.ts';
import type {Detail} from '../../state/state.ts';
import {fieldsOf} from '../../store/details.ts';

const phoneText = ({number, type, timeZone}: AccountPhone): string =>
	[number, type, timeZone !== undefined && `UTC ${timeZone}`].filter(Boolean).join(' ');

/** Every field of an account, what dialtop does not know at the end. */
export const accountDetail = (account: Account): Detail => {
	const {key: _key, altered: _altered, id, companyId, phones, emails, extra, unreadable, balance, ...others} = account;
	return {
		title: 'Account',
		rows: [
			...(id === undefined ? [] : [['account id', id] as const]),
			...(companyId === undefined ? [] : [['company id', companyId, 'none'] as const]),
			...(balance === undefined ? [] : [['balance', decimals(balance, 2), 'none'] as const]),
			...fieldsOf({...others, extra: {}, unreadable: []}),
			...(phones ?? []).map((phone, index) => [`phone ${index + 1}`, phoneText(phone)] as const),
			...(emails ?? []).map((email, index) => [`email ${index + 1}`, email] as const),
			...fieldsOf({extra, unreadable}),
		],
		top: 0,
	};
};
