/** The header: which service this is, in words, and the state of the connection. */
import {isDeepStrictEqual} from 'node:util';
import {memo} from 'react';
import {alertCounts} from '../../alerts/floods.ts';
import {shownIn} from '../../model/calling-hours.ts';
import type {FromMetrics, State} from '../../model/state.ts';
import {elapsed, type Moment, minute} from '../../model/time.ts';
import {clock, counted, dayAndTime, minutesText, ownedClock, span} from '../../present/format.ts';
import {keyFor} from '../../present/keymap.ts';
import type {Span, Spans} from '../../present/spans.ts';
import {listEvery} from '../../service/schedule.ts';
import {Ends} from '../parts/line.tsx';
import {serviceSpan} from '../state/floors.ts';
import type {LookBack} from '../state/state.ts';
import {selectedCampaignId} from '../state/tables.ts';
import {type Context, onEach} from '../store/context.ts';
import type {Shown} from '../store/shown.ts';
import {useStore} from '../store/store.ts';
import {fitting, type Piece, type PieceId, type Reduction} from './pieces.ts';
import {inBrief, type ServiceInHeader, servicesIn, widthOfAll} from './services.ts';

/** The link is live for so many intervals after the newest answer. */
const livePatience = 2;

/** After so many intervals without an answer, and so many milliseconds at least, all that is shown is stale. */
const stalePatience = 4;
const leastStale = 20_000;

/** From so many milliseconds on an answer is slow. */
const slowFrom = 1000;

/** A service, and what of it is selected. */
type Linked = Pick<Context, 'state' | 'options'> & {tables: Pick<Context['tables'], 'campaigns' | 'floor'>};

/** Milliseconds between the polls whose answers are expected. */
const paceOf = ({state, tables, options}: Linked): number => {
	const selected = selectedCampaignId(tables);
	// A campaign that is refused is polled less and less often; the list of campaigns is polled nevertheless.
	const isPolled = selected !== undefined && !state.dashboards.get(selected)?.failure?.refused;
	return isPolled ? options.interval : Math.max(options.interval, listEvery);
};

/** A time in seconds, from a minute on in minutes: `7 s`, `4m 12s`. */
const lasting = (seconds: number): string => (seconds < 60 ? `${seconds} s` : span(seconds));

/** When the newest answer came; where figures fail, when the newest figures came: the list of campaigns alone does not count as live. */
const newestAnswer = ({state, tables}: Linked): Moment | undefined => {
	const selected = state.dashboards.get(selectedCampaignId(tables) ?? '');
	if (!selected?.failure || selected.failure.refused) {
		return state.heardAt;
	}
	return [...state.dashboards.values()]
		.flatMap(({span}) => span?.receivedAt ?? [])
		.reduce<Moment | undefined>((newest, at) => (newest && newest.mono > at.mono ? newest : at), undefined);
};

const liveText = (context: Linked, latency: number): Span => {
	const {now, staleBefore} = context.state;
	const heardAt = newestAnswer(context) ?? context.state.heardAt;
	if (!heardAt || heardAt.mono <= staleBefore) {
		return ['warning', 'stale'];
	}
	const pace = paceOf(context);
	const old = elapsed(heardAt, now);
	const isSlow = latency > slowFrom;
	// The next answer of a slow service is due an interval and its latency later.
	if (old <= Math.max(livePatience * pace, isSlow ? pace + latency : 0)) {
		return isSlow ? ['warning', `slow ${(latency / 1000).toFixed(1)} s`] : ['ok', 'live'];
	}
	const word = old > Math.max(stalePatience * pace, leastStale) ? 'stale' : 'waiting';
	return ['warning', `${word} ${lasting(Math.floor(old / 1000))}`];
};

/** When the newest figures were polled; undefined if none are known. */
const newestPoll = ({dashboards}: State): Moment | undefined =>
	[...dashboards.values()]
		.flatMap(({span}) => span?.sentAt ?? [])
		.reduce<Moment | undefined>((newest, at) => (newest && newest.mono > at.mono ? newest : at), undefined);

/** Milliseconds since the newest figures were polled. */
const metricsAge = (state: State): number | undefined => {
	const polled = newestPoll(state);
	return polled && elapsed(polled, state.now);
};

const ageText = (milliseconds: number): string => `${lasting(Math.floor(milliseconds / 1000))} old`;

/** How old the newest figures of an engine are: `from metrics, 12 s old`. */
const metricsText = (state: State, {pace, doubt}: FromMetrics): Span => {
	const old = metricsAge(state);
	const isFresh = old !== undefined && old <= Math.max(stalePatience * pace, leastStale);
	const age = old === undefined ? [] : [ageText(old)];
	return [
		isFresh && doubt === undefined ? 'ok' : 'warning',
		['from metrics', ...age, ...(doubt ? [doubt] : [])].join(', '),
	];
};

