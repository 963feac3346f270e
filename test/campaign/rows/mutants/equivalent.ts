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
		why: 'Past the end there is no code: neither a quote nor a bracket nor a comma.',
	},
	{
		file: 'source/api/text.ts',
		code: 'if (text.length <= limit && ordinary.test(text)) {',
		was: 'text.length <= limit && ordinary.test(text)',
		becomes: 'false',
		why: 'The walk over its characters leaves such a text as it is; this saves it.',
	},
	{
		file: 'source/api/text.ts',
		code: 'if (text.length <= limit && ordinary.test(text)) {',
		was: '<=',
		becomes: '<',
		why: 'The walk over its characters leaves such a text as it is; this saves it.',
	},
	{
		file: 'source/control/changes.ts',
		code: "const direction = by < 0 ? 'lower' : 'higher';",
		was: '<',
		becomes: '<=',
		why: 'No step is of nothing.',
	},
	{
		file: 'source/model/alerts.ts',
		code: 'if (alert) {',
		was: 'alert',
		becomes: 'true',
		why: 'Why a rule does not hold is read only where there is an alert to end; this saves the work.',
	},
	{
		file: 'source/model/alerts.ts',
		code: 'return kept.length === conditions.size ? state : {...state, alerts: {...state.alerts, conditions: new Map(kept)}};',
		was: 'kept.length === conditions.size',
		becomes: 'false',
		why: 'A copy of the same conditions; this saves it.',
	},
	{
		file: 'source/model/causes.ts',
		code: 'if (moves[figure].fell > stirring || moves[figure].rose > stirring) {',
		was: '>',
		becomes: '>=',
		why: 'Likelihoods are logarithms of measured figures, or steps of 12: none is exactly 2.',
	},
	{
		file: 'source/model/diagnosis.ts',
		code: 'if (now === undefined || !figures || !dashboard?.agents?.some(({agents = 0}) => agents - now >= fewestGone)) {',
		was: '-',
		becomes: '+',
		why: 'A quick look before the points are sorted, which finds the same once more.',
	},
];
