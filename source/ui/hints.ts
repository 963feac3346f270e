/** The key hints of the footer: what matters in the view first; those that do not fit are cut whole. */

import type {Look} from '../look/theme.ts';
import {type Action, type ActionId, actions} from './actions.ts';
import type {Context} from './context.ts';
import {keyFor, keyLabel} from './key-label.ts';
import {bindingsIn} from './keymap.ts';
import {isText} from './moves.ts';
import {type Line, line} from './parts/box.ts';
import {spread} from './parts/spread.ts';
import {drawSheetHints} from './sheets/draw.ts';
import type {View} from './state.ts';

/** A hint by its action, or one that stands for several. */
type HintId = ActionId | 'views' | 'scroll';

/** What a newcomer needs first, view by view; the other hints follow as the keymap has them. */
const first: Record<View, readonly HintId[]> = {
	campaigns: ['campaign', 'playOrPause', 'stop', 'filter', 'views', 'search', 'nextPane', 'editSettings'],
	campaign: ['playOrPause', 'stop', 'scroll', 'views', 'quit', 'editSettings', 'testCall', 'search'],
	lists: ['listDetails', 'switchList', 'allLists', 'filter', 'views', 'quit', 'listsStatus', 'listsRecent', 'search'],
	search: ['search', 'searchFilters', 'entryDetails', 'filter', 'views', 'quit', 'doNotCall', 'text'],
	settings: ['editSetting', 'sendSettings', 'dropSetting', 'views', 'quit', 'filter'],
	accounts: ['accountDetails', 'changeAccount', 'addAccount', 'filter', 'views', 'quit', 'company', 'addLeads'],
	alerts: ['acknowledge', 'alertCampaign', 'filter', 'views', 'quit'],
	log: ['commandDetails', 'setAside', 'filter', 'views', 'quit'],
};

/** The views by number, in the order of their keys. */
const viewActions: readonly ActionId[] = [
	'campaigns',
	'campaign',
	'lists',
	'searchView',
	'settings',
	'accounts',
	'alerts',
	'log',
];

/** Which hints stand first now. */
const leading = (context: Context): readonly HintId[] => {
	const {ui} = context;
	if (ui.help) {
		return ['filter', 'scroll', 'back'];
	}
	if (ui.detail) {
		return ['scroll', 'back'];
	}
	const ofView: readonly HintId[] =
		ui.view === 'campaigns' && ui.focus !== 'board' ? ['zoom', 'nextPane', 'back', ...first.campaigns] : first[ui.view];
	return ['refresh', ...ofView];
};

const textOf = (row: Action, context: Context): string | undefined =>
	typeof row.hint === 'function' ? row.hint(context) : row.hint;

/** The keys `1` to `8` as `1-8`, where they are still that. */
const viewKeys = ({options: {keymap}}: Context): string | undefined => {
	// A view may have other keys too, such as Enter.
	const keys = viewActions.map(
		id => keymap.find(({action, scope}) => action === id && scope === 'everywhere')?.keys[0],
	);
	const isRow = keys.every((key, index) => key === String(index + 1));
	return isRow ? `1-${keys.length}` : undefined;
};

const scrollKeys = ({options: {keymap}}: Context): string | undefined => {
	const [up, down] = [keyFor(keymap, 'up'), keyFor(keymap, 'down')];
	return up && down && `${up} ${down}`;
};

/** Every hint that makes sense now. */
const hintsNow = (context: Context, look: Look): {id: HintId; pinned: boolean; piece: Line}[] => {
	const {ui, options} = context;
	const isOver = ui.help || ui.detail !== undefined;
	const made = (id: HintId, key: string | undefined, text: string | undefined, isFaint = false, pinned = false) =>
		key && text
			? [{id, pinned, piece: line(look, [isFaint ? 'faint' : 'key', key], [isFaint ? 'faint' : 'text', ` ${text}`])}]
			: [];
	const bindings = bindingsIn(options.keymap, ui.view);
	const bound = bindings.flatMap(({keys: [key], action: id, scope}, index) => {
		const row: Action = actions[id];
		const why = row.whyDisabled?.(context);
		// A control of this view that cannot run stays, faint; what is merely out of place is left out.
		const isShown = row.group === 'control' && scope !== 'everywhere' ? !isOver : why === undefined;
		const isAgain = bindings.findIndex(({action}) => action === id) < index;
		return isShown && key && !isAgain
			? made(id, keyLabel(key), textOf(row, context), why !== undefined, row.pinned)
			: [];
	});
	return [
		...bound,
		...(isOver ? [] : made('views', viewKeys(context), 'views')),
		...(context.scrollEnd > 0 && (isOver || isText(context)) ? made('scroll', scrollKeys(context), 'scroll') : []),
	];
};

/** Draws the hints in exactly so many cells; the palette and the help stand at the right end, always. */
export const drawHints = (context: Context, look: Look, width: number): string => {
	if (context.ui.sheet) {
		return drawSheetHints(context, look, width);
	}
	const all = hintsNow(context, look);
	if (context.ui.wall) {
		return spread(
			all.filter(({id}) => id === 'wall').map(({piece}) => piece),
			[],
			width,
		);
	}
	const order = leading(context);
	const place = (id: HintId): number => (order.includes(id) ? order.indexOf(id) : order.length);
	const left = all.filter(({pinned}) => !pinned).toSorted((a, b) => place(a.id) - place(b.id));
	const isOnly = context.ui.help || context.ui.detail;
	return spread(
		left.filter(({id}) => !isOnly || order.includes(id)).map(({piece}) => piece),
		all.filter(({pinned}) => pinned).map(({piece}) => piece),
		width,
	);
};
