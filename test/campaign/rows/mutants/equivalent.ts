/** Faults that change nothing anybody could notice, each with a word why. They are not planted. */

/** A fault that changes nothing; a list that no longer fits the sources fails the row. */
export type Equivalent = {
	file: string;
	/** The line that it is on, without the spaces around it. */
	code: string;
	was: string;
	becomes: string;
	why: string;
};

export const equivalent: readonly Equivalent[] = [
	{
		file: 'source/api/members.ts',
		code: 'for (let at = 0; at < json.length; at++) {',
		was: '<',
		becomes: '<=',
		why: 'past the end there is no code, which is neither a quote nor a bracket nor a comma',
	},
	{
		file: 'source/api/text.ts',
		code: 'if (text.length <= limit && ordinary.test(text)) {',
		was: 'text.length <= limit && ordinary.test(text)',
		becomes: 'false',
		why: 'the walk over its characters leaves such a text as it is, only later',
	},
	{
		file: 'source/api/text.ts',
		code: 'if (text.length <= limit && ordinary.test(text)) {',
		was: '<=',
		becomes: '<',
		why: 'the walk over its characters leaves such a text as it is, only later',
	},
];
