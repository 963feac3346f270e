/**
 * What dialtop may show at a moment: all that was told and when, by what the program promises of its screen. The newest answer counts, by
 * when it was asked for; figures of a campaign that is no longer listed are forgotten; another service starts afresh.
 */
import type {Input} from '../../judged.ts';
import type {Told} from './figures.ts';

/** An answer that was handed over. */
export type Answer = {sentAt: number; at: number} & (
	| {kind: 'dashboard'; campaign: string; told: Omit<Told, 'sentAt' | 'at'>}
	| {kind: 'refused'; campaign: string | undefined}
	| {kind: 'campaigns'; ids: readonly string[]}
	| {kind: 'other'}
);

/** Everything that happened, by the monotonic clock of the trial. */
export type History = {
	/** Milliseconds between polls. */
	interval: number;
	/** What each profile's service handed over, in order. */
	answers: Readonly<Record<string, readonly Answer[]>>;
	/** Which profile was opened when. */
	opened: readonly {at: number; profile: string}[];
	/** When the machine was suspended, and for how long: the wall clock alone went on. */
	suspended: readonly {at: number; by: number}[];
	/** When the wall clock was set back, and by how much. */
	setBack: readonly {at: number; by: number}[];
	/** When the process went on after it had stood still, and for how long. */
	stood: readonly {at: number; by: number}[];
	inputs: readonly Input[];
	/** Commands that were accepted, as the service's answer said when it was handed over. */
	accepted: readonly {verb: string; campaign: string; at: number}[];
	/** What reads showed of campaigns. */
	statuses: readonly {campaign: string; word: string; at: number}[];
};

/** Milliseconds between two frames at most: the clock draws once a second, and at most ten frames are drawn in one. */
export const frameEvery = 100;
export const behind = 1000 + frameEvery;

/** A figure is old after so many intervals, and after so many milliseconds at least. */
const patience = 3;
const leastOld = 5000;

type Step<T> = {at: number; value: T};

/** What was known of a service that was opened. */
type Opening = {
	profile: string;
	at: number;
	/** Answers to what was asked for since it was opened. */
	heard: readonly number[];
	/** Of each campaign what was known from when on. */
	figures: ReadonlyMap<string, readonly Step<Told | undefined>[]>;
	/** How many campaigns were listed from when on. */
	listed: readonly Step<readonly string[] | undefined>[];
	/** From when on the newest answer of a campaign was a refusal, or was none. */
	refused: ReadonlyMap<string, readonly Step<boolean>[]>;
};

const openingOf = (profile: string, from: number, to: number, answers: readonly Answer[]): Opening => {
	const heard: number[] = [];
	const figures = new Map<string, Step<Told | undefined>[]>();
	const refused = new Map<string, Step<boolean>[]>();
	const listed: Step<readonly string[] | undefined>[] = [{at: from, value: undefined}];
	let listedSentAt = Number.NEGATIVE_INFINITY;
	const push = <T>(map: Map<string, Step<T>[]>, campaign: string, step: Step<T>): void => {
		map.set(campaign, [...(map.get(campaign) ?? []), step]);
	};
	for (const answer of answers) {
		const {sentAt, at} = answer;
		if (sentAt < from || at > to) {
			continue;
		}
		heard.push(at);
		const ids = listed.at(-1)?.value;
		switch (answer.kind) {
			case 'campaigns':
				if (sentAt >= listedSentAt) {
					listedSentAt = sentAt;
					listed.push({at, value: answer.ids});
					for (const campaign of figures.keys()) {
						if (!answer.ids.includes(campaign)) {
							push(figures, campaign, {at, value: undefined});
						}
					}
				}
				break;
			case 'dashboard': {
				const {campaign, told} = answer;
				const known = figures.get(campaign)?.at(-1)?.value;
				if (ids?.includes(campaign) !== false && sentAt >= (known?.sentAt ?? 0)) {
					push(figures, campaign, {at, value: {...told, sentAt, at}});
					push(refused, campaign, {at, value: false});
				}
				break;
			}
			case 'refused':
				if (answer.campaign !== undefined) {
					push(refused, answer.campaign, {at, value: true});
				}
		}
	}
	return {profile, at: from, heard, figures, listed, refused};
};

/** The values that stood at any time from one moment to another. */
const between = <T>(steps: readonly Step<T>[], from: number, to: number): T[] => {
	const first = steps.findLast(({at}) => at <= from);
	return [...(first ? [first] : []), ...steps.filter(({at}) => at > from && at <= to)].map(({value}) => value);
};

