/** Lines of the palette: what each says and what Enter does with it; and the verbs of campaigns and lists with their targets. */

import {listIsOn, sameLists} from '../../../model/list.ts';
import {campaignRow, listsOf} from '../../../model/select.ts';
import {counted} from '../../../present/format.ts';
import {maskOf} from '../../../present/mask.ts';
import {word as wordOf} from '../../../present/sentence.ts';
import {offerCampaigns, offerPlayOrPause} from '../../../steering/campaigns.ts';
import {levelWishIn, levelWords, offerLevel} from '../../../steering/level.ts';
import {offerListSwitch, offerLists} from '../../../steering/lists.ts';
import {type CampaignVerb, type Offer, whyNoControl, whyNot} from '../../../steering/offer.ts';
import {ask} from '../../actions/ask.ts';
import {type Context, targetCampaigns, targetLists} from '../../store/context.ts';

/** A line that matches the typed text. */
export type Line = {
	/** As it would be typed whole. */
	text: string;
	about: string;
	/** Why it cannot run now. */
	why: string | undefined;
	/** Whether it comes before what is found by a few letters, or after. */
	isFirst: boolean;
	/** What Enter does: it runs, or it completes the line so far and waits for more. */
	does: {run(context: Context): void} | {completes: string};
	/** Whether it may be remembered among the last lines: it reveals nothing about a person. */
	isRemembered: boolean;
};

/** The lines of a word; `argument` is what follows it, undefined while the word itself is incomplete. */
export type Lines = (argument: string | undefined, context: Context) => Line[];

const isNobody = (text: string): boolean => maskOf({masked: true})('text', text) === text;

/** A line that sends something asks before it does. */
const asking = (text: string, about: string, offer: (context: Context) => Offer, context: Context): Line => ({
	text,
	about,
	why: whyNot(offer(context)),
	isFirst: true,
	does: {run: now => ask(now, offer(now))},
	isRemembered: true,
});

/** A line that runs at once. */
export const running = (
	text: string,
	about: string,
	run: (context: Context) => void,
	more: Partial<Pick<Line, 'why' | 'isRemembered' | 'isFirst'>> = {},
): Line => ({text, about, why: undefined, isFirst: true, isRemembered: isNobody(text), does: {run}, ...more});

/** A line that lacks a part, which Enter goes on to. */
export const unfinished = (text: string, about: string, completes: string, isFirst: boolean): Line => ({
	text,
	about,
	why: undefined,
	isFirst,
	does: {completes},
	isRemembered: false,
});

/** A line that matches nothing, with why. */
export const impossible = (text: string, why: string): Line => ({
	...running(text, '', () => undefined),
	why,
	isFirst: false,
	isRemembered: false,
});

/** What can be named. */
export type Named = {id: string; name: string};

/** Most targets that are offered: nobody reads more. */
const mostLines = 50;

/** How well a text fits one: by its id, by its whole name, by the beginning of either, by a part of the name; undefined if not. */
const rankOf = ({id, name}: Named, text: string): number | undefined => {
	const [part, whole] = [text.toLowerCase(), name.toLowerCase()];
	const fits = [id === text, whole === part, id.startsWith(text), whole.startsWith(part), whole.includes(part)];
	return fits.includes(true) ? fits.indexOf(true) : undefined;
};

/** The ranks of exact matches. */
const exactly = 1;

/** The ids that match, the best first; several together if each word is an id. `isExact` if nothing else can match. */
export const matchesOf = (all: readonly Named[], text: string): {ids: readonly string[]; isExact: boolean}[] => {
	const words = [...new Set(text.split(/\s+/))];
	if (words.length > 1 && words.every(word => all.some(({id}) => id === word))) {
		return [{ids: words, isExact: true}];
	}
	return all
		.flatMap(one => {
			const rank = rankOf(one, text);
			return rank === undefined ? [] : [{ids: [one.id], isExact: rank <= exactly, rank}];
		})
		.toSorted((a, b) => a.rank - b.rank)
		.slice(0, mostLines)
		.map(({ids, isExact}) => ({ids, isExact}));
};