const linkText = (context: Linked): Span => {
	const {link, now, source} = context.state;
	if (source.isRecording) {
		return ['pending', 'recording'];
	}
	switch (link.kind) {
		case 'starting':
			return ['pending', source.watchOnly ? 'asking for metrics' : 'connecting'];
		case 'signed-out':
			return ['error', 'signed out'];
		case 'gone':
			return ['error', 'ENDED'];
		case 'live':
			return link.metrics ? metricsText(context.state, link.metrics) : liveText(context, link.latency);
		case 'retrying': {
			const wait = Math.ceil((link.nextAt.mono - now.mono) / 1000);
			const retrying = wait > 0 ? `retrying in ${lasting(wait)}` : 'retrying';
			if (!source.watchOnly) {
				return ['error', retrying];
			}
			const old = metricsAge(context.state);
			return ['error', `metrics${old === undefined ? '' : ` ${ageText(old)}`}, ${retrying}`];
		}
	}
};

/** The alerts that nobody has acknowledged, of every service, their gravest level in words; else how many somebody has. */
const alertTexts = (states: readonly State[]): Span[] => {
	const counts = states.map(({alerts}) => alertCounts(alerts));
	const open = counts.reduce((sum, one) => sum + one.open, 0);
	const acknowledged = counts.reduce((sum, one) => sum + one.acknowledged, 0);
	if (open > 0) {
		const count = counted(open, 'alert');
		return [counts.some(({worst}) => worst === 'critical') ? ['error', `${count}, CRITICAL`] : ['warning', count]];
	}
	return acknowledged > 0 ? [['faint', `${acknowledged} acknowledged`]] : [];
};

const isProduction = (environment: string): boolean => /prod/i.test(environment);

/** The fewest cells of the services: the worst of them, or the beginning of its name. */
const leastForServices = 12;

const omitted = (): string => '';

/** What is omitted or shortened if the header is too narrow, in this order: never the environment, the lock or the link. */
const reductions: readonly Reduction[] = [
	['muted', omitted],
	['masked', omitted],
	['profile', 14],
	['profile', omitted],
	['host', 16],
	['dialtop', omitted],
	['unseen', () => 'NOT DRAWN'],
	['frozen', () => 'FROZEN'],
	['link', inBrief],
	['alerts', text => text.replace(/ alerts?,/, '')],
	['host', 8],
	['clock', omitted],
	['host', omitted],
	['past', text => text.replace(/, .*? ago/, '')],
	['environment', 16],
	['plain', () => 'PLAIN'],
];

/** The same for several services: every one of them that fails stays in sight. */
const reductionsFor = (services: readonly ServiceInHeader[]): readonly Reduction[] => [
	['muted', omitted],
	['masked', omitted],
	['dialtop', omitted],
	['services', widthOfAll(services)],
	['unseen', () => 'NOT DRAWN'],
	['frozen', () => 'FROZEN'],
	['alerts', text => text.replace(/ alerts?,/, '')],
	['clock', omitted],
	['past', text => text.replace(/, .*? ago/, '')],
	['services', leastForServices],
	['past', text => text.replace('looking at ', '')],
	['environment', 16],
	['plain', () => 'PLAIN'],
];

/** Which moment of the past is on screen, how long ago it was, and the way back. */
const pastText = ({state: {now, source}, options: {keymap}}: Shown, {at, speed, source: from}: LookBack): string => {
	const key = source.isRecording ? undefined : keyFor(keymap, 'back');
	const minutes = (now.wall - at) / 60_000;
	const ago = minutes < 1 ? span((now.wall - at) / 1000) : minutes < 1440 ? minutesText(minutes) : span(minutes * 60);
	return [
		` looking at ${dayAndTime({wall: at, mono: at}, now)}, ${ago} ago`,
		...(from === undefined ? [] : [from]),
		...(speed === undefined ? [] : [`${speed}x`]),
		...(key === undefined ? [] : [`${key}: now`]),
	]
		.join(' · ')
		.concat(' ');
};

const environmentSpan = (environment: string, text = environment): Span => [
	isProduction(environment) ? 'environment.production' : 'environment',
	text,
];

/** The environments of the services, in one badge. */
const environmentsSpan = (services: readonly Context[]): Span => {
	const all = [...new Set(services.map(({state}) => state.source.environment))];
	return environmentSpan(all.find(isProduction) ?? all[0] ?? '', ` ${all.join(' + ')} `);
};

/** Clocks that show the same but for so many milliseconds are one clock: zones lie quarters of an hour apart. */
const sameClock = 5 * minute;

/** The time, and whose clock it is by: where the services have different ones, that of the service in hand. */
const clockSpan = ({state, floors}: Shown): Span => {
	const {wall} = state.now;
	const times = floors.map(({zone}) => shownIn(zone, wall));
	const isOne = Math.max(...times) - Math.min(...times) < sameClock;
	return ['faint', isOne ? ownedClock(wall) : `${clock(wall).slice(0, 5)} ${state.source.floor}`];
};

