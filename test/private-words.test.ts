/** The glossary is short, and words that mean nothing outside of this program stay out of its code and comments. */
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {textOf} from './helpers/pages.ts';

/** The most terms that a newcomer is asked to learn. */
const most = 40;

/** Words that were replaced by the field's own, with what is said instead. The list only grows. */
const out: Readonly<Record<string, string>> = {
	errand: 'task, listener',
	kitchen: 'implementation',
	purse: 'token bucket',
	riddle: 'a sentence that says it',
	steward: 'manager, owner',
	stirred: 'changed',
	strangest: 'most unusual',
	tidings: 'message, notice',
	track: 'way, record',
	wares: 'data',
	whereabouts: 'location, address',
};

/** A comment, or a text in quotes. */
const commentOrText = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|(['"`])(?:\\.|(?!\1)[^\\])*\1/g;

/** The words of names and comments: what is in quotes may be on screen, or on the wire. */
const wordsOf = (source: string): string[] =>
	source
		.replace(commentOrText, found => (found.startsWith('/') ? found : ' '))
		.replace(/([a-z\d])(?=[A-Z])/g, '$1 ')
		.toLowerCase()
		.match(/[a-z]+/g) ?? [];

const isOut = (word: string): boolean => Object.hasOwn(out, word) || Object.hasOwn(out, word.replace(/s$/, ''));

const root = new URL('../source', import.meta.url).pathname;
const files = readdirSync(root, {recursive: true, encoding: 'utf8'}).filter(file => /\.tsx?$/.test(file));

test('words are told apart in names, comments and strings', () => {
	expect(wordsOf(`/** The service's purse isn't full. */ const isStirred = "kitchen"; // it's`).filter(isOut)).toEqual([
		'purse',
		'stirred',
	]);
});

test('no name and no comment of the source says a word that is out', () => {
	const found = files.flatMap(file =>
		[...new Set(wordsOf(readFileSync(join(root, file), 'utf8')).filter(isOut))].map(word => {
			const instead = out[word] ?? out[word.replace(/s$/, '')];
			return `${file} says "${word}": say ${instead}`;
		}),
	);
	expect(files.length).toBeGreaterThan(300);
	expect(found).toEqual([]);
});

test('the glossary has forty terms at most, each once', async () => {
	const [, glossary = ''] = /\n## Glossary\n([\s\S]*?)\n## /.exec(await textOf('.github/contributing.md')) ?? [];
	const terms = [...glossary.matchAll(/\*\*(.+?)\*\*/g)].map(([, term = '']) => term.toLowerCase());
	expect(terms.length).toBeGreaterThan(20);
	expect(terms.length).toBeLessThanOrEqual(most);
	expect(new Set(terms).size).toBe(terms.length);
});