/** The status of a list, in a word. */
const onOff = (status: string | undefined): string =>
	({true: 'on', false: 'off'})[String(listIsOn(status))] ?? status ?? 'status unknown';

/** Every campaign that can be named. */
export const campaignsIn = ({state}: Context): Named[] => [...(state.campaigns.value?.values() ?? [])];

/** Why nothing matches a text: of several words, those that are not ids are named. */
const whyNoneOf = (noun: string, all: readonly Named[], argument: string): string => {
	const words = argument.split(/\s+/).filter(Boolean);
	const unknown = words.filter(word => all.every(({id}) => id !== word));
	if (words.length === 0) {
		return `no ${noun} is selected`;
	}
	return words.length > unknown.length
		? `no ${noun} has the id ${unknown.join(' or ')}`
		: `no ${noun} has this id, or a name with this in it`;
};

/** Why no campaign matches a text. */
export const whyNoCampaign = (context: Context, argument: string): string =>
	context.state.campaigns.value
		? whyNoneOf('campaign', campaignsIn(context), argument)
		: 'the campaigns are not listed yet';

/** The words for targets: the name and the status of one, the number of several. */
export const aboutOf = (
	all: readonly Named[],
	ids: readonly string[],
	statusOf: (id: string) => string,
	noun: string,
): string =>
	ids.length === 1
		? `${all.find(({id}) => id === ids[0])?.name ?? ''}, ${statusOf(ids[0] ?? '')}`
		: counted(ids.length, noun);

/** The targets of a line: without a name those selected or marked, and the others once a name may follow. */
const groupsOf = (
	all: readonly Named[],
	selected: readonly string[],
	argument: string | undefined,
): {ids: readonly string[]; isExact: boolean}[] => {
	if (argument !== undefined && argument !== '') {
		return matchesOf(all, argument);
	}
	const own = selected.length > 0 ? [{ids: selected, isExact: true}] : [];
	const others = argument === undefined ? [] : all.filter(({id}) => selected.length !== 1 || id !== selected[0]);
	return [...own, ...others.slice(0, mostLines).map(({id}) => ({ids: [id], isExact: false}))];
};

/** Exact matches come first, then lines that can run. */
const inOrder = (lines: readonly {line: Line; isExact: boolean}[]): Line[] =>
	lines
		.toSorted((a, b) => Number(b.isExact) - Number(a.isExact) || Number(!!a.line.why) - Number(!!b.line.why))
		.map(({line}) => line);

/** What a campaign shows, by its id. */
export const statusIn =
	({state}: Context) =>
	(id: string): string =>
		campaignRow(state, id)?.status ?? 'status unknown';

/** The campaigns for a line without a name: the marked ones, or the selected one. */
export const targetIds = (context: Context): string[] => targetCampaigns(context).map(({campaign}) => campaign.id);

/** What a verb is about. */
type Targets = {
	all: readonly Named[];
	/** The ids for a line without a name. */
	selected: readonly string[];
	statusOf(id: string): string;
	noun: 'campaign' | 'list';
	whyNone: string;
	offer(context: Context, ids: readonly string[]): Offer;
};

/** The lines of a verb: one for each target that matches, or why there is none. */
const targeted = (
	word: string,
	argument: string | undefined,
	context: Context,
	{all, selected, statusOf, noun, whyNone, offer}: Targets,
): Line[] => {
	const groups = groupsOf(all, selected, argument);
	const why = whyNoControl(context.state) ?? whyNone;
	return groups.length === 0
		? [impossible(`${word} ${argument ?? ''}`, why)]
		: inOrder(
				groups.map(({ids, isExact}) => ({
					isExact,
					line: asking(`${word} ${ids.join(' ')}`, aboutOf(all, ids, statusOf, noun), now => offer(now, ids), context),
				})),
			);
};

