/** The glossary is short, and words that mean nothing outside of this program stay out of its code and comments. */
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {textOf} from './helpers/pages.ts';

/** The most terms that a newcomer is asked to learn. */
const most = 40;

/** Words and pairs of words that were replaced by the field's own, with what is said instead. The list only grows. */
const out: Readonly<Record<string, string>> = {
	errand: 'task, listener',
	kept: 'stored, cached, remaining',
	kitchen: 'implementation',
	'left alone': 'skipped, not changed',
	'left out': 'skipped, omitted',
	'left over': 'remaining',
	meant: 'intended, matching, selected',
	purse: 'token bucket',
	riddle: 'a sentence that says it',
	said: 'reported, shown, named',
	standing: 'status, position',
	stands: 'is, is shown, replaces',
	steward: 'manager, owner',
	stirred: 'changed',
	strangest: 'most unusual',
	tidings: 'message, notice',
	told: 'reported, shown, distinguished',
	track: 'way, record',
	wares: 'data',
	whereabouts: 'location, address',
};

/** Fields of JSON that scripts read: they have their names for good. */
const fields: readonly string[] = ['not_told', 'standing', 'track_record'];

/** A comment, or a text in quotes. */
const commentOrText = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|(['"`])(?:\\.|(?!\1)[^\\])*\1/g;

/** The words of names and comments: what is in quotes may be on screen, or on the wire. */
const wordsOf = (source: string): string[] =>
	source
		.replace(commentOrText, found => (found.startsWith('/') ? found : ' '))
		.replace(new RegExp(`\\b(?:${fields.join('|')}):`, 'g'), ' ')
		.replace(/([a-z\d])(?=[A-Z])/g, '$1 ')
		.toLowerCase()
		.match(/[a-z]+/g) ?? [];

/** The words, and each with the one behind it. */
const phrasesOf = (source: string): string[] =>
	wordsOf(source).flatMap((word, index, words) => [word, `${word} ${words[index + 1] ?? ''}`]);

const isOut = (word: string): boolean => Object.hasOwn(out, word) || Object.hasOwn(out, word.replace(/s$/, ''));

const root = new URL('../source', import.meta.url).pathname;
const files = readdirSync(root, {recursive: true, encoding: 'utf8'}).filter(file => /\.tsx?$/.test(file));

test('words are told apart in names, comments and strings', () => {
	const source = `/** The service's purse isn't full. */ const isStirred = "kitchen"; // it's left out; the left one is not`;
	expect(phrasesOf(source).filter(isOut)).toEqual(['purse', 'stirred', 'left out']);
	expect(phrasesOf('const row = {standing: status}; const standing = 1;').filter(isOut)).toEqual(['standing']);
});

test('no name and no comment of the source says a word that is out', () => {
	const found = files.flatMap(file =>
		[...new Set(phrasesOf(readFileSync(join(root, file), 'utf8')).filter(isOut))].map(word => {
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
