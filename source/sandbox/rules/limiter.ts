/** Work that is heavy, done a few pieces at a time. */

/** The work was not begun: whoever asked for it has gone, or too many wait. */
export class TurnedAway extends Error {
	override readonly name = 'TurnedAway';
	readonly isGone: boolean;

	constructor(isGone: boolean) {
		super(isGone ? 'the client has closed its connection' : 'too many wait');
		this.isGone = isGone;
	}
}

/** A queue for heavy work. */
export type Turns = {
	/** Pieces of work that wait and that somebody still waits for. */
	readonly waiting: number;
	/**
	 * Does a piece of work when its turn has come.
	 *
	 * @param isGone whether nobody waits for the result any more
	 * @throws TurnedAway
	 */
	take<T>(work: () => Promise<T>, isGone?: () => boolean): Promise<T>;
};

type Place = {isGone: () => boolean; begin: () => void; turnAway: (error: TurnedAway) => void};

/**
 * Makes a queue for `most` pieces of work at a time. The newest is served first, and if more than `room` wait the oldest is
 * turned away: a flood then keeps nobody waiting who comes after it.
 */
export const inTurns = (most: number, room = Number.POSITIVE_INFINITY): Turns => {
	let waiting: Place[] = [];
	let underWay = 0;

	const dropGone = (): void => {
		const gone = waiting.filter(({isGone}) => isGone());
		waiting = waiting.filter(place => !gone.includes(place));
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
		async take(work, isGone = () => false) {
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
				// The next one takes this turn; the count stays as it is.
				const next = waiting.pop()?.begin ?? (() => underWay--);
				next();
			}
		},
	};
};
