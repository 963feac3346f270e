/** View 6: the accounts of a company. */

import {age, decimals, wrap} from '../../look/format.ts';
import {type Mask, maskOf, type Personal} from '../../look/mask.ts';
import {type Account, accountsOf, emailCount, holderOf, phoneOf} from '../../model/account.ts';
import {ageOf} from '../../model/select.ts';
import type {State} from '../../model/state.ts';
import {type Context, companyOf} from '../context.ts';
import {box, faintLines} from '../parts/box.ts';
import {countColumn, textColumn} from '../parts/columns.ts';
import {type Column, grid, pageOf, positionOf, topFor} from '../parts/grid.ts';
import {whyEmpty, withKey} from './empty.ts';
import {type Drawn, type Place, view} from './view.ts';

const placeOf = ({city, state}: Account): string | undefined => [city, state].filter(Boolean).join(', ') || undefined;

const columnsOf = (mask: Mask): Column<Account>[] => {
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
		{...personal(['id', 'account', 14], 'account', ({id}) => id), isId: true},
		{...personal(['name', 'name', 18], 'name', holderOf), grows: true},
		personal(['phone', 'phone', 14], 'phone', phoneOf),
		{
			id: 'balance',
			title: 'balance',
			width: 12,
			align: 'right',
			cell: ({balance}) => ({text: decimals(balance, 2), role: (balance ?? 0) < 0 ? 'warning' : 'text'}),
			sort: ({balance}) => balance,
		},
		{...textColumn<Account>('place', 'city, state', 14, placeOf), grows: true},
		countColumn('emails', 'emails', 6, emailCount),
		countColumn('phones', 'phones', 6, ({phones, phone}) => phones?.length ?? (phone ? 1 : undefined)),
		{...personal(['email', 'email', 24], 'email', ({email, emails}) => email || emails?.[0]), grows: true},
		personal(['postalCode', 'postal', 8], 'hidden', ({postalCode}) => postalCode),
		personal(['birthday', 'born', 10], 'hidden', ({birthday}) => birthday),
		{...personal(['company', 'business', 14], 'name', ({companyName}) => companyName), grows: true},
	];
};

const noAccounts: readonly Account[] = [];

const says = (state: State, context: Context, total: number, filter: string): string[] => {
	const companyId = companyOf(context);
	if (companyId === undefined) {
		return ['No company is named yet.', ...withKey(context, 'company', key => `Press ${key} to name the company.`)];
	}
	const entry = accountsOf(state.accounts, companyId);
	return whyEmpty(state, context, {
		thing: 'account',
		total,
		filter,
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

/** Older than this a reading is marked: accounts are not polled. */
const old = 300_000;

const draw = ({context, table, state, area, look, previousTop}: Place<Account>): Drawn => {
	const filter = context.ui.filters.accounts ?? '';
	const inner = {width: area.width - 2, height: area.height - 2};
	const {rows, selectedIndex, sort, total} = table;
	const page = pageOf(inner.height, false);
	const top = topFor(previousTop, selectedIndex, page, rows.length);
	const companyId = companyOf(context);
	const entry = accountsOf(state.accounts, companyId);
	const years = ageOf(state, entry?.span);
	const stale = entry?.failure !== undefined || years === undefined || years > old;
	const lines =
		rows.length === 0
			? faintLines(
					look,
					says(state, context, total, filter).flatMap(text => wrap(text, inner.width - 2)),
				)
			: grid({
					columns: columnsOf(maskOf(context.ui)),
					rows,
					selected: selectedIndex,
					top,
					...inner,
					look,
					sort,
					isStale: () => stale,
				});
	const note = [
		filter && `filter: ${filter}`,
		positionOf(top, page, rows.length),
		entry?.accounts && (years === undefined ? 'of unknown age' : `read ${age(years)} ago`),
		rows.length > 0 && entry?.failure?.reason,
	]
		.filter(Boolean)
		.join(', ');
	return {
		lines: box(lines, area.width, area.height, look, {
			title: companyId === undefined ? 'Accounts' : 'Accounts of company',
			titleEnd: companyId === undefined ? '' : ` ${companyId}`,
			note,
			noteRole: entry && stale ? 'warning' : 'faint',
			focused: true,
		}),
		top,
	};
};

/** The view. */
export const accountsView = view<Account>({
	title: 'accounts',
	columns: ({ui}) => columnsOf(maskOf(ui)),
	rows: ({state, ui, options}) => accountsOf(state.accounts, companyOf({ui, options}))?.accounts ?? noAccounts,
	idOf: ({key}) => key,
	texts: account => [
		account.id,
		holderOf(account),
		account.companyName,
		account.phone,
		account.email,
		placeOf(account),
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
	draw,
});
