/** The list from which the columns of the board are chosen: Space shows or hides one, `<` and `>` move it. */

import {termsOfColumn} from '../../../present/glossary.ts';
import type {Key} from '../../../terminal/decode.ts';
import {troubleFirst} from '../../state/options.ts';
import type {Source} from '../../state/view.ts';
import {type Context, promptChoice} from '../../store/context.ts';
import {allColumns, columnsInForce} from './rows.ts';

/** A column that can be shown. */
type ColumnChoice = {
	id: string;
	title: string;
	isShown: boolean;
	/** True if it is always shown, as it says which row is which. */
	isFixed: boolean;
};

/** All columns: those that are shown in their order, each of the others behind the one that it follows unless others are chosen. */
const columnChoices = (source: Pick<Source, 'floors' | 'ui' | 'options'>): ColumnChoice[] => {
	const all = allColumns(source).filter(({kind}) => kind !== 'order');
	const shown = columnsInForce(source) ?? all.flatMap(({id, isUnset}) => (isUnset ? [] : [id]));
	const order = shown.filter(id => all.some(column => column.id === id));
	for (const [at, {id}] of all.entries()) {
		if (!order.includes(id)) {
			order.splice(order.indexOf(all[at - 1]?.id ?? '') + 1, 0, id);
		}
	}
	return order.flatMap(id => {
		const column = all.find(one => one.id === id);
		return column ? [{id, title: column.title, isShown: shown.includes(id), isFixed: column.stays === true}] : [];
	});
};

const shownOf = (choices: readonly ColumnChoice[]): string[] =>
	choices.filter(({isShown}) => isShown).map(({id}) => id);

/** The columns once one of them is shown or hidden. */
const toggled = (choices: readonly ColumnChoice[], id: string): readonly string[] =>
	shownOf(choices.map(one => (one.id === id && !one.isFixed ? {...one, isShown: !one.isShown} : one)));

/** The columns after one of them was swapped with the one before it or after it. */
const moved = (choices: readonly ColumnChoice[], id: string, step: 1 | -1): readonly string[] => {
	const shown = shownOf(choices);
	const fixed = choices.filter(({isFixed}) => isFixed).length;
	const [from, to] = [shown.indexOf(id), shown.indexOf(id) + step];
	const other = shown[to];
	if (from < fixed || to < fixed || other === undefined) {
		return shown;
	}
	return shown.with(from, other).with(to, id);
};

/** A column in the list. */
export type ColumnEntry = {id: string; name: string; summary: string; note: string};

/** Columns that need no entry of the glossary. */
const ownWords: ReadonlyMap<string, string> = new Map([
	['name', 'what the campaign is called'],
	['id', 'its id, which every command takes'],
	['service', 'which of the services on screen it is a campaign of'],
]);

/** The columns, those that are shown in their order. */
export const columnEntries = (context: Context): ColumnEntry[] =>
	columnChoices(context).map(({id, title, isShown, isFixed}) => ({
		id,
		name: title,
		summary: termsOfColumn(id)[0]?.means ?? ownWords.get(id) ?? '',
		note: isFixed ? 'always shown' : isShown ? 'shown' : 'hidden',
	}));

/** Asks whether the columns are to be written into the configuration; Enter changes nothing. */
const askToStore = (context: Context): void => {
	const {storeColumns} = context.options;
	if (!storeColumns) {
		context.announce('There is no folder for a configuration: the columns are for this run only', 'error');
		return;
	}
	const columns = columnChoices(context).flatMap(({id, isShown}) => (isShown ? [id] : []));
	promptChoice(context, {
		about: `These columns are shown for this run. Write them into ${storeColumns.file}, for every run from now on? All else in it stays as it is.`,
		choices: [
			{id: 'run', label: 'no, for this run only', isBare: true},
			{id: 'write', label: 'write them', isBare: true},
		],
		next(id) {
			if (id !== 'write') {
				return;
			}
			void storeColumns.write(columns).then(problem => {
				context
					.now()
					.announce(
						problem === undefined
							? `The columns are in ${storeColumns.file}`
							: `The columns were not stored: ${problem}`,
						problem === undefined ? 'info' : 'error',
					);
			});
		},
	});
};

/**
 * A key in the list, on the selected column.
 *
 * @returns whether the key was one of its own: any other moves the selection, or finds a column
 */
export const pressColumns = (context: Context, id: string | undefined, key: Key): boolean => {
	const {ui, dispatch} = context;
	const choices = columnChoices(context);
	const choose = (columns: readonly string[]): void => dispatch({type: 'board-columns', columns});
	if (key.paste) {
		return false;
	}
	switch (key.name) {
		case 'space':
			if (id !== undefined) {
				const columns = toggled(choices, id);
				choose(columns);
				// Rows are not sorted by a column that is not shown.
				if (ui.sorts.campaigns?.column === id && !columns.includes(id)) {
					dispatch({type: 'sort', sort: troubleFirst});
				}
			}
			return true;
		case '<':
		case '>':
			if (id !== undefined) {
				choose(moved(choices, id, key.name === '<' ? -1 : 1));
			}
			return true;
		case 'ctrl-s':
			askToStore(context);
			return true;
		case 'enter':
			dispatch({type: 'sheet', sheet: undefined});
			return true;
		default:
			return false;
	}
};
