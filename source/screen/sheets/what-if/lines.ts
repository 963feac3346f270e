/** What a what-if shows, in lines: what each level is likely to do, which keeps the limit, and what all of it is estimated from. */
import type {Band} from '../../../model/drop-at-close.ts';
import {capital, clock, counted, fit, number, wrap} from '../../../present/format.ts';
import type {Span, Spans} from '../../../present/spans.ts';
import type {Role} from '../../../present/theme.ts';
import type {WhatIf} from '../../../service/foresight.ts';
import type {Size} from '../../parts/panel.tsx';
import type {ChartLook} from '../../parts/plot.ts';
import {type Mark, marksBelow, plotTradeOff} from './chart.ts';

type Point = WhatIf['points'][number];

/** The words for what moves. */
const nouns = {level: 'level', dropLimit: 'drop limit'} as const;

/** A value of what moves. */
export const valueText = (moved: WhatIf['moved'], value: number): string =>
	moved === 'level' ? value.toFixed(2) : `${Number(value.toFixed(2))} %`;

/** Percent; from ten on whole, as no band is so exact there. */
const rate = (value: number): string => value.toFixed(value < 9.95 ? 1 : 0);
const whole = (value: number): string => String(Math.round(value));

/** `2.6 (2.3 to 2.9)`. */
const bandText = ({median, low, high}: Band, text: (value: number) => string): string =>
	`${text(median)} (${text(low)} to ${text(high)})`;

const limitText = ({limit}: WhatIf): string => `${Number(limit.toFixed(2))} %`;

/** How many of the runs close under the limit. */
const underText = ({runs}: WhatIf, {under}: Point): string => `${Math.round(under * runs)} of ${runs}`;

const underRole = ({under, isSafe}: Point): Role => (isSafe ? 'ok' : under >= 0.5 ? 'drop.near' : 'drop.high');

/** What is notable about a value. */
const marksOf = ({present, safest, limit}: WhatIf, value: number): string =>
	[value === present && 'now', value === safest && `highest under ${Number(limit.toFixed(2))} %`]
		.filter(Boolean)
		.join(', ');

/** Cells of a value in the table, the mark of the shown one before it. */
const valueWidth = 8;

type Column = {title: string; width: number; of(point: Point): Span};

const columnsOf = (tried: WhatIf, width: number): Column[] => {
	const all: Column[] = [
		{
			title: 'drop % at close',
			width: 16,
			of: ({dropAtClose}) => ['text', bandText(dropAtClose, rate)],
		},
		{title: 'talk min/h', width: 13, of: ({talk}) => ['text', bandText(talk, whole)]},
		{
			title: `under ${limitText(tried)}`,
			width: 10,
			of: point => [underRole(point), underText(tried, point)],
		},
		{title: 'drop % next 30 min', width: 18, of: ({drop}) => ['text', bandText(drop, rate)]},
		{title: 'waiting min/h', width: 13, of: ({ready}) => ['text', bandText(ready, whole)]},
	];
	let room = width - valueWidth - 25;
	return all.filter(({width: own}, index) => {
		room -= own + 2;
		return index < 3 || room >= 0;
	});
};

/** The table: a row for each value, with what is notable about it behind. */
export const tableLines = (tried: WhatIf, shown: number, width: number): Spans[] => {
	const {moved, values, points} = tried;
	const columns = columnsOf(tried, width);
	const head = columns.map(({title, width: own}) => `  ${fit(title, own)}`).join('');
	return [
		[['column', ` ${fit(nouns[moved] === 'level' ? 'level' : 'limit', valueWidth)}${head}`]],
		...values.map((value): Spans => {
			const point = points.find(one => one.value === value);
			const isShown = value === shown;
			const marks = marksOf(tried, value);
			const first: Span = [
				isShown ? 'strong' : 'text',
				` ${isShown ? '>' : ' '} ${fit(valueText(moved, value), valueWidth - 2, 'right')}`,
			];
			const figures = point
				? columns.flatMap(({of, width: own}): Span[] => {
						const [role, text] = of(point);
						return [
							['text', '  '],
							[role, fit(text, own)],
						];
					})
				: [['faint', '  simulated soon'] as const];
			const line: Spans = [first, ...figures, ['faint', marks === '' ? '' : `  ${marks}`]];
			return isShown ? line.map(([role, text]): Span => [role === 'text' ? 'strong' : role, text]) : line;
		}),
	];
};

/** Which value keeps the limit, as far as that is known. */
const safestText = (tried: WhatIf): Span => {
	const {moved, values, points, safest} = tried;
	const noun = nouns[moved];
	const missing = values.length - points.length;
	const keeps = `${tried.isPeriod ? "the rule's period" : 'today'} under ${limitText(tried)} in 19 of 20 runs`;
	if (missing > 0) {
		return ['faint', `${points.length} of ${values.length} ${noun}s are simulated.`];
	}
	if (safest === undefined) {
		return ['drop.high', `None of these ${noun}s keeps ${keeps}.`];
	}
	return safest === values.at(-1)
		? ['ok', `All of these ${noun}s keep ${keeps}.`]
		: ['ok', `${valueText(moved, safest)} is the highest of these ${noun}s that keeps ${keeps}.`];
};

