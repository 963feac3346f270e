import type {Readable} from 'node:stream';
import {Decoder, type Key} from './decode.ts';
import {InkStdin} from './ink-stdin.ts';

export type {Key} from './decode.ts';

/** A terminal's input: `process.stdin`, or a stand-in. */
export type KeyInput = Readable & {setRawMode?(raw: boolean): unknown};

/** What `createKeys` needs. */
export type KeysOptions = {
	readonly input: KeyInput;
	/** Called when the input ends or fails. */
	readonly onHangup: (error: unknown) => void;
	/** Called just before a key is delivered. True when the key is dealt with. */
	readonly onBefore?: (key: Key, heard: boolean) => boolean;
};

/** How long the rest of a key may take, in milliseconds. A stalled paste is given up later than a stalled key. */
const WAIT = {escape: 25, sequence: 400, paste: 2000};

/** How often the loop's pulse is felt, and how late it may be before keys count as typed blindly. Milliseconds. */
const PULSE = 500;
const FROZEN = 1000;

/** Keys that may wait for delivery. More are a paste without marks, or a cat on the keyboard. */
const LONGEST_QUEUE = 1024;

/**
 * Turns of the loop between two keys. React 19.3 takes two or three for each step of commit, passive effects and the
 * commit that these ask for; a chain of two effects took eight. An idle turn costs some microseconds.
 */
const TURNS = 12;

/** The keyboard: one key at a time, each only after React is done with the one before. */
export class Keys {
	/** The stream for Ink's `stdin`. */
	readonly stdin: NodeJS.ReadStream;
	readonly #input: KeyInput;
	readonly #decoder = new Decoder();
	readonly #options: KeysOptions;
	#queue: Key[] = [];
	#listener: ((key: Key) => void) | undefined;
	#draining = false;
	#timer: NodeJS.Timeout | undefined;
	#pulse: NodeJS.Timeout | undefined;
	#pulseAt = 0;
	#deaf = 0;
	#reads = 0;
	#open = false;

	constructor(options: KeysOptions) {
		this.#options = options;
		this.#input = options.input;
		// Ink uses no more of a ReadStream than this has.
		this.stdin = new InkStdin() as unknown as NodeJS.ReadStream;
	}

	/** Sets who gets the keys, in place of whoever had them. Answers the way to stop. */
	onKey(listener: (key: Key) => void): () => void {
		this.#listener = listener;
		return () => {
			if (this.#listener === listener) {
				this.#listener = undefined;
			}
		};
	}

	/** Starts to listen, or sets the terminal's input mode again after somebody else had it. */
	enter(): void {
		// Node remembers the mode it set last and would do nothing, although the shell may have changed it since.
		this.#input.setRawMode?.(false);
		this.#input.setRawMode?.(true);
		if (this.#open) {
			return;
		}
		this.#open = true;
		this.#input.on('data', this.#read);
		this.#input.on('end', this.#ended);
		this.#input.on('close', this.#ended);
		this.#input.on('error', this.#ended);
		this.#input.resume();
		this.#pulseAt = performance.now();
		this.#pulse = setInterval(() => this.#feelPulse(), PULSE).unref();
	}

	/** Stops listening and gives the input mode back. */
	leave(): void {
		if (!this.#open) {
			return;
		}
		this.#open = false;
		this.#input.off('data', this.#read);
		this.#input.off('end', this.#ended);
		this.#input.off('close', this.#ended);
		this.#input.pause();
		clearInterval(this.#pulse);
		this.discard();
		try {
			this.#input.setRawMode?.(false);
		} catch {
			// The terminal is gone, and its mode with it.
		}
	}

	/** Forgets every key typed before now, read already or not. */
	discard(): void {
		this.#queue = [];
		this.#decoder.forget();
		clearTimeout(this.#timer);
		this.#deaf++;
		// What the terminal holds already is read in this turn of the loop, or in the next.
		setImmediate(() => setImmediate(() => this.#deaf--));
	}

	readonly #ended = (error?: unknown): void => {
		this.leave();
		this.#options.onHangup(error);
	};

	readonly #read = (bytes: Uint8Array): void => {
		const now = performance.now();
		this.#feelPulse();
		if (this.#deaf > 0) {
			return;
		}
		clearTimeout(this.#timer);
		this.#reads++;
		this.#enqueue(this.#decoder.push(bytes, now));
		const {waitingFor} = this.#decoder;
		if (waitingFor) {
			this.#timer = setTimeout(() => this.#giveUpWaiting(), WAIT[waitingFor]);
		}
	};

	/** Ends a key whose rest did not come, unless the rest lies there and only we were late: so one look more. */
	#giveUpWaiting(): void {
		const {waitingFor} = this.#decoder;
		const reads = this.#reads;
		setImmediate(() => {
			if (reads === this.#reads && waitingFor === this.#decoder.waitingFor) {
				this.#enqueue(this.#decoder.flush(performance.now()));
			}
		});
	}

	/** Keys typed while nothing moved on screen were typed blindly. */
	#feelPulse(): void {
		const now = performance.now();
		const late = now - this.#pulseAt - PULSE;
		this.#pulseAt = now;
		if (late > FROZEN) {
			this.discard();
		}
	}

	#enqueue(keys: readonly Key[]): void {
		this.#queue.push(...keys.slice(0, LONGEST_QUEUE - this.#queue.length));
		if (!this.#draining && this.#queue.length > 0) {
			this.#draining = true;
			this.#drain();
		}
	}

	#drain(): void {
		const key = this.#queue.shift();
		if (!key) {
			this.#draining = false;
			return;
		}
		if (!this.#options.onBefore?.(key, this.#listener !== undefined)) {
			this.#listener?.(key);
		}
		this.#afterTurns(TURNS);
	}

	#afterTurns(turns: number): void {
		setImmediate(() => (turns > 1 ? this.#afterTurns(turns - 1) : this.#drain()));
	}
}
