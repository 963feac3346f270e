import type {Row} from './grid.ts';
import {plain, type Style, sameOnBlank, transition} from './style.ts';

/** It is always cheaper to step over longer unchanged stretches than to send them again. */
const LONGEST_RESEND = 8;

type Stroke = {text: string; style: Style};

const control = (count: number, final: string): string => `\u001b[${count === 1 ? '' : count}${final}`;

const shorter = (a: string, b: string): string => (b.length < a.length ? b : a);

/** Characters of two cells in every version of Unicode that a terminal may know. */
const surelyWide =
	/^[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]$/u;

/** Marks, and the vowels and finals of Hangul, which terminals may join to the cell before them. */
const joining = /^[\p{M}\u1160-\u11ff\ud7b0-\ud7ff]/u;

/**
 * Whether terminals may disagree about a cell's width: a cluster of several code points, a mark by itself, or a character
 * that is wide in late versions of Unicode.
 */
function isDoubtful({chars}: Row, x: number): boolean {
	const char = chars[x] ?? '';
	return (
		(char.length > 1 && char.length > String.fromCodePoint(char.codePointAt(0) ?? 0).length) ||
		(char >= '\u0300' && joining.test(char)) ||
		(chars[x + 1] === '' && !surelyWide.test(char))
	);
}

/** Whether each cell must be drawn: it has changed, or a doubtful one before it is drawn and may cover it. */
function drawnCells(before: Row, after: Row): (x: number) => boolean {
	const changed = (x: number) => before.chars[x] !== after.chars[x] || before.styles[x] !== after.styles[x];
	if (!after.chars.some((_char, x) => isDoubtful(after, x))) {
		return changed;
	}
	let covered = 0;
	const drawn = after.chars.map((char, x) => {
		const isDrawn = changed(x) || x < covered;
		if (isDrawn && isDoubtful(after, x)) {
			// No terminal takes more than a cell for a mark, nor more than two for the character below it.
			covered = Math.max(covered, x + [...char].length + 1);
		}
		return isDrawn;
	});
	return x => drawn[x] ?? false;
}

/** The bytes that draw the cells `from` up to `to` (not included) of a row, starting there in `style`. */
function stroke(row: Row, from: number, to: number, style: Style): Stroke {
	let text = '';
	let current = style;
	for (let x = from; x < to; x++) {
		const char = row.chars[x] ?? ' ';
		const wanted = row.styles[x] ?? plain;
		if (char !== '' && !(char === ' ' && sameOnBlank(current, wanted))) {
			text += transition(current, wanted);
			current = wanted;
		}
		if (isDoubtful(row, x)) {
			// Clears its cells, draws it and moves to the next column: whatever its width, nothing after it shifts.
			const width = row.chars[x + 1] === '' ? 2 : 1;
			text += `${' '.repeat(width)}\u001b[${x + 1}G${char}\u001b[${x + width + 1}G`;
		} else {
			text += char;
		}
	}
	return {text, style: current};
}

/**
 * Collects the bytes of one update. It knows the terminal's cursor and style, and takes the shortest way it finds to each
 * change.
 */
export class Pen {
	text = '';
	/** The terminal's style after `text`. */
	style: Style;
	readonly #columns: number;
	#x = -1;
	#y = -1;

	constructor(columns: number, style: Style) {
		this.#columns = columns;
		this.style = style;
	}

	clear(): void {
		this.text += '\u001b[m\u001b[H\u001b[2J';
		this.style = plain;
		this.#x = 0;
		this.#y = 0;
	}

	/** Redraws a row that shows `before` to show `after`. */
	row(y: number, before: Row, after: Row): void {
		const isDrawn = drawnCells(before, after);
		let end = this.#columns;
		while (end > 0 && !isDrawn(end - 1)) {
			end--;
		}
		const tail = this.#tail(after);
		for (let x = 0; x < end; x++) {
			if (!isDrawn(x)) {
				continue;
			}
			if (x >= tail && this.#eraseTail(x, y, end, after)) {
				return;
			}
			let to = x + 1;
			const limit = x < tail ? Math.min(end, tail) : end;
			while (to < limit && (isDrawn(to) || after.chars[to] === '')) {
				to++;
			}
			this.#move(x, y, after);
			this.#add(stroke(after, x, to, this.style));
			// With wrapping off, terminals differ in where the cursor is after the last column.
			this.#x = to < this.#columns ? to : -1;
			x = to - 1;
		}
	}

	#add({text, style}: Stroke): void {
		this.text += text;
		this.style = style;
	}

	/** The column at which the plain blanks at the end of the row begin. */
	#tail(row: Row): number {
		let tail = this.#columns;
		while (tail > 0 && row.chars[tail - 1] === ' ' && row.styles[tail - 1] === plain) {
			tail--;
		}
		return tail;
	}

	/** Clears from `x` to the end of the row if that is cheaper than drawing spaces up to `end`; returns whether it did. */
	#eraseTail(x: number, y: number, end: number, row: Row): boolean {
		const toPlain = sameOnBlank(this.style, plain) ? '' : transition(this.style, plain);
		if (end - x <= 3) {
			return false;
		}
		this.#move(x, y, row);
		if (toPlain !== '') {
			this.style = plain;
		}
		this.text += `${toPlain}\u001b[K`;
		return true;
	}

	/** The shortest move within a row. */
	#sideways(from: number, to: number): string {
		if (from === to) {
			return '';
		}
		const absolute = control(to + 1, 'G');
		if (from < 0) {
			return to === 0 ? '\r' : absolute;
		}
		if (to > from) {
			return shorter(absolute, control(to - from, 'C'));
		}
		const back = shorter('\b'.repeat(from - to), control(from - to, 'D'));
		return to === 0 ? '\r' : shorter(absolute, back);
	}

	/** The shortest way to a column ahead: a move, or the unchanged cells in between again. */
	#ahead(from: number, to: number, row: Row): Stroke {
		const step = {text: this.#sideways(from, to), style: this.style};
		if (from < 0 || to <= from || to - from > LONGEST_RESEND || row.chars[from] === '') {
			return step;
		}
		for (let x = from; x < to; x++) {
			if (isDoubtful(row, x)) {
				return step;
			}
		}
		const again = stroke(row, from, to, this.style);
		const wanted = row.styles[to] ?? plain;
		const cost = ({text, style}: Stroke) => Buffer.byteLength(text) + transition(style, wanted).length;
		return cost(again) < cost(step) ? again : step;
	}

	#move(x: number, y: number, row: Row): void {
		if (this.#y === y) {
			this.#add(this.#ahead(this.#x, x, row));
		} else {
			const move = x === 0 ? control(y + 1, 'H') : `\u001b[${y === 0 ? '' : y + 1};${x + 1}H`;
			const ways: Stroke[] = [{text: move, style: this.style}];
			const down = y - this.#y;
			if (this.#y >= 0 && down > 0) {
				if (this.#x >= 0) {
					ways.push({text: control(down, 'B') + this.#sideways(this.#x, x), style: this.style});
				}
				const {text, style} = this.#ahead(0, x, row);
				ways.push({text: `\r${'\n'.repeat(down)}${text}`, style});
			}
			const wanted = row.styles[x] ?? plain;
			const cost = (way: Stroke) => Buffer.byteLength(way.text) + transition(way.style, wanted).length;
			this.#add(ways.reduce((best, way) => (cost(way) < cost(best) ? way : best)));
		}
		this.#x = x;
		this.#y = y;
	}
}
