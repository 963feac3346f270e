/**
 * The call log: a record for every call, in chunks of consecutive numbers. A chunk whose calls have all ended never changes
 * again. The service takes such chunks (`takeEnded`) and stores them; the world holds the others.
 */

/** Statuses of calls: DROP and INCALL are the interface's (section 2.5), the others are ours. */
export const callStatuses = [
	'NEW',
	'RINGING',
	'WAITING',
	'INCALL',
	'IVR',
	'NOANSWER',
	'BUSY',
	'BADNUMBER',
	'MACHINE',
	'MESSAGE',
	'DROP',
	'HANGUP',
	'SALE',
	'REFUSED',
	'CALLBACK',
	'WRONGNUMBER',
	'COMPLETE',
	'TRANSFER',
	'SENT',
	'UNDELIVERED',
	'DNC',
	'MISDETECTED',
	'ABANDON',
	'OPTOUT',
	'DONOTCALL',
] as const;

export type CallStatus = (typeof callStatuses)[number];

const codes = new Map(callStatuses.map((name, index) => [name, index]));

/** The byte that encodes a status. */
export const statusCode = (status: CallStatus): number => codes.get(status) ?? 0;

/** Counts by status code, all 0. */
export const noStatuses = (): Int32Array => new Int32Array(callStatuses.length);

const ringing = statusCode('RINGING');

/** The calls from number × size on. */
export type Chunk = {
	number: number;
	/** The records, of `recordSize` numbers each. */
	cells: Int32Array;
	/** Calls of it that have not ended, or are not placed yet. */
	unfinished: number;
	/** Phone numbers of test calls, by call number. */
	testNumbers: Map<number, string>;
};

export type CallLog = {
	/** Calls in a chunk. */
	size: number;
	/** Calls logged since the world began; the next call's number. */
	count: number;
	/** Chunks with calls that have not ended, by number. */
	open: Map<number, Chunk>;
	/** Chunks that have ended since the last `takeEnded`. */
	ended: Chunk[];
};

/** `lead` and `agent` are -1 for none, `length` is in milliseconds from the answer, 0 if nobody answered. */
export type LoggedCall = {
	number: number;
	/** To the second. */
	startedAt: number;
	lead: number;
	campaign: number;
	agent: number;
	status: CallStatus;
	length: number;
	/** An agent took it after it had counted as dropped. */
	late: boolean;
	isRecorded: boolean;
	/** The person has called. */
	isInbound: boolean;
	/** What the person saw: an index into the campaign's caller IDs, 0 for unknown. */
	callerId: number;
	/** The phone number of a test call. */
	testNumber: string | undefined;
};

/** A record: lead; agent; length; status, marks, caller ID and campaign, packed into one; the second of the start. */
const recordSize = 5;
const agentAt = 1;
const lengthAt = 2;
const packedAt = 3;
const startAt = 4;
const statusMask = 0x3f;
const inboundBit = 0x40;
const lateBit = 0x80;
const recordedBit = 0x100;
const callerIdShift = 9;
/** Caller IDs of a campaign are numbered below it. */
export const callerIdLimit = 128;
const campaignShift = 16;

/**
 * Records of chunks that were given back. Each chunk that is made anew leaves its memory to the garbage collector, which is
 * in no hurry with memory outside of its heap.
 */
const spare: Int32Array[] = [];
const mostSpare = 16;

const createChunk = (number: number, size: number): Chunk => {
	const length = recordSize * size;
	const cells = spare.at(-1)?.length === length ? spare.pop()?.fill(0) : undefined;
	return {number, cells: cells ?? new Int32Array(length), unfinished: size, testNumbers: new Map()};
};

/** Takes back the memory of chunks that nobody reads any more. */
export const giveBack = (chunks: readonly Chunk[]): void => {
	spare.push(...chunks.slice(0, mostSpare - spare.length).map(({cells}) => cells));
};

/** @param size calls in a chunk */
export const createCallLog = (size: number): CallLog => ({size, count: 0, open: new Map(), ended: []});

const chunkWith = ({open, size}: CallLog, number: number): Chunk | undefined => open.get(Math.floor(number / size));

/** Logs a call that is being placed and returns its number. */
export const logCall = (
	log: CallLog,
	time: number,
	lead: number,
	campaign: number,
	agent: number,
	testNumber?: string,
): number => {
	const number = log.count++;
	let chunk = chunkWith(log, number);
	if (!chunk) {
		chunk = createChunk(Math.floor(number / log.size), log.size);
		log.open.set(chunk.number, chunk);
	}
	const {cells} = chunk;
	const record = recordSize * (number % log.size);
	cells[record] = lead;
	cells[record + agentAt] = agent;
	cells[record + packedAt] = (campaign << campaignShift) | ringing;
	cells[record + startAt] = Math.floor(time / 1000);
	if (testNumber !== undefined) {
		chunk.testNumbers.set(number, testNumber);
	}
	return number;
};