/** What may stand on screen in one frame. */
export type Known = {
	/** Names of profiles whose campaigns may be shown. */
	profiles: readonly string[];
	/** What may be shown of a campaign; undefined stands for nothing yet. */
	told(campaign: string): (Told | undefined)[];
	/** All that was told of a campaign until then. */
	allTold(campaign: string): Told[];
	/** The least age of what is shown of a campaign, in milliseconds; undefined where nothing is. */
	age(campaign: string): number | undefined;
	/** Whether its age must be said. */
	isOld(campaign: string): boolean;
	/** Campaigns that may be listed. */
	listings: readonly (readonly string[] | undefined)[];
	/** The age of the newest answer of any kind. */
	silence: number;
	/** The longest silence of a link that is live. */
	patience: number;
	isJustOpened: boolean;
};

/** Tells of each frame what may stand in it; frames come in their order, as the screen may be frozen. */
export const knownOf = (history: History) => {
	const {interval, opened, suspended, setBack, stood, inputs} = history;
	const oldAfter = Math.max(patience * interval, leastOld);
	const openings = opened.map(({at, profile}, index) =>
		openingOf(profile, at, opened[index + 1]?.at ?? Number.POSITIVE_INFINITY, history.answers[profile] ?? []),
	);
	let frozenAt: number | undefined;

	/** The age at least that two clocks can tell, of which one stops while the machine is suspended and the other one can be set. */
	const ageAt = (sentAt: number, at: number): number => {
		const sum = (all: readonly {at: number; by: number}[], to: number): number =>
			all.reduce((total, one) => (one.at >= sentAt && one.at <= to ? total + one.by : total), 0);
		// The clocks are looked at once a second.
		return at - sentAt + Math.max(0, sum(suspended, at - behind) - sum(setBack, at));
	};

	return (frame: {at: number}, isFrozen: boolean): Known => {
		frozenAt = isFrozen
			? (frozenAt ?? inputs.findLast(({at, bytes}) => bytes === 'p' && at <= frame.at)?.at ?? frame.at)
			: undefined;
		// A process that has stood still looks at its clocks within a frame.
		const still = stood.find(({at}) => frame.at >= at && frame.at < at + frameEvery)?.by ?? 0;
		const now = frame.at - still;
		const [from, to] = frozenAt === undefined ? [now - behind, frame.at] : [frozenAt, frozenAt];
		const current = openings.findLastIndex(({at}) => at <= frame.at);
		const isJustOpened = frame.at - (openings[current]?.at ?? 0) < frameEvery + 1;
		const onScreen = openings.slice(isJustOpened ? Math.max(0, current - 1) : current, current + 1);
		const told = (campaign: string): (Told | undefined)[] =>
			onScreen.flatMap(({figures}) => {
				const steps = figures.get(campaign) ?? [];
				const isUnread = (steps[0]?.at ?? Number.POSITIVE_INFINITY) > from;
				return [...(isUnread ? [undefined] : []), ...between(steps, from, to)];
			});
		const age = (campaign: string): number | undefined => {
			const ages = told(campaign).flatMap(one => (one ? [ageAt(one.sentAt, now)] : []));
			return ages.length === 0 ? undefined : Math.min(...ages);
		};
		const newest = onScreen.flatMap(({heard}) => heard.findLast(at => at <= frame.at) ?? []);
		const isSlower = onScreen.some(
			({listed, refused}) =>
				[...between(listed, now - behind, frame.at), ...between(listed, from, to)].some(ids => !ids?.length) ||
				[...refused.values()].some(steps => between(steps, now - behind, frame.at).includes(true)),
		);
		return {
			profiles: onScreen.map(({profile}) => profile),
			told,
			allTold: campaign =>
				onScreen.flatMap(({figures}) =>
					(figures.get(campaign) ?? []).flatMap(({at, value}) => (value && at <= frame.at ? [value] : [])),
				),
			age,
			isOld: campaign => (age(campaign) ?? 0) > oldAfter + behind,
			listings: onScreen.flatMap(one => between(one.listed, from, to)),
			silence: Math.min(...newest.map(at => ageAt(at, now))),
			// Where no campaign is asked for, or one is refused, the list of campaigns, every five seconds, keeps the link live.
			patience: 2 * (isSlower ? Math.max(interval, 5000) : interval) + behind,
			isJustOpened,
		};
	};
};
