/** The key hints of the footer, the most important of the view first. */

import {type ActionId, type View, viewActions, viewNames} from '../../present/actions.ts';
import {type Binding, bindingsIn, bindingsNow, keyFor, keyLabel} from '../../present/keymap.ts';
import type {Spans} from '../../present/spans.ts';
import {choicesOf, knownTargets} from '../../steering/operation.ts';
import {isText} from '../actions/moves.ts';
import {ownActionsIn} from '../actions/own-commands.ts';
import {shownPart, shownRecord} from '../sheets/answer/answer.ts';
import {focusedField} from '../sheets/form/form.ts';
import {itemOf} from '../sheets/form/rows.ts';
import {type Answer, type Form, operationOf} from '../state/sheet.ts';
import type {Context} from '../store/context.ts';
import {actions, hintOf} from './actions.ts';

/** A hint: the name of its action, or of several actions together. */
type HintId = ActionId | 'views' | 'scroll' | 'own';

/** The hints that a newcomer needs first, view by view; the others follow in the order of the table of actions. */
const first: Record<View, readonly HintId[]> = {
	campaigns: [
		'campaign',
		'playOrPause',
		'stop',
		'filter',
		'views',
		'search',
		'pauseAll',
		'editSettings',
		'levelUp',
		'forecast',
		'nextPane',
	],
	campaign: ['playOrPause', 'stop', 'scroll', 'views', 'quit', 'editSettings', 'forecast', 'testCall', 'search'],
	lists: ['listDetails', 'switchList', 'allLists', 'views', 'quit', 'filter', 'listsStatus', 'listsRecent', 'search'],
	search: ['search', 'searchFilters', 'entryDetails', 'views', 'quit', 'complaintOf', 'filter', 'doNotCall', 'text'],
	settings: ['editSetting', 'stepUp', 'sendSettings', 'dropSetting', 'views', 'quit', 'filter'],
	accounts: [
		'accountDetails',
		'complaintOf',
		'changeAccount',
		'addAccount',
		'views',
		'quit',
		'filter',
		'company',
		'addLeads',
	],
	alerts: ['acknowledge', 'alertCampaign', 'runbook', 'filter', 'views', 'quit'],
	complaint: ['complaintRow', 'complaint', 'doNotCall', 'views', 'quit', 'export', 'mask', 'filter'],
	log: ['commandDetails', 'setAside', 'filter', 'views', 'quit'],
};

/** The hints that come first while the past is on screen. */
const pastHints: readonly HintId[] = ['minuteBack', 'lastMark', 'hourBack', 'lookAt', 'playOn', 'back', 'views'];

/** Keys that go back, with those that go on as far: the footer shows them together. */
const onKeys: Partial<Record<ActionId, ActionId>> = {minuteBack: 'minuteOn', lastMark: 'nextMark', hourBack: 'hourOn'};

/** The hints that come first now. */
const leading = (context: Context): readonly HintId[] => {
	const {ui} = context;
	if (ui.help) {
		return ['filter', 'scroll', 'back'];
	}
	if (ui.detail) {
		return ['scroll', 'back'];
	}
	const ofPane: readonly HintId[] = ui.zoom ? ['zoom', 'chartSpan', 'nextPane'] : ['zoom', 'nextPane', 'back'];
	const ofView: readonly HintId[] =
		ui.view === 'campaigns' && ui.focus !== 'board' ? [...ofPane, ...first.campaigns] : first[ui.view];
	return ui.past ? pastHints : ['newSandbox', 'refresh', ...ofView, 'own'];
};

/** `1-9`, unless the configuration gives the views other keys. */
const viewKeys = ({options: {keymap}}: Context): string | undefined => {
	// A view may have keys in one view too, such as Enter.
	const keys = viewNames.map(view => keymap.find(({action, views}) => action === viewActions[view] && !views)?.keys[0]);
	const isRow = keys.every((key, index) => key === String(index + 1));
	return isRow ? `1-${keys.length}` : undefined;
};

const scrollKeys = ({options: {keymap}}: Context): string | undefined => {
	const [up, down] = [keyFor(keymap, 'up'), keyFor(keymap, 'down')];
	return up && down && `${up} ${down}`;
};

/** A key, and what it does in a word or two. */
const hintSpans = (key: string, text: string, isFaint = false): Spans => [
	[isFaint ? 'faint' : 'key', key],
	[isFaint ? 'faint' : 'text', ` ${text}`],
];

const hinted = new WeakMap<readonly Binding[], Map<string, readonly Binding[]>>();

/** The first binding of each action in a view; cached, since every frame asks for them. */
const hintedIn = (keymap: readonly Binding[], view: View, isPast: boolean): readonly Binding[] => {
	const byView = hinted.get(keymap) ?? new Map<string, readonly Binding[]>();
	hinted.set(keymap, byView);
	const name = isPast ? `past ${view}` : view;
	const cached = byView.get(name);
	if (cached) {
		return cached;
	}
	const taken = new Set<string>();
	// A key that means something else in the past is not hinted at with its other meaning.
	const bindings = bindingsNow(keymap, view, isPast).filter(({keys: [first = '']}) => {
		const isFree = !taken.has(first);
		taken.add(first);
		return isFree;
	});
	const isFirst = ({action}: Binding, at: number): boolean =>
		bindings.findIndex(other => other.action === action) === at;
	const found = bindings.filter(isFirst);
	byView.set(name, found);
	return found;
};

