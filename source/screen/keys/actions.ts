/** What each action does; `source/present/actions.ts` has its row. */

import {type ActionId, actionIds, actionRows, type View} from '../../present/actions.ts';
import {counted} from '../../present/format.ts';
import {type Binding, bindingsNow} from '../../present/keymap.ts';
import {whyWatchOnly} from '../../steering/offer.ts';
import {isBeingSent} from '../../steering/pause-progress.ts';
import {offerUndo} from '../../steering/undo.ts';
import {type Action, type Behaviour, type Behaviours, offering} from '../actions/action.ts';
import {pastActions, showNow, whyNotHere} from '../actions/look-back.ts';
import {isText, move, moveColumns, ordersOf, sortBy, whyNotMark} from '../actions/moves.ts';
import {askSignIn, signedOut} from '../actions/sign-in.ts';
import {askExport} from '../exports/ask.ts';
import {copiedIn} from '../exports/copied.ts';
import {exportedIn, whyNoExport} from '../exports/exported.ts';
import {showOrders, showPalette} from '../sheets/form/open.ts';
import type {UiState} from '../state/state.ts';
import {type Context, onEach, promptChoice, selectedCampaign, whyNoSwitch} from '../store/context.ts';
import {accountActions} from '../views/accounts/actions.ts';
import {companyOf} from '../views/accounts/rows.ts';
import {alertActions} from '../views/alerts/actions.ts';
import {boardActions} from '../views/board/actions.ts';
import {askAgain, complaintActions, leaveComplaint} from '../views/complaint/actions.ts';
import {listActions} from '../views/lists/actions.ts';
import {logActions} from '../views/log/actions.ts';
import {searchActions} from '../views/search/actions.ts';
import {settingActions} from '../views/settings/actions.ts';

const view = (to: View): Behaviour => ({run: ({dispatch}) => dispatch({type: 'view', view: to})});

/** Why rows cannot be sorted or filtered: some views are text. */
const whyNoTable = (context: Context): string | undefined =>
	isText(context) ? 'there are no rows in this view' : undefined;

/** Why columns cannot be scrolled. */
const whyNoColumns = (context: Context): string | undefined =>
	whyNoTable(context) ?? (context.columnsEnd === 0 ? 'all columns are shown' : undefined);

/** Whether anything other than the plain board is open. */
const isSomewhere = ({help, detail, wall, zoom, view: now}: UiState): boolean =>
	help || detail !== undefined || wall || zoom || now !== 'campaigns';

/** Freezes the screen as it is, or shows the present again. */
const freezeAll = (context: Context, isFrozen: boolean): void => {
	for (const {state, dispatch} of onEach(context)) {
		dispatch({type: 'freeze', state: isFrozen ? state : undefined});
	}
};

/** Closes the uppermost of what is open. */
const goBack = (context: Context): void => {
	const {ui, dispatch} = context;
	const {dropLevel} = boardActions;
	if (ui.help && ui.helpFilter !== '') {
		dispatch({type: 'help-filter', value: ''});
	} else if (ui.help) {
		dispatch({type: 'help', open: false});
	} else if (ui.detail) {
		dispatch({type: 'detail', detail: undefined});
	} else if (ui.past && !context.state.source.isRecording) {
		showNow(context);
	} else if (ui.wall) {
		dispatch({type: 'wall', wall: false});
	} else if (ui.zoom) {
		dispatch({type: 'zoom', zoom: false});
	} else if (ui.frozen) {
		freezeAll(context, false);
	} else if (ui.filters[ui.view]) {
		dispatch({type: 'filter', value: ''});
	} else if (ui.marks[ui.view]?.size) {
		dispatch({type: 'mark', ids: new Set()});
	} else if (ui.view === 'campaigns' && !dropLevel.whyDisabled?.(context)) {
		dropLevel.run(context);
	} else if (ui.focus !== 'board') {
		dispatch({type: 'focus', focus: 'board'});
	} else if (ui.view === 'complaint') {
		leaveComplaint(context);
	} else if (ui.view !== 'campaigns') {
		dispatch({type: 'view', view: 'campaigns'});
	} else {
		for (const {state, ui, dispatch} of onEach(context)) {
			if (ui.pausedAll && !isBeingSent(state, ui.pausedAll)) {
				dispatch({type: 'paused-all', run: undefined});
			}
		}
	}
};

/** The row after this one; on the board the next of the same service, as only those can be marked too. */
const nextOfService = ({ui, tables: {campaigns}, state}: Context, index: number): number => {
	if (ui.view !== 'campaigns') {
		return index + 1;
	}
	const next = campaigns.rows.findIndex(({source}, at) => at > index && source.floor === state.source.floor);
	return next === -1 ? index : next;
};

