/** Limits how many pieces of heavy work run at once. */

/** The work was not started: the client has gone (`isGone`), or too many wait. */
export class TurnedAway extends Error {
	override readonly name = 'TurnedAway';
	readonly isGone: boolean;

	constructor(isGone: boolean) {
		super(isGone ? 'the client has closed its connection' : 'too many wait');
		this.isGone = isGone;
	}
}

export type Limiter = {
	/** Pieces of work that wait, without those whose client has gone. */
	readonly waiting: number;
	/**
	 * Runs `work` when its turn comes.
	 *
	 * @param isGone whether the client has gone
	 * @throws TurnedAway
	 */
	run<T>(work: () => Promise<T>, isGone?: () => boolean): Promise<T>;
};

type Waiter = {isGone: () => boolean; begin: () => void; turnAway: (error: TurnedAway) => void};

/**
 * Runs at most `most` pieces of work at once. The newest runs first, and if more than `room` wait the oldest is turned
 * away, so that a request after a flood does not wait for it.
 */
export const createLimiter = (most: number, room = Number.POSITIVE_INFINITY): Limiter => {
	let waiting: Waiter[] = [];
	let underWay = 0;

	const dropGone = (): void => {
		const gone = waiting.filter(({isGone}) => isGone());
		waiting = waiting.filter(waiter => !gone.includes(waiter));
		for (const {turnAway} of gone) {
			turnAway(new TurnedAway(true));
		}
	};

	const wait = (isGone: () => boolean): Promise<void> =>
		new Promise((resolve, reject) => {
			waiting.push({isGone, begin: resolve, turnAway: reject});
			if (waiting.length > room) {
				dropGone();
			}
			if (waiting.length > room) {
				waiting.shift()?.turnAway(new TurnedAway(false));
			}
		});

	return {
		get waiting() {
			return waiting.filter(({isGone}) => !isGone()).length;
		},
		async run(work, isGone = () => false) {
			if (isGone()) {
				throw new TurnedAway(true);
			}
			if (underWay === most) {
				await wait(isGone);
			} else {
				underWay++;
			}
			try {
				return await work();
			} finally {
				dropGone();
				// The next one takes over this turn: `underWay` stays the same.
				const next = waiting.pop()?.begin ?? (() => underWay--);
				next();
			}
		},
	};
};
