/** How often something is polled, and from when on what was polled is too old to be shown. */
import {elapsed, type Moment, type Span} from '../model/time.ts';

/** This many cycles after its poll a figure is too old to be shown. */
const cyclesShown = 3;

/** The polls of one campaign, or of the list of them. */
export class PollCycle {
	#last: number | undefined;
	/** Milliseconds between the last three polls. */
	#gaps: readonly number[] = [];

	/** An answer came to a question that was sent at this moment. */
	polled({mono}: Moment): void {
		if (this.#last !== undefined && mono > this.#last) {
			this.#gaps = [...this.#gaps.slice(-1), mono - this.#last];
		}
		this.#last = mono;
	}

	/**
	 * Whether an answer is still to be shown.
	 *
	 * @param expected milliseconds of a cycle as the budget of requests allows it: a service that is slow takes longer. One long gap
	 *   is an outage, and no cycle.
	 */
	isFresh(span: Span | undefined, now: Moment, staleBefore: number, expected: number): boolean {
		const seen = this.#gaps.length < 2 ? 0 : Math.min(...this.#gaps);
		return (
			span !== undefined &&
			span.receivedAt.mono > staleBefore &&
			elapsed(span.sentAt, now) <= cyclesShown * Math.max(expected, seen)
		);
	}
}
