/** Finds campaigns by what they are called on a command line. */
import {UsageError} from '../../config/errors.ts';
import {word as plain} from '../../present/sentence.ts';
import type {Opened} from './reach.ts';

/** How closely a name must be given: whole, or a beginning of it that is unique, whatever its case. */
type Closeness = 'whole' | 'beginning';

type Campaigns = ReadonlyMap<string, {id: string; name: string}>;

/** The campaigns that match a word: the one of that id, else those of that name, else those that begin so. */
export const matchesOf = (
	campaigns: Campaigns,
	word: string,
	closeness: Closeness,
): readonly {id: string; name: string}[] => {
	const own = campaigns.get(word);
	if (own) {
		return [own];
	}
	const all = [...campaigns.values()];
	const named = all.filter(({name}) => name === word);
	const begun = word.toLowerCase();
	return named.length > 0 || closeness === 'whole' || word === ''
		? named
		: all.filter(({name}) => name.toLowerCase().startsWith(begun));
};

/**
 * The ids of campaigns that are named by their ids or names, each once; a word that names none stays as it is.
 *
 * @param closeness `whole` for whatever changes something: a command is never sent on a guess
 * @throws UsageError if a word names several, with the ids of these
 */
export const idsOfNamed = (
	campaigns: Campaigns | undefined,
	words: readonly string[],
	closeness: Closeness,
): string[] => {
	const ids = words.map(word => {
		const [first, ...others] = matchesOf(campaigns ?? new Map(), word, closeness);
		if (first && others.length > 0) {
			const all = [first, ...others];
			throw new UsageError(
				`${plain(word)} names ${all.length} campaigns: give the id of one`,
				all.map(({id, name}) => `${id}  ${name}`),
			);
		}
		return first?.id ?? word;
	});
	return [...new Set(ids)];
};

/** Which of these campaigns the service lists; says on standard error which it does not. */
export const listedOf = (
	campaigns: Campaigns | undefined,
	{host, say}: Pick<Opened, 'host' | 'say'>,
	ids: readonly string[],
): string[] => {
	const unlisted = ids.filter(id => !campaigns?.has(id)).map(id => plain(id));
	if (unlisted.length > 0) {
		say(`${host} does not list ${unlisted.length === 1 ? 'a campaign' : 'the campaigns'} ${unlisted.join(', ')}`);
	}
	return ids.filter(id => campaigns?.has(id));
};

/**
 * The campaigns to watch that words name by ids, names or beginnings of names: the words themselves until the campaigns
 * are listed, undefined for all.
 *
 * @throws UsageError if a word names several
 */
export const wantedBy = (
	words: readonly string[],
	campaigns: Campaigns | undefined,
): ReadonlySet<string> | undefined =>
	words.length === 0 ? undefined : new Set(idsOfNamed(campaigns, words, 'beginning'));
