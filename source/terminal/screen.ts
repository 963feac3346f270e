import {Writable} from 'node:stream';
import type {Device, Size} from './device.ts';
import {blankRow, parseRow, type Slate} from './grid.ts';
import {mouseOff, mouseOn} from './mouse.ts';
import {Outlet} from './outlet.ts';
import {Pen} from './pen.ts';
import {type Colour, createStyles, plain, type Styles, transition} from './style.ts';

export type ScreenOptions = {
	readonly device: Device;
	readonly colour: Colour;
	/** Called once if the terminal is gone. */
	readonly onHangup: (error: unknown) => void;
	/** Whether keys are being dropped that were typed before now: a frame waits, so that a key typed on seeing it counts. */
	readonly isDropping?: (() => boolean) | undefined;
};

/** Fewest milliseconds between two frames: usually, and after a key. */
const PACE = 100;
const PACE_AFTER_KEY = 20;

/** Milliseconds after a key in which frames count as its answer. */
const ANSWER_TIME = 300;

/** Most characters of other sequences, such as the bell, that wait for a terminal that takes nothing. */
const MOST_ASIDES = 16_384;

/** Alternate screen, hidden cursor, no wrapping (so that the last cell never scrolls), marked pastes. */
const ENTER = '\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[?2004h';
const LEAVE = '\u001b[m\u001b[?2004l\u001b[?7h\u001b[?25h\u001b[?1049l';

const blankRows = ({columns, rows}: Size): Slate[] => Array.from({length: rows}, () => blankRow(columns));

/**
 * The output of Ink, which must run in debug mode so that every write is a whole frame. It sends only the cells that
 * changed, at most ten frames a second except after a key, and never blocks: while a frame is being sent, newer ones replace
 * each other. It emits 'draw' before it sends one, and 'drawn' once the terminal has taken it.
 */
export class Screen extends Writable {
	readonly isTTY = true;
	columns: number;
	rows: number;
	readonly #device: Device;
	readonly #outlet: Outlet;
	readonly #styles: Styles;
	readonly #isDropping: () => boolean;
	readonly #answered: Array<{frame: number; callback: () => void}> = [];
	#texts: string[] = [];
	#cells: Slate[];
	/** The spare row, which the next changed row is read into. */
	#spare: Slate;
	#style = plain;
	#forgotten = true;
	#entering = true;
	#frame = '';
	#asides = new Set<string>();
	#hasMouse = false;
	/** Whether the terminal may still report the mouse. */
	#reportsMouse = false;
	#made = 0;
	#sending = 0;
	#shown = 0;
	#sentAt = -PACE;
	#keyAt = -ANSWER_TIME;
	#open = false;
	#timer: NodeJS.Timeout | undefined;
	#soon: NodeJS.Immediate | undefined;

	constructor({device, colour, onHangup, isDropping = () => false}: ScreenOptions) {
		super({decodeStrings: false});
		this.#isDropping = isDropping;
		this.#device = device;
		this.#styles = createStyles(colour);
		this.#outlet = new Outlet(device, () => this.#arrived(), onHangup);
		const size = device.size();
		this.columns = size.columns;
		this.rows = size.rows;
		this.#cells = blankRows(size);
		this.#spare = blankRow(size.columns);
	}

	/** Bytes taken by the terminal so far. */
	get bytesWritten(): number {
		return this.#outlet.taken;
	}

	/** Bytes that the terminal has not taken yet. */
	get bytesWaiting(): number {
		return this.#outlet.waiting;
	}

	/** The frame that was written last. */
	get frame(): string {
		return this.#frame;
	}

	/** Whether a frame is not shown yet. */
	get busy(): boolean {
		return this.#shown < this.#made;
	}

	/** Takes over the terminal, or sets its modes again after another program had it. Emits 'enter' before it draws. */
	enter(): void {
		this.#open = true;
		this.#entering = true;
		// Whoever had the terminal may have changed that.
		this.#reportsMouse = false;
		this.invalidate();
		this.resize();
		this.emit('enter');
	}

