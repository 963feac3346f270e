/** What an operator can mean. Keys bind to these rows; hints and help are made from them. */

import {commandDetail} from '../screen/command-details.ts';
import {type Context, selectedCampaign, selectedCommand} from '../screen/context.ts';
import type {UiState, View} from '../state/state.ts';
import {companyOf} from '../tables/accounts.ts';
import {accountActions} from './account-actions.ts';
import {type Action, action} from './action.ts';
import {alertActions} from './alert-actions.ts';
import {askActions} from './ask-actions.ts';
import {controlActions} from './control-actions.ts';
import {focusBy, isText, move, sortBy} from './moves.ts';
import {showPalette} from './open-form.ts';
import {takeActions} from './take-actions.ts';

export type {Action} from './action.ts';

const view = (label: string, to: View): Action => ({
	label,
	group: 'look',
	run: ({dispatch}) => dispatch({type: 'view', view: to}),
});

/** Text has no rows to be sorted or filtered. */
const whyNoTable = (context: Context): string | undefined =>
	isText(context) ? 'there are no rows in this view' : undefined;

/** Whether something is open that there is a way back from. */
const isSomewhere = ({help, detail, wall, zoom, view: now}: UiState): boolean =>
	help || detail !== undefined || wall || zoom || now !== 'campaigns';

