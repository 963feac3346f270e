import type {Device, Size} from '../../source/terminal/device.ts';
import {type Cell, cellsOf, createEmulator, linesOf} from '../helpers/terminal.ts';

/** A terminal in memory: a device to write to, and an emulator that shows what was written. */
export function createPaper(columns: number, rows: number) {
	const emulator = createEmulator(columns, rows);
	let size: Size = {columns, rows};
	let open = true;
	let gulp = Number.POSITIVE_INFINITY;
	let failure: Error | undefined;
	const batches: string[] = [];
	const device: Device = {
		write(bytes) {
			if (failure) {
				throw failure;
			}
			if (!open) {
				return 0;
			}
			const taken = Buffer.from(bytes.subarray(0, gulp));
			batches.push(taken.toString('latin1'));
			emulator.write(taken);
			return taken.length;
		},
		size: () => size,
		close: () => undefined,
	};
	return {
		device,
		emulator,
		/** What was written, one byte a character. */
		batches,
		/** The terminal takes nothing from now on. */
		stall() {
			open = false;
		},
		/** The terminal takes bytes again, at most `most` at a time. */
		flow(most = Number.POSITIVE_INFINITY) {
			open = true;
			gulp = most;
		},
		/** Every further write fails. */
		breakOff() {
			failure = Object.assign(new Error('write EIO'), {code: 'EIO'});
		},
		resize(newColumns: number, newRows: number) {
			size = {columns: newColumns, rows: newRows};
			emulator.resize(newColumns, newRows);
		},
		/** Waits until the emulator has read everything. */
		settled: () => new Promise<void>(resolve => emulator.write('', resolve)),
		cells: (): Cell[][] => cellsOf(emulator),
		lines: (): string[] => linesOf(emulator),
	};
}

/** What a person sees of a cell: on a space, only its background and lines through it. */
export function visible(cell: Cell): Cell {
	const bare = cell.char === ' ' && !cell.inverse && !cell.underline && !cell.strike;
	return bare ? {...cell, fg: -1, bold: false, dim: false, italic: false} : cell;
}
