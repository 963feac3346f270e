/** How many bytes a refresh takes, against a plain diff of cells: a move, the characters and their styles for each run. */
import {setTimeout as sleep} from 'node:timers/promises';
import {createStyles, plain, type Style} from '../../source/terminal/style.ts';
import {floorBytes, rowsOf} from '../helpers/floor.ts';
import {cellsOf, createEmulator} from '../helpers/terminal.ts';
import type {Figure} from './figures.ts';
import {columns, type Program, rows, startMonitor} from './program.ts';

const aim = 1.2;

/** Silence that ends a refresh, in milliseconds; two refreshes without a key are at least 100 apart. */
const silence = 25;

/** Watches a monitor for so many milliseconds after as many of warm-up. */
export const measureBytes = async (
	program: Program,
	service: Readonly<Record<string, string>>,
	warmUp: number,
	duration: number,
): Promise<Figure[]> => {
	const emulator = createEmulator(columns, rows);
	const styles = createStyles('truecolor');
	const write = async (data: string): Promise<void> => new Promise(resolve => emulator.write(data, resolve));
	const screen = () => rowsOf(cellsOf(emulator), styles);

	let style: Style = plain;
	const follow = (data: string): void => {
		for (const [, parameters = ''] of data.matchAll(/\u001b\[([\d;]*)m/g)) {
			style = styles.apply(style, parameters);
		}
	};

	const refreshes: string[] = [];
	let beginning = '';
	{
		await using monitor = startMonitor(program, service);
		monitor.hear(data => {
			beginning += data;
		});
		await sleep(warmUp);
		let last = 0;
		let isFirst = true;
		monitor.hear(data => {
			const now = performance.now();
			if (now - last < silence && !isFirst) {
				refreshes.push((refreshes.pop() ?? '') + data);
			} else {
				refreshes.push(data);
			}
			last = now;
			isFirst = false;
		});
		await sleep(duration);
		monitor.hear(() => undefined);
	}

	await write(beginning);
	follow(beginning);
	let before = screen();
	const sent: number[] = [];
	const least: number[] = [];
	for (const data of refreshes) {
		await write(data);
		const after = screen();
		sent.push(Buffer.byteLength(data));
		least.push(floorBytes(before, after, columns, style));
		follow(data);
		before = after;
	}
	emulator.dispose();
	const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
	return [
		{name: 'bytes a refresh, 120x40, campaigns dialing', unit: 'B', samples: sent},
		{name: '  what a plain diff of cells needs', unit: 'B', samples: least},
		{
			name: '  against that, all refreshes',
			unit: '×',
			value: sum(sent) / sum(least),
			samples: sent.map((bytes, index) => bytes / (least[index] || Number.NaN)).filter(Number.isFinite),
			aim,
		},
		{name: '  bytes a second', unit: 'B', samples: [(sum(sent) * 1000) / duration]},
	];
};
