/** What the mouse does: it moves what is looked at, and answers, sends and types nothing. */
import {type View, viewActions} from '../present/actions.ts';
import type {Mouse} from '../terminal/mouse.ts';
import type {Screen} from '../terminal/screen.ts';
import {move, ordersOf} from './actions/moves.ts';
import {actions} from './keys/actions.ts';
import {pressSheet} from './sheets/press.ts';
import {tierOf} from './state/layout.ts';
import type {Table} from './state/tables.ts';
import {type Areas, type At, areasOf, type Part, type Target, targetIn} from './store/areas.ts';
import type {Context} from './store/context.ts';

/** Rows that a notch of the wheel moves by. */
const perNotch = 3;

/** Milliseconds for which the frames before the present one are remembered: a report may wait for its turn. */
const rememberedFor = 1000;

/** Turns the wheel over a sheet, as its arrow keys do. */
const turnOverSheet = (here: Context, kind: Mouse['kind'], at: number): void => {
	const name = kind === 'wheel-up' ? 'up' : 'down';
	for (let step = 0; step < (here.ui.sheet?.answer ? perNotch : 1); step++) {
		pressSheet(here.now(), {name, alone: true, paste: false, at});
	}
};

const selectRow = (here: Context, id: string): void => {
	const {ui, dispatch} = here;
	// Each table knows the ids of its own rows.
	const {rows, idOf} = here.tables[ui.view] as Table<unknown>;
	const index = rows.findIndex(row => idOf(row) === id);
	if (index === -1) {
		here.announce('Not selected: that row is no longer there', 'error');
		return;
	}
	if (ui.focus !== 'board') {
		dispatch({type: 'focus', focus: 'board'});
	}
	move(here, () => index);
};

/** Sorts by a column, or reverses its order where it is in force. */
const sortByColumn = (here: Context, id: string): void => {
	const order = ordersOf(here).find(one => one.id === id);
	const now = here.ui.sorts[here.ui.view];
	if (order) {
		const isNow = order.mark !== undefined && now !== undefined;
		here.dispatch({type: 'sort', sort: isNow ? {...now, reversed: !now.reversed} : order.sort});
	}
};

const openView = (here: Context, view: View): void => {
	const action = actions[viewActions[view]];
	const why = action.whyDisabled?.(here);
	if (why) {
		here.say(`${action.label}: not now, ${why}`, 'error');
	} else {
		action.run(here);
	}
};

const click = (here: Context, target: Target | undefined): void => {
	switch (target?.kind) {
		case 'row':
		case 'column':
			// Another view may have been opened since.
			if (target.view === here.ui.view) {
				(target.kind === 'row' ? selectRow : sortByColumn)(here, target.id);
			}
			break;
		case 'view':
			openView(here, target.view);
			break;
		case 'focus':
			here.dispatch({type: 'focus', focus: target.focus});
			break;
		case undefined:
	}
};

/**
 * Takes what the mouse does. While something is asked it does nothing, and a click then counts as a key that means nothing, as it does
 * over a sheet: what follows it asks for no write.
 *
 * @param context the screen as it is
 * @param targetAt what a cell was for on the screen of a moment, by the clock of keys
 */
export const createPointer =
	(context: () => Context, targetAt: (cell: At, at: number) => Target | undefined) =>
	(mouse: Mouse, at: number): void => {
		const here = context();
		const {ui, guard} = here;
		if (tierOf(ui.columns, ui.rows) === 'tiny') {
			return;
		}
		guard.press(at);
		const isBusy = ui.prompt !== undefined || ui.sheet !== undefined;
		if (mouse.kind === 'click') {
			if (isBusy) {
				guard.stray();
			} else {
				click(here, targetAt(mouse, at));
			}
		} else if (ui.prompt === undefined) {
			if (ui.sheet) {
				turnOverSheet(here, mouse.kind, at);
			} else {
				move(here, index => index + (mouse.kind === 'wheel-up' ? -perNotch : perNotch));
			}
		}
	};

/** Remembers what lay where in the frames that the terminal has shown. */
export const followAreas = (screen: Screen, parts: ReadonlySet<Part>) => {
	let sending: Areas = [];
	let shown: {since: number; areas: Areas}[] = [];
	const drawing = (): void => {
		sending = areasOf(parts);
	};
	const drawn = (): void => {
		const now = performance.now();
		// The frame that was there so long ago stays, and those after it.
		const first = shown.findLastIndex(({since}) => since <= now - rememberedFor);
		shown = [...shown.slice(Math.max(0, first)), {since: now, areas: sending}];
	};
	screen.on('draw', drawing);
	screen.on('drawn', drawn);
	return {
		/** What a cell was for on the screen of a moment. */
		targetAt: (cell: At, at: number): Target | undefined => {
			const frame = shown.findLast(({since}) => since <= at);
			return frame && targetIn(frame.areas, cell);
		},
		stop(): void {
			screen.off('draw', drawing);
			screen.off('drawn', drawn);
		},
	};
};
