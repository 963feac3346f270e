/** Pace: how fast the campaign dials and what comes of it (section 2.6: identity and pace, today, calls_graph_data). */

import {decimals, nothing, number, percent, span} from '../../look/format.ts';
import type {Role} from '../../look/theme.ts';
import {contactRate, type DropBudget, dropBudget, dropStanding} from '../../model/derived.ts';
import {type Pair, pairs} from '../parts/pairs.ts';
import {figuresAndChart, type Pane, spanOf} from './pane.ts';

const dropRole: Record<ReturnType<typeof dropStanding>, Role> = {
	unknown: 'faint',
	ok: 'ok',
	near: 'drop.near',
	high: 'drop.high',
};

const dropWord: Record<ReturnType<typeof dropStanding>, string> = {
	unknown: '',
	ok: '',
	near: ' near the limit',
	high: ' AT THE LIMIT',
};

/** Longer than a day the pace says nothing of today. */
const day = 86_400;

const passedText = ({passedIn}: DropBudget): string =>
	passedIn === undefined ? nothing : passedIn > day ? 'not at this pace' : span(passedIn);

/** What the drop rate still allows today; nothing where the figures do not tell. */
const budgetPairs = (budget: DropBudget | undefined, role: Role): Pair[] => {
	if (!budget) {
		return [];
	}
	const {left, isRough} = budget;
	const about = isRough ? '~' : '';
	const drops = left < 0 ? `over by ${about}${number(-left)}` : `${about}${number(left)} drops`;
	return [
		{label: 'budget*', value: drops, room: 10, role},
		...(left < 0 ? [] : [{label: 'used up in*', value: passedText(budget), room: 16}]),
	];
};

export const pace: Pane = ({figures, dashboard}, width, height, look) => {
	const standing = dropStanding(figures.dropRate, figures.dropLimit);
	const contact = contactRate(figures);
	const limit = figures.dropLimit === undefined ? '' : ` of ${decimals(figures.dropLimit, 1)}%`;
	const top = pairs(
		[
			{label: 'method', value: figures.paceMethod ?? nothing, room: 10},
			{label: 'level', value: figures.paceTempo ?? nothing, room: 4},
			{label: 'throttle', value: figures.throttle ?? nothing, room: 4},
			{
				label: 'dropped',
				value: `${percent(figures.dropRate, 2)}${limit}${dropWord[standing]}`,
				room: 14,
				role: dropRole[standing],
			},
			...budgetPairs(dropBudget(figures, dashboard.calls), dropRole[standing]),
			{label: 'called', value: number(figures.calledToday), room: 7},
			{label: 'answered', value: number(figures.answeredToday), room: 6},
			{label: 'human', value: number(figures.humanAnswered), room: 6},
			{label: 'machine', value: number(figures.machineAnswered), room: 6},
			{label: 'contact*', value: percent(contact), room: 5},
		],
		width,
		look,
	);
	const last = dashboard.calls?.at(-1);
	return figuresAndChart(
		top,
		[
			{label: 'dialed', value: number(last?.dialed), room: 5, role: 'chart.first'},
			{label: 'delivered', value: number(last?.delivered), room: 5, role: 'chart.second'},
			{label: 'drops', value: number(last?.drops), room: 4, role: 'drop.high'},
			...spanOf(dashboard.calls),
		],
		[
			{role: 'chart.first', values: dashboard.calls?.map(point => point.dialed) ?? []},
			{role: 'chart.second', values: dashboard.calls?.map(point => point.delivered) ?? []},
			{role: 'drop.high', values: dashboard.calls?.map(point => point.drops) ?? []},
		],
		width,
		height,
		look,
	);
};
