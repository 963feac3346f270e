import {sleepSync} from '../system/process.ts';
import type {Device} from './device.ts';

/** Milliseconds until unsent bytes are offered again, doubled while the terminal takes nothing. */
const FIRST_RETRY = 4;
const LAST_RETRY = 100;

/** Milliseconds that `farewell` waits for a terminal that takes nothing, and between its attempts. */
const PATIENCE = 200;
const PAUSE = 5;

/**
 * Sends bytes to the terminal without blocking: what it does not take now is offered again a little later. It holds one
 * batch at a time.
 */
export class Outlet {
	/** Bytes taken by the terminal so far. */
	taken = 0;
	readonly #device: Device;
	readonly #emptied: () => void;
	readonly #failed: (error: unknown) => void;
	#unsent: Uint8Array = new Uint8Array();
	#timer: NodeJS.Timeout | undefined;
	#delay = FIRST_RETRY;
	#broken = false;

	constructor(device: Device, emptied: () => void, failed: (error: unknown) => void) {
		this.#device = device;
		this.#emptied = emptied;
		this.#failed = failed;
	}

	/** Bytes that the terminal has not taken yet. */
	get waiting(): number {
		return this.#unsent.length;
	}

	/** Sends a batch and calls `emptied` once all of it is taken. Call it only while nothing waits. */
	send(text: string): void {
		this.#unsent = Buffer.from(text);
		this.#offer();
	}

	/**
	 * Sends a last text, blocking for at most 200 ms. What waited is dropped: the escape at the beginning of the text ends a
	 * sequence that was cut. Returns whether all of it was taken.
	 */
	farewell(text: string): boolean {
		clearTimeout(this.#timer);
		this.#unsent = Buffer.from(text);
		const deadline = performance.now() + PATIENCE;
		while (!this.#broken && this.#push() && this.#unsent.length > 0 && performance.now() < deadline) {
			sleepSync(PAUSE);
		}
		const isSent = this.#unsent.length === 0;
		this.#unsent = new Uint8Array();
		return isSent && !this.#broken;
	}

	#offer(): void {
		if (this.#broken) {
			return;
		}
		const before = this.#unsent.length;
		if (!this.#push()) {
			return;
		}
		if (this.#unsent.length === 0) {
			this.#delay = FIRST_RETRY;
			this.#emptied();
			return;
		}
		this.#delay = this.#unsent.length < before ? FIRST_RETRY : Math.min(LAST_RETRY, this.#delay * 2);
		this.#timer = setTimeout(() => this.#offer(), this.#delay);
	}

	/** Writes until the terminal takes no more; false if it is gone. */
	#push(): boolean {
		try {
			let count = -1;
			while (this.#unsent.length > 0 && count !== 0) {
				count = this.#device.write(this.#unsent);
				this.taken += count;
				this.#unsent = this.#unsent.subarray(count);
			}
			return true;
		} catch (error) {
			this.#broken = true;
			this.#unsent = new Uint8Array();
			this.#failed(error);
			return false;
		}
	}
}
