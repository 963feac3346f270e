/** The services of the histories: how they answer, and what they handed over, as the judge knows it. */
import {type Fate, type Service, startService} from '../../in-process/service.ts';
import type {Random} from '../../row.ts';
import {code, toldBy} from './figures.ts';
import type {Answer, History} from './known.ts';

/** How a service answers for a while. */
export type Mood = 'well' | 'late' | 'shuffled' | 'failing' | 'silent' | 'refusing' | 'mixed';

const fateIn = (mood: Mood, {below, pick}: Random, isRead: boolean): Fate => {
	const one = mood === 'mixed' ? pick<Mood>(['well', 'well', 'late', 'failing', 'silent', 'refusing']) : mood;
	switch (one) {
		case 'late':
			return {answers: 1500 + below(9000)};
		case 'shuffled':
			return {answers: pick([20, 200, 900, 2500, 5000])};
		case 'failing':
			return {answers: below(300), end: pick(['broken-after', 'broken-before', 'garbage', 'busy', 'unsent'])};
		case 'silent':
			return {answers: 0, end: 'silent'};
		case 'refusing':
			return {answers: 30, end: isRead ? pick(['refused', 'whole']) : 'refused'};
		default:
			return {answers: 20 + below(120)};
	}
};

/** What a service handed over, as the judge knows it. */
export const answersOf = ({delivered}: Service): Answer[] =>
	delivered.map(({type, fields, sentAt, at, result, body}): Answer => {
		const span = {sentAt, at};
		const isDashboard = type === 'get_dashboard_stats';
		const told = isDashboard && result.kind !== 'refused' && toldBy(body);
		if (told) {
			return {...span, kind: 'dashboard', campaign: fields.campaign_id ?? '', told};
		}
		if (result.kind === 'refused') {
			return {...span, kind: 'refused', campaign: isDashboard ? fields.campaign_id : undefined};
		}
		const {campaigns} = body.response as {campaigns?: {campaign_id?: string}[]};
		return type === 'get_campaigns'
			? {...span, kind: 'campaigns', ids: (campaigns ?? []).map(one => one.campaign_id ?? '')}
			: {...span, kind: 'other'};
	});

/** Commands that a service accepted. */
export const acceptedBy = ({delivered}: Service): History['accepted'][number][] =>
	delivered.flatMap(({type, fields, at, result}) =>
		/^(?:play|pause|stop)_campaign$/.test(type) && result.kind === 'done'
			? [{verb: type.split('_')[0] ?? '', campaign: fields.campaign_id ?? '', at}]
			: [],
	);

/** The status words that a service's reads showed. */
export const statusesIn = ({delivered}: Service): History['statuses'][number][] =>
	delivered.flatMap(({type, fields, at, body}) => {
		const response = body.response as Record<string, Record<string, string>[] | undefined>;
		const [stats] = response.dashboard_stats ?? [];
		return [
			...(type === 'get_dashboard_stats' && stats
				? [{campaign: fields.campaign_id ?? '', word: stats.display_status ?? '', at}]
				: []),
			...(type === 'get_campaigns' ? (response.campaigns ?? []) : []).map(record => ({
				campaign: record.campaign_id ?? '',
				word: record.display_status ?? '',
				at,
			})),
		];
	});

let opened = 0;

/** Opens a service of a profile for a trial; `mood` says how it answers at the moment. */
export const serviceOf = (profile: string, random: Random, mood: () => Mood): Service => {
	opened++;
	const isSmall = random.below(2) === 0;
	const service = startService({
		url: `http://${profile.toLowerCase()}-${opened}.test`,
		campaigns: 1 + random.below(4),
		firstId: '501',
		fate: type => fateIn(mood(), random, /^(?:get|search)_/.test(type)),
		alter: (type, body) => (type === 'get_dashboard_stats' ? code(random, isSmall, body) : undefined),
	});
	service.state.tokens.add(service.token);
	for (const campaign of service.state.campaigns) {
		campaign.name = `${profile}${campaign.id}`;
	}
	for (const list of service.state.lists) {
		list.name = `list ${list.id}`;
		list.fields = {total_leads: '250', remaining_leads: '95'};
	}
	return service;
};
