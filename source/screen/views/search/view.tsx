/** View 4: what search_lead found. */

import type {Failure} from '../../../model/loaded.ts';
import type {Search, SearchFilters, State} from '../../../model/state.ts';
import {searchColumns} from '../../../present/columns.ts';
import {width as cells, counted, dayAndTime, wrap} from '../../../present/format.ts';
import {positionOf} from '../../../present/grid.ts';
import {type Mask, maskOf, maskReason} from '../../../present/mask.ts';
import {onService} from '../../../present/sentence.ts';
import type {Spans} from '../../../present/spans.ts';
import type {Role} from '../../../present/theme.ts';
import {inside, type Size} from '../../parts/panel.tsx';
import {type FoundRow, withService} from '../../state/view.ts';
import type {Context} from '../../store/context.ts';
import {useShown} from '../../store/store.ts';
import {disconnected, noMatch, withKey} from '../empty.ts';
import {TableView} from '../table-view.tsx';
import {type SearchOn, searchesOn} from './rows.ts';

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

/** Why a search failed, which may repeat what it was for. */
const reasonOf = ({query, filters}: Pick<Search, 'query' | 'filters'>, {reason}: Failure, mask: Mask): string =>
	maskReason(mask, reason, [query, filters.name, filters.username]);

const says = (state: State, keys: Pick<Context, 'options'>, mask: Mask, asked: string, footer: string): string[] => {
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
		const {refused} = failure;
		const reason = reasonOf(search, failure, mask);
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

/** A line about the search at one of several services, where it says more than the rows do. */
const lineOn = ({source, search}: SearchOn, mask: Mask): readonly [Role, string] | undefined => {
	const {profile} = source;
	if (!search) {
		return ['warning', `${profile} was not asked`];
	}
	const {value, failure} = search;
	if (failure) {
		const {refused} = failure;
		const reason = reasonOf(search, failure, mask);
		return ['error', `${profile} ${refused ? 'refuses the search' : 'could not be searched'}: ${reason}`];
	}
	if (!value) {
		return ['pending', `${profile} is being searched…`];
	}
	if (!value.entries) {
		return ['warning', `${profile} answered without a list of calls: no data`];
	}
	return value.entries.length === 0 ? ['faint', `${profile} found nothing`] : undefined;
};

/** As many lines as a quarter of the view has room for; the last one says how many more there are. */
const fewer = (lines: readonly Spans[], height: number): readonly Spans[] => {
	const most = Math.max(2, Math.floor(height / 4));
	return lines.length <= most
		? lines
		: [...lines.slice(0, most - 1), [['faint', ` … and ${counted(lines.length - most + 1, 'more line')}`]]];
};

/** What several services together have not found; the lines above say how each of them answered. */
const saysOfAll = (each: readonly SearchOn[], keys: Pick<Context, 'options'>, asked: string): string[] => {
	const isUnder = each.some(({search}) => search && !search.value && !search.failure);
	const isAnswered = each.some(({search}) => search?.value);
	return isUnder
		? [`Searching for ${asked}…`]
		: [
				isAnswered ? `Nothing found for ${asked}.` : `No service could be searched for ${asked}.`,
				...withKey(keys, 'search', key => `Press ${key} to search again.`),
			];
};

/** The search is named in the title, or above the entries where it is too long for it; the service's footer below. */
export function SearchView(size: Size) {
	const shown = useShown();
	const {drawn, ui, tables, floors} = shown;
	const mask = maskOf(ui);
	const {width, height} = inside(size);
	const {total} = tables.search;
	const {asked: search, each} = searchesOn(floors);
	const isOfSeveral = floors.length > 1 && search !== undefined;
	const asked = search ? questionWords(search, mask) : '';
	const footers = each.flatMap(({source, search: one}): string[] => {
		const footer = shownFooter(one, shown, ui.masked);
		return footer === '' ? [] : [isOfSeveral ? ` ${onService(source, footer)}` : footer];
	});
	const note = (position: string): string =>
		[
			tables.search.filter,
			position,
			search &&
				each.some(({search: one}) => one?.value ?? one?.failure) &&
				`asked at ${dayAndTime(search.askedAt, drawn.now)}`,
		]
			.filter(Boolean)
			.join(', ');
	const fits = cells(asked) + cells(note(positionOf(0, total, total))) + 20 <= width;
	const wrapped = (role: Role, text: string): Spans[] =>
		wrap(text, width - 2).map((part): Spans => [[role, ` ${part}`]]);
	const isError = ([role]: readonly [Role, string]): boolean => role === 'error';
	const lines = isOfSeveral
		? each
				.map(one => lineOn(one, mask))
				.filter(line => line !== undefined)
				.toSorted((one, other) => Number(isError(other)) - Number(isError(one)))
		: [];
	const empty = (): string[] => {
		if (total > 0) {
			return noMatch('call', tables.search.shownFilter, shown);
		}
		return isOfSeveral ? saysOfAll(each, shown, asked) : says(drawn, shown, mask, asked, footers.join(''));
	};
	return (
		<TableView
			{...size}
			view="search"
			title={search && fits ? `Search ${asked}` : 'Search'}
			note={note}
			table={tables.search}
			columns={withService<FoundRow>(searchColumns(mask), floors)}
			head={[
				...(fits ? [] : wrapped('strong', asked)),
				...fewer(
					lines.flatMap(([role, text]) => wrapped(role, text)),
					height,
				),
			]}
			below={fewer(
				footers.map((footer): Spans => [['faint', footer]]),
				height,
			)}
			isFramed={isOfSeveral}
			empty={() => empty().flatMap(text => wrap(text, width - 2))}
		/>
	);
}
