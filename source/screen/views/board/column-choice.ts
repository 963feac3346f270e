/** The columns of the board as the operator chooses among them. */
import {boardColumns} from '../../../present/board-columns.ts';
import type {Source} from '../view.ts';
import {columnsInForce} from './rows.ts';

/** A column that can be shown. */
export type ColumnChoice = {
	id: string;
	title: string;
	isShown: boolean;
	/** True if it is always shown, as it says which row is which. */
	isFixed: boolean;
};

/** All columns: those that are shown in their order, each of the others behind the one that it follows unless others are chosen. */
export const columnChoices = (source: Pick<Source, 'state' | 'ui' | 'options'>): ColumnChoice[] => {
	const all = boardColumns(source.state, source.options.interval).filter(({kind}) => kind !== 'order');
	const shown = columnsInForce(source) ?? all.map(({id}) => id);
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
export const toggled = (choices: readonly ColumnChoice[], id: string): readonly string[] =>
	shownOf(choices.map(one => (one.id === id && !one.isFixed ? {...one, isShown: !one.isShown} : one)));

/** The columns once one of them has changed places with the one before it or after it. */
export const moved = (choices: readonly ColumnChoice[], id: string, step: 1 | -1): readonly string[] => {
	const shown = shownOf(choices);
	const fixed = choices.filter(({isFixed}) => isFixed).length;
	const [from, to] = [shown.indexOf(id), shown.indexOf(id) + step];
	const other = shown[to];
	if (from < fixed || to < fixed || other === undefined) {
		return shown;
	}
	return shown.with(from, other).with(to, id);
};
