/** What components show: the screen as it stands, and the service's state as it is drawn. */

import type {State} from '../../model/state.ts';
import type {Look} from '../../present/theme.ts';
import type {UiOptions} from '../state/options.ts';
import type {UiState} from '../state/state.ts';
import {createTables, type Tables} from '../views/tables.ts';
import type {Context} from './context.ts';

/** Everything that a component may show. */
export type Shown = Context & {
	/** The service's state as it is drawn: that of the moment when the operator froze the screen, where it is frozen. */
	drawn: State;
	look: Look;
};

/** The state as it is drawn: frozen where the operator froze it, but with ages, link, commands and alerts as they are now. */
const drawnState = (state: State, ui: UiState): State =>
	ui.frozen
		? {
				...ui.frozen,
				now: state.now,
				link: state.link,
				locked: state.locked,
				commands: state.commands,
				alerts: state.alerts,
				staleBefore: state.staleBefore,
			}
		: state;

/** The tables as the screen shows them. */
export const tablesOf = (state: State, ui: UiState, options: UiOptions): Tables =>
	createTables(drawnState(state, ui), ui, options);

/** Adds to a context what drawing needs. */
export const shownOf = (context: Context, look: Look): Shown => ({
	...context,
	drawn: drawnState(context.state, context.ui),
	look,
});