/** What the shown value is likely to do. */
const shownText = (tried: WhatIf, shown: number): string => {
	const point = tried.points.find(({value}) => value === shown);
	return point
		? `At ${nouns[tried.moved]} ${valueText(tried.moved, shown)}: drop at close ${bandText(point.dropAtClose, rate)} %, talk ${bandText(point.talk, whole)} min an hour and agent, under ${limitText(tried)} in ${underText(tried, point)} runs.`
		: `${capital(nouns[tried.moved])} ${valueText(tried.moved, shown)} is simulated soon.`;
};

/** How earlier forecasts did. */
const recordText = ({asIs: {drop}}: WhatIf['record']): string =>
	drop.scored === 0
		? 'No forecast has been compared yet: bands are not calibrated.'
		: drop.factor === undefined
			? `${drop.inside} of ${drop.scored} forecasts were inside their band so far: bands are not calibrated yet.`
			: `${drop.inside} of the last ${drop.of} forecasts were inside their band.`;

/** What it is estimated from, and how good earlier estimates were. */
const sourceText = ({runs, moved, calibratedOn, closesAt, record}: WhatIf): string => {
	const {minutes, dials, talks, until} = calibratedOn;
	return `An estimate: ${runs} runs of each ${nouns[moved]}, of the floor as it was at ${clock(until)}, until it closes at ${clock(closesAt).slice(0, 5)}; fitted on ${minutes} min (${counted(dials, 'dial')}, ${counted(talks, 'talk')}). The band in brackets holds four of five. ${recordText(record)}`;
};

/** What is tried, beside what is: `Level 1.60 (now 1.40), 24 agents (now 30)`. */
const triedLine = (tried: WhatIf, shown: number): Spans => {
	const {moved, present, agents, extraAgents} = tried;
	const noun = nouns[moved];
	const part = (text: string, now: string, isSame: boolean): Span[] => [
		['strong', text],
		['faint', isSame ? ' (as now)' : ` (now ${now})`],
	];
	return [
		['text', ` What if ${noun} `],
		...part(valueText(moved, shown), valueText(moved, present), shown === present),
		['text', ', '],
		...part(counted(agents + extraAgents, 'agent'), number(agents), extraAgents === 0),
	];
};

const chartsOf = (tried: WhatIf, shown: number, {width, height}: Size, look: ChartLook): Spans[] => {
	const {moved, values, points, limit, present, safest} = tried;
	const talkRows = Math.max(4, Math.min(8, Math.floor((height - 4) / 3)));
	const dropRows = height - 4 - talkRows;
	const valueMarks = [shown, present, ...values].map((value): Mark => {
		const text = valueText(moved, value);
		return value === shown ? {value, text: `[${text}]`, role: 'strong'} : {value, text, role: 'faint'};
	});
	const notes = [present, ...(safest === undefined ? [] : [safest])].map(
		(value): Mark => ({value, text: marksOf(tried, value), role: value === safest ? 'ok' : 'faint'}),
	);
	return [
		[['faint', ' talk, min an hour and agent']],
		...plotTradeOff(
			{
				values,
				shown,
				reaches: 60,
				points: points.map(({value, talk}) => ({value, band: talk, role: 'chart.second'})),
			},
			{width, height: talkRows},
			look,
		),
		[
			['faint', ' drop % at close; the shade holds four of five; '],
			['drop.high', `limit ${limitText(tried)}`],
		],
		...plotTradeOff(
			{
				values,
				shown,
				limit,
				reaches: limit,
				points: points.map(point => ({value: point.value, band: point.dropAtClose, role: underRole(point)})),
			},
			{width, height: dropRows},
			look,
		),
		marksBelow(valueMarks, values, width),
		marksBelow(notes, values, width),
	];
};

/** Fewest rows of all that has charts: the same for every text, so that it does not change with what is shown. */
const leastWithCharts = 22;

/** Rows of a table that are shown in any case, its head among them. */
const leastTable = 4;

const wrapped = ([role, text]: Span, width: number): Spans[] =>
	wrap(text, width - 2).map((part): Spans => [[role, ` ${part}`]]);

/** A table in so many rows: those around the shown one. */
const window = (table: readonly Spans[], at: number, height: number): Spans[] => {
	const [head = [], ...rows] = table;
	const top = Math.max(0, Math.min(at - ((height - 1) >> 1), rows.length - (height - 1)));
	return [head, ...rows.slice(top, top + height - 1)];
};

/** Everything, in so many lines: charts where there is room, above the table where there is more, else the table alone. */
export const whatIfLines = (tried: WhatIf, shown: number, {width, height}: Size, look: ChartLook): Spans[] => {
	const table = tableLines(tried, shown, width);
	const closing = [...wrapped(safestText(tried), width), ...wrapped(['faint', sourceText(tried)], width)];
	const head = triedLine(tried, shown);
	const room = height - 1 - closing.length;
	if (height >= leastWithCharts + table.length) {
		return [head, ...chartsOf(tried, shown, {width, height: room - table.length}, look), ...table, ...closing];
	}
	if (height >= leastWithCharts) {
		const about = wrapped(['text', shownText(tried, shown)], width);
		return [head, ...chartsOf(tried, shown, {width, height: room - about.length}, look), ...about, ...closing];
	}
	const rows = Math.max(leastTable, Math.min(table.length, room));
	return [
		head,
		...window(table, tried.values.indexOf(shown), rows),
		...closing.slice(0, Math.max(0, height - 1 - rows)),
	];
};
