/** What components show: the present screen, the service's state as it is drawn, and one record whole. */

import type {Zone} from '../../model/calling-hours.ts';
import type {State} from '../../model/state.ts';
import {spaced} from '../../present/format.ts';
import {type Mask, personalOf} from '../../present/mask.ts';
import type {Look} from '../../present/theme.ts';
import type {Drawn} from '../state/floors.ts';
import type {Detail, UiState} from '../state/state.ts';
import type {Context} from './context.ts';

/** Everything that a component may show. */
export type Shown = Context & {
	/** The service's state as it is drawn: that of the moment looked back at, or when the operator froze the screen. */
	drawn: State;
	/** The service that the open prompt is for: another one than that of {@link Context.state} may be. */
	asking: State;
	look: Look;
};

/**
 * The state as it is drawn: as it was at the moment looked back at; frozen where the operator froze it, but with ages, link, commands
 * and alerts as they are now.
 */
export const drawnState = (state: State, ui: Pick<UiState, 'past' | 'frozen'>): State =>
	ui.past?.state ??
	(ui.frozen
		? {
				...ui.frozen,
				now: state.now,
				link: state.link,
				locked: state.locked,
				commands: state.commands,
				alerts: state.alerts,
				staleBefore: state.staleBefore,
			}
		: state);

/** The operator's order of the present does not apply to the past: there the board is sorted by the trouble of then. */
export const shownUi = (ui: UiState): UiState =>
	ui.past ? {...ui, ranks: new Map(), staged: new Map(), marks: {}, pausedAll: undefined} : ui;

/** A service as it is drawn. */
export const drawnFrom = (state: State, ui: UiState, zone?: Zone): Drawn => ({
	state: drawnState(state, ui),
	ui: shownUi(ui),
	zone,
});

/** Adds to a context what drawing needs. */
export const shownOf = (context: Context, asking: State, look: Look): Shown => ({
	...context,
	asking,
	ui: shownUi(context.ui),
	drawn: drawnState(context.state, context.ui),
	look,
});

/** The fields of a record and their values; one that came and could not be read says so. */
export const fieldsOf = <R extends {extra: Readonly<Record<string, string>>; unreadable: readonly string[]}>({
	extra,
	unreadable,
	...known
}: R): Detail['rows'] => [
	...Object.entries(known)
		.filter(([, value]) => value !== undefined)
		.map(
			([name, value]) =>
				[spaced(name), typeof value === 'number' ? value.toLocaleString('en') : String(value)] as const,
		),
	...unreadable.map(name => [name, '— (came, but cannot be read)'] as const),
	...Object.entries(extra),
];

/** A record as it may be shown now. */
export const maskedDetail = (detail: Detail, mask: Mask): Detail => ({
	...detail,
	rows: detail.rows.map(([field, value, kind]) => [field, mask(kind ?? personalOf(field), value)]),
});
