/** The rows of the campaign, in the order of the page: each is a file of that name in rows/, loaded in a process of its own. */
export const rowNames: readonly string[] = [
	'once',
	'confirmed',
	'mouse',
	'floors',
	'forecast',
	'text',
	'truth',
	'death',
	'slow',
	'secrets',
	'sandbox',
	'recording',
	'export',
	'engine',
	'weeks',
	'mutants',
];
