/** Charts that are true for the points drawn: their time axis, scale, gaps and ends. */
import {expect, test} from 'vitest';
import {toAscii} from '../../../source/present/ascii.ts';
import {cellsOf, textOf} from '../../../source/present/spans.ts';
import type {Chart, Point} from '../../../source/screen/parts/chart.ts';
import {stackedCharts} from '../../../source/screen/parts/charts.tsx';
import {type ChartLook, plot} from '../../../source/screen/parts/plot.ts';
import {type Held, type Scale, scaleOf, smallScale} from '../../../source/screen/parts/scale.ts';
import {inColumns} from '../../../source/screen/parts/time-columns.ts';

const look: ChartLook = {ascii: false, charts: 'braille'};

const points = (...values: readonly (number | undefined)[]): Point[] =>
	values.map((value, index) => ({at: (index - values.length + 1) * 60, value}));

const chart = (over: Partial<Chart> & Pick<Chart, 'points'>): Chart => ({title: 'dialed/min', role: 'ok', ...over});

const scaled = (held: Held, rows: number): Scale => scaleOf(held, rows) ?? expect.fail('there is no scale');

const stack = (charts: readonly Chart[], height: number, width = 60, span: number | undefined = 3540): string[] =>
	stackedCharts(charts, {span, end: '11:00'}, {width, height}, look).map(textOf);

const hour = Array.from({length: 60}, (_, minute) => minute);

test('averages points where several fall into one column, and ends with the newest by itself', () => {
	expect(inColumns(points(1, 3, 5, 7), 180, 2)).toEqual([3, 7]);
	expect(inColumns(points(1, 3, 5, 7, 9, 20), 300, 3)).toEqual([2, 7, 20]);
});

test('holds a point until the next one where there are more columns than points', () => {
	expect(inColumns(points(1, 2), 60, 4)).toEqual([1, 1, 1, 2]);
});

test('leaves a gap where a value is unknown, and where points are missing', () => {
	expect(inColumns(points(1, undefined, 3), 120, 3)).toEqual([1, undefined, 3]);
	const minutes = points(...hour.slice(0, 21)).filter(({at}) => at < -900 || at > -300);
	const columns = inColumns(minutes, 1200, 21);
	expect(columns.slice(0, 5)).toEqual([0, 1, 2, 3, 4]);
	expect(columns.slice(8, 15)).toEqual(Array.from({length: 7}));
	expect(columns.slice(16)).toEqual([16, 17, 18, 19, 20]);
});

test('draws nothing of a value that is no number, or larger than a row could show', () => {
	const values = points(1, 2, Number.NaN, 3, Number.POSITIVE_INFINITY, 2, -Number.MAX_VALUE, 2);
	const gaps = points(1, 2, undefined, 3, undefined, 2, undefined, 2);
	const both = (drawn: readonly Point[]): string[] =>
		stack([chart({points: drawn, also: {title: 'paused', role: 'warning', points: drawn}})], 8);
	expect(inColumns(values, 420, 8)).toEqual([1, 2, undefined, 3, undefined, 2, undefined, 2]);
	expect(both(values)).toEqual(both(gaps));
	expect(both([...values, {at: 60, value: Number.NaN}])).toEqual(both([...gaps, {at: 60, value: undefined}]));
});

test('draws counts whose means are far below one from 0 to 1', () => {
	const rows = stack([chart({points: points(...hour.map(minute => (minute === 7 ? 0.04 : 0)))})], 8);
	expect(rows.some(row => /^ +1┤/.test(row))).toBe(true);
	expect(rows.some(row => /^ +0┤/.test(row))).toBe(true);
});

test('draws nothing in a gap, neither a 0 nor a line across it', () => {
	const values = points(...hour.map(minute => (minute > 20 && minute < 40 ? undefined : 50)));
	const rows = plot(chart({points: values}), 3540, 6, {left: 7, columns: 60}, look).map(textOf);
	expect(rows.map(row => row.slice(7 + 21, 7 + 40).trim()).join('')).toBe('');
	expect(rows.join('\n')).toContain('─'.repeat(20));
});

