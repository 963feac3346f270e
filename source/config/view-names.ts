/** The names of saved views. */

/** The words that follow `:view` in another meaning. */
const taken = ['save', 'delete'];

/** What a name must be, as a pattern and in words. */
export const viewNames = {
	pattern: new RegExp(`^(?!(?:${taken.join('|')})$)[\\p{L}\\p{N}][\\p{L}\\p{N}_-]{0,39}$`, 'u'),
	allowed: `at most 40 letters, digits, - and _, begin with a letter or a digit, and not be ${taken.join(' or ')}`,
};

/** What is wrong with the name of a view; undefined if nothing is. */
export const viewNameProblem = (name: string): string | undefined =>
	viewNames.pattern.test(name) ? undefined : `a name must be ${viewNames.allowed}`;
