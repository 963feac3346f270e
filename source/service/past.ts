/** The past of a service as the screen looks at it: its recording, read for a moment. */
import type {State} from '../model/state.ts';
import type {Mark, Period} from '../recording/recording.ts';
import type {Timeline} from '../recording/timeline.ts';

export {cellOf, type Timeline, type TimelineCell} from '../recording/timeline.ts';
export type {Mark, Period};

/** What the screen asks of the past. Every member may read the disk, and throws its errors. */
export type Past = {
	/** From the first moment that is recorded to the last; undefined if nothing is. */
	span(): Period | undefined;
	/** What was known at a moment. */
	stateAt(at: number): State;
	/** The newest mark before a moment, and the oldest one after it. */
	markBefore(at: number): Mark | undefined;
	markAfter(at: number): Mark | undefined;
	/** The drop rate of a campaign, and the marks of all of them, in so many cells. */
	timeline(campaignId: string | undefined, period: Period, cells: number): Timeline;
};
