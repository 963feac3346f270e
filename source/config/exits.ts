/** Exit codes of every command; one that a signal ended has 128 and the signal's number. */
export const exits = {
	done: 0,
	/** The service said no. */
	refused: 1,
	/** Called or configured wrongly. */
	usage: 2,
	/** Nothing left this machine. */
	notSent: 3,
	/** A request left, and whether it was carried out is not known. */
	unknown: 4,
	notSignedIn: 5,
	/** An error of dialtop's own. */
	ownError: 70,
} as const;
