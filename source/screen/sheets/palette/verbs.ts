/** Words of the palette that others follow: `pause 1004`, `level 1004 1.8`, `list-off 50018`, `search smith`. */

import type {ActionId} from '../../../present/actions.ts';
import {spaced} from '../../../present/format.ts';
import {type CampaignVerb, campaignVerbs, whyNoControl, whyNoRead} from '../../../steering/offer.ts';
import {whyNotParameter} from '../../actions/ask.ts';
import {lookAtTime, pastActions, readMoment} from '../../actions/look-back.ts';
import {isText, ordersOf, sayIfNotApplied, toCampaign, whyNotMark} from '../../actions/moves.ts';
import {searchAll} from '../../actions/search.ts';
import {actions} from '../../keys/actions.ts';
import {rowKey} from '../../state/floors.ts';
import {paneNames} from '../../state/layout.ts';
import type {Context} from '../../store/context.ts';
import {askTestCall} from '../../views/board/actions.ts';
import {askCallsOf, whyNotCallsOf} from '../../views/complaint/actions.ts';
import {showList} from '../../views/lists/actions.ts';
import {askCallAgain, askDoNotCall, askText} from '../../views/search/actions.ts';
import {showForm} from '../form/open.ts';
import {fuzzyRank} from './fuzzy.ts';
import {viewWords} from './saved-views.ts';
import {
	aboutOf,
	campaignsIn,
	campaignVerb,
	impossible,
	type Line,
	type Lines,
	level,
	listVerb,
	matchesOf,
	playOrPause,
	running,
	statusIn,
	switchList,
	targetIds,
	unfinished,
	whyNoCampaign,
} from './steering.ts';

/** A word that any text may follow; the line runs at once, as nothing is sent. */
const looking =
	(
		word: string,
		about: string,
		run: (context: Context, text: string) => void,
		whyNone: (context: Context, text: string) => string | undefined = () => undefined,
	): Lines =>
	(argument = '', context) =>
		argument === ''
			? []
			: [running(`${word} ${argument}`, about, now => run(now, argument), {why: whyNone(context, argument)})];

const whyNotRead = ({state, monitor}: Context): string | undefined =>
	monitor ? whyNoRead(state) : 'not connected yet';

const search = looking(
	'search',
	'search leads and calls',
	(context, query) => {
		context.dispatch({type: 'view', view: 'search'});
		searchAll(context, {query});
	},
	whyNotRead,
);

const filter = looking(
	'filter',
	'filter the rows on screen',
	(context, value) => {
		context.dispatch({type: 'filter', value});
		sayIfNotApplied(context.now());
	},
	context => (isText(context) ? 'there are no rows in this view' : undefined),
);

const calls = looking(
	'calls',
	'complaint sheet: every call of a number, a name or an account',
	askCallsOf,
	whyNotCallsOf,
);

const oneList = looking(
	'list',
	'the whole list, as get_list answers it',
	(context, id) => void showList(context, id),
	whyNotRead,
);

const help = looking('help', 'what the help says of it', ({dispatch}, value) => {
	dispatch({type: 'help', open: true});
	dispatch({type: 'help-filter', value});
});

const company = looking(
	'company',
	'the accounts of this company',
	({dispatch}, id) => {
		dispatch({type: 'view', view: 'accounts'});
		dispatch({type: 'company', id});
	},
	(context, id) => whyNotParameter(context, 'fetch_accounts', 'company_id', id),
);

const searchFilters = looking(
	'search filters',
	'search by more than a text, by a form',
	(context, query) => void showForm(context, 'search_lead', {query}, {leadsTo: 'search'}),
	({state}) => whyNoRead(state),
);

/** `at 14:10`. */
const at = looking('at', 'look at this time of the past', lookAtTime, (context, text) => {
	const read = readMoment(text, context);
	return pastActions.lookAt.whyDisabled(context) ?? (typeof read === 'string' ? read : undefined);
});

/** `sort drop`. */
const sort: Lines = (argument = '', context) => {
	if (argument === '') {
		return [];
	}
	const orders = ordersOf(context).map(order => ({...order, summary: ''}));
	const found = fuzzyRank(argument, orders)
		// The title of another column may be nearer by its letters.
		.toSorted((a, b) => Number(b.id === argument) - Number(a.id === argument))
		.map(order =>
			running(`sort ${order.name}`, order.about, ({dispatch}) => dispatch({type: 'sort', sort: order.sort})),
		);
	const why = orders.length === 0 ? 'there are no rows in this view' : 'no column is called so';
	return found.length > 0 ? found : [impossible(`sort ${argument}`, why)];
};

/** Runs an action, or shows why it cannot run. */
const perform = (context: Context, id: ActionId): void => {
	const {label, whyDisabled, run} = actions[id];
	const why = whyDisabled?.(context);
	if (why === undefined) {
		run(context);
	} else {
		context.say(`${label}: not now, ${why}`, 'error');
	}
};

/** Something that is done with one campaign, which is selected for it. */
const onCampaign =
	(word: string, run: (context: Context, id: string) => void): Lines =>
	(argument = '', context) => {
		if (argument === '') {
			return [];
		}
		const all = campaignsIn(context);
		const lines = matchesOf(all, argument).map(({ids}): Line => {
			const [id = ''] = ids;
			const text = `${word} ${ids.join(' ')}`;
			return ids.length > 1
				? impossible(text, `${word} takes one campaign`)
				: running(text, aboutOf(all, ids, statusIn(context), 'campaign'), now => {
						toCampaign(now, id);
						run(now.now(), id);
					});
		});
		return lines.length > 0 ? lines : [impossible(`${word} ${argument}`, whyNoCampaign(context, argument))];
	};

