/** What judges read: what a terminal showed, what was typed into it, what arrived at the service, each with its time. */

/** What a terminal showed from a moment on, in milliseconds of the trial's clock; a row without the spaces that end it. */
export type Frame = {at: number; rows: readonly string[]};

/** What was typed at once: the bytes of one read. */
export type Input = {at: number; bytes: string};

/** A command as it arrived at the service. */
export type Arrived = {at: number; type: string; fields: Readonly<Record<string, string>>};
