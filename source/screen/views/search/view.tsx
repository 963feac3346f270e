/** View 4: what search_lead found. */

import type {Search, SearchFilters, State} from '../../../model/state.ts';
import {searchColumns} from '../../../present/columns.ts';
import {width as cells, dayAndTime, wrap} from '../../../present/format.ts';
import {positionOf} from '../../../present/grid.ts';
import {type Mask, maskOf} from '../../../present/mask.ts';
import type {Spans} from '../../../present/spans.ts';
import {inside, type Size} from '../../parts/panel.tsx';
import type {Context} from '../../store/context.ts';
import {useShown} from '../../store/store.ts';
import {disconnected, noMatch, withKey} from '../empty.ts';
import {TableView} from '../table-view.tsx';

type Words = {[Name in keyof SearchFilters]-?: (value: string, mask: Mask) => string};

/** The words for the filters, in their order. */
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
const questionWords = ({query, filters}: Pick<Search, 'query' | 'filters'>, mask: Mask): string => {
	const given = Object.entries(words).flatMap(([name, say]) => {
		const value = filters[name as keyof SearchFilters];
		return value === undefined ? [] : [say(String(value), mask)];
	});
	return [query === '' ? 'calls' : `"${mask('query', query)}"`, ...given].join(', ');
};

/** The text of the service below its entries. It may name anybody, and names are not marked, so a mask hides all of it. */
const shownFooter = (search: Search | undefined, keys: Pick<Context, 'options'>, isMasked: boolean): string => {
	const footer = search?.value?.footer ?? '';
	return isMasked && footer !== ''
		? ['The service adds a line, which is masked', ...withKey(keys, 'mask', key => `${key} shows it`)].join('; ')
		: footer;
};

const says = (state: State, keys: Pick<Context, 'options'>, asked: string, footer: string): string[] => {
	const {search} = state;
	const again = (text: string): string[] => withKey(keys, 'search', key => `Press ${key} to ${text}.`);
	const filters = withKey(keys, 'searchFilters', key => `${key} searches by dates, agent, status and more.`);
	if (!search) {
		return [
			...(disconnected(state, keys) ?? []),
			...again('search leads and calls by name, phone or account'),
			...filters,
		];
	}
	const {value, failure} = search;
	if (failure) {
		const {refused, reason} = failure;
		const what = refused ? 'The service refuses the search' : 'The search';
		return [`${what} for ${asked}${refused ? '' : ' failed'}: ${reason}`, ...again('try again'), ...filters];
	}
	if (!value) {
		return [`Searching for ${asked}…`];
	}
	return value.entries
		? [`Nothing found for ${asked}.`, footer]
		: ['The service answered without a list of calls: no data.', footer];
};

/** The search is named in the title, or above the entries where it is too long for it; the service's footer below. */
export function SearchView(size: Size) {
	const shown = useShown();
	const {drawn, ui, tables} = shown;
	const mask = maskOf(ui);
	const filter = ui.filters.search ?? '';
	const {width} = inside(size);
	const {total} = tables.search;
	const {search} = drawn;
	const asked = search ? questionWords(search, mask) : '';
	const footer = shownFooter(search, shown, ui.masked);
	const note = (position: string): string =>
		[
			tables.search.filter,
			position,
			search && (search.value ?? search.failure) && `asked at ${dayAndTime(search.askedAt, drawn.now)}`,
		]
			.filter(Boolean)
			.join(', ');
	const fits = cells(asked) + cells(note(positionOf(0, total, total))) + 20 <= width;
	const empty = () => (total > 0 ? noMatch('call', filter, shown) : says(drawn, shown, asked, footer));
	return (
		<TableView
			{...size}
			view="search"
			title={search && fits ? `Search ${asked}` : 'Search'}
			note={note}
			table={tables.search}
			columns={searchColumns(mask)}
			head={fits ? [] : wrap(asked, width - 2).map((text): Spans => [['strong', ` ${text}`]])}
			below={footer === '' ? [] : [[['faint', footer]]]}
			empty={() => empty().flatMap(text => wrap(text, width - 2))}
		/>
	);
}