/** The table of actions. */
export const actions = {
	up: action({label: 'up', group: 'move', run: context => move(context, index => index - 1)}),
	down: action({label: 'down', group: 'move', run: context => move(context, index => index + 1)}),
	top: action({label: 'first', group: 'move', run: context => move(context, () => 0)}),
	bottom: action({label: 'last', group: 'move', run: context => move(context, (_index, last) => last)}),
	pageUp: action({label: 'a page up', group: 'move', run: context => move(context, index => index - context.page)}),
	pageDown: action({label: 'a page down', group: 'move', run: context => move(context, index => index + context.page)}),
	halfUp: action({
		label: 'half a page up',
		group: 'move',
		run: context => move(context, index => index - Math.ceil(context.page / 2)),
	}),
	halfDown: action({
		label: 'half a page down',
		group: 'move',
		run: context => move(context, index => index + Math.ceil(context.page / 2)),
	}),

	campaigns: view('campaigns', 'campaigns'),
	lists: view('lists', 'lists'),
	campaign: {
		...view('everything of the selected campaign', 'campaign'),
		hint: ({ui}) => (ui.view === 'campaigns' ? 'open' : undefined),
	},
	searchView: view('search results', 'search'),
	settings: view('settings of the selected campaign', 'settings'),
	alerts: view('alerts', 'alerts'),
	log: view('the log of this run', 'log'),
	nextPane: action({label: 'next pane', hint: 'pane', group: 'look', run: context => focusBy(context, 1)}),
	previousPane: action({label: 'previous pane', group: 'look', run: context => focusBy(context, -1)}),
	zoom: action({
		label: 'zoom the focused pane to the whole screen, and back',
		hint: ({ui}) => (ui.zoom ? 'unzoom' : 'zoom'),
		group: 'look',
		run: ({ui, dispatch}) => dispatch({type: 'zoom', zoom: !ui.zoom}),
	}),
	wall: action({
		label: 'the board alone with large totals, for a screen on a wall, and back',
		hint: ({ui}) => (ui.wall ? 'leave the wall' : 'wall'),
		group: 'look',
		run({ui, dispatch}) {
			if (ui.view !== 'campaigns') {
				dispatch({type: 'view', view: 'campaigns'});
			}
			dispatch({type: 'wall', wall: !ui.wall});
		},
	}),
	filter: action({
		label: 'filter what is shown, the help too (plain text; ! before it inverts)',
		hint: ({ui}) => (ui.help ? 'find' : 'filter'),
		group: 'look',
		whyDisabled: context => (context.ui.help ? undefined : whyNoTable(context)),
		run: ({ui, dispatch}) =>
			dispatch({
				type: 'prompt',
				prompt: ui.help
					? {kind: 'help-filter', value: ui.helpFilter}
					: {kind: 'filter', value: ui.filters[ui.view] ?? ''},
			}),
	}),
	clearFilter: action({
		label: 'clear the filter',
		group: 'look',
		run: ({ui, dispatch}) => dispatch({type: ui.help ? 'help-filter' : 'filter', value: ''}),
	}),
	sortNext: action({
		label: 'sort by the next column',
		hint: 'sort',
		group: 'look',
		whyDisabled: whyNoTable,
		run: context => sortBy(context, 1),
	}),
	sortPrevious: action({
		label: 'sort by the previous column',
		group: 'look',
		whyDisabled: whyNoTable,
		run: context => sortBy(context, -1),
	}),
	reverse: action({
		label: 'reverse the order',
		group: 'look',
		whyDisabled: whyNoTable,
		run({ui, dispatch}) {
			const sort = ui.sorts[ui.view] ?? {column: '', reversed: false};
			dispatch({type: 'sort', sort: {...sort, reversed: !sort.reversed}});
		},
	}),
	refresh: action({
		label: 'poll now what is on screen',
		hint: ({state}) => (state.link.kind === 'retrying' ? 'ask now' : undefined),
		group: 'look',
		run(context) {
			const {monitor, ui, say} = context;
			monitor?.refresh();
			const row = selectedCampaign(context);
			if (ui.view === 'settings' && row) {
				void monitor?.readSettings(row.campaign.id);
			}
			const companyId = companyOf(context);
			if (ui.view === 'accounts' && companyId !== undefined) {
				void monitor?.readAccounts(companyId);
			}
			say('polling now');
		},
	}),
	freeze: action({
		label: 'freeze the screen, and let it go (collection goes on)',
		hint: ({ui}) => (ui.frozen ? 'unfreeze' : 'freeze'),
		group: 'look',
		run: ({ui, state, dispatch}) => dispatch({type: 'freeze', state: ui.frozen ? undefined : state}),
	}),
	mask: action({
		label: 'mask names and numbers of people, and show them again (confirmations say them in full)',
		hint: ({ui}) => (ui.masked ? 'unmask' : 'mask'),
		overAnswer: true,
		group: 'look',
		run({ui, dispatch, say}) {
			dispatch({type: 'mask', masked: !ui.masked});
			say(ui.masked ? 'names and numbers of people are shown' : 'names and numbers of people are masked');
		},
	}),
	commandDetails: action({
		label: 'the whole command: what was sent, by whom, and what came of it',
		hint: 'details',
		group: 'look',
		whyDisabled: context => (selectedCommand(context) ? undefined : 'there is no command'),
		run(context) {
			const pending = selectedCommand(context);
			if (pending) {
				context.dispatch({type: 'detail', detail: commandDetail(pending)});
			}
		},
	}),
	...askActions,
	...takeActions,
	...accountActions,
	...alertActions,
	...controlActions,
	signIn: action({
		label: 'sign in',
		hint: 'sign in',
		group: 'program',
		operations: ['login_user'],
		whyDisabled: ({state}) => (state.link.kind === 'signed-out' ? undefined : 'signed in already'),
		run: ({dispatch}) => dispatch({type: 'prompt', prompt: {kind: 'user', value: ''}}),
	}),
	lock: action({
		label: 'read-only lock on or off',
		hint: 'lock',
		group: 'control',
		whyDisabled: ({state}) => (state.locked && state.source.readOnly ? 'this session is read-only' : undefined),
		run({state, lock, say}) {
			lock(!state.locked);
			say(state.locked ? 'the read-only lock is off' : 'the read-only lock is on: nothing can be changed');
		},
	}),

	palette: action({
		label: 'the palette: every action and every operation by a few letters of its name, as a form',
		hint: 'palette',
		pinned: true,
		group: 'program',
		run: showPalette,
	}),
	help: action({
		label: 'this help, and back',
		hint: ({ui}) => (ui.help ? 'close' : 'help'),
		pinned: true,
		group: 'program',
		run: ({ui, dispatch}) => dispatch({type: 'help', open: !ui.help}),
	}),
	back: action({
		hint: ({ui}) => (ui.help || ui.detail || ui.focus !== 'board' ? 'back' : undefined),
		label: 'back: leaves help, details, wall, zoom, frozen screen, filter, marks, staged level, view, in this order',
		group: 'program',
		run(context) {
			const {ui, dispatch} = context;
			if (ui.help && ui.helpFilter !== '') {
				dispatch({type: 'help-filter', value: ''});
			} else if (ui.help) {
				dispatch({type: 'help', open: false});
			} else if (ui.detail) {
				dispatch({type: 'detail', detail: undefined});
			} else if (ui.wall) {
				dispatch({type: 'wall', wall: false});
			} else if (ui.zoom) {
				dispatch({type: 'zoom', zoom: false});
			} else if (ui.frozen) {
				dispatch({type: 'freeze', state: undefined});
			} else if (ui.filters[ui.view]) {
				dispatch({type: 'filter', value: ''});
			} else if (ui.marks[ui.view]?.size) {
				dispatch({type: 'mark', ids: new Set()});
			} else if (ui.view === 'campaigns' && !actions.dropLevel.whyDisabled?.(context)) {
				actions.dropLevel.run(context);
			} else if (ui.focus !== 'board') {
				dispatch({type: 'focus', focus: 'board'});
			} else if (ui.view !== 'campaigns') {
				dispatch({type: 'view', view: 'campaigns'});
			}
		},
	}),
	quit: action({
		label: 'quit; from help, details, zoom or another view: back first',
		hint: ({ui}) => (isSomewhere(ui) ? 'back' : 'quit'),
		group: 'program',
		run(context) {
			const {ui, quit} = context;
			if (isSomewhere(ui)) {
				actions.back.run(context);
			} else {
				quit();
			}
		},
	}),
	quitNow: action({label: 'quit at once', group: 'program', run: ({quit}) => quit()}),
} satisfies Record<string, Action>;

/** The name of an action. */
export type ActionId = keyof typeof actions;
