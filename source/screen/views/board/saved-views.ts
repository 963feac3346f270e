/** Views of the board under a name: shown, saved and deleted. */
import {counted} from '../../../present/format.ts';
import {word} from '../../../present/sentence.ts';
import type {SavedView} from '../../state/options.ts';
import {type MarksFound, marksFound, serviceName} from '../../state/saved-view.ts';
import type {Context} from '../../store/context.ts';
import {allColumns, columnsInForce} from './rows.ts';

/** What becomes of the marks of a view, for a notice; empty if it has none. */
export const marksText = ({keys, gone, isListed, elsewhere}: MarksFound): string => {
	const words = (texts: readonly string[]): string => texts.map(text => word(text)).join(', ');
	const missing = isListed
		? `not listed any more: ${words(gone)}`
		: 'nothing is marked before the campaigns are listed';
	return [
		keys.size > 0 ? `${counted(keys.size, 'campaign')} marked` : '',
		gone.length > 0 ? missing : '',
		elsewhere.length > 0 ? `nothing marked: its marks are of ${words(elsewhere)}` : '',
	]
		.filter(Boolean)
		.join('; ');
};

/** Shows a view. */
export const showView = (context: Context, name: string, view: SavedView): void => {
	const {floors, dispatch, announce} = context;
	const found = marksFound(view, floors);
	dispatch({type: 'show-view', view, marked: found.keys});
	const {rows, marked, idOf} = context.now().tables.campaigns;
	const hidden = marked.size - rows.filter(row => marked.has(idOf(row))).length;
	const texts = [marksText(found), hidden > 0 ? `the filter hides ${hidden} of them` : ''].filter(Boolean);
	announce([`View ${word(name)}`, texts.join('; ')].filter(Boolean).join(': '));
};

/** The view that is on the board now. */
export const viewNow = (context: Context): SavedView => {
	const {ui, floors, tables} = context;
	const {given, marked, idOf} = tables.campaigns;
	const rows = given.filter(row => marked.has(idOf(row)));
	const marks = floors.flatMap(({state: {source}}): [string, string[]][] => {
		const ids = rows.flatMap(row => (row.source.floor === source.floor ? row.campaign.id : []));
		return ids.length > 0 ? [[serviceName(source), ids]] : [];
	});
	const orders = new Set(allColumns(context).flatMap(({id, kind}) => (kind === 'order' ? [id] : [])));
	const isBoard = ui.view === 'campaigns';
	return {
		filter: (ui.filters.campaigns ?? '').trim(),
		sort: ui.sorts.campaigns,
		columns: columnsInForce(context)?.filter(id => !orders.has(id)),
		marks: Object.fromEntries(marks),
		zoom: isBoard && ui.wall ? 'wall' : isBoard && ui.zoom ? ui.focus : undefined,
	};
};

/** What a view shows, in a few words. */
export const aboutView = (
	{filter, sort, columns, marks, zoom}: SavedView,
	titleOf: (column: string) => string,
): string =>
	[
		filter === '' ? '' : `filter ${filter}`,
		sort ? `by ${titleOf(sort.column)}` : 'as listed',
		columns ? counted(columns.length, 'column') : '',
		...Object.entries(marks).map(([service, ids = []]) => `${ids.length} marked on ${word(service)}`),
		zoom === undefined ? '' : zoom === 'wall' ? 'wall' : `${zoom} zoomed`,
	]
		.filter(Boolean)
		.join(', ');

/** Stores a view, or deletes it where none is given, and says what came of it. */
export const storeView = async (context: Context, name: string, view: SavedView | undefined): Promise<void> => {
	const {storeView: store} = context.options;
	if (!store) {
		context.announce('There is no folder for a configuration: the view was not stored', 'error');
		return;
	}
	const problem = await store.write(name, view);
	const done = view ? `The view ${word(name)} is in ${store.file}` : `The view ${word(name)} is deleted`;
	const failed = view ? 'The view was not stored' : 'The view was not deleted';
	context
		.now()
		.announce(problem === undefined ? done : `${failed}: ${problem}`, problem === undefined ? 'info' : 'error');
};
