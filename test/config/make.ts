/** The text of a configuration, as the program reads it. */

import {words} from '../../source/cli/configuration-words.ts';
import {readText} from '../../source/config/file.ts';
import type {Given} from '../../source/config/schema.ts';

/** What is wrong with a text: `line:column: message` each. */
export const problemsIn = (text: string): string[] => {
	const read = readText(text, 'c.yml', words);
	return read.kind === 'wrong' ? read.problems.map(problem => problem.replace(/^c\.yml:/, '')) : [];
};

/** What a text gives; it must be right. */
export const givenIn = (text: string): Given => {
	const read = readText(text, 'c.yml', words);
	if (read.kind === 'wrong') {
		throw new Error(read.problems.join('\n'));
	}
	return read.given;
};
