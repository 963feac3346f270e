/** Saved views between the configuration and the screen. */
import {asListed, columnId, columnIds} from '../../cli/configuration-words.ts';
import {dashed} from '../../cli/text.ts';
import {UsageError} from '../../config/errors.ts';
import {didYouMean} from '../../config/nearest.ts';
import type {Config} from '../../config/schema.ts';
import {viewNameProblem} from '../../config/view-names.ts';
import type {ViewConfig} from '../../config/views.ts';
import type {SavedView} from '../../screen/state/options.ts';
import {type Sort, troubleFirst, type UiOptions} from '../../screen/state/options.ts';
import {withSavedView} from '../../screen/state/saved-view.ts';
import type {UiState} from '../../screen/state/state.ts';
import {struck} from '../../wire/secrets.ts';

/** An order as the screen has it; undefined for the service's own. */
export const sortOf = ({column, reversed}: Config['sort']): Sort | undefined =>
	column === asListed && !reversed ? undefined : {column: column === asListed ? '' : columnId(column), reversed};

/** A view as the screen has it. */
const savedView = (
	{filter = '', sort, columns, marks = {}, zoom}: ViewConfig,
	{columns: configured}: Pick<Config, 'columns'>,
): SavedView => {
	const {column = dashed(troubleFirst.column), reversed = false} = sort ?? {};
	const own = sortOf({column, reversed});
	// Rows are not sorted by a column that is not shown.
	const isShown = !own || own.column === '' || columnIds(columns ?? configured).includes(own.column);
	return {filter, sort: isShown ? own : troubleFirst, columns: columns?.map(columnId), marks, zoom};
};

/** A view as it is written; without what is as at the start. */
export const viewConfig = (
	{filter, sort, columns, marks, zoom}: SavedView,
	words: Pick<Config, 'columns'>,
): ViewConfig => {
	const shown = columns?.map(dashed).filter(name => words.columns.includes(name));
	const isTrouble = sort?.column === troubleFirst.column && sort.reversed === troubleFirst.reversed;
	return {
		...(filter !== '' && {filter}),
		...(!isTrouble && {
			sort: {column: sort?.column ? dashed(sort.column) : asListed, reversed: sort?.reversed ?? false},
		}),
		...(shown && {columns: shown}),
		...(Object.keys(marks).length > 0 && {marks}),
		...(zoom !== undefined && {zoom}),
	};
};

/** Why a view must not be written; undefined if it may. */
export const whyNotWritten = ({filter}: SavedView): string | undefined =>
	struck(filter) === filter ? undefined : 'its filter holds a password or a token';

const whyNone = (name: string, known: Iterable<string>): string => {
	const names = [...known];
	return names.length === 0
		? 'no view is saved yet: :view save NAME saves the one on screen'
		: `there is no view "${name}"${didYouMean(name, names)}`;
};

/** The views of a configuration, for the screen. */
export const viewsOf = (config: Pick<Config, 'views' | 'columns'>): NonNullable<UiOptions['views']> => {
	const saved = new Map(
		Object.entries(config.views).flatMap(([name, view]) => (view ? [[name, savedView(view, config)] as const] : [])),
	);
	return {saved, whyNone: name => whyNone(name, saved.keys()), whyNotName: viewNameProblem};
};

/** The view that `--view` names; undefined without it. @throws UsageError if there is none */
export const viewNamed = (name: string | undefined, {views}: Pick<UiOptions, 'views'>): SavedView | undefined => {
	const view = name === undefined ? undefined : views?.saved.get(name);
	if (name !== undefined && !view) {
		throw new UsageError(`--view: ${views?.whyNone(name)}`);
	}
	return view;
};

/** The screen at its start, with the view that `--view` names. */
export const startingWith = (ui: UiState, view: SavedView | undefined): UiState =>
	view ? withSavedView(ui, view, new Set()) : ui;