	/**
	 * Restores the terminal, with `message` on the ordinary screen, blocking for at most 200 ms. Later frames wait for
	 * `enter`. Returns whether the terminal took it all.
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
		const modes = this.#reportsMouse || this.#hasMouse ? mouseOff : '';
		this.#reportsMouse = false;
		return this.#outlet.farewell(modes + LEAVE + message);
	}

	/** Redraws everything with the next frame, or the last one if none comes. */
	invalidate(): void {
		this.#forgotten = true;
		this.#made++;
		this.#schedule();
	}

	/**
	 * Sends a sequence that draws nothing, such as the bell, between two frames. One that already waits is not sent twice;
	 * while the terminal is released or takes nothing for long, they are dropped.
	 */
	aside(sequence: string): void {
		const waiting = [...this.#asides].join('').length;
		if (this.#open && waiting + sequence.length <= MOST_ASIDES) {
			this.#asides.add(sequence);
			this.#made++;
			this.#schedule();
		}
	}

	/** Has the terminal report what the mouse does, or not any longer. */
	mouse(isOn: boolean): void {
		if (isOn !== this.#hasMouse) {
			this.#hasMouse = isOn;
			this.#made++;
			this.#schedule();
		}
	}

	/** Notes that a key was pressed: the frames that answer it are sent sooner. */
	hurry(): void {
		this.#keyAt = performance.now();
	}

	/** Milliseconds since a key was pressed. */
	get sinceKey(): number {
		return performance.now() - this.#keyAt;
	}

	/**
	 * Calls back once the terminal has taken all of the frame written last, or of a newer one. In a React effect, that includes
	 * the effect's own commit.
	 */
	drawn(callback: () => void): void {
		this.#answered.push({frame: this.#made, callback});
		this.#answer();
	}

	/** Asks the terminal for its size. If it has changed, everything is redrawn and 'resize' emitted. */
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
		// Ink also writes empty strings, and the cursor when it unmounts; neither is a frame.
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
			// All commits of one turn of the event loop become one frame.
			this.#soon = setImmediate(() => this.#draw());
		}
	}

	#draw(): void {
		this.#timer = undefined;
		if (this.#isDropping()) {
			this.#soon = setImmediate(() => this.#draw());
			return;
		}
		this.#soon = undefined;
		this.#sending = this.#made;
		this.emit('draw');
		const text = this.#encode() + this.#modes() + [...this.#asides].join('');
		this.#asides.clear();
		if (text === '') {
			this.#arrived();
		} else {
			this.#sentAt = performance.now();
			this.#outlet.send(text);
		}
	}

	/** What brings the terminal to report the mouse, or not to. */
	#modes(): string {
		if (this.#reportsMouse === this.#hasMouse) {
			return '';
		}
		this.#reportsMouse = this.#hasMouse;
		return this.#hasMouse ? mouseOn : mouseOff;
	}

	#encode(): string {
		const pen = new Pen(this.columns, this.#style);
		if (this.#forgotten) {
			this.#forgotten = false;
			this.#texts = [];
			this.#cells = blankRows(this);
			this.#spare = blankRow(this.columns);
			pen.text = this.#entering ? ENTER : '';
			this.#entering = false;
			pen.clear();
		}
		const texts = this.#frame.split('\n', this.rows);
		for (let y = 0; y < this.rows; y++) {
			const text = texts[y] ?? '';
			const before = this.#cells[y];
			if (before && text !== (this.#texts[y] ?? '')) {
				const after = parseRow(text, this.columns, this.#styles, this.#spare);
				pen.row(y, before, after);
				this.#cells[y] = after;
				this.#spare = before;
			}
		}
		this.#texts = texts;
		// Nothing that is sent between two frames, or after the last, may become a part of a link.
		this.#style = this.#styles.linked(pen.style, '');
		return pen.text + transition(pen.style, this.#style);
	}

	#arrived(): void {
		this.#shown = this.#sending;
		this.emit('drawn');
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
