/** Exit codes of the commands; after a signal, 128 + its number (129 HUP, 130 INT, 143 TERM). */
export const exits = {
	done: 0,
	/** The service refused. */
	refused: 1,
	/** A read was answered, but the answer lacks what was asked for or it cannot be read. */
	unreadable: 1,
	/** Wrong usage, or a mistake in the configuration. */
	usage: 2,
	/** Nothing was sent from this machine. */
	notSent: 3,
	/** It may have been carried out or not. */
	unknown: 4,
	notSignedIn: 5,
	/** An error of dialtop's own. */
	ownError: 70,
	/** Standard output could not be written, so that data was lost. */
	unwritten: 74,
} as const;

/** The meanings of the exit codes of every command that defines none of its own. */
export const endings = [
	['70', "an error of dialtop's own"],
	['74', 'standard output cannot be written'],
	['128 + N', 'ended by signal N: 129 HUP, 130 INT, 143 TERM'],
] as const;

/** The meaning of each exit code, for help and the pages. */
export const exitWords: readonly (readonly [code: string, meaning: string])[] = [
	['0', 'done'],
	['1', 'the service refused, or its answer to a read cannot be read'],
	['2', 'wrong usage'],
	['3', 'not sent: nothing has left this machine'],
	['4', 'unknown: it may have been carried out or not'],
	['5', 'not signed in'],
	...endings,
];

/** The meaning of each exit code of a command that asks nothing of a service. */
export const localExitWords: typeof exitWords = [['0', 'done'], ['2', 'wrong usage'], ...endings];
