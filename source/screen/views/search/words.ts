/** What was searched for, in words. */

import type {Search, SearchFilters} from '../../../model/state.ts';
import type {Mask} from '../../../present/mask.ts';

type Words = {[Name in keyof SearchFilters]-?: (value: string, mask: Mask) => string};

/** In the order in which they are said. */
const words: Words = {
	search_date: value => `on ${value}`,
	from: value => `from ${value}`,
	to: value => `to ${value}`,
	days: value => `${value} ${value === '1' ? 'day' : 'days'} back`,
	call_type: value => value,
	status: value => `status ${value}`,
	flag: value => `flag ${value}`,
	name: (value, mask) => `holder ${mask('name', value)}`,
	username: (value, mask) => `agent ${mask('name', value)}`,
};

/** The question of a search: `"lopez", from 2026-03-01, status DROP`. */
export const questionWords = ({query, filters}: Pick<Search, 'query' | 'filters'>, mask: Mask): string => {
	const said = Object.entries(words).flatMap(([name, say]) => {
		const value = filters[name as keyof SearchFilters];
		return value === undefined ? [] : [say(String(value), mask)];
	});
	return [query === '' ? 'calls' : `"${mask('query', query)}"`, ...said].join(', ');
};
