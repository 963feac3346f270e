/** What an operator can ask of the service beside what is polled: searches, and lists. */

import {showForm} from '../sheets/form/open.ts';
import {type Context, selectedList} from '../store/context.ts';
import {fieldsOf} from '../store/details.ts';
import {type Behaviours, withSelected} from './action.ts';

/** Shows a list whole once the service has answered. */
export const showList = async ({dispatch, say, monitor}: Context, id: string): Promise<void> => {
	if (!monitor) {
		return;
	}
	say('reading the list…');
	const outcome = await monitor.read('get_list', {list_id: id});
	if (outcome.kind !== 'done') {
		say(`The list could not be read: ${monitor.reasonOf(outcome)}`, 'error');
		return;
	}
	dispatch({type: 'hush'});
	dispatch({type: 'detail', detail: {title: `List ${id}`, rows: fieldsOf(outcome.answer.record), top: 0}});
};

/** The last search, as the values of search_lead's form. */
const askedLast = ({search}: Context['state']): Readonly<Record<string, string>> =>
	Object.fromEntries(
		Object.entries({query: search?.query, ...search?.filters}).flatMap(([name, value]) =>
			value === undefined ? [] : [[name, String(value)]],
		),
	);

/** The next value; undefined follows the last and precedes the first. */
const nextOf = <T>(values: readonly T[], present: T | undefined): T | undefined =>
	present === undefined ? values[0] : values[values.indexOf(present) + 1];

/** What the actions that ask the service for more do. */
export const askActions = {
	search: {
		run: ({dispatch}) => dispatch({type: 'prompt', prompt: {kind: 'search', value: ''}}),
	},
	entryDetails: withSelected(
		({tables: {search}}) => search.rows[search.selectedIndex],
		'there is no entry',
		({dispatch}, {id, entry}) =>
			dispatch({type: 'detail', detail: {title: `Call ${id}`, rows: fieldsOf(entry), top: 0}}),
	),
	searchFilters: {
		run: context => void showForm(context, 'search_lead', askedLast(context.state), {leadsTo: 'search'}),
	},
	allLists: {
		run: ({ui, dispatch}) => dispatch({type: 'lists-of-all', all: !ui.listsOfAll}),
	},
	listsStatus: {
		run({ui: {listsFilter}, dispatch}) {
			const status = nextOf(['Y', 'N'] as const, listsFilter.status);
			dispatch({type: 'lists-filter', filter: {...listsFilter, status}});
		},
	},
	listsRecent: {
		run({ui: {listsFilter}, dispatch}) {
			const filter = nextOf(['RA', 'RD'] as const, listsFilter.filter);
			dispatch({type: 'lists-filter', filter: {...listsFilter, filter}});
		},
	},
	listDetails: withSelected(selectedList, 'no list is selected', (context, {list: {id}}) => void showList(context, id)),
} satisfies Behaviours;