test('labels three to five round values at every height, and loses no point', () => {
	for (let height = 4; height < 40; height++) {
		for (const [least, most] of [
			[0, 1],
			[0, 7],
			[0, 80],
			[60, 65],
			[55_704, 56_412],
			[2.3, 2.8],
			[0.004, 0.009],
			[19, 19],
			[71_000, 1_204_000],
		] as const) {
			const scale = scaled({values: [least, most], isWhole: Number.isInteger(most)}, height);
			expect(scale.ticks.length, `${least} to ${most} in ${height} rows`).toBeGreaterThanOrEqual(3);
			expect(scale.ticks.length).toBeLessThanOrEqual(5);
			expect(scale.min).toBeLessThanOrEqual(least);
			expect(scale.max).toBeGreaterThanOrEqual(most);
			const apart = scale.ticks.slice(1).map(tick => ((tick - scale.min) / (scale.max - scale.min)) * (scale.rows - 1));
			expect(
				apart.every(row => Math.abs(row - Math.round(row)) < 1e-9),
				'each label has a row of its own',
			).toBe(true);
			expect(height - scale.rows).toBeLessThanOrEqual(1);
			const written = scale.ticks.map(tick => tick.toFixed(scale.digits));
			expect(written.map(Number), 'a label says its value exactly').toEqual(scale.ticks);
		}
	}
});

test('begins at 0, whatever is counted, and however little it moves', () => {
	for (const values of [
		[60, 65],
		[70.5, 70.8],
		[12, 65],
		[26_000, 26_500],
	]) {
		for (let height = 4; height < 30; height++) {
			expect(scaled({values}, height).min).toBe(0);
			expect(smallScale({values}, 4).min).toBe(0);
		}
	}
});

test('of a stock shows a fifth at least, so that a fall of 2 % is no fall to the bottom', () => {
	for (let height = 4; height < 30; height++) {
		const {min, max} = scaled({values: [26_000, 26_500], isStock: true, isWhole: true}, height);
		expect(max - min).toBeGreaterThanOrEqual(26_500 * 0.2);
		expect(min).toBeGreaterThan(0);
		expect(scaled({values: [2000, 26_500], isStock: true, isWhole: true}, height).min).toBe(0);
	}
});

test('a percentage has no label over 100', () => {
	for (let height = 4; height < 20; height++) {
		for (const least of [0, 40, 70, 99, 100]) {
			const {ticks, min, max} = scaled({values: [least, 100], cap: 100}, height);
			expect(max).toBe(100);
			expect(min).toBeLessThanOrEqual(least);
			expect(ticks.length).toBeGreaterThanOrEqual(3);
		}
	}
});

test('a percentage has no label below 0', () => {
	for (let height = 4; height < 20; height++) {
		for (const [least, most] of [
			[0, 100],
			[38, 100],
			[10, 80],
			[0, 3.2],
		] as const) {
			const {ticks, min, max} = scaled({values: [least, most], cap: 100}, height);
			expect(min, `${least} to ${most} in ${height} rows`).toBeGreaterThanOrEqual(0);
			expect(max).toBeGreaterThanOrEqual(most);
			expect(ticks.length).toBeGreaterThanOrEqual(3);
		}
	}
});

test('a percentage that passes 100, as no honest count makes it, is drawn', () => {
	expect(scaled({values: [40, 140], cap: 100}, 8).max).toBeGreaterThanOrEqual(140);
});

test('stands a value in the row whose label it has', () => {
	const rows = plot(chart({points: points(...hour.map(() => 60), 0, 80)}), 3660, 9, {left: 7, columns: 40}, look);
	const row = rows.map(textOf).find(text => text.startsWith('    60┤'));
	expect(row).toContain('─'.repeat(30));
});

test('writes the last value at the end of its line, and none where the newest point has none', () => {
	const drawn = stack([chart({points: points(...hour)})], 8);
	const end = drawn.find(row => row.trimEnd().endsWith(' 59'));
	expect(end).toMatch(/[─╭] 59/);
	expect(stack([chart({points: points(...hour, undefined)})], 8, 60, 3600).join('\n')).not.toContain(' 59');
});