/** Marks the selected row or unmarks it, and moves on to the next. */
const mark = (context: Context): void => {
	const {ui, tables, dispatch, say} = context;
	const {marked, rows, selectedIndex, idOf} = tables[ui.view];
	const row = rows[selectedIndex];
	const why = ui.view === 'campaigns' ? whyNotMark(context) : undefined;
	if (why !== undefined) {
		say(`Not marked: ${why}`, 'error');
	} else if (row !== undefined) {
		// Each table knows the ids of its own rows.
		const id = (idOf as (row: unknown) => string)(row);
		const ids = new Set(marked);
		if (!ids.delete(id)) {
			ids.add(id);
		}
		dispatch({type: 'mark', ids});
		move(context, index => nextOfService(context, index));
	}
};

/** What the actions that hold in several views do. */
const screenActions = {
	up: {run: context => move(context, index => index - 1)},
	down: {run: context => move(context, index => index + 1)},
	top: {run: context => move(context, () => 0)},
	bottom: {run: context => move(context, (_index, last) => last)},
	pageUp: {run: context => move(context, index => index - context.page)},
	pageDown: {run: context => move(context, index => index + context.page)},
	halfUp: {
		run: context => move(context, index => index - Math.ceil(context.page / 2)),
	},
	halfDown: {
		run: context => move(context, index => index + Math.ceil(context.page / 2)),
	},

	columnsLeft: {whyDisabled: whyNoColumns, run: context => moveColumns(context, -1)},
	columnsRight: {whyDisabled: whyNoColumns, run: context => moveColumns(context, 1)},

	campaigns: view('campaigns'),
	lists: view('lists'),
	searchView: view('search'),
	settings: view('settings'),
	alerts: view('alerts'),
	log: view('log'),
	filter: {
		hintNow: ({ui}, hint) => (ui.help ? 'find' : hint),
		whyDisabled: context => (context.ui.help ? undefined : whyNoTable(context)),
		run: ({ui, dispatch}) =>
			dispatch({
				type: 'prompt',
				prompt: ui.help
					? {kind: 'help-filter', value: ui.helpFilter}
					: {kind: 'filter', value: ui.filters[ui.view] ?? ''},
			}),
	},
	clearFilter: {
		run: ({ui, dispatch}) => dispatch({type: ui.help ? 'help-filter' : 'filter', value: ''}),
	},
	sort: {
		whyDisabled: whyNoTable,
		run: context => showOrders(context, ordersOf(context).find(({mark}) => mark !== undefined)?.id),
	},
	sortNext: {
		whyDisabled: whyNoTable,
		run: context => sortBy(context, 1),
	},
	sortPrevious: {
		whyDisabled: whyNoTable,
		run: context => sortBy(context, -1),
	},
	reverse: {
		whyDisabled: whyNoTable,
		run({ui, dispatch}) {
			const sort = ui.sorts[ui.view] ?? {column: '', reversed: false};
			dispatch({type: 'sort', sort: {...sort, reversed: !sort.reversed}});
		},
	},
	refresh: {
		hintNow: ({state}, hint) => (state.link.kind === 'retrying' ? hint : undefined),
		run(context) {
			const {monitor, ui, announce, floors} = context;
			for (const service of onEach(context)) {
				service.monitor?.refresh();
			}
			const row = selectedCampaign(context);
			if (ui.view === 'settings' && row) {
				void monitor?.readSettings(row.campaign.id);
			}
			const companyId = companyOf(context);
			if (ui.view === 'accounts' && companyId !== undefined) {
				void monitor?.readAccounts(companyId);
			}
			if (ui.view === 'complaint') {
				askAgain(context);
			}
			announce(floors.every(({state}) => state.source.watchOnly) ? 'asking the metrics engine now' : 'polling now');
		},
	},
	freeze: {
		hintNow: ({ui}, hint) => (ui.frozen ? 'unfreeze' : hint),
		run: context => freezeAll(context, !context.ui.frozen),
	},
	mask: {
		hintNow: ({ui}, hint) => (ui.masked ? 'unmask' : hint),
		run({ui, dispatch, announce}) {
			dispatch({type: 'mask', masked: !ui.masked});
			announce(ui.masked ? 'names and numbers of people are shown' : 'names and numbers of people are masked');
		},
	},
	mouse: {
		run({ui, dispatch, announce}) {
			dispatch({type: 'mouse', on: !ui.mouse});
			announce(
				ui.mouse
					? 'the mouse is off: the terminal selects text with it'
					: 'the mouse is on: it answers and sends nothing; Shift selects text',
			);
		},
	},
	copy: {
		whyDisabled(context) {
			const copied = copiedIn(context);
			return typeof copied === 'string' ? copied : undefined;
		},
		run(context) {
			const copied = copiedIn(context);
			if (typeof copied !== 'string') {
				const way = context.copy(copied.value);
				context.say(`${copied.what} ${copied.value} sent to the clipboard (${way})`);
			}
		},
	},
	export: {
		whyDisabled: whyNoExport,
		run(context) {
			const exported = exportedIn(context);
			if (exported) {
				askExport(context, exported);
			}
		},
	},
	picture: {
		whyDisabled: ({options}) => (options.pictureFolder === undefined ? 'there is no home folder' : undefined),
		async run(context) {
			const folder = context.options.pictureFolder ?? '';
			const frame = context.maskedFrame();
			const [{pictureOf}, {savePicture}] = await Promise.all([
				import('../exports/picture.ts'),
				import('../../service/pictures.ts'),
			]);
			const {name, svg, text} = pictureOf(context, frame);
			const saved = await savePicture({folder, isOwn: true}, name, {svg, txt: text});
			if ('reason' in saved) {
				context.announce(`No picture was written: ${saved.reason}`, 'error');
			} else {
				context.announce(`A picture with people masked is in ${saved.paths[0]}, and as text beside it`);
			}
		},
	},
	signIn: {
		whyDisabled: context => (signedOut(context).length > 0 ? undefined : 'signed in already'),
		run: askSignIn,
	},
	newSandbox: {
		whyDisabled: ({state}) => (state.link.kind !== 'gone' ? 'no sandbox has ended' : whyNoSwitch(state.source)),
		run: ({restart}) => restart(),
	},
	lock: {
		whyDisabled: ({state}) =>
			whyWatchOnly(state) ?? (state.locked && state.source.readOnly ? 'this session is read-only' : undefined),
		run({state, lock, say}) {
			lock(!state.locked);
			say(state.locked ? 'the read-only lock is off' : 'the read-only lock is on: nothing can be changed');
		},
	},

	palette: {
		run: showPalette,
	},
	help: {
		hintNow: ({ui}, hint) => (ui.help ? 'close' : hint),
		run: ({ui, dispatch}) => dispatch({type: 'help', open: !ui.help}),
	},
	back: {
		hintNow: ({ui, state}, hint) =>
			ui.past && !state.source.isRecording && !ui.help && !ui.detail
				? 'now'
				: ui.help || ui.detail || ui.focus !== 'board'
					? hint
					: undefined,
		run: goBack,
	},
	quit: {
		hintNow: ({ui}, hint) => (isSomewhere(ui) ? 'back' : hint),
		run(context) {
			const {ui, quit} = context;
			if (isSomewhere(ui)) {
				goBack(context);
			} else if (onEach(context).some(({ui, state}) => ui.staged.size > 0 || isBeingSent(state, ui.pausedAll))) {
				askToQuit(context);
			} else {
				quit();
			}
		},
	},
	quitNow: {run: ({quit}) => quit()},
	mark: {
		whyDisabled: ({ui, tables}) => (tables[ui.view].rows.length > 0 ? undefined : 'there is no row'),
		run: mark,
	},
	undo: offering(({state}) => offerUndo(state)),
} satisfies Behaviours;

