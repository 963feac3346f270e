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
	break: 7,
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

/**
 * A timing wheel with a slot for each millisecond of the current turn, and a list for each later turn, whose events move
 * to the wheel when it begins. Events of a slot keep their order. Scheduling and taking compare and allocate nothing,
 * even with a hundred thousand events.
 */
export type EventQueue = {
	/** The current turn of the wheel, counted from the epoch. */
	turn: number;
	/** The current slot. */
	slot: number;
	/** The last record of each slot, which links to the first; -1 for none. */
	slots: Int32Array;
	/** A bit for each slot, set if it holds a record. */
	filled: Int32Array;
	/** The latest record of each later turn, which links to the one before it. */
	later: Map<number, number>;
	/** Four numbers a record: link, slot and kind, subject, guard. */
	records: Int32Array;
	/** The first free record, which links to the next; -1 for none. */
	free: number;
	/** The event taken last: one object, reused. */
	due: DueEvent;
};

/** Milliseconds of a turn: longer than a call may ring, so that few events wait in `later`. */
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

/** Schedules an event, not in the past. Only the lower 32 bits of `guard` count. */
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

/** Begins the next turn. Its records are linked latest first, so each is put before the ones already in its slot. */
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

/** The first filled slot from `from` on; `turnSpan` if there is none. */
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

/** Takes the first event due at or before `time`. The returned object is reused by the next call. */
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
