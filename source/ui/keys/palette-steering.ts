/** Verbs of campaigns and lists in the palette, with the targets that follow them. Each asks before it sends. */

import {offerCampaigns} from '../../control/campaigns.ts';
import {levelWishIn, levelWords, offerLevel} from '../../control/level.ts';
import {offerLists} from '../../control/lists.ts';
import {type Offer, whyNoControl} from '../../control/offer.ts';
import type {CampaignVerb} from '../../control/verbs.ts';
import {counted} from '../../look/format.ts';
import {word} from '../../look/sentence.ts';
import {listIsOn, sameLists} from '../../model/list.ts';
import {campaignRow, listsOf} from '../../model/select.ts';
import {type Context, campaignsMeant, listsMeant} from '../screen/context.ts';
import {ask} from './ask.ts';
import {asking, impossible, type Line, type Lines, unfinished} from './palette-line.ts';
import {meantBy, mostLines, type Named} from './palette-targets.ts';

/** The status of a list, in a word. */
const onOff = (status: string | undefined): string =>
	({true: 'on', false: 'off'})[String(listIsOn(status))] ?? status ?? 'status unknown';

/** Every campaign that can be named. */
export const campaignsIn = ({state}: Context): Named[] => [...(state.campaigns.value?.values() ?? [])];

const hasThis = 'has this id, or a name with this in it';

const noCampaign = ({state}: Context): string =>
	state.campaigns.value ? `no campaign ${hasThis}` : 'the campaigns are not listed yet';

/** What is said of targets: the name and the status of one, how many of several. */
export const aboutOf = (
	all: readonly Named[],
	ids: readonly string[],
	statusOf: (id: string) => string,
	thing: string,
): string =>
	ids.length === 1
		? `${all.find(({id}) => id === ids[0])?.name ?? ''}, ${statusOf(ids[0] ?? '')}`
		: counted(ids.length, thing);

/** The targets that are meant: those selected or marked where none is named, with the others once one may be. */
const groupsOf = (
	all: readonly Named[],
	selected: readonly string[],
	rest: string | undefined,
): {ids: readonly string[]; isExact: boolean}[] => {
	if (rest !== undefined && rest !== '') {
		return meantBy(all, rest);
	}
	const own = selected.length > 0 ? [{ids: selected, isExact: true}] : [];
	const others = rest === undefined ? [] : all.filter(({id}) => selected.length !== 1 || id !== selected[0]);
	return [...own, ...others.slice(0, mostLines).map(({id}) => ({ids: [id], isExact: false}))];
};

/** What is meant exactly comes first, then what can be done. */
const inOrder = (lines: readonly {line: Line; isExact: boolean}[]): Line[] =>
	lines
		.toSorted((a, b) => Number(b.isExact) - Number(a.isExact) || Number(!!a.line.why) - Number(!!b.line.why))
		.map(({line}) => line);

/** What a campaign shows, by its id. */
export const statusIn =
	({state}: Context) =>
	(id: string): string =>
		campaignRow(state, id)?.status ?? 'status unknown';

/** The campaigns that are meant where none is named: the marked ones, or the selected one. */
export const idsMeant = (context: Context): string[] => campaignsMeant(context).map(({campaign}) => campaign.id);

/** What a verb is about. */
type Targets = {
	all: readonly Named[];
	/** The ids that are meant where none is named. */
	selected: readonly string[];
	statusOf(id: string): string;
	thing: 'campaign' | 'list';
	whyNone: string;
	offer(context: Context, ids: readonly string[]): Offer;
};

/** The lines of a verb: one for each target that could be meant, or why there is none. */
const targeted = (
	word: string,
	rest: string | undefined,
	context: Context,
	{all, selected, statusOf, thing, whyNone, offer}: Targets,
): Line[] => {
	const groups = groupsOf(all, selected, rest);
	const why = whyNoControl(context.state) ?? whyNone;
	return groups.length === 0
		? [impossible(`${word} ${rest ?? ''}`, why)]
		: inOrder(
				groups.map(({ids, isExact}) => ({
					isExact,
					line: asking(`${word} ${ids.join(' ')}`, aboutOf(all, ids, statusOf, thing), now => offer(now, ids), context),
				})),
			);
};

/** `pause 1004`. */
export const campaignVerb =
	(word: CampaignVerb): Lines =>
	(rest, context) =>
		targeted(word, rest, context, {
			all: campaignsIn(context),
			selected: idsMeant(context),
			statusOf: statusIn(context),
			thing: 'campaign',
			whyNone: noCampaign(context),
			offer: ({state}, ids) => offerCampaigns(state, ids, word),
		});

/** `list-off 50018`. */
export const listVerb =
	(to: 'on' | 'off'): Lines =>
	(rest, context) => {
		const {lists: loaded} = context.state;
		const lists = listsOf(context.state);
		const isWhole = sameLists(loaded.value, {campaignId: undefined});
		return targeted(`list-${to}`, rest, context, {
			all: lists.map(({id, name}) => ({id, name: name ?? `list ${id}`})),
			selected: context.ui.view === 'lists' ? listsMeant(context).map(({list}) => list.id) : [],
			statusOf(id) {
				const list = lists.find(one => one.id === id);
				return `${onOff(list?.status)}, of campaign ${word(list?.campaignId ?? 'unknown')}`;
			},
			thing: 'list',
			whyNone: isWhole ? `no list ${hasThis}` : (loaded.failure?.reason ?? 'the lists are being read'),
			offer: ({state}, ids) => offerLists(state, ids, to),
		});
	};

/** A level of a campaign: the words before the level name the campaign, or the selected one is meant. */
export const level: Lines = (rest = '', context) => {
	const all = campaignsIn(context);
	const words = rest.split(/\s+/).filter(Boolean);
	const last = words.at(-1) ?? '';
	const hasLevel = /^[+-]?[\d.]+$/.test(last) && (words.length > 1 || all.every(({id}) => id !== last));
	const named = hasLevel ? words.slice(0, -1).join(' ') : words.join(' ');
	const ids = named === '' ? idsMeant(context).slice(0, 1) : meantBy(all, named).flatMap(group => group.ids);
	if (ids.length === 0) {
		return [impossible(`level ${rest}`, noCampaign(context))];
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
