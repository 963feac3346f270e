/** The event queue: events in the order of their time, then of their scheduling. */

export const eventKind = {
	/** A campaign's dial tick; `subject` is the campaign. */
	tick: 0,
	/** The graphs of a few campaigns from `subject` on take a point; at midnight the day rolls over. */
	sample: 1,
	/** A call's stage ends; `subject` is its slot, `guard` its number and stage. */
	call: 2,
	/** An agent's state ends; `subject` is the agent, `guard` how many states it has had. */
	agent: 3,
	/** An agent's shift begins or ends; `subject` is the agent, `guard` the shift. */
	login: 4,
	logout: 5,
	/** A step of the script is due; `subject` is its index. */
	script: 6,
	/** A break begins; `subject` is the agent, `guard` the shift and the number of the break. */
	rest: 7,
	/** A person pays a link; `subject` is its number. */
	linkPayment: 8,
	/** A person answers STOP to a text; `subject` is the lead. */
	optOut: 9,
	/** A promised hour has come; `subject` is the lead, `guard` the agent who promised it. */
	promise: 10,
	/** A person rings the number that a message has left; `subject` is the lead. */
	ringBack: 11,
} as const;

export type EventKind = (typeof eventKind)[keyof typeof eventKind];

/** A due event. It is void if its `guard` no longer matches. */
export type DueEvent = {time: number; kind: EventKind; subject: number; guard: number};

/** Events by the second in which they are due; those of the current second are sorted. */
export type EventQueue = {
	/** The current second. */
	second: number;
	/** Its events, the next one last. */
	current: DueEvent[];
	/** The events of later seconds, in the order of their scheduling. */
	later: Map<number, DueEvent[]>;
};

const span = 1000;

/** An empty queue for a world that begins at `time`. */
export const createEvents = (time: number): EventQueue => ({
	second: Math.floor(time / span),
	current: [],
	later: new Map(),
});

/** Schedules an event, not in the past. */
export const schedule = (queue: EventQueue, time: number, kind: EventKind, subject: number, guard: number): void => {
	const event = {time: Math.ceil(time), kind, subject, guard};
	const second = Math.floor(event.time / span);
	const {current, later} = queue;
	if (second <= queue.second) {
		// It comes after those that are due at the same time.
		current.splice(current.findLastIndex(other => other.time > event.time) + 1, 0, event);
		return;
	}
	const events = later.get(second);
	if (events) {
		events.push(event);
	} else {
		later.set(second, [event]);
	}
};

/** Takes the first event due at or before `time`. */
export const takeDue = (queue: EventQueue, time: number): DueEvent | undefined => {
	while (queue.current.length === 0) {
		if ((queue.second + 1) * span > time) {
			return undefined;
		}
		queue.second++;
		// Reversed first, as sorting keeps the order of equal times.
		queue.current =
			queue.later
				.get(queue.second)
				?.reverse()
				.sort((a, b) => b.time - a.time) ?? [];
		queue.later.delete(queue.second);
	}
	const next = queue.current.at(-1);
	return next && next.time <= time ? queue.current.pop() : undefined;
};