/** Something that is asked about campaigns. */
const aboutCampaigns =
	(word: string, offerOf: (state: Context['state'], ids: readonly string[]) => Offer): Lines =>
	(argument, context) =>
		targeted(word, argument, context, {
			all: campaignsIn(context),
			selected: targetIds(context),
			statusOf: statusIn(context),
			noun: 'campaign',
			whyNone: whyNoCampaign(context, argument ?? ''),
			offer: ({state}, ids) => offerOf(state, ids),
		});

/** `pause 1004`. */
export const campaignVerb = (word: CampaignVerb): Lines =>
	aboutCampaigns(word, (state, ids) => offerCampaigns(state, ids, word));

/** `play or pause 1004`. */
export const playOrPause = aboutCampaigns('play or pause', (state, ids) =>
	offerPlayOrPause(
		state,
		ids.flatMap(id => campaignRow(state, id) ?? []),
	),
);

/** Something that is asked about lists. */
const aboutLists =
	(word: string, offerOf: (state: Context['state'], ids: readonly string[]) => Offer): Lines =>
	(argument, context) => {
		const {lists: loaded} = context.state;
		const lists = listsOf(context.state);
		const isWhole = sameLists(loaded.value, {campaignId: undefined});
		const all = lists.map(({id, name}) => ({id, name: name ?? `list ${id}`}));
		return targeted(word, argument, context, {
			all,
			selected: context.ui.view === 'lists' ? targetLists(context).map(({list}) => list.id) : [],
			statusOf(id) {
				const list = lists.find(one => one.id === id);
				return `${onOff(list?.status)}, of campaign ${wordOf(list?.campaignId ?? 'unknown')}`;
			},
			noun: 'list',
			whyNone: isWhole
				? whyNoneOf('list', all, argument ?? '')
				: (loaded.failure?.reason ?? 'the lists are being read'),
			offer: ({state}, ids) => offerOf(state, ids),
		});
	};

/** `list-off 50018`. */
export const listVerb = (to: 'on' | 'off'): Lines =>
	aboutLists(`list-${to}`, (state, ids) => offerLists(state, ids, to));

/** `switch list 50018`. */
export const switchList = aboutLists('switch list', (state, ids) =>
	offerListSwitch(
		state,
		listsOf(state).flatMap(list => (ids.includes(list.id) ? {list, command: undefined} : [])),
	),
);

/** A level of a campaign: the words before the level name the campaign, or it is for the selected one. */
export const level: Lines = (argument = '', context) => {
	const all = campaignsIn(context);
	const words = argument.split(/\s+/).filter(Boolean);
	const last = words.at(-1) ?? '';
	const hasLevel = /^[+-]?[\d.]+$/.test(last) && (words.length > 1 || all.every(({id}) => id !== last));
	const named = hasLevel ? words.slice(0, -1).join(' ') : words.join(' ');
	const ids = named === '' ? targetIds(context).slice(0, 1) : matchesOf(all, named).flatMap(group => group.ids);
	if (ids.length === 0) {
		return [impossible(`level ${argument}`, whyNoCampaign(context, named))];
	}
	return ids.map(id => {
		const about = aboutOf(all, [id], statusIn(context), 'campaign');
		const text = `level ${id} ${last}`;
		if (!hasLevel) {
			return unfinished(`level ${id} LEVEL`, about, `level ${id} `, true);
		}
		const wish = levelWishIn(last);
		if (!wish) {
			return {...impossible(text, `a level is ${levelWords.replace(/^a figure /, '')}`), isFirst: true};
		}
		const line = asking(text, about, now => offerLevel(now, id, wish), context);
		return {
			...line,
			does: {
				run(now) {
					// The level is compared with the settings themselves once they are read.
					void now.monitor?.readSettings(id);
					ask(now, offerLevel(now, id, wish));
				},
			},
		};
	});
};