/** The services for the header; what all of them have in common is shown once. */
const servicesOf = (shown: Shown, services: readonly Context[]): ServiceInHeader[] => {
	const isMixed = services.some(({state}) => state.source.environment !== shown.state.source.environment);
	const all = (has: (state: State) => boolean | undefined): boolean => services.every(({state}) => has(state));
	const {campaigns} = shown.tables;
	return services.map(({state, options}) => ({
		name: serviceSpan(shown.floors, state.source) ?? ['text', state.source.profile],
		link: linkText({state, options, tables: {campaigns, floor: state.source.floor}}),
		environment: isMixed ? environmentSpan(state.source.environment) : undefined,
		isLocked: isLocked(state) && !all(isLocked),
		isPlain: state.source.isPlain === true && !all(({source}) => source.isPlain),
	}));
};

/** A screen of metrics has nothing to lock. */
const isLocked = ({locked, source}: State): boolean => locked && !source.watchOnly;

/** The services as they were shortened last: most keys and answers change nothing of them. */
let lastFitted: {of: string; byWidth: Map<number, Spans>} | undefined;

/** The services shortened to a width. */
const fitServices = (all: readonly ServiceInHeader[]): ((width: number) => Spans) => {
	const of = JSON.stringify(all);
	const fitted = lastFitted?.of === of ? lastFitted : {of, byWidth: new Map<number, Spans>()};
	lastFitted = fitted;
	const {byWidth} = fitted;
	return width => {
		const known = byWidth.get(width) ?? servicesIn(all, width);
		byWidth.set(width, known);
		return known;
	};
};

/** The pieces that say whose screen it is, and how they give way; what is omitted first leaves its room to several services. */
type Whose = {pieces: Piece[]; reductions: readonly Reduction[]; firm: number};

/** What follows the name of the program, and how it gives way: the only service, or each of several. */
const whose = (shown: Shown, services: readonly Context[]): Whose => {
	const {source} = shown.state;
	const left = (id: PieceId, ...spans: Spans): Piece => ({id, spans, isRight: false});
	if (services.length === 1) {
		const pieces = [
			left('environment', environmentSpan(source.environment, ` ${source.environment} `)),
			left('host', ['text', source.host]),
			...(source.profile === '' ? [] : [left('profile', ['faint', `profile ${source.profile}`])]),
		];
		return {pieces, reductions, firm: 0};
	}
	const all = servicesOf(shown, services);
	const fit = fitServices(all);
	return {
		pieces: [
			left('environment', environmentsSpan(services)),
			{...left('services', ...fit(Number.POSITIVE_INFINITY)), fit},
		],
		reductions: reductionsFor(all),
		firm: 3,
	};
};

/** The pieces at both ends of the header. */
const headerOf = (shown: Shown): {left: Spans[]; right: Spans[]; width: number} => {
	const {state, ui} = shown;
	const services = shown.floors.length === 1 ? [shown] : onEach(shown);
	const states = services.map(context => context.state);
	const right: readonly (readonly [PieceId, Span])[] = [
		...(ui.unseenSince === undefined
			? []
			: [['unseen', ['warning', `NOT DRAWN SINCE ${clock(ui.unseenSince)}`]] as const]),
		...(ui.past ? [['past', ['past', pastText(shown, ui.past)]] as const] : []),
		...(ui.frozen ? [['frozen', ['warning', `FROZEN ${dayAndTime(ui.frozen.now, state.now)}`]] as const] : []),
		...(states.every(({source}) => source.isPlain) ? [['plain', ['error', 'PLAIN HTTP']] as const] : []),
		...(states.every(isLocked) ? [['read-only', ['warning', 'READ-ONLY']] as const] : []),
		...(ui.masked ? [['masked', ['pending', 'masked']] as const] : []),
		...alertTexts(states).map(text => ['alerts', text] as const),
		...(ui.muted ? [['muted', ['faint', 'bell muted']] as const] : []),
		...(services.length === 1 ? [['link', linkText(shown)] as const] : []),
		['clock', clockSpan(shown)],
	];
	const {pieces, reductions, firm} = whose(shown, services);
	const fitted = fitting(
		[
			{id: 'dialtop', spans: [['strong', 'dialtop']], isRight: false},
			...pieces,
			...right.map(([id, piece]) => ({id, spans: [piece], isRight: true})),
		],
		reductions,
		ui.columns,
		firm,
	);
	return {
		width: ui.columns,
		left: fitted.filter(({isRight}) => !isRight).map(({spans}) => spans),
		right: fitted.filter(({isRight}) => isRight).map(({spans}) => spans),
	};
};

/** The header. */
export const Header = memo(() => {
	const {left, right, width} = useStore(headerOf, isDeepStrictEqual);
	return <Ends left={left} right={right} width={width} />;
});
