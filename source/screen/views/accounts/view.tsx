/** View 6: the accounts of a company. */

import {accountsOf, ageOf} from '../../../model/select.ts';
import {number, readText, wrap} from '../../../present/format.ts';
import {maskOf} from '../../../present/mask.ts';
import type {Size} from '../../parts/panel.tsx';
import type {Shown} from '../../store/shown.ts';
import {useShown} from '../../store/store.ts';
import {whyEmpty, withKey} from '../empty.ts';
import {TableView} from '../table-view.tsx';
import {accountColumns, companyOf} from './rows.ts';

const says = (context: Shown): string[] => {
	const {drawn, tables} = context;
	const companyId = companyOf(context);
	if (companyId === undefined) {
		const names = withKey(context, 'company', key => `Press ${key} to name the company.`);
		return ['No company is named yet.', [...names, 'company_id in the profile names it for good.'].join(' ')];
	}
	const entry = accountsOf(drawn, companyId);
	return whyEmpty(drawn, context, {
		noun: 'account',
		total: tables.accounts.total,
		filter: tables.accounts.shownFilter,
		failure: entry?.failure,
		isRead: entry !== undefined,
		none: [
			`The service lists no accounts of company ${companyId}.`,
			[
				...withKey(context, 'addAccount', key => `${key} adds one.`),
				...withKey(context, 'company', key => `${key} names another company.`),
			].join(' '),
		],
	});
};

/** Older than this a reading is marked: accounts are not polled. In milliseconds. */
const old = 300_000;

/** The accounts. */
export function AccountsView(size: Size) {
	const shown = useShown();
	const {drawn, ui, tables} = shown;
	const companyId = companyOf(shown);
	const entry = accountsOf(drawn, companyId);
	const readAge = ageOf(drawn, entry?.span);
	const isStale = entry?.failure !== undefined || readAge === undefined || readAge > old;
	const note = (position: string): string =>
		[
			tables.accounts.filter,
			position,
			entry?.total !== undefined && `${number(entry.total)} in all`,
			entry?.value && readText(readAge),
			tables.accounts.rows.length > 0 && entry?.failure?.reason,
		]
			.filter(Boolean)
			.join(', ');
	return (
		<TableView
			{...size}
			view="accounts"
			title={companyId === undefined ? 'Accounts' : 'Accounts of company'}
			titleEnd={companyId === undefined ? '' : ` ${companyId}`}
			note={note}
			noteRole={entry && isStale ? 'warning' : 'faint'}
			table={tables.accounts}
			columns={accountColumns(maskOf(ui))}
			empty={() => says(shown).flatMap(text => wrap(text, size.width - 4))}
			isStale={() => isStale}
		/>
	);
}
