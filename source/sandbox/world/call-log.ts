/** The call log: the latest calls, in ring buffers indexed by call number. */

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
	'ABANDON',
	'OPTOUT',
] as const;

export type CallStatus = (typeof callStatuses)[number];

const codes = new Map(callStatuses.map((name, index) => [name, index]));

/** The byte that encodes a status. */
export const statusCode = (status: CallStatus): number => codes.get(status) ?? 0;

/** Counts by status code, all 0. */
export const noStatuses = (): Int32Array => new Int32Array(callStatuses.length);

const ringing = statusCode('RINGING');

/** A call's record is at its number modulo `room`. */
export type CallLog = {
	room: number;
	/** Calls logged since the world began; the next call's number. */
	count: number;
	startedAt: Float64Array;
	/**
	 * Four numbers a record, side by side since they change together: lead, agent, milliseconds from the answer to the end
	 * (0 if nobody answered), and campaign and status packed into one.
	 */
	records: Int32Array;
	/** Phone numbers of test calls, by call number. */
	testNumbers: Map<number, string>;
};

/** `lead` and `agent` are -1 for none, `length` is in milliseconds. */
export type LoggedCall = {
	number: number;
	startedAt: number;
	lead: number;
	campaign: number;
	agent: number;
	status: CallStatus;
	length: number;
	/** The phone number of a test call. */
	testNumber: string | undefined;
};

const recordSize = 4;
const agentAt = 1;
const lengthAt = 2;
const statusAt = 3;
const statusBits = 8;
const statusMask = (1 << statusBits) - 1;

/** @param room how many calls it keeps */
export const createCallLog = (room: number): CallLog => ({
	room,
	count: 0,
	startedAt: new Float64Array(room),
	records: new Int32Array(recordSize * room),
	testNumbers: new Map(),
});

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
	const at = number % log.room;
	if (log.testNumbers.size > 0) {
		log.testNumbers.delete(number - log.room);
	}
	log.startedAt[at] = time;
	const record = recordSize * at;
	log.records[record] = lead;
	log.records[record + agentAt] = agent;
	log.records[record + lengthAt] = 0;
	log.records[record + statusAt] = (campaign << statusBits) | ringing;
	if (testNumber !== undefined) {
		log.testNumbers.set(number, testNumber);
	}
	return number;
};

const isKept = (log: CallLog, number: number): boolean => number >= log.count - log.room;

/** Updates the status (by its code) of a call, if its record is still kept. */
export const noteStatus = (log: CallLog, number: number, code: number, length = 0): void => {
	if (isKept(log, number)) {
		const record = recordSize * (number % log.room);
		log.records[record + lengthAt] = length;
		log.records[record + statusAt] = ((log.records[record + statusAt] ?? 0) & ~statusMask) | code;
	}
};

/** Sets the agent of a call, if its record is still kept. */
export const noteAgent = (log: CallLog, number: number, agent: number): void => {
	if (isKept(log, number)) {
		log.records[recordSize * (number % log.room) + agentAt] = agent;
	}
};

/** Newest first. */
export function* loggedCalls(log: CallLog): Generator<LoggedCall> {
	for (let number = log.count - 1; number >= Math.max(0, log.count - log.room); number--) {
		const record = recordSize * (number % log.room);
		const campaignAndStatus = log.records[record + statusAt] ?? 0;
		yield {
			number,
			startedAt: log.startedAt[number % log.room] ?? 0,
			lead: log.records[record] ?? -1,
			campaign: campaignAndStatus >> statusBits,
			agent: log.records[record + agentAt] ?? -1,
			status: callStatuses[campaignAndStatus & statusMask] ?? 'NEW',
			length: log.records[record + lengthAt] ?? 0,
			testNumber: log.testNumbers.get(number),
		};
	}
}
