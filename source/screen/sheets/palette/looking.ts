/** Words of the palette for what is only looked at: `search smith`, `list 50018`, `sort drop`. */

import {whyNoRead} from '../../../steering/offer.ts';
import {showList} from '../../keys/ask-actions.ts';
import {isText} from '../../keys/moves.ts';
import {ordersOf} from '../../keys/orders.ts';
import type {Context} from '../../store/context.ts';
import {askCallsOf, whyNotCallsOf} from '../../views/complaint/actions.ts';
import {fuzzyRank} from './fuzzy.ts';
import {impossible, type Lines, running} from './line.ts';

/** Something that is only looked at, by a text. */
const looking =
	(
		word: string,
		about: (text: string) => string,
		run: (context: Context, text: string) => void,
		whyNone: (context: Context, text: string) => string | undefined,
	): Lines =>
	(rest = '', context) =>
		rest === '' ? [] : [running(`${word} ${rest}`, about(rest), now => run(now, rest), {why: whyNone(context, rest)})];

/** `search smith`. */
export const search = looking(
	'search',
	() => 'search leads and calls',
	({dispatch, monitor}, query) => {
		dispatch({type: 'view', view: 'search'});
		void monitor?.search({query});
	},
	({state, monitor}) => (monitor ? whyNoRead(state) : 'not connected yet'),
);

/** Says what is wrong with a filter that was typed. */
export const sayIfNotApplied = ({tables, ui, say}: Context): void => {
	const {problem} = tables[ui.view];
	if (problem !== undefined) {
		say(`A part of the filter is not applied: ${problem}`, 'error');
	}
};

/** `filter spring`. */
export const filter = looking(
	'filter',
	() => 'filter the rows on screen',
	(context, value) => {
		context.dispatch({type: 'filter', value});
		sayIfNotApplied(context.now());
	},
	context => (isText(context) ? 'there are no rows in this view' : undefined),
);

/** `calls garcia`. */
export const calls = looking(
	'calls',
	() => 'complaint sheet: every call of a number, a name or an account',
	askCallsOf,
	whyNotCallsOf,
);

/** `list 50018`. */
export const oneList = looking(
	'list',
	() => 'the whole list, as get_list answers it',
	(context, id) => void showList(context, id),
	({state, monitor}) => (monitor ? whyNoRead(state) : 'not connected yet'),
);

/** `sort drop`. */
export const sort: Lines = (rest = '', context) => {
	if (rest === '') {
		return [];
	}
	const orders = ordersOf(context).map(order => ({...order, summary: ''}));
	const found = fuzzyRank(rest, orders)
		// The title of another column may be nearer by its letters.
		.toSorted((a, b) => Number(b.id === rest) - Number(a.id === rest))
		.map(order =>
			running(`sort ${order.name}`, order.about, ({dispatch}) => dispatch({type: 'sort', sort: order.sort})),
		);
	const why = orders.length === 0 ? 'there are no rows in this view' : 'no column is called so';
	return found.length > 0 ? found : [impossible(`sort ${rest}`, why)];
};
