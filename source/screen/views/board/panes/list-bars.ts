/** A bar for each list of a campaign: on or off, how much of it is left, its name. */

import {type CallingList, listIsOn} from '../../../../model/list.ts';
import {cut, fit, number, width as widthOf} from '../../../../present/format.ts';
import type {Spans} from '../../../../present/spans.ts';
import {progressBar} from '../../../parts/bar.ts';
import type {Size} from '../../../parts/panel.tsx';

const mostBar = 24;

/** Lists that are on come first, then those with the most leads left. */
const inOrder = (lists: readonly CallingList[]): CallingList[] =>
	lists.toSorted(
		(one, other) =>
			Number(listIsOn(other.status) ?? false) - Number(listIsOn(one.status) ?? false) ||
			(other.remainingLeads ?? -1) - (one.remainingLeads ?? -1),
	);

/** Where there is less room than this, names need it more than totals do, which the bars show. */
const roomForTotals = 60;

const leftOf = ({remainingLeads, totalLeads}: CallingList, width: number): string =>
	`${number(remainingLeads)} left${width < roomForTotals ? '' : ` of ${number(totalLeads)}`}`;

/** A line for each list, as many as there is room for; the last one says how many more there are. */
export const listLines = (lists: readonly CallingList[] | undefined, {width, height}: Size): Spans[] => {
	if (height <= 0 || !lists || lists.length === 0) {
		const text = lists ? 'no lists' : 'lists — not read yet';
		return height > 0 ? [[['faint', ` ${text}`]]] : [];
	}
	const shown = inOrder(lists).slice(0, height);
	const more = lists.length - shown.length;
	const leftRoom = Math.max(...shown.map(list => widthOf(leftOf(list, width))));
	const barRoom = Math.max(4, Math.min(mostBar, Math.floor((width - leftRoom - 8) / 3)));
	return shown.map((list, index): Spans => {
		const {name, id, status, remainingLeads, totalLeads} = list;
		const isOn = listIsOn(status);
		const share = totalLeads && remainingLeads !== undefined ? 1 - remainingLeads / totalLeads : undefined;
		const rest = index === shown.length - 1 && more > 0 ? `  +${more} more` : '';
		const used = 5 + barRoom + 1 + leftRoom + 2;
		const text = cut(name ?? `list ${id}`, Math.max(0, width - used - widthOf(rest)));
		const role = isOn === false ? 'faint' : 'text';
		return [
			[isOn ? 'ok' : 'faint', fit(` ${isOn === undefined ? (status ?? '—') : isOn ? 'on' : 'off'}`, 5)],
			...(share === undefined ? ([['faint', ' '.repeat(barRoom)]] as const) : progressBar(share * 100, barRoom)),
			[role, ` ${leftOf(list, width).padStart(leftRoom)}`],
			[role, `  ${text}`],
			['faint', rest],
		];
	});
};
