import {Writable} from 'node:stream';
import type {Device, Size} from './device.ts';
import {blankRow, parseRow, type Row} from './grid.ts';
import {Outlet} from './outlet.ts';
import {Pen} from './pen.ts';
import {type Colour, createStyles, plain, type Styles} from './style.ts';

/** What the screen needs. */
export type ScreenOptions = {
	readonly device: Device;
	readonly colour: Colour;
	/** Called once, when the terminal is gone. */
	readonly onHangup: (error: unknown) => void;
};

/** The least time between two frames, in milliseconds: ordinarily, and while keys are being answered. */
const PACE = 100;
const PACE_AFTER_KEY = 20;

/** How long after a key frames are taken for its answer, in milliseconds. */
const ANSWER_TIME = 300;

/** Characters of asides that may wait for a terminal that takes nothing. */
const MOST_ASIDES = 16_384;

/** Alternate screen, cursor hidden, no wrapping (so that the last cell can never scroll), pastes marked. */
const ENTER = '\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[?2004h';
const LEAVE = '\u001b[m\u001b[?2004l\u001b[?7h\u001b[?25h\u001b[?1049l';

const blankRows = ({columns, rows}: Size): Row[] => new Array<Row>(rows).fill(blankRow(columns));

/**
 * The output stream for Ink, which must run in debug mode: every write is then one whole frame. It keeps the cells last
 * drawn and sends only those that changed, at most ten frames a second unless a key asks for an answer, and never waits
 * for the terminal: while one frame is on its way, newer ones replace each other.
 */
export class Screen extends Writable {
	readonly isTTY = true;
	columns: number;
	rows: number;
	readonly #device: Device;
	readonly #outlet: Outlet;
	readonly #styles: Styles;
	readonly #answered: Array<{frame: number; callback: () => void}> = [];
	#texts: string[] = [];
	#cells: Row[];
	#style = plain;
	#forgotten = true;
	#entering = true;
	#frame = '';
	#asides = new Set<string>();
	#made = 0;
	#sending = 0;
	#shown = 0;
	#sentAt = -PACE;
	#keyAt = -ANSWER_TIME;
	#open = false;
	#timer: NodeJS.Timeout | undefined;
	#soon: NodeJS.Immediate | undefined;

	constructor({device, colour, onHangup}: ScreenOptions) {
		super({decodeStrings: false});
		this.#device = device;
		this.#styles = createStyles(colour);
		this.#outlet = new Outlet(device, () => this.#arrived(), onHangup);
		const size = device.size();
		this.columns = size.columns;
		this.rows = size.rows;
		this.#cells = blankRows(size);
	}

	/** Bytes that the terminal has taken so far. */
	get bytesWritten(): number {
		return this.#outlet.taken;
	}

	/** Bytes that the terminal has not taken yet. */
	get bytesWaiting(): number {
		return this.#outlet.waiting;
	}

	/** Whether a frame is still to be shown. */
	get busy(): boolean {
		return this.#shown < this.#made;
	}

	/** Takes over the terminal, or sets its modes again after somebody else had it. */
	enter(): void {
		this.#open = true;
		this.#entering = true;
		this.invalidate();
		this.resize();
	}

	/**
	 * Gives the terminal back, at once and waiting for at most 200 ms, with `message` on the ordinary screen. Frames
	 * that come later are kept for `enter`. Answers whether the terminal took it all.
	 */
	leave(message = ''): boolean {
		if (!this.#open) {
			return true;
		}
		this.#open = false;
		this.#asides.clear();
		clearTimeout(this.#timer);
		clearImmediate(this.#soon);
		this.#timer = undefined;
		this.#soon = undefined;
		return this.#outlet.farewell(LEAVE + message);
	}

	/** Draws everything anew with the next frame, and draws the last frame again if none comes. */
	invalidate(): void {
		this.#forgotten = true;
		this.#made++;
		this.#schedule();
	}

	/**
	 * Sends something that draws nothing, such as the bell, between two frames. What waits already is not sent twice, and
	 * what comes while the terminal is away or takes nothing for long is dropped.
	 */
	aside(sequence: string): void {
		const waiting = [...this.#asides].join('').length;
		if (this.#open && waiting + sequence.length <= MOST_ASIDES) {
			this.#asides.add(sequence);
			this.#made++;
			this.#schedule();
		}
	}

	/** Says that a key was pressed: the frames that answer it do not wait their turn. */
	hurry(): void {
		this.#keyAt = performance.now();
	}

	/**
	 * Calls back once everything written so far is on its way to the eyes: the terminal has taken every byte of it, or
	 * of a newer frame. Called from a React effect, that includes the commit which the effect belongs to.
	 */
	drawn(callback: () => void): void {
		this.#answered.push({frame: this.#made, callback});
		this.#answer();
	}

	/** Asks the terminal for its size. On a change everything is drawn anew, and 'resize' is emitted. */
	resize(): void {
		const {columns, rows} = this.#device.size();
		if (columns !== this.columns || rows !== this.rows) {
			this.columns = columns;
			this.rows = rows;
			this.invalidate();
			this.emit('resize');
		}
	}

	override _write(chunk: unknown, _encoding: BufferEncoding, done: () => void): void {
		const frame = String(chunk);
		// Ink also writes empty barriers, and shows the cursor when it unmounts: neither is a frame.
		if (frame !== '' && !frame.startsWith('\u001b[?')) {
			this.#frame = frame;
			this.#made++;
			this.#schedule();
		}
		done();
	}

	#schedule(): void {
		if (!this.#open || this.#soon || this.#outlet.waiting > 0) {
			return;
		}
		const now = performance.now();
		const pace = now - this.#keyAt < ANSWER_TIME ? PACE_AFTER_KEY : PACE;
		const wait = this.#sentAt + pace - now;
		clearTimeout(this.#timer);
		this.#timer = undefined;
		if (wait > 0) {
			this.#timer = setTimeout(() => this.#draw(), wait);
		} else {
			// The commits of one turn of the loop become one frame.
			this.#soon = setImmediate(() => this.#draw());
		}
	}

	#draw(): void {
		this.#soon = undefined;
		this.#timer = undefined;
		this.#sending = this.#made;
		const text = this.#encode() + [...this.#asides].join('');
		this.#asides.clear();
		if (text === '') {
			this.#arrived();
		} else {
			this.#sentAt = performance.now();
			this.#outlet.send(text);
		}
	}

	#encode(): string {
		const pen = new Pen(this.columns, this.#style);
		if (this.#forgotten) {
			this.#forgotten = false;
			this.#texts = [];
			this.#cells = blankRows(this);
			pen.text = this.#entering ? ENTER : '';
			this.#entering = false;
			pen.clear();
		}
		const texts = this.#frame.split('\n', this.rows);
		for (let y = 0; y < this.rows; y++) {
			const text = texts[y] ?? '';
			const before = this.#cells[y];
			if (before && text !== (this.#texts[y] ?? '')) {
				const after = parseRow(text, this.columns, this.#styles);
				pen.row(y, before, after);
				this.#cells[y] = after;
			}
		}
		this.#texts = texts;
		this.#style = pen.style;
		return pen.text;
	}

	#arrived(): void {
		this.#shown = this.#sending;
		this.#answer();
		if (this.busy) {
			this.#schedule();
		}
	}

	#answer(): void {
		while (this.#answered[0] && this.#answered[0].frame <= this.#shown) {
			this.#answered.shift()?.callback();
		}
	}
}
