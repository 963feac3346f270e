/**
 * The rules for reading an answer that differs from what the interface shows (all of them ours), and
 * the count of their uses. Each rule is listed in media/wire.md and in what `dialtop doctor` prints.
 */

/** The rules by name, each with what it reads. */
export const toleranceRules = {
	'flag-word':
		'`success` as another word: OK, SUCCESS, Y, YES, TRUE mean yes, and N, NO, FALSE, ERROR, FAIL, FAILED, FAILURE no. A command with such a flag stays UNKNOWN',
	'flag-absent':
		'no `success` and no error text, but an object or an array, as a yes. A command with such an answer stays UNKNOWN',
	'field-alias': 'a field under another of the names below',
	'field-case': 'a field or an array in camelCase, or in other upper and lower case: `campaignId`, `Token`',
	'other-name': 'records under another name than the expected one',
	'beside-response': 'records or a token beside `response` instead of in it',
	nested: 'records or a token up to three levels deeper: `data.result`, `user.token`',
	'one-record': 'one object where an array is due',
	'keyed-by-id': 'an object of objects, keyed by id',
	'header-row': 'rows as arrays under a first row that holds the names',
	'empty-text': 'an empty text where an array is due: no rows',
	'id-writing':
		'an id with leading zeros, or with letters around the same digits, if no other listed campaign has such an id. A command whose answer names its target in that way stays UNKNOWN',
	thousands: 'commas between thousands: `12,000`',
	'percent-sign': 'a percent sign after a rate: `1.87%`',
	'dollar-sign': 'a dollar sign before an amount: `$5.00`',
	'iso-date': 'a date in ISO 8601, where the interface shows another form',
	epoch: 'a time as seconds or milliseconds since 1970, in UTC',
	'newest-first': 'a graph whose newest point comes first',
} as const satisfies Record<string, string>;

/** The name of a rule. */
export type ToleranceRule = keyof typeof toleranceRules;

/** How often each rule was used. */
export type RulesUsed = ReadonlyMap<ToleranceRule, number>;

let counting: Map<ToleranceRule, number> | undefined;

/** Counts the use of a rule, if anybody counts. */
export const noteRule = (rule: ToleranceRule, times = 1): void => {
	counting?.set(rule, (counting.get(rule) ?? 0) + times);
};

/** Runs `read` and returns what it made, with the rules that it used. */
export const countingRules = <T>(read: () => T): {made: T; rules: RulesUsed} => {
	const before = counting;
	const rules = new Map<ToleranceRule, number>();
	counting = rules;
	try {
		return {made: read(), rules};
	} finally {
		counting = before;
	}
};

/** A result, and the rules that reading it took; `again` counts them once more. */
export type Made<T> = {again(): T};

/** Calls `read`, and counts the rules that it takes now and whenever its result is used again. @throws what `read` throws */
export const makeOnce = <T>(read: () => T): Made<T> => {
	const {made, rules} = countingRules(read);
	return {
		again() {
			for (const [rule, times] of rules) {
				noteRule(rule, times);
			}
			return made;
		},
	};
};

/** Reads each object once: the same object gives the same result again, and counts the rules again. */
export const readingOnce = <K extends object, T>(read: (found: K) => T): ((found: K) => T) => {
	const known = new WeakMap<K, Made<T>>();
	return found => {
		const made = known.get(found) ?? makeOnce(() => read(found));
		known.set(found, made);
		return made.again();
	};
};