/** The hints of what can be done now. */
const hintsNow = (context: Context): {id: HintId; pinned: boolean; spans: Spans}[] => {
	const {ui, options} = context;
	const isOver = ui.help || ui.detail !== undefined;
	const made = (id: HintId, key: string | undefined, text: string | undefined, isFaint = false, pinned = false) =>
		key && text ? [{id, pinned, spans: hintSpans(key, text, isFaint)}] : [];
	const isPast = ui.past !== undefined;
	const labelOf = (id: ActionId, key: string): string => {
		const on = isPast && onKeys[id] && keyFor(options.keymap, onKeys[id]);
		return on ? `${keyLabel(key)} ${on}` : keyLabel(key);
	};
	const bound = hintedIn(options.keymap, ui.view, isPast).flatMap(({keys: [key], action: id, views}) => {
		const row = actions[id];
		const why = row.whyDisabled?.(context);
		// A control of this view that cannot run now is faint; any other action is omitted.
		const isShown = row.group === 'control' && views && !isPast ? !isOver : why === undefined;
		return isShown && key ? made(id, labelOf(id, key), hintOf(row, context), why !== undefined, row.pinned) : [];
	});
	const own = isOver || isPast ? [] : ownActionsIn(context, ui.view);
	return [
		...bound,
		...own.flatMap(({keys: [key], command, whyDisabled}) =>
			key ? made('own', keyLabel(key), command.name, whyDisabled?.(context) !== undefined) : [],
		),
		...(isOver ? [] : made('views', viewKeys(context), 'views')),
		...(context.scrollEnd > 0 && (isOver || isText(context)) ? made('scroll', scrollKeys(context), 'scroll') : []),
	];
};

type Hint = readonly [key: string, does: string];

const formHints = (form: Form, {state, ui}: Context): Hint[] => {
	const operation = operationOf(ui.catalogue, form.operation);
	const field = operation && focusedField(form, operation);
	return [
		['Enter', field ? 'next' : 'do it'],
		['↑ ↓', 'fields'],
		...(field && choicesOf(field.param, knownTargets(state)).length > 0 ? [['← →', 'choose'] as const] : []),
		...(itemOf(form.focus) ? [['Ctrl-X', 'take out'] as const] : []),
		['Ctrl-S', 'send'],
	];
};

/** The hints of the actions whose keys work over an answer. */
const hintsOver = (context: Context): Hint[] =>
	bindingsIn(context.options.keymap, context.ui.view).flatMap(({keys: [key], action: id}): Hint[] => {
		const text = hintOf(actions[id], context);
		return actions[id].overAnswer && key !== undefined && text !== undefined ? [[keyLabel(key), text]] : [];
	});

const answerHints = (answer: Answer, context: Context): Hint[] => {
	const isTable = answer.mode === 'table';
	const isGrid = isTable && !shownRecord(answer) && shownPart(answer)?.kind === 'records';
	return [
		['t', isTable ? 'JSON' : 'table'],
		...(isTable && answer.parts.length > 1 ? [['Tab', 'next part'] as const] : []),
		...(isGrid ? [['Enter', 'whole record'] as const, ['← →', 'columns'] as const] : []),
		...(isTable ? [] : [['← →', 'fold, unfold'] as const]),
		['↑ ↓', 'move'],
		...hintsOver(context),
	];
};

/** The hints of the open sheet; the way out is always at the right end. */
const sheetHints = (context: Context): {left: readonly Hint[]; right: readonly Hint[]} => {
	const {sheet} = context.ui;
	const left: Hint[] = sheet?.output
		? [['↑ ↓', 'scroll']]
		: sheet?.whatIf
			? [
					['← →', 'level'],
					['↑ ↓', 'agents'],
					['Enter', 'stage the level'],
					['f', 'simulate anew'],
				]
			: sheet?.answer
				? answerHints(sheet.answer, context)
				: sheet?.form
					? formHints(sheet.form, context)
					: sheet?.palette?.offers === 'columns'
						? [
								['Space', 'show/hide'],
								['< >', 'move it'],
								...(context.options.storeColumns ? [['Ctrl-S', 'keep them'] as const] : []),
								['Enter', 'done'],
								['↑ ↓', 'another'],
							]
						: [
								['Enter', 'take it'],
								['↑ ↓', 'move'],
							];
	return {left, right: [['Esc', sheet?.answer || (sheet?.form && sheet.palette) ? 'back' : 'close']]};
};

/** The hints of the footer; palette and help are always at the right end. */
export const hintsOf = (context: Context): {left: readonly Spans[]; right: readonly Spans[]} => {
	if (context.ui.sheet) {
		const {left, right} = sheetHints(context);
		return {left: left.map(hint => hintSpans(...hint)), right: right.map(hint => hintSpans(...hint))};
	}
	const all = hintsNow(context);
	if (context.ui.wall) {
		return {left: all.filter(({id}) => id === 'wall').map(({spans}) => spans), right: []};
	}
	const order = leading(context);
	const rank = (id: HintId): number => (order.includes(id) ? order.indexOf(id) : order.length);
	const left = all.filter(({pinned}) => !pinned).toSorted((a, b) => rank(a.id) - rank(b.id));
	const isOnly = context.ui.help || context.ui.detail;
	return {
		left: left.filter(({id}) => !isOnly || order.includes(id)).map(({spans}) => spans),
		right: all.filter(({pinned}) => pinned).map(({spans}) => spans),
	};
};
