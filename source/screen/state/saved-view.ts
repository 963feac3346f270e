/** A view of the board that is saved under a name: what it shows, how it is taken from the screen and put on it. */
import type {State} from '../../model/state.ts';
import {rowKey} from './floors.ts';
import type {SavedView} from './options.ts';
import type {UiState} from './state.ts';

/** What a view calls a service: its profile, else its host. Marks are of one service, since another may have the same ids. */
export const serviceName = ({profile, host}: {profile: string; host: string}): string => profile || host;

/** The marks of a view on the services on screen. */
export type MarksFound = {
	/** The keys of the rows to mark. */
	keys: ReadonlySet<string>;
	/** The ids that the service does not list; all of them while its campaigns are not known yet. */
	gone: readonly string[];
	isListed: boolean;
	/** The services of marks that are not on screen. */
	elsewhere: readonly string[];
};

/** Finds what a view marks. Campaigns of one service alone are marked, as a command goes to one. */
export const marksFound = (
	{marks}: Pick<SavedView, 'marks'>,
	floors: readonly {state: Pick<State, 'source' | 'campaigns'>}[],
): MarksFound => {
	const named = Object.keys(marks).filter(name => (marks[name]?.length ?? 0) > 0);
	const floor = floors.find(({state}) => named.includes(serviceName(state.source)));
	const ids = floor ? (marks[serviceName(floor.state.source)] ?? []) : [];
	const listed = floor?.state.campaigns.value;
	return {
		keys: new Set(floor ? ids.flatMap(id => (listed?.has(id) ? rowKey(floor.state.source, id) : [])) : []),
		gone: ids.filter(id => !listed?.has(id)),
		isListed: listed !== undefined,
		elsewhere: floor ? [] : named,
	};
};

/** The screen as a view shows it, with these rows marked. */
export const withSavedView = (
	ui: UiState,
	{filter, sort, columns, zoom}: SavedView,
	marked: ReadonlySet<string>,
): UiState => {
	const {campaigns: _, ...sorts} = ui.sorts;
	const focus = zoom === undefined || zoom === 'wall' ? 'board' : zoom;
	return {
		...ui,
		view: 'campaigns',
		viewOf: ui.floor,
		help: false,
		detail: undefined,
		filters: {...ui.filters, campaigns: filter},
		sorts: sort ? {...sorts, campaigns: sort} : sorts,
		ranks: new Map(),
		boardColumns: columns,
		marks: {...ui.marks, campaigns: marked},
		focus,
		pane: focus === 'board' ? ui.pane : focus,
		zoom: zoom !== undefined && zoom !== 'wall',
		wall: zoom === 'wall',
	};
};
