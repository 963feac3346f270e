/** View 6: the accounts of a company. */

import {type Account, emailCount, holderOf, phoneOf} from '../../../model/account.ts';
import {accountsOf} from '../../../model/select.ts';
import {countColumn, textColumn} from '../../../present/columns.ts';
import {decimals} from '../../../present/format.ts';
import type {Column} from '../../../present/grid.ts';
import {type Mask, maskOf, type Personal} from '../../../present/mask.ts';
import type {UiOptions} from '../../state/options.ts';
import type {UiState} from '../../state/state.ts';
import {view} from '../../state/view.ts';

const cityOf = ({city, state}: Account): string | undefined => [city, state].filter(Boolean).join(', ') || undefined;

/** The columns, with people masked as configured. */
export const accountColumns = (mask: Mask): Column<Account>[] => {
	const personal = (
		[id, title, width]: readonly [id: string, title: string, width: number],
		kind: Personal,
		of: (account: Account) => string | undefined,
	): Column<Account> =>
		textColumn(id, title, width, account => {
			const value = of(account);
			return value && mask(kind, value);
		});
	return [
		{...personal(['id', 'account', 14], 'account', ({id}) => id), isId: true, stays: true},
		{...personal(['name', 'name', 18], 'name', holderOf), grows: true, stays: true},
		personal(['phone', 'phone', 14], 'phone', phoneOf),
		{
			id: 'balance',
			title: 'balance',
			width: 12,
			align: 'right',
			cell: ({balance}) => ({text: decimals(balance, 2), role: (balance ?? 0) < 0 ? 'warning' : 'text'}),
			sort: ({balance}) => balance,
		},
		{...textColumn<Account>('place', 'city, state', 14, cityOf), grows: true, least: 8},
		countColumn('emails', 'emails', 6, emailCount),
		countColumn('phones', 'phones', 6, ({phones, phone}) => phones?.length ?? (phone ? 1 : undefined)),
		{...personal(['email', 'email', 24], 'email', ({email, emails}) => email || emails?.[0]), grows: true, least: 12},
		personal(['postalCode', 'postal', 8], 'hidden', ({postalCode}) => postalCode),
		personal(['birthday', 'born', 10], 'hidden', ({birthday}) => birthday),
		{...personal(['company', 'business', 14], 'name', ({companyName}) => companyName), grows: true},
	];
};

/** The company whose accounts are shown; undefined until one was named. */
export const companyOf = ({ui, options}: {ui: UiState; options: UiOptions}): string | undefined =>
	ui.companyId ?? options.companyId ?? options.companies?.()[0];

/** The companies that are known by their ids: of this run, the configuration and earlier runs. */
export const companiesOf = ({ui, options}: {ui: UiState; options: UiOptions}): readonly string[] => [
	...new Set([
		...ui.companies,
		...(options.companyId === undefined ? [] : [options.companyId]),
		...(options.companies?.() ?? []),
	]),
];

const noAccounts: readonly Account[] = [];

/** The view. */
export const accountsView = view<Account>({
	noun: 'account',
	columns: ({ui}) => accountColumns(maskOf(ui)),
	rows: ({state, ui, options}) => accountsOf(state, companyOf({ui, options}))?.value ?? noAccounts,
	idOf: ({key}) => key,
	isOfPeople: true,
	texts: account => [
		account.id,
		holderOf(account),
		account.companyName,
		account.phone,
		account.email,
		cityOf(account),
		...(account.phones ?? []).map(({number}) => number),
		...(account.emails ?? []),
	],
	isStill: true,
	copies: ({id, phone}) =>
		id === undefined
			? phone
				? {what: 'phone number', value: phone, kind: 'phone'}
				: undefined
			: {what: 'account reference', value: id, kind: 'account'},
});
