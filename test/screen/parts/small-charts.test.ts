/** Charts of few rows, and of one: scales that do not exaggerate, values and limits at their own height. */
import {expect, test} from 'vitest';
import {withoutBlocks} from '../../../source/present/ascii.ts';
import {textOf} from '../../../source/present/spans.ts';
import {type ChartStyle, chartStyles} from '../../../source/present/theme.ts';
import type {Chart, Point} from '../../../source/screen/parts/chart.ts';
import {stackedCharts} from '../../../source/screen/parts/charts.tsx';

const points = (...values: readonly (number | undefined)[]): Point[] =>
	values.map((value, index) => ({at: (index - values.length + 1) * 60, value}));

const chart = (over: Partial<Chart> & Pick<Chart, 'points'>): Chart => ({title: 'figure', role: 'ok', ...over});

const drawn = (charts: readonly Chart[], height: number, width = 60, style: ChartStyle = 'braille') =>
	stackedCharts(charts, {span: 3540, end: '11:00'}, {width, height}, {ascii: false, charts: style});

const rowsOf = (...given: Parameters<typeof drawn>): string[] => drawn(...given).map(textOf);

const hour = Array.from({length: 60}, (_, minute) => minute);

const blocks = '▁▂▃▄▅▆▇█';

/** The blocks of a strip as heights from 0 to 7. */
const heights = (row = ''): number[] => [...row].flatMap(char => (blocks.includes(char) ? [blocks.indexOf(char)] : []));

test('a strip begins at 0: 20 agents and 21 look nearly the same, and so do leads of which 2 % are called', () => {
	const [agents] = rowsOf([chart({points: points(...hour.map(minute => (minute < 30 ? 20 : 21)))})], 2);
	expect(agents).toMatch(/ 0-25 [▆▇]+ 21$/);
	const [leads] = rowsOf([chart({points: points(...hour.map(minute => 26_700 - minute * 9))})], 2);
	expect(leads).toMatch(/ 0-30k ▇+ 26,169$/);
	const [calls] = rowsOf([chart({points: points(...hour.map(minute => minute))})], 2);
	expect(calls).toContain(' 0-60 ▁');
	expect(heights(calls).at(-1)).toBe(7);
});

test('both ends of its scale stand before a strip, in room that does not change with them', () => {
	for (const most of [1, 7, 99, 100, 999, 1000, 7400, 99_999, 1_200_000]) {
		for (const format of [undefined, (value: number) => value.toFixed(1)]) {
			const [row = ''] = rowsOf([chart({points: points(0, most), ...(format && {format})})], 2);
			expect(row.slice(0, 8)).toBe(' figure ');
			const end = /^ *0-(\d+(?:\.\d)?)([kM]?) $/.exec(row.slice(8, 15));
			const value = Number(end?.[1]) * {k: 1000, M: 1e6, '': 1}[end?.[2] as 'k' | 'M' | ''];
			expect(value, row).toBeGreaterThanOrEqual(most);
			expect(value, row).toBeLessThanOrEqual(most * 1.5);
		}
	}
});

test('a strip with a limit is full there, or at what is more', () => {
	const limited = (value: number): number | undefined =>
		heights(
			rowsOf(
				[chart({points: points(0, value), format: one => one.toFixed(2), limit: {value: 3, role: 'error'}})],
				2,
			)[0],
		).at(-1);
	expect(limited(1.5)).toBe(4);
	expect(limited(3)).toBe(7);
	expect(limited(6)).toBe(7);
});

test('what moves stands in less than a row where rows are few', () => {
	for (const style of chartStyles) {
		const rows = rowsOf(
			[chart({points: points(0, ...hour.slice(1).map(minute => (minute < 30 ? 2000 : 2452)))})],
			6,
			60,
			style,
		);
		const before = rows.slice(1, -1).map(row => row[20]);
		const after = rows.slice(1, -1).map(row => row[50]);
		expect(before.join(), style).not.toBe(after.join());
	}
});

