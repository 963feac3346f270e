import {Readable} from 'node:stream';
import {Decoder, type Key} from './decode.ts';
import type {Mouse} from './mouse.ts';

export type {Key} from './decode.ts';

/** A terminal's input: `process.stdin`, or a substitute. */
export type KeyInput = Readable & {setRawMode?(raw: boolean): unknown};

export type KeysOptions = {
	readonly input: KeyInput;
	/** Called when the input ends or fails. */
	readonly onHangup: (error: unknown) => void;
	/** Called before a key is delivered; true if the key is dealt with. `heard` says whether there is a listener. */
	readonly onBefore?: (key: Key, heard: boolean) => boolean;
};

/** Called before a key is taken: true if it must wait until `go` is called, which is done once. */
export type Gate = (go: () => void) => boolean;

/** Milliseconds that the remainder of a key or paste may take. */
const WAIT = {escape: 25, sequence: 400, paste: 2000};

/** Milliseconds between two checks of the event loop, and of delay after which keys count as typed blindly. */
const PULSE = 500;
const FROZEN = 1000;

/** Most keys that wait for delivery; more are an unmarked paste, or a cat on the keyboard. */
const LONGEST_QUEUE = 1024;

/**
 * Turns of the event loop between two keys. React 19.3 needs two or three for each commit, its effects and the commit that
 * they cause; a chain of two effects took eight. An idle turn costs a few microseconds.
 */
const TURNS = 12;

/**
 * The input of Ink, which stays empty: keys go to the router. It claims to be a terminal, or text fields would not
 * show their cursor.
 */
export class InkStdin extends Readable {
	readonly isTTY = true;

	setRawMode(): this {
		return this;
	}

	ref(): this {
		return this;
	}

	unref(): this {
		return this;
	}

	override _read(): void {
		// Nothing to give.
	}
}

/** The keyboard: delivers one key at a time, each after React has handled the one before. */
export class Keys {
	/** The stream for Ink's `stdin`. */
	readonly stdin: NodeJS.ReadStream;
	readonly #input: KeyInput;
	readonly #decoder = new Decoder();
	readonly #options: KeysOptions;
	#queue: Key[] = [];
	#listener: ((key: Key) => void) | undefined;
	#onMouse: ((mouse: Mouse, at: number) => void) | undefined;
	#gate: Gate | undefined;
	/** Keys that wait for a listener; undefined if keys do not wait. */
	#held: Key[] | undefined;
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
		// Ink uses nothing else of a ReadStream.
		this.stdin = new InkStdin() as unknown as NodeJS.ReadStream;
	}

	/** Sets the listener, instead of any other. Returns a function that removes it. */
	onKey(listener: (key: Key) => void): () => void {
		this.#listener = listener;
		this.#queue.unshift(...(this.#held ?? []));
		this.#held = undefined;
		setImmediate(() => this.#enqueue([]));
		return () => {
			if (this.#listener === listener) {
				this.#listener = undefined;
			}
		};
	}

	/** Keeps keys for the first listener, if there is none yet: without this they are dropped. */
	hold(): void {
		this.#held = this.#listener ? undefined : [];
	}

	/** Sets the listener of the mouse, whose reports are dropped without one; `at` is when one was read. Returns a function that removes it. */
	onMouse(listener: (mouse: Mouse, at: number) => void): () => void {
		this.#onMouse = listener;
		this.#decoder.hasMouse = true;
		return () => {
			this.#onMouse = undefined;
			this.#decoder.hasMouse = false;
		};
	}

	/** Sets what keys wait for, instead of anything else; Ctrl-C does not wait. */
	gate(gate: Gate | undefined): void {
		this.#gate = gate;
	}

	/** Starts to listen, or sets the terminal's input mode again after another program had it. */
	enter(): void {
		// Node would do nothing if it set raw mode last, although the shell may have changed it since.
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

	/** Stops listening and restores the input mode. */
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
			// The terminal is gone.
		}
	}

	/** Drops every key typed so far, also those not read yet; calls `heard` once the next key counts. */
	discard(heard?: () => void): void {
		this.#queue = [];
		this.#held = this.#held && [];
		this.#decoder.forget();
		clearTimeout(this.#timer);
		this.#deaf++;
		// What the terminal already holds is read in this turn of the loop or the next.
		setImmediate(() =>
			setImmediate(() => {
				this.#deaf--;
				heard?.();
			}),
		);
	}

	/** Whether keys are being dropped that were typed while the screen was frozen, or before a {@link discard}. */
	isDropping(): boolean {
		if (this.#open) {
			this.#feelPulse();
		}
		return this.#deaf > 0;
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

	/** Ends an incomplete key. Reads once more first, in case the remainder has come and this timer was late. */
	#giveUpWaiting(): void {
		const {waitingFor} = this.#decoder;
		const reads = this.#reads;
		setImmediate(() => {
			if (reads === this.#reads && waitingFor === this.#decoder.waitingFor) {
				this.#enqueue(this.#decoder.flush(performance.now()));
			}
		});
	}

	/** Drops keys that were typed while the screen was frozen. */
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
		const [next] = this.#queue;
		if (next && next.name !== 'ctrl-c' && this.#gate?.(() => this.#drain())) {
			return;
		}
		const key = this.#queue.shift();
		if (!key) {
			this.#draining = false;
			return;
		}
		if (!this.#options.onBefore?.(key, this.#listener !== undefined)) {
			this.#deliver(key);
		}
		this.#afterTurns(TURNS);
	}

	#deliver(key: Key): void {
		if (key.mouse) {
			this.#onMouse?.(key.mouse, key.at);
		} else if (this.#listener) {
			this.#listener(key);
		} else if (this.#held && this.#held.length < LONGEST_QUEUE) {
			this.#held.push(key);
		}
	}

	#afterTurns(turns: number): void {
		setImmediate(() => (turns > 1 ? this.#afterTurns(turns - 1) : this.#drain()));
	}
}
