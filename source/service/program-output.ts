/** The output of a program as lines that are safe to show. */

import {struckOnScreen} from '../wire/secrets.ts';
import {safeText} from '../wire/text.ts';

/** Lines and characters of a line that are shown. */
const mostLines = 5000;
const mostCharacters = 2000;

const tabWidth = 8;

/** Sequences for a terminal: colours, titles, links. What remains of others is made visible. */
const sequences = /\u001b(?:\[[\d;:?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[()][A-Za-z0-9])/g;

const spread = (line: string): string => {
	const [first = '', ...others] = line.split('\t');
	return others.reduce((text, part) => text + ' '.repeat(tabWidth - (text.length % tabWidth)) + part, first);
};

/** The lines of an output without secrets; a line that was written over, as a bar of progress is, as it was last. */
export const outputLines = (bytes: Uint8Array): string[] => {
	const text = struckOnScreen(new TextDecoder().decode(bytes).replace(sequences, ''));
	const lines = text
		.replace(/\r+(?=\n|$)/g, '')
		.replace(/\n+$/, '')
		.split('\n', mostLines);
	return lines.map(line => safeText(spread(line.slice(line.lastIndexOf('\r') + 1)), mostCharacters));
};
