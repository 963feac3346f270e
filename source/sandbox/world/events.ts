/** What is due, ordered by time, then by the order in which it was put there. */

/** Kinds of events. */
export const eventKind = {
	/** A campaign's dial tick; `subject` is the campaign. */
	tick: 0,
	/** Every campaign's graphs take a point; at midnight the day rolls. */
	sample: 1,
	/** The next stage of a call is due; `subject` is its slot, `guard` its number and stage. */
	call: 2,
	/** The next state of an agent is due; `subject` is the agent, `guard` how many states it has had. */
	agent: 3,
	/** An agent's shift begins or ends; `subject` is the agent, `guard` the shift. */
	login: 4,
	logout: 5,
	/** A step of the script is due; `subject` is its place there. */
	script: 6,
} as const;

/** A kind of event. */
export type EventKind = (typeof eventKind)[keyof typeof eventKind];

/** Something that is due. What it was for may be gone: `guard` tells. */
export type DueEvent = {time: number; sequence: number; kind: EventKind; subject: number; guard: number};

/**
 * The queue: what is due about now in order, what is due later in buckets of about a second that are put in order when
 * their time comes. With a hundred thousand events under way that is far quicker than one heap of them all.
 */
export type EventQueue = {
	sequence: number;
	later: Map<number, DueEvent[]>;
	/** The bucket that is in order, and how much of it is done. */
	bucket: number;
	current: DueEvent[];
	done: number;
};

const bucketSpan = 1024;
const bucketOf = (time: number): number => Math.floor(time / bucketSpan);

/** An empty queue for a world that begins at `time`. */
export const createEvents = (time: number): EventQueue => ({
	sequence: 0,
	later: new Map(),
	bucket: bucketOf(time),
	current: [],
	done: 0,
});

const inOrder = (a: DueEvent, b: DueEvent): number => a.time - b.time || a.sequence - b.sequence;

/** Puts an event where it belongs among those that are still to come; its sequence is the highest so far. */
const insert = (queue: EventQueue, event: DueEvent): void => {
	const {current} = queue;
	let low = queue.done;
	let high = current.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((current[middle]?.time ?? 0) <= event.time) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	current.splice(low, 0, event);
};

/** Makes an event due. */
export const schedule = (queue: EventQueue, time: number, kind: EventKind, subject: number, guard: number): void => {
	const event = {time, sequence: queue.sequence++, kind, subject, guard};
	const bucket = bucketOf(time);
	if (bucket <= queue.bucket) {
		insert(queue, event);
		return;
	}
	const events = queue.later.get(bucket);
	if (events) {
		events.push(event);
	} else {
		queue.later.set(bucket, [event]);
	}
};

/** Takes the first event that is due at `time` or before it. */
export const takeDue = (queue: EventQueue, time: number): DueEvent | undefined => {
	while (queue.done >= queue.current.length) {
		if (queue.bucket >= bucketOf(time)) {
			return undefined;
		}
		queue.bucket++;
		queue.current = queue.later.get(queue.bucket)?.sort(inOrder) ?? [];
		queue.done = 0;
		queue.later.delete(queue.bucket);
	}
	const first = queue.current[queue.done];
	if (!first || first.time > time) {
		return undefined;
	}
	queue.done++;
	return first;
};
