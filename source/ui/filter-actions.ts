/** What an operator can ask of the service beside what is polled: searches by their filters, and some of the lists. */
import {action} from './action.ts';
import type {Context} from './context.ts';
import {showForm} from './sheets/open.ts';
import {recentWords, statusWords} from './views/lists.ts';

/** The search that was asked last, as the form of search_lead has it. */
const askedLast = ({search}: Context['state']): Readonly<Record<string, string>> =>
	Object.fromEntries(
		Object.entries({query: search?.query, ...search?.filters}).flatMap(([name, value]) =>
			value === undefined ? [] : [[name, String(value)]],
		),
	);

/** The value behind this one, nothing being the last and the first. */
const nextOf = <T>(values: readonly T[], present: T | undefined): T | undefined =>
	present === undefined ? values[0] : values[values.indexOf(present) + 1];

/** The rows of the table of actions that are about what the service is asked for. */
export const filterActions = {
	searchFilters: action({
		label: 'search by dates, call type, agent, holder, flag and status, by a form',
		hint: 'by fields',
		group: 'look',
		operations: ['search_lead'],
		run: context => void showForm(context, 'search_lead', askedLast(context.state), {leadsTo: 'search'}),
	}),
	listsStatus: action({
		label: 'ask the service for the lists that are on, off, or both',
		hint: 'status',
		group: 'look',
		operations: ['get_lists'],
		run({ui, dispatch, say}) {
			const status = nextOf(['Y', 'N'] as const, ui.listsFilter.status);
			dispatch({type: 'lists-filter', filter: {...ui.listsFilter, status}});
			say(status ? `lists that are ${statusWords[status]}` : 'lists on and off');
		},
	}),
	listsRecent: action({
		label: 'ask the service for the lists that were recently added, recently dialed, or all',
		hint: 'recent',
		group: 'look',
		operations: ['get_lists'],
		run({ui, dispatch, say}) {
			const filter = nextOf(['RA', 'RD'] as const, ui.listsFilter.filter);
			dispatch({type: 'lists-filter', filter: {...ui.listsFilter, filter}});
			say(filter ? `lists ${recentWords[filter]}` : 'lists of any age');
		},
	}),
};
