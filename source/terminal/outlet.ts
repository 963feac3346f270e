import type {Device} from './device.ts';

const FIRST_RETRY = 4;
const LAST_RETRY = 100;

/** How long a farewell may wait for a terminal that takes nothing, and how often it tries. Both in milliseconds. */
const PATIENCE = 200;
const PAUSE = 5;

const sleeper = new Int32Array(new SharedArrayBuffer(4));

/**
 * Sends bytes to the terminal without ever waiting for it: what it does not take now is offered again a little later.
 * It holds one batch at a time.
 */
export class Outlet {
	/** Bytes that the terminal has taken since the start. */
	taken = 0;
	readonly #device: Device;
	readonly #emptied: () => void;
	readonly #failed: (error: unknown) => void;
	#rest: Uint8Array = new Uint8Array();
	#timer: NodeJS.Timeout | undefined;
	#delay = FIRST_RETRY;
	#broken = false;

	constructor(device: Device, emptied: () => void, failed: (error: unknown) => void) {
		this.#device = device;
		this.#emptied = emptied;
		this.#failed = failed;
	}

	/** Bytes that still wait for the terminal. */
	get waiting(): number {
		return this.#rest.length;
	}

	/** Sends a batch, and calls `emptied` once all of it is taken. Only to be called while nothing waits. */
	send(text: string): void {
		this.#rest = Buffer.from(text);
		this.#offer();
	}

	/**
	 * Sends the last words now, waiting for at most 200 ms. What waited before is dropped: the escape that the farewell
	 * begins with ends whatever sequence was cut in half. Answers whether all of it was taken.
	 */
	farewell(text: string): boolean {
		clearTimeout(this.#timer);
		this.#rest = Buffer.from(text);
		const deadline = performance.now() + PATIENCE;
		while (!this.#broken && this.#push() && this.#rest.length > 0 && performance.now() < deadline) {
			Atomics.wait(sleeper, 0, 0, PAUSE);
		}
		const said = this.#rest.length === 0;
		this.#rest = new Uint8Array();
		return said && !this.#broken;
	}

	#offer(): void {
		if (this.#broken) {
			return;
		}
		const before = this.#rest.length;
		if (!this.#push()) {
			return;
		}
		if (this.#rest.length === 0) {
			this.#delay = FIRST_RETRY;
			this.#emptied();
			return;
		}
		this.#delay = this.#rest.length < before ? FIRST_RETRY : Math.min(LAST_RETRY, this.#delay * 2);
		this.#timer = setTimeout(() => this.#offer(), this.#delay);
	}

	/** Writes until the terminal takes no more. False when it is gone. */
	#push(): boolean {
		try {
			let count = -1;
			while (this.#rest.length > 0 && count !== 0) {
				count = this.#device.write(this.#rest);
				this.taken += count;
				this.#rest = this.#rest.subarray(count);
			}
			return true;
		} catch (error) {
			this.#broken = true;
			this.#rest = new Uint8Array();
			this.#failed(error);
			return false;
		}
	}
}
