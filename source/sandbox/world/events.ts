/** What is due, ordered by time, then by the order in which it was put there. */

/** Kinds of events. */
export const eventKind = {
	/** A campaign's dial tick; `subject` is the campaign. */
	tick: 0,
	/** Graphs take a point, of a few campaigns from `subject` on; at midnight the day rolls. */
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
export type DueEvent = {time: number; kind: EventKind; subject: number; guard: number};

/**
 * The queue: a wheel with a slot for each millisecond of the present turn, and a list for each later turn, which is laid
 * out on the wheel when its time comes. Every slot is served in the order in which it was filled. With a hundred thousand
 * events under way nothing is compared, moved or made anew.
 */
export type EventQueue = {
	/** The present turn of the wheel, counted from the epoch, and the slot it has come to. */
	turn: number;
	slot: number;
	/** Per slot its last record, which links to its first; -1 is none. */
	slots: Int32Array;
	/** A bit per slot that holds something. */
	filled: Int32Array;
	/** By turn, the latest record, which links to the one before it. */
	later: Map<number, number>;
	/** Four numbers a record: link, slot and kind, subject, guard. */
	records: Int32Array;
	/** The first record that is free, which links to the next; -1 is none. */
	free: number;
	/** What was taken last: one object for all, so that taking makes none. */
	due: DueEvent;
};

/** Milliseconds of a turn: longer than a call may ring, so that few events are laid out twice. */
const turnSpan = 1 << 15;
const recordSize = 4;
const kindBits = 8;

/** Frees the records from `from` to the end. */
const freeFrom = (records: Int32Array, from: number): void => {
	for (let record = from; record < records.length; record += recordSize) {
		records[record] = record + recordSize;
	}
	records[records.length - recordSize] = -1;
};

/** An empty queue for a world that begins at `time`. */
export const createEvents = (time: number): EventQueue => {
	const records = new Int32Array(256 * recordSize);
	freeFrom(records, 0);
	const turn = Math.floor(time / turnSpan);
	return {
		turn,
		slot: Math.floor(time - turn * turnSpan),
		slots: new Int32Array(turnSpan).fill(-1),
		filled: new Int32Array(turnSpan / 32),
		later: new Map(),
		records,
		free: 0,
		due: {time, kind: eventKind.tick, subject: 0, guard: 0},
	};
};

const freeRecord = (queue: EventQueue): number => {
	if (queue.free === -1) {
		const room = queue.records.length;
		const records = new Int32Array(room * 2);
		records.set(queue.records);
		freeFrom(records, room);
		queue.records = records;
		queue.free = room;
	}
	const record = queue.free;
	queue.free = queue.records[record] ?? -1;
	return record;
};

/** Puts a record into a slot of the present turn, as its first or its last. */
const fill = ({slots, filled, records}: EventQueue, slot: number, record: number, asLast: boolean): void => {
	const last = slots[slot] ?? -1;
	if (last === -1) {
		records[record] = record;
		slots[slot] = record;
		filled[slot >> 5] = (filled[slot >> 5] ?? 0) | (1 << (slot & 31));
		return;
	}
	records[record] = records[last] ?? -1;
	records[last] = record;
	if (asLast) {
		slots[slot] = record;
	}
};

/** Makes an event due at a moment that is not gone by. Of `guard` the lower 32 bits count. */
export const schedule = (queue: EventQueue, time: number, kind: EventKind, subject: number, guard: number): void => {
	const moment = Math.ceil(time);
	const turn = Math.floor(moment / turnSpan);
	const slot = moment - turn * turnSpan;
	const record = freeRecord(queue);
	const {records} = queue;
	records[record + 1] = (slot << kindBits) | kind;
	records[record + 2] = subject;
	records[record + 3] = guard;
	if (turn > queue.turn) {
		records[record] = queue.later.get(turn) ?? -1;
		queue.later.set(turn, record);
	} else {
		fill(queue, turn < queue.turn ? queue.slot : Math.max(slot, queue.slot), record, true);
	}
};

/** Goes on to the next turn: its records, latest first, each go before those that came after them. */
const turnOver = (queue: EventQueue): void => {
	queue.turn++;
	queue.slot = 0;
	const {records, later} = queue;
	let record = later.get(queue.turn) ?? -1;
	later.delete(queue.turn);
	while (record !== -1) {
		const before = records[record] ?? -1;
		fill(queue, (records[record + 1] ?? 0) >> kindBits, record, false);
		record = before;
	}
};

/** The first slot from `from` on that holds something; the turn's span where none does. */
const firstFilled = (filled: Int32Array, from: number): number => {
	let word = from >> 5;
	let bits = (filled[word] ?? 0) & (-1 << (from & 31));
	while (bits === 0) {
		if (++word >= filled.length) {
			return turnSpan;
		}
		bits = filled[word] ?? 0;
	}
	return (word << 5) + 31 - Math.clz32(bits & -bits);
};

/** Takes the first record out of a slot. */
const takeFirst = ({slots, filled, records}: EventQueue, slot: number): number => {
	const last = slots[slot] ?? -1;
	const first = records[last] ?? -1;
	if (first === last) {
		slots[slot] = -1;
		filled[slot >> 5] = (filled[slot >> 5] ?? 0) & ~(1 << (slot & 31));
	} else {
		records[last] = records[first] ?? -1;
	}
	return first;
};

/** Takes the first event that is due at `time` or before it. What it answers holds until it is asked again. */
export const takeDue = (queue: EventQueue, time: number): DueEvent | undefined => {
	let slot = firstFilled(queue.filled, queue.slot);
	while (slot === turnSpan) {
		if ((queue.turn + 1) * turnSpan > time) {
			return undefined;
		}
		turnOver(queue);
		slot = firstFilled(queue.filled, 0);
	}
	const moment = queue.turn * turnSpan + slot;
	if (moment > time) {
		return undefined;
	}
	queue.slot = slot;
	const record = takeFirst(queue, slot);
	const {records, due} = queue;
	due.time = moment;
	due.kind = ((records[record + 1] ?? 0) & ((1 << kindBits) - 1)) as EventKind;
	due.subject = records[record + 2] ?? 0;
	due.guard = records[record + 3] ?? 0;
	records[record] = queue.free;
	queue.free = record;
	return due;
};