test('holds the limit as a line that does not move', () => {
	const limited = chart({
		points: points(2.3, 2.4, 2.8),
		format: value => value.toFixed(2),
		limit: {value: 3, role: 'error'},
	});
	const rows = plot(limited, 120, 6, {left: 7, columns: 30}, look);
	const limit = rows.find(row => row.some(([role]) => role === 'error'));
	expect(limit?.map(([, text]) => text).join('')).toMatch(/ 3┤╌{30}$/);
});

test('names the times at which the points stand', () => {
	const axis = stack([chart({points: points(...hour)})], 8, 80).at(-1) ?? '';
	expect(axis.trim().split(/\s+/)).toEqual(['-50m', '-40m', '-30m', '-20m', '-10m', '11:00']);
	const column = (label: string): number => axis.indexOf(label) + 2;
	const marked = points(...hour.map(minute => (minute === 29 ? 9 : 1)));
	const peak = stack([chart({points: marked})], 8, 80).find(row => row.includes('╭')) ?? '';
	expect(Math.abs(column('-30m') - peak.indexOf('╭'))).toBeLessThanOrEqual(1);
});

test('says that the times of points are not known', () => {
	const axis = stackedCharts(
		[chart({points: points(...hour)})],
		{span: undefined, end: 'newest'},
		{width: 60, height: 8},
		look,
	);
	expect(textOf(axis.at(-1) ?? [])).toMatch(/^ *oldest +newest$/);
});

test('gives a number for what was 0 throughout, and says what is not known', () => {
	expect(stack([chart({points: points(0, 0, 0)})], 8)).toEqual([' dialed/min 0 throughout']);
	expect(stack([chart({points: points(undefined, undefined)})], 8)).toEqual([' dialed/min —']);
	expect(stack([chart({points: points(61)})], 8)).toEqual([' dialed/min 61 no earlier points yet']);
	expect(stack([chart({points: []})], 8)).toEqual([' dialed/min —']);
});

test('draws rows of blocks where there is no room for lines, and keeps to its lines', () => {
	const charts = [
		chart({points: points(...hour)}),
		chart({title: 'drop %', points: points(...hour), isFirst: true}),
		chart({title: 'live answer', points: points(...hour), isSmall: true}),
	];
	expect(
		stack(charts, 4)
			.slice(0, 3)
			.every(row => /[▁▂▃▄▅▆▇█]{20}/.test(row)),
	).toBe(true);
	expect(stack(charts, 8).slice(0, 2).join()).toMatch(/▁.*drop %$/);
	for (let height = 0; height < 30; height++) {
		for (const width of [8, 24, 38, 58, 120]) {
			const lines = stackedCharts(charts, {span: 3540, end: '11:00'}, {width, height}, look);
			expect(lines.length).toBeLessThanOrEqual(height);
			expect(Math.max(0, ...lines.map(cellsOf))).toBeLessThanOrEqual(width);
		}
	}
});

test('keeps to ASCII where the terminal has no more', () => {
	const rows = stackedCharts(
		[chart({points: points(...hour)})],
		{span: 3540, end: '11:00'},
		{width: 60, height: 3},
		{...look, ascii: true},
	);
	expect(toAscii(rows.map(textOf).join(''))).toMatch(/^[ -~]*$/);
	expect(rows.map(textOf).join('')).not.toMatch(/[\u2800-\u28ff]/);
});

/** An hour measured, then two hours and a half to the end of 600 leads. */
const projected = chart({
	title: 'remaining',
	points: points(...hour.map(minute => 900 - minute * 5)),
	ahead: [
		{at: 0, value: 605},
		{at: 9000, value: 0},
	],
	isTitleInside: true,
});

const ahead = {
	span: 9000,
	ticks: [
		{at: 3600, text: '12:00'},
		{at: 5400, text: 'Tue', hasLine: true},
		{at: 9000, text: '9:38'},
	],
};

const projectedRows = (height: number, ascii = false): string[] =>
	stackedCharts([projected], {span: 3540, end: '11:00', ahead}, {width: 80, height}, {...look, ascii}).map(textOf);