/** Asks before staged or unsent changes are lost: Enter stays. */
const askToQuit = (context: Context): void => {
	const {dispatch, quit} = context;
	const services = onEach(context);
	const isSending = services.some(({state, ui}) => isBeingSent(state, ui.pausedAll));
	const staged = services.flatMap(({ui}) => [...ui.staged.values()]);
	const changes = staged.reduce((sum, names) => sum + names.size, 0);
	promptChoice(
		{dispatch},
		{
			about: [
				isSending && 'The pause of everything is still being sent: the remainder would not be.',
				changes > 0 && `${counted(changes, 'change')} of ${counted(staged.length, 'campaign')} staged and not sent.`,
			]
				.filter(Boolean)
				.join(' '),
			choices: [
				{id: 'stay', label: 'stay here', isBare: true},
				{id: 'quit', label: isSending ? 'quit and send no more' : 'quit and drop what is staged', isBare: true},
			],
			next: id => {
				if (id === 'quit') {
					quit();
				}
			},
		},
	);
};

/** Joins two groups of actions. An action that is in both does not compile. */
const joined = <A, B>(some: A, others: B & Record<keyof A & keyof B, never>): A & B => ({...some, ...others});

const ofCampaigns = joined(joined(boardActions, listActions), settingActions);
const ofPeople = joined(joined(searchActions, accountActions), complaintActions);
const ofThisRun = joined(alertActions, logActions);

/** What every action does. A missing one does not compile. */
const behaviours: Readonly<Record<ActionId, Behaviour>> = joined(
	joined(screenActions, pastActions),
	joined(ofCampaigns, joined(ofPeople, ofThisRun)),
);

/** Every action, by its name. */
export const actions = Object.fromEntries(
	actionIds.map((id): [ActionId, Action] => {
		const {whyDisabled, ...behaviour} = behaviours[id];
		const why = (context: Context) => whyNotHere(id, context) ?? whyDisabled?.(context);
		return [id, {...actionRows[id], ...behaviour, whyDisabled: why}];
	}),
) as Readonly<Record<ActionId, Action>>;

/** The hint of an action now; undefined if it is not hinted at. */
export const hintOf = ({hint, hintNow}: Action, context: Context): string | undefined =>
	hintNow ? hintNow(context, hint) : hint;

/** The action of a key in a view, which may be another one while the past is on screen. */
export const actionFor = (
	bindings: readonly Binding[],
	key: string,
	view: View,
	isPast = false,
): Action | undefined => {
	const [binding] = bindingsNow(bindings, view, isPast).filter(({keys}) => keys.includes(key));
	return binding && actions[binding.action];
};
