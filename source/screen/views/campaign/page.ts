/** How the page of a campaign is laid out: (size) -> the positions of its fields, charts and texts. */
import {beside} from '../../../present/fields.ts';
import type {Spans} from '../../../present/spans.ts';
import type {Size} from '../../parts/panel.tsx';

/** Cells between two columns. */
const between = 2;

/** Cells of a column of fields, where there is more than one. */
const fieldWidth = 37;

/** Lines of the fields in two columns, without and with a free line below each group. */
const fieldsHeight = 37;
const looseHeight = 42;

/** From this width on a reason fits in a line. */
const wideHead = 116;

/** Lines that the head keeps, so that what is below does not move with a reason: its state, the reason, a free one. */
const headRoomOf = (width: number): number => (width < wideHead ? 4 : 3);

/** Lines of charts in a column: at least, and at most, since higher ones say no more. */
const leastCharts = 16;
const mostCharts = 45;

/** From so many lines on there are four charts in a column, else three. */
const fourCharts = 37;

/** Lines that lists, alerts and commands keep below the charts of a column; alone, alerts or commands need fewer. */
const textsRoom = {three: 17, one: 10};

/** A size from which on the page has a layout. */
type Arrangement =
	/** One below the other, the charts as blocks. */
	| 'stacked'
	/** Two columns of fields, the second below the charts. */
	| 'halves'
	/** A column of charts and texts beside two of fields. */
	| 'aside'
	/** Two columns of charts beside the fields, and texts below all three. */
	| 'wide';

/** The positions of everything. */
export type Plan = {
	arrangement: Arrangement;
	width: number;
	headRoom: number;
	fields: {count: number; width: number; isLoose: boolean};
	charts: Size & {isFlat: boolean; count: 3 | 4};
	/** The second column of charts. */
	further?: Size;
	/** Cells of each, and how many are shown at most. */
	lists: {width: number; most: number};
	alerts: {width: number; most: number};
	commands: {width: number; most: number};
	/** Cells of the outcomes of the calls. */
	outcomes: {width: number};
};

const clamped = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));

const across = (count: number): number => count * (fieldWidth + between) - between;

/** The layout of a page; it follows from the size alone, so nothing jumps while figures change. */
export const planOf = ({width, height}: Size): Plan => {
	const headRoom = headRoomOf(width);
	const room = height - headRoom;
	const texts = (column: number) => {
		const one = {width: column, most: 8};
		return {lists: one, alerts: one, commands: one, outcomes: one};
	};
	if (width < across(2) + 20) {
		const count = width < across(2) ? 1 : 2;
		const each = Math.floor((width + between) / count) - between;
		return {
			arrangement: 'stacked',
			width,
			headRoom,
			fields: {count, width: each, isLoose: height > looseHeight * 2},
			charts: {width, height: 4, isFlat: true, count: 3},
			...texts(width),
		};
	}
	if (width < across(3)) {
		const half = Math.floor((width - between) / 2);
		return {
			arrangement: 'halves',
			width,
			headRoom,
			fields: {count: 2, width: half, isLoose: height > looseHeight + leastCharts},
			charts: {width: half, height: leastCharts, isFlat: false, count: 3},
			...texts(half),
		};
	}
	const remaining = width - across(2) - between;
	if (remaining < across(2)) {
		return {
			arrangement: 'aside',
			width,
			headRoom,
			fields: {count: 2, width: fieldWidth, isLoose: room >= looseHeight},
			charts: {
				width: remaining,
				height: clamped(room - textsRoom.three, leastCharts, mostCharts),
				isFlat: false,
				count: 3,
			},
			...texts(remaining),
		};
	}
	const count = clamped(Math.floor((width - across(3)) / (fieldWidth + between)), 2, 4);
	const isLoose = room > looseHeight + 8;
	const beyond = width - across(count) - 2 * between;
	const [left, right] = [Math.floor(beyond / 2), Math.ceil(beyond / 2)];
	const chartsHeight = clamped(room - textsRoom.one, leastCharts, mostCharts);
	return {
		arrangement: 'wide',
		width,
		headRoom,
		fields: {count, width: fieldWidth, isLoose},
		charts: {width: left, height: chartsHeight, isFlat: false, count: chartsHeight < fourCharts ? 3 : 4},
		further: {width: right, height: chartsHeight},
		lists: {width: across(count), most: Math.max(6, room - (isLoose ? looseHeight : fieldsHeight) - 3)},
		alerts: {width: left, most: 6},
		commands: {width: right, most: 6},
		outcomes: {width: right},
	};
};

/** The blocks of the page. */
export type PageParts = {
	head: readonly Spans[];
	/** By column. */
	fields: readonly (readonly Spans[])[];
	/** Fields that came beyond those of the interface. */
	more: readonly Spans[];
	charts: readonly Spans[];
	further: readonly Spans[];
	lists: readonly Spans[];
	alerts: readonly Spans[];
	commands: readonly Spans[];
	/** They come last, as they are the last to come. */
	outcomes: readonly Spans[];
};

const blank = (count: number): Spans[] => Array.from({length: Math.max(0, count)}, () => []);

/** Lines filled up to a height. */
const filled = (lines: readonly Spans[], height: number): readonly Spans[] => [
	...lines,
	...blank(height - lines.length),
];

/** Blocks one below the other, a free line between two. */
const below = (...blocks: readonly (readonly Spans[])[]): Spans[] =>
	blocks.filter(block => block.length > 0).flatMap((block, index) => (index === 0 ? [...block] : [[], ...block]));

/** The lines of the page, those of its head with the room that they keep. */
export const pageLines = (
	plan: Plan,
	{head, fields, more, charts, further, lists, alerts, commands, outcomes}: PageParts,
): Spans[] => {
	const {arrangement} = plan;
	const padded = [...head, ...blank(Math.max(1, plan.headRoom - head.length))];
	const inColumns = beside(
		fields.map(lines => ({lines, width: plan.fields.width})),
		between,
	);
	switch (arrangement) {
		case 'stacked':
			return [...padded, ...below(charts, inColumns, lists, alerts, commands, outcomes, more)];
		case 'halves': {
			const [first = [], second = []] = fields;
			const upper = [first, below(charts, second)];
			const lower = [lists, below(alerts, commands, outcomes)];
			const halves = [upper, lower].map(pair =>
				beside(
					pair.map(lines => ({lines, width: plan.fields.width})),
					between,
				),
			);
			return [...padded, ...below(...halves, more)];
		}
		case 'aside': {
			const aside = below(charts, alerts, lists, commands, outcomes);
			return [
				...padded,
				...beside(
					[
						{lines: below(inColumns, more), width: across(2)},
						{lines: aside, width: plan.charts.width},
					],
					between,
				),
			];
		}
		case 'wide':
			return [
				...padded,
				...beside(
					[
						{lines: below(inColumns, lists, more), width: plan.lists.width},
						{lines: below(filled(charts, further.length), alerts), width: plan.alerts.width},
						{lines: below(filled(further, charts.length), commands, outcomes), width: plan.commands.width},
					],
					between,
				),
			];
	}
};

/** Lines above the columns of fields, which balance their heights. */
export const aboveFields = ({arrangement, fields}: Plan, charts: number): readonly number[] =>
	Array.from({length: fields.count}, (_, column) => (arrangement === 'halves' && column === 1 ? charts + 1 : 0));

/** Cells of what came beyond the interface: below the fields, or over the whole width. */
export const moreWidth = ({arrangement, width, lists}: Plan): number =>
	arrangement === 'aside' ? across(2) : arrangement === 'wide' ? lists.width : width;