test('goes on from now to the end in dots, beside what was measured as a line', () => {
	const rows = projectedRows(11);
	const axis = rows.at(-1) ?? '';
	expect(axis.trim().split(/\s+/)).toEqual(['-30m', 'now', '12:00', 'Tue', '9:38']);
	const now = axis.indexOf('now') + 1;
	for (const row of rows.slice(0, -1)) {
		expect(row.slice(7, now)).not.toContain('·');
		expect(row.slice(now + 1)).not.toMatch(/[─╭╮╯╰]/);
	}
	const dots = rows
		.slice(0, -1)
		.flatMap((row, index) => [...row].flatMap((char, at) => (char === '·' ? [{at, index}] : [])));
	expect(dots.every((dot, index) => dots.slice(0, index).every(before => before.at < dot.at))).toBe(true);
	expect(rows.at(-2)?.trimEnd().endsWith('·')).toBe(true);
	expect(rows.join('\n')).toContain(' 605');
	expect(rows[0]).toMatch(/remaining\s*$/);
	const close = axis.indexOf('Tue') + 1;
	expect(rows.slice(0, -1).every(row => '┊·'.includes(row[close] ?? ''))).toBe(true);
});

test('draws what was measured alone where there is no room for a line', () => {
	const rows = projectedRows(2);
	expect(rows[0]).toMatch(/^ remaining {3}0-1k [▁▂▃▄▅▆▇█]+ 605$/);
	expect(rows.at(-1)?.trimEnd().endsWith('11:00')).toBe(true);
});

test('keeps to ASCII, in its lines, and to its width, with what is expected too', () => {
	// The vertical axis is written in ASCII with the whole row.
	expect(projectedRows(11, true).join('').replace(/[│┤]/g, '')).toMatch(/^[ -~]*$/);
	for (let height = 0; height < 20; height++) {
		for (const width of [20, 38, 58, 120]) {
			const lines = stackedCharts([projected], {span: 3540, end: '11:00', ahead}, {width, height}, look);
			expect(lines.length).toBeLessThanOrEqual(height);
			expect(Math.max(0, ...lines.map(cellsOf))).toBeLessThanOrEqual(width);
		}
	}
});

test('labels counts of millions exactly, and no wider than there is room for', () => {
	for (const [least, most] of [
		[0, 1_000_000],
		[999_250, 1_000_000],
		[999_990, 1_000_000],
		[99_000, 101_000],
	] as const) {
		const rows = stack([chart({points: points(most, least)})], 8, 60, 60).slice(1, -1);
		const labels = rows.flatMap(row => /^\s*([\d,]+k?)┤/.exec(row)?.[1] ?? []);
		expect(labels.length).toBeGreaterThanOrEqual(3);
		const values = labels.map(label => Number(label.replaceAll(',', '').replace('k', '000')));
		expect(values[0]).toBeGreaterThanOrEqual(most);
		const steps = values.slice(1).map((value, index) => (values[index] ?? 0) - value);
		expect(new Set(steps).size, labels.join(' ')).toBe(1);
	}
});

test('marks what happened beside the line, in a row of blocks as well', () => {
	const values = points(...hour.map(minute => (minute < 30 ? 20 : 14)));
	const marked = chart({points: values, marks: [{at: -29 * 60, text: '▼6', role: 'warning'}]});
	const rows = stack([marked], 9);
	const row = rows.find(text => text.includes('▼6')) ?? '';
	expect(row).toContain('╮▼6');
	expect(stack([marked], 2)[0]).toContain('▼6');
	const many = [-40, -39, -20, -1, 0].map((minute, index) => ({
		at: minute * 60,
		text: `▼${11 * (index + 1)}`,
		role: 'warning' as const,
	}));
	const marks = stack([{...marked, marks: many}], 2)[0]?.match(/▼\d+/g);
	expect(marks).toEqual(['▼22', '▼33', '▼55']);
});

test('holds a point of the past for as long as it is an average of', () => {
	const past: Point[] = [
		{at: -1200, value: 1, length: 300},
		{at: -900, value: 2, length: 300},
		{at: -600, value: undefined, length: 300},
		{at: -300, value: 4, length: 300},
	];
	const minutes = points(5, 6, 7, 8);
	expect(inColumns([...past, ...minutes], 1200, 21)).toEqual([
		...Array.from({length: 5}, () => 1),
		...Array.from({length: 5}, () => 2),
		...Array.from({length: 5}),
		4,
		4,
		5,
		6,
		7,
		8,
	]);
});