/** Changes a field in the record of a call whose chunk is open. */
const change = (log: CallLog, number: number, field: number, changed: (value: number) => number): void => {
	const cells = chunkWith(log, number)?.cells;
	if (cells) {
		const at = recordSize * (number % log.size) + field;
		cells[at] = changed(cells[at] ?? 0);
	}
};

const mark = (log: CallLog, number: number, bits: number): void =>
	change(log, number, packedAt, packed => packed | bits);

/** Updates the status (by its code) of a call that goes on. */
export const noteStatus = (log: CallLog, number: number, code: number): void =>
	change(log, number, packedAt, packed => (packed & ~statusMask) | code);

/** Sets the agent of a call that goes on. */
export const noteAgent = (log: CallLog, number: number, agent: number): void =>
	change(log, number, agentAt, () => agent);

/** Marks a call that goes on as recorded. */
export const noteRecording = (log: CallLog, number: number): void => mark(log, number, recordedBit);

/** Marks a call as taken by an agent after it had counted as dropped. */
export const noteLate = (log: CallLog, number: number): void => mark(log, number, lateBit);

/** Marks a call just logged as one that the person has placed. */
export const noteInbound = (log: CallLog, number: number): void => mark(log, number, inboundBit);

/** Notes the caller ID (its index in those of the campaign, below `callerIdLimit`) of a call just logged. */
export const noteCallerId = (log: CallLog, number: number, index: number): void =>
	mark(log, number, index << callerIdShift);

/** Logs the end of a call: its last status (by its code) and its length in milliseconds. */
export const logEnd = (log: CallLog, number: number, code: number, length: number): void => {
	const chunk = chunkWith(log, number);
	if (chunk) {
		noteStatus(log, number, code);
		change(log, number, lengthAt, () => length);
		chunk.unfinished--;
		if (chunk.unfinished === 0) {
			log.open.delete(chunk.number);
			log.ended.push(chunk);
		}
	}
};

/** Takes the chunks that have ended since the last call. */
export const takeEnded = (log: CallLog): Chunk[] => log.ended.splice(0);

/** The record of a chunk at an index from 0 on. */
export const callAt = ({number, cells, testNumbers}: Chunk, index: number): LoggedCall => {
	const record = recordSize * index;
	const packed = cells[record + packedAt] ?? 0;
	const call = number * (cells.length / recordSize) + index;
	return {
		number: call,
		startedAt: startOf(cells, index),
		lead: cells[record] ?? -1,
		campaign: packed >>> campaignShift,
		agent: cells[record + agentAt] ?? -1,
		status: callStatuses[packed & statusMask] ?? 'NEW',
		length: cells[record + lengthAt] ?? 0,
		late: (packed & lateBit) !== 0,
		isRecorded: (packed & recordedBit) !== 0,
		isInbound: (packed & inboundBit) !== 0,
		callerId: (packed >> callerIdShift) & (callerIdLimit - 1),
		testNumber: testNumbers.size === 0 ? undefined : testNumbers.get(call),
	};
};

/** World time, to the second, at which the call at an index was placed. */
export const startOf = (cells: Int32Array, index: number): number =>
	((cells[recordSize * index + startAt] ?? 0) >>> 0) * 1000;

/** The campaign of the call at an index. */
export const campaignAt = (cells: Int32Array, index: number): number =>
	(cells[recordSize * index + packedAt] ?? 0) >>> campaignShift;

/** The chunks that the world still holds, newest first. */
export const heldChunks = ({open, ended}: CallLog): Chunk[] =>
	[...ended, ...open.values()].sort((a, b) => b.number - a.number);

/** How many calls of a chunk have been placed. */
export const placedIn = (log: Pick<CallLog, 'count' | 'size'>, {number}: Pick<Chunk, 'number'>): number =>
	Math.min(log.size, log.count - number * log.size);

/** The calls that the world still holds, newest first. */
export function* loggedCalls(log: CallLog): Generator<LoggedCall> {
	for (const chunk of heldChunks(log)) {
		for (let index = placedIn(log, chunk) - 1; index >= 0; index--) {
			yield callAt(chunk, index);
		}
	}
}
