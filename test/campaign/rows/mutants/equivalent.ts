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
		file: 'source/model/alert-draft.ts',
		code: 'const later = (one: Moment, other: Moment): Moment => (other.mono >= one.mono ? other : one);',
		was: '>=',
		becomes: '>',
		why: 'The two are then one time by the clock that counts.',
	},
	{
		file: 'source/model/alert-draft.ts',
		code: 'if (alert.kind === kind && alert.id !== id && !(newest && newest.newsAt.mono >= alert.newsAt.mono)) {',
		was: '>=',
		becomes: '>',
		why: 'Alerts of a kind that were news at one time are of one flood.',
	},
	{
		file: 'source/model/alert-rules.ts',
		code: 'const whyNoLeads = (row: CampaignRow): Reason | undefined => diagnose(row).reasons.find(({kind}) => ofLeads.has(kind));',
		was: 'find',
		becomes: 'findLast',
		why: 'A campaign has one of these reasons at most.',
	},
	{
		file: 'source/model/alert.ts',
		code: 'for (const kind of active.size === 0 ? [] : campaignKinds) {',
		was: 'active.size === 0',
		becomes: 'false',
		why: 'Where there are no alerts none is found; this saves the look.',
	},
	{
		file: 'source/model/alert.ts',
		code: 'if (alert && (!gravest || graver(alert, gravest) < 0)) {',
		was: '<',
		becomes: '<=',
		why: 'No two alerts are news by the same number.',
	},
	{
		file: 'source/model/alerts.ts',
		code: 'byKind.set(rules, known);',
		was: 'byKind.set(rules, known);',
		becomes: ';',
		why: 'The rules are put in order anew each time; this saves it.',
	},
	{
		file: 'source/model/alerts.ts',
		code: 'if (alert && held > (gravest?.rank ?? -1)) {',
		was: '-1',
		becomes: '1',
		why: 'The rules of rank 0 and 1 are alone of their kind, or lack what the others of it lack.',
	},
	{
		file: 'source/model/alerts.ts',
		code: 'draft.keep({...alert, cause: diagnose(row).reasons.find(({kind}) => kind === cause.kind) ?? cause});',
		was: 'find',
		becomes: 'findLast',
		why: 'A diagnosis has one reason of a kind.',
	},
	{
		file: 'source/model/alerts.ts',
		code: 'const alert = [...alerts.active.values()].find(one => one.id === id);',
		was: 'find',
		becomes: 'findLast',
		why: 'Ids are unique.',
	},
	{
		file: 'source/model/call-count.ts',
		code: 'clocks.set(timeZone, known);',
		was: 'clocks.set(timeZone, known);',
		becomes: ';',
		why: 'A clock is made anew each time; this saves it.',
	},
	{
		file: 'source/model/call-count.ts',
		code: 'const to = days[0] !== undefined && days[0] > today ? days[0] : today;',
		was: '>',
		becomes: '>=',
		why: 'Both are the same day then.',
	},
	{
		file: 'source/model/calling-hours.ts',
		code: 'clocks.set(timeZone, known);',
		was: 'clocks.set(timeZone, known);',
		becomes: ';',
		why: 'A clock is made anew each time; this saves it.',
	},
	{
		file: 'source/model/derived.ts',
		code: 'return drops <= expected || drops * Math.log(drops / expected) - (drops - expected) < leastSurprise;',
		was: '<=',
		becomes: '<',
		why: 'As many drops as are expected are no surprise either way.',
	},
	{
		file: 'source/model/derived.ts',
		code: 'return drops <= expected || drops * Math.log(drops / expected) - (drops - expected) < leastSurprise;',
		was: '<',
		becomes: '<=',
		why: 'A logarithm of counts is never exactly 5.',
	},
	{
		file: 'source/model/diagnosis.ts',
		code: "const statusReasons = ({state, status = '', figures}: CampaignRow): Reason[] =>",
		was: "''",
		becomes: "'planted'",
		why: 'A campaign without a status is neither stopped nor paused.',
	},
	{
		file: 'source/model/drop-counting.ts',
		code: 'const [fitsLive, fitsAll] = [errors.live <= precision + hair, errors.all <= precision + hair];',
		was: '<=',
		becomes: '<',
		why: 'No rate of two decimals is off by a hundredth and that very hair.',
	},
	{
		file: 'source/model/causes.ts',
		code: 'return fell > 0 ? Math.min(mostAside, fell) : -Math.min(mostAgainst, Math.max(0, rose));',
		was: '>',
		becomes: '>=',
		why: 'A figure that says nothing of falling says nothing of rising.',
	},
	{
		file: 'source/model/causes.ts',
		code: 'return rose > 0 ? Math.min(mostAside, rose) : -Math.min(mostAgainst, Math.max(0, fell));',
		was: '>',
		becomes: '>=',
		why: 'A figure that says nothing of rising says nothing of falling.',
	},
	{
		file: 'source/model/causes.ts',
		code: 'Math.max(live.fell, live.rose) >= enoughAlone',
		was: '>=',
		becomes: '>',
		why: 'Likelihoods are logarithms of measured figures: none is exactly 14.',
	},
	{
		file: 'source/model/causes.ts',
		code: ': dials.fell >= enoughAlone && level.same !== Number.NEGATIVE_INFINITY && (!ready.isTold || ready.rose > 1)',
		was: '>=',
		becomes: '>',
		why: 'Likelihoods are logarithms of measured figures: none is exactly 14.',
	},
	{
		file: 'source/model/causes.ts',
		code: ': dials.fell >= enoughAlone && level.same !== Number.NEGATIVE_INFINITY && (!ready.isTold || ready.rose > 1)',
		was: '>',
		becomes: '>=',
		why: 'Likelihoods are logarithms of measured figures: none is exactly 1.',
	},
	{
		file: 'source/model/calling-hours.ts',
		code: 'if (from < until && (!hours.days || hours.days.includes(weekdayOf(number)))) {',
		was: '<',
		becomes: '<=',
		why: 'What has no length is left out where hours are laid over each other.',
	},
	{
		file: 'source/model/calling-hours.ts',
		code: 'if (last && from <= last.until) {',
		was: '<=',
		becomes: '<',
		why: 'Stretches that touch are joined once more where dialing is measured.',
	},
];
