/** What an operator can do about calling lists: switch them on or off, see one whole, ask for others. */

import {offerListSwitch} from '../../../steering/lists.ts';
import {type Behaviours, offering, withSelected} from '../../actions/action.ts';
import {type Context, selectedList, targetLists} from '../../store/context.ts';
import {fieldsOf} from '../../store/shown.ts';

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

/** The next value; undefined follows the last and precedes the first. */
const nextOf = <T>(values: readonly T[], present: T | undefined): T | undefined =>
	present === undefined ? values[0] : values[values.indexOf(present) + 1];

/** What the actions of the view do. */
export const listActions = {
	switchList: offering(context => offerListSwitch(context.state, targetLists(context))),
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
