/** Command lines as pages and help write them. */

/** The words of a command line up to its first pipe or redirection, without what a shell does with them. */
export const wordsOf = (line: string): string[] => {
	const [own = ''] = line.split(/\s(?:[|>&;]|2>)/);
	return [...own.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) => word.replaceAll(/["']/g, ''));
};
