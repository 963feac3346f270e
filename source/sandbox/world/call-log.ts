/** The call log: the last calls, in arrays of fixed size. A call's record is where its number says. */

/** Statuses of calls; DROP and INCALL are the interface's (section 2.5), the others ours. */
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
] as const;

/** A status by name. */
export type CallStatus = (typeof callStatuses)[number];

const codes = new Map(callStatuses.map((name, index) => [name, index]));

/** The byte that stands for a status. */
export const statusCode = (status: CallStatus): number => codes.get(status) ?? 0;

/** The records, by call number modulo their room. */
export type CallLog = {
	room: number;
	/** Calls logged since the world began; the next call's number. */
	count: number;
	startedAt: Float64Array;
	lead: Int32Array;
	campaign: Uint16Array;
	agent: Int32Array;
	status: Uint8Array;
	/** Milliseconds from the answer to the end; 0 where nobody answered. */
	length: Int32Array;
	/** Numbers of test calls, by call number. */
	testNumbers: Map<number, string>;
};

/** A record of the log. */
export type LoggedCall = {
	number: number;
	startedAt: number;
	lead: number;
	campaign: number;
	agent: number;
	status: CallStatus;
	length: number;
	/** The number dialed by a test call. */
	testNumber: string | undefined;
};

/** An empty log of the last `room` calls. */
export const createCallLog = (room: number): CallLog => ({
	room,
	count: 0,
	startedAt: new Float64Array(room),
	lead: new Int32Array(room),
	campaign: new Uint16Array(room),
	agent: new Int32Array(room),
	status: new Uint8Array(room),
	length: new Int32Array(room),
	testNumbers: new Map(),
});

/** Logs a call that is placed and returns its number. */
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
	log.lead[at] = lead;
	log.campaign[at] = campaign;
	log.agent[at] = agent;
	log.status[at] = statusCode('RINGING');
	log.length[at] = 0;
	if (testNumber !== undefined) {
		log.testNumbers.set(number, testNumber);
	}
	return number;
};

const isKept = (log: CallLog, number: number): boolean => number >= log.count - log.room;

/** Notes how a call goes on, where its record is still kept. */
export const noteStatus = (log: CallLog, number: number, status: CallStatus, length = 0): void => {
	if (isKept(log, number)) {
		log.status[number % log.room] = statusCode(status);
		log.length[number % log.room] = length;
	}
};

/** Notes the agent who took a call. */
export const noteAgent = (log: CallLog, number: number, agent: number): void => {
	if (isKept(log, number)) {
		log.agent[number % log.room] = agent;
	}
};

/** The calls that are kept, newest first. */
export function* loggedCalls(log: CallLog): Generator<LoggedCall> {
	for (let number = log.count - 1; number >= Math.max(0, log.count - log.room); number--) {
		const at = number % log.room;
		yield {
			number,
			startedAt: log.startedAt[at] ?? 0,
			lead: log.lead[at] ?? -1,
			campaign: log.campaign[at] ?? 0,
			agent: log.agent[at] ?? -1,
			status: callStatuses[log.status[at] ?? 0] ?? 'NEW',
			length: log.length[at] ?? 0,
			testNumber: log.testNumbers.get(number),
		};
	}
}