test('writes times before now in hours where there are many', () => {
	const axis = stack([chart({points: points(...hour)})], 8, 100, 36_000).at(-1) ?? '';
	expect(axis).toContain('-2h');
	expect(axis).not.toMatch(/-\d{3,}m/);
});

test('lines leave one row at most without use, however many rows their scales take', () => {
	const charts = [
		chart({points: points(...hour.map(minute => 20 + (minute % 3)))}),
		chart({title: 'occupancy %', points: points(...hour.map(minute => 40 + minute)), format: String, most: 100}),
	];
	for (let height = 11; height < 40; height++) {
		expect(height - stack(charts, height).length, `${height} rows`).toBeLessThanOrEqual(1);
	}
});

test('a spare chart takes a row only where the others leave one', () => {
	const charts = [
		chart({points: points(...hour)}),
		chart({title: 'connect %', points: points(...hour), isSpare: true}),
	];
	const hasLine = (height: number): boolean => stack(charts, height).join('').includes('┤');
	const hasSpare = (height: number): boolean => stack(charts, height).join('').includes('connect %');
	expect([hasLine(5), hasSpare(5)]).toEqual([false, true]);
	expect([hasLine(6), hasSpare(6)]).toEqual([true, false]);
	expect([hasLine(7), hasSpare(7)]).toEqual([true, true]);
	expect(stack([...charts, chart({title: 'not known', points: [], isSpare: true})], 9).join('')).not.toContain('known');
});

test('the number at the end of a line stands in the row of its value, where points are averaged too', () => {
	const rising = points(...hour.map(minute => (minute < 55 ? 60 : minute === 59 ? 90 : 62)));
	const rows = stack([chart({points: rising, format: value => value.toFixed(1), most: 100})], 9, 30).slice(1, -1);
	expect(rows.findIndex(row => row.includes('90.0'))).toBeLessThan(2);
});

test('what was measured keeps half of the width, however far the end is', () => {
	for (const days of [0.02, 0.5, 5, 40]) {
		const far = {span: days * 86_400, ticks: [{at: days * 86_400, text: 'end'}]};
		const line = chart({
			...projected,
			ahead: [
				{at: 0, value: 605},
				{at: far.span, value: 0},
			],
		});
		const rows = stackedCharts([line], {span: 3540, end: '11:00', ahead: far}, {width: 80, height: 11}, look).map(
			textOf,
		);
		const axis = rows.at(-1) ?? '';
		expect(axis.indexOf('now') / axis.indexOf('end')).toBeCloseTo(0.55, 1);
		expect(axis).toContain('-30m');
		const end = rows.find(row => row.includes(' 605 ')) ?? '';
		expect(end.slice(0, end.indexOf(' 605 '))).toMatch(/[─╰╯╭╮]$/);
		expect(rows.at(-2)?.trimEnd().endsWith('·')).toBe(true);
	}
});

test('a row of blocks gives way to the line that matters, whose title may stand beside its labels', () => {
	const charts = [
		chart({points: points(...hour)}),
		chart({
			title: 'drop % 15 min*',
			titleBeside: ['drop %', '15 min*'],
			points: points(...hour.map(minute => 2 + minute / 60)),
			format: value => value.toFixed(2),
			limit: {value: 3, role: 'drop.high'},
			isFirst: true,
		}),
		chart({title: 'live answer %*', points: points(...hour), isSmall: true}),
	];
	expect(stack(charts, 5).some(row => /3┤[\u2800-\u28ff]{20}/.test(row))).toBe(false);
	const rows = stack(charts, 6);
	expect(rows.some(row => /3┤[\u2800-\u28ff]{20}/.test(row))).toBe(true);
	expect(rows[1]).toMatch(/^ drop % /);
	expect(rows[2]).toMatch(/^ 15 min\* /);
	expect(rows.join()).not.toContain('live answer');
	expect(stack(charts, 7).join()).toContain('live answer');
	expect(stack(charts, 7).some(row => /3┤[\u2800-\u28ff]{20}/.test(row))).toBe(true);
});