test('the limit has its own label, at its own height, and what is not at it is drawn above or below it', () => {
	for (const style of chartStyles) {
		for (let height = 6; height < 20; height++) {
			for (const most of [0.4, 2.95, 3, 3.4, 5.2, 9, 13, 16, 40]) {
				for (const limit of [2, 3, 2.75]) {
					const values = hour.map(minute => (minute < 30 ? most / 2 : most));
					const limited = chart({
						points: points(...values),
						format: value => value.toFixed(2),
						most: 100,
						limit: {value: limit, role: 'error'},
					});
					const all = drawn([limited], height, 60, style).slice(1, -1);
					const rows = all.slice(all.findIndex(row => /^ *[\d.]+┤/.test(textOf(row))));
					const name = `${style}: ${limit} of ${most} in ${height} rows`;
					const at = rows.findIndex(row => row.some(([role]) => role === 'error'));
					const label = rows[at]?.filter(([role]) => role === 'error').map(([, text]) => text.trim());
					expect(
						label?.some(text => Number(/\d+(\.\d+)?/.exec(text)?.[0]) === limit),
						name,
					).toBe(true);
					const ends = [rows[0], rows.at(-1)].map(row => Number(/^ *([\d.]+)┤/.exec(textOf(row ?? []))?.[1]));
					expect(ends[1], name).toBe(0);
					expect(ends[0], name).toBeGreaterThanOrEqual(Math.max(limit, most));
					// A row stands for this much, and the limit lies within its own.
					const share = (ends[0] ?? 0) / rows.length;
					expect(Math.abs((rows.length - at - 0.5) * share - limit), name).toBeLessThanOrEqual(share * 0.75);
					const end = rows.findIndex(row => row.at(-1)?.[1] === ` ${most.toFixed(2)}`);
					// Rows that are divided hold both what is at the limit and what is above or below it.
					const apart = rows.length < 5 || most === limit ? 0 : 1;
					expect(most < limit ? end - at : at - end, name).toBeGreaterThanOrEqual(apart);
				}
			}
		}
	}
});

test('a small scale ends at its limit, or at a round value above it', () => {
	const endsOf = (most: number): string[] =>
		rowsOf(
			[
				chart({
					points: points(0, most),
					format: one => one.toFixed(2),
					limit: {value: 3, role: 'error'},
					isTitleInside: true,
				}),
			],
			5,
		).flatMap(row => /^ *([\d.]+)┤/.exec(row)?.[1] ?? []);
	expect([0.4, 2.9, 3].map(most => endsOf(most)[0])).toEqual(['3', '3', '3']);
	expect([3.3, 5.9, 7, 13, 17, 19.8].map(most => endsOf(most)[0])).toEqual(['4', '6', '8', '15', '20', '20']);
});

test('charts in one row say since when they are, and the one that matters is shown', () => {
	const charts = [
		chart({title: 'dialed/min', points: points(...hour)}),
		chart({title: 'drop % 15 min*', brief: 'drop %*', points: points(...hour), isFirst: true}),
	];
	expect(rowsOf(charts, 1, 46)).toHaveLength(1);
	expect(rowsOf(charts, 1, 46)[0]).toMatch(/^ drop %\* -59m +0-60 [▁▂▃▄▅▆▇█]{12,} 59$/);
	expect(rowsOf(charts, 2)[0]).toMatch(/^ drop % 15 min\*/);
	expect(rowsOf(charts, 2).at(-1)).toContain('-30m');
});

test('another line shares the scale, or has a strip of its own', () => {
	const agents = chart({
		title: 'logged in',
		points: points(...hour.map(() => 21)),
		also: {title: 'paused', role: 'agent.paused', points: points(...hour.map(minute => minute / 7))},
	});
	const lines = drawn([agents], 10);
	expect(textOf(lines[0] ?? [])).toBe(' logged in, paused');
	expect(lines.slice(1).filter(row => row.some(([role]) => role === 'agent.paused')).length).toBeGreaterThan(2);
	const endAt = (text: string): number => lines.findIndex(row => row.at(-1)?.[1] === text);
	expect(endAt(' 21')).toBeGreaterThan(0);
	expect(endAt(' 8')).toBeGreaterThan(endAt(' 21'));
	// A tenth of the scale is no row of it: divided cells tell it from 0, and from the other line without colours.
	for (const style of chartStyles) {
		const row = (paused: number): string =>
			rowsOf(
				[{...agents, also: {title: 'paused', role: 'agent.paused', points: points(...hour.map(() => paused))}}],
				10,
				60,
				style,
			)
				.slice(1)
				.map(text => text[30])
				.join('');
		expect(new Set([0, 3, 5].map(row)).size, style).toBe(style === 'blocks' ? 2 : 3);
		expect(row(5), style).not.toMatch(/─.*─/);
	}
	expect(rowsOf([agents], 3).map(row => row.trim().split(/\s/)[0])).toEqual(['logged', 'paused', '-45m']);
	expect(rowsOf([agents], 2)[0]).toContain('logged in');
});

test('each style keeps to its characters', () => {
	const charts = [
		chart({points: points(...hour), limit: {value: 30, role: 'error'}}),
		chart({points: points(...hour), isSmall: true}),
	];
	const text = (style: ChartStyle): string => rowsOf(charts, 7, 60, style).join('');
	expect(text('braille')).toMatch(/[\u2801-\u28ff]/);
	expect(text('blocks')).toMatch(/[▄▀]/);
	expect(text('blocks')).not.toMatch(/[\u2800-\u28ff]/);
	expect(withoutBlocks(text('ascii'))).toMatch(/^[ -~│┤]*$/);
});

test('values at the ends of lines keep their room while they change', () => {
	const wide = (newest: number): number | undefined =>
		rowsOf([chart({points: points(...hour.map(() => 12_000), newest)})], 2)[0]?.search(/[▁▂▃▄▅▆▇█] \d/);
	expect(wide(9)).toBe(wide(12_345));
});