/** An action on one campaign. */
const acting = (id: ActionId): [string, Lines] => [spaced(id), onCampaign(spaced(id), now => perform(now, id))];

/** A view, with its rows filtered. */
const filtering = (id: ActionId): [string, Lines] => [
	spaced(id),
	looking(spaced(id), `${actions[id].label}, those with this in them`, (context, value) => {
		perform(context, id);
		context.now().dispatch({type: 'filter', value});
	}),
];

const zoom: Lines = (argument = '') =>
	paneNames
		.filter(pane => argument !== '' && pane.startsWith(argument.toLowerCase()))
		.map(pane =>
			running(`zoom ${pane}`, 'this pane on the whole screen', now => {
				now.dispatch({type: 'view', view: 'campaigns'});
				now.dispatch({type: 'focus', focus: pane});
				now.dispatch({type: 'zoom', zoom: true});
			}),
		);

const mark: Lines = (argument = '', context) => {
	const all = campaignsIn(context);
	return argument === ''
		? []
		: matchesOf(all, argument).map(({ids}) =>
				running(`mark ${ids.join(' ')}`, aboutOf(all, ids, statusIn(context), 'campaign'), now => {
					now.dispatch({type: 'view', view: 'campaigns'});
					const here = now.now();
					const why = whyNotMark(here);
					if (why === undefined) {
						const keys = ids.map(id => rowKey(here.state.source, id));
						here.dispatch({type: 'mark', ids: new Set([...here.tables.campaigns.marked, ...keys])});
					} else {
						here.say(`Not marked: ${why}`, 'error');
					}
				}),
			);
};

/** Names of actions, each with the lines for its argument. */
const actionWords: readonly (readonly [word: string, lines: Lines])[] = [
	acting('settings'),
	acting('editSettings'),
	acting('levelUp'),
	acting('levelDown'),
	acting('dropLevel'),
	acting('acknowledge'),
	[
		'lists',
		onCampaign('lists', now => {
			now.dispatch({type: 'lists-of-all', all: false});
			now.dispatch({type: 'view', view: 'lists'});
		}),
	],
	['campaign', onCampaign('campaign', ({dispatch}) => dispatch({type: 'view', view: 'campaign'}))],
	filtering('alerts'),
	filtering('log'),
	filtering('accounts'),
	filtering('campaigns'),
	['zoom', zoom],
	['mark', mark],
	['help', help],
	['company', company],
	['search filters', searchFilters],
];

/** Something for a number: it asks what its key asks, and is never remembered. */
const forNumber =
	(
		word: string,
		operation: 'add_dnc' | 'delete_dnc' | 'dial_number' | 'send_text_message',
		about: string,
		run: (context: Context, number: string) => void,
		whyElse: (context: Context) => string | undefined = () => undefined,
	): Lines =>
	(argument = '', context) => {
		if (argument === '') {
			return [unfinished(`${word} NUMBER`, about, `${word} `, false)];
		}
		const field = operation === 'send_text_message' ? 'to' : 'phone_number';
		const why = whyNoControl(context.state) ?? whyElse(context) ?? whyNotParameter(context, operation, field, argument);
		return [running(`${word} ${argument}`, about, now => run(now, argument), {why, isRemembered: false})];
	};

const barring = forNumber('dnc add', 'add_dnc', 'bar a number from being called', askDoNotCall);

const testCall = forNumber(
	'test-call',
	'dial_number',
	'one test call with the settings of the selected campaign',
	askTestCall,
	now => (targetIds(now).length > 0 ? undefined : 'no campaign is selected'),
);

/** The number, and the message if one follows. */
const textWords = /^(\S+)\s+(.+)$/s;

/** `text 2125550147`, `text 2125550147 We are open until six`. */
const text: Lines = (argument, context) => {
	const [, number = argument, message] = textWords.exec(argument ?? '') ?? [];
	const asked = forNumber('text', 'send_text_message', 'text a number', (now, to) => askText(now, to, message));
	return asked(number, context).map(line => (message === undefined ? line : {...line, text: `text ${argument}`}));
};

/** The words, each with the lines for its argument. */
const verbs: readonly (readonly [word: string, lines: Lines])[] = [
	...(Object.keys(campaignVerbs) as CampaignVerb[]).map(word => [word, campaignVerb(word)] as const),
	['level', level],
	['list-on', listVerb('on')],
	['list-off', listVerb('off')],
	['search', search],
	['calls', calls],
	['list', oneList],
	['filter', filter],
	['sort', sort],
	['at', at],
	...viewWords,
	['look at', at],
	['dnc add', barring],
	['dnc remove', forNumber('dnc remove', 'delete_dnc', 'let a number be called again', askCallAgain)],
	['test-call', testCall],
	['text', text],
	['play or pause', playOrPause],
	['switch list', switchList],
	['list details', oneList],
	['do not call', barring],
	['test call', testCall],
	['complaint', calls],
	['complaint of', calls],
	...actionWords,
];

/** Fewer letters match no word. */
const leastLetters = 2;

/** The lines that match the typed text; for an incomplete word, those that could run. */
export const linesFor = (typed: string, context: Context): Line[] => {
	const line = typed.trimStart();
	const lower = line.toLowerCase();
	const isWhole = (word: string): boolean => lower === word || lower.startsWith(`${word} `);
	const longest = Math.max(...verbs.map(([word]) => (isWhole(word) ? word.length : 0)));
	return verbs.flatMap(([word, lines]) => {
		if (isWhole(word)) {
			// What follows "list" in "list details 5" is no id.
			const argument = line.slice(word.length);
			return word.length < longest ? [] : lines(argument.trim(), context);
		}
		const isBegun = lower.length >= leastLetters && word.startsWith(lower);
		return isBegun ? lines(undefined, context).filter(({why}) => why === undefined) : [];
	});
};
