/**
 * How many bytes a refresh takes, against the floor of its cells: the least bytes that write each cell that changed once, from
 * the top left to the bottom right. For each run of changed cells that is the shortest move of the cursor, the shortest SGR
 * wherever the style changes, and each character in UTF-8; what remains of a row and is blank is cleared where that is
 * shorter. A refresh may fall below its floor, by writing a short unchanged stretch again instead of a move over it.
 */
import {setTimeout as sleep} from 'node:timers/promises';
import {createStyles, plain, type Style} from '../../source/terminal/style.ts';
import {floorBytes, rowsOf} from '../helpers/floor.ts';
import {cellsOf, createEmulator} from '../helpers/terminal.ts';
import type {Figure} from './figures.ts';
import {columns, type Program, rows, startMonitor} from './program.ts';

/** What is watched: a name for it, how many times its floor it may take, and the arguments of the monitor. */
type Scene = {name: string; aim: number; args: readonly string[]};

/** Silence that ends a refresh, in milliseconds; two refreshes without a key are at least 100 apart. */
const silence = 25;

/** Watches a monitor for so many milliseconds, after so many others of warm-up. */
export const measureBytes = async (
	program: Program,
	service: Readonly<Record<string, string>>,
	{name, aim, args}: Scene,
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
		await using monitor = startMonitor(program, service, ...args);
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
		{name: `bytes a refresh, 120x40, ${name}`, unit: 'B', samples: sent},
		{name: '  the floor of its cells', unit: 'B', samples: least},
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
