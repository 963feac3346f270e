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
		code: 'if (text.length <= limit && !unsafe.test(text)) {',
		was: 'text.length <= limit && !unsafe.test(text)',
		becomes: 'false',
		why: 'The walk over its characters leaves such a text as it is; this saves it.',
	},
	{
		file: 'source/api/text.ts',
		code: 'if (text.length <= limit && !unsafe.test(text)) {',
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
	{
		file: 'source/model/floor-rules.ts',
		code: "const live = cause?.shifts.find(({figure}) => figure === 'live');",
		was: 'find',
		becomes: 'findLast',
		why: 'A cause names each figure once.',
	},
	{
		file: 'source/model/moves.ts',
		code: 'const rose = to - at > stepCounts || now === before ? -certain : now > before ? certain : -2 * certain;',
		was: '>',
		becomes: '>=',
		why: 'Of a figure that is as before it has been said that it stayed.',
	},
	{
		file: 'source/model/past.ts',
		code: 'for (const [name, value] of step >= 0 ? of(index) : []) {',
		was: 'step >= 0',
		becomes: 'true',
		why: 'The arrays have no cells of such a step and leave it out; this saves the work.',
	},
	{
		file: 'source/model/past.ts',
		code: 'if (before && after !== undefined && after < before.clock.seconds) {',
		was: '<',
		becomes: '<=',
		why: 'A point of the same time has been left out by its time of day.',
	},
	{
		file: 'source/model/select.ts',
		code: 'if (commands.length === 0) {',
		was: 'commands.length === 0',
		becomes: 'false',
		why: 'Among none there is none on the target; this saves each row of a long board the look.',
	},
	{
		file: 'source/model/select.ts',
		code: 'commandsByTarget.set(commands, byTarget);',
		was: 'commandsByTarget.set(commands, byTarget);',
		becomes: ';',
		why: 'The same commands are found again; this saves the work.',
	},
	{
		file: 'source/model/select.ts',
		code: 'if (last?.state === state) {',
		was: 'last?.state === state',
		becomes: 'false',
		why: 'The rows of the same state are made again and are the same; this saves the work.',
	},
	{
		file: 'source/model/update.ts',
		code: 'if (!state.commands.some(isAwaited)) {',
		was: '!state.commands.some(isAwaited)',
		becomes: 'false',
		why: 'A command that is not awaited is left as it is; this saves the look at each.',
	},
	{
		file: 'source/model/update.ts',
		code: 'return alerts === next.alerts ? next : {...next, alerts};',
		was: 'alerts === next.alerts',
		becomes: 'false',
		why: 'A copy of the same state; this saves it.',
	},
];
