/** The header: which service this is, in words, and the state of the connection. */
import {isDeepStrictEqual} from 'node:util';
import {memo} from 'react';
import {alertCounts} from '../../alerts/floods.ts';
import type {FromMetrics, State} from '../../model/state.ts';
import {elapsed, type Moment} from '../../model/time.ts';
import {width as cells, counted, cut, dayAndTime, minutesText, ownedClock, span} from '../../present/format.ts';
import {keyFor} from '../../present/keymap.ts';
import type {Span, Spans} from '../../present/spans.ts';
import {listEvery} from '../../service/schedule.ts';
import {Ends} from '../parts/line.tsx';
import type {LookBack} from '../state/state.ts';
import {selectedCampaignId} from '../state/tables.ts';
import type {Context} from '../store/context.ts';
import type {Shown} from '../store/shown.ts';
import {useStore} from '../store/store.ts';

/** The link is live for so many intervals after the newest answer. */
const livePatience = 2;

/** After so many intervals without an answer, and so many milliseconds at least, all that is shown is stale. */
const stalePatience = 4;
const leastStale = 20_000;

/** From so many milliseconds on an answer is slow. */
const slowFrom = 1000;

/** Milliseconds between the polls whose answers are expected. */
const paceOf = ({state, tables, options}: Context): number => {
	const selected = selectedCampaignId(tables);
	// A campaign that is refused is polled less and less often; the list of campaigns is polled nevertheless.
	const isPolled = selected !== undefined && !state.dashboards.get(selected)?.failure?.refused;
	return isPolled ? options.interval : Math.max(options.interval, listEvery);
};

/** A time in seconds, from a minute on in minutes: `7 s`, `4m 12s`. */
const lasting = (seconds: number): string => (seconds < 60 ? `${seconds} s` : span(seconds));

/** When the newest answer came; where figures fail, when the newest figures came: the list of campaigns alone does not count as live. */
const newestAnswer = ({state, tables}: Context): Moment | undefined => {
	const selected = state.dashboards.get(selectedCampaignId(tables) ?? '');
	if (!selected?.failure || selected.failure.refused) {
		return state.heardAt;
	}
	return [...state.dashboards.values()]
		.flatMap(({span}) => span?.receivedAt ?? [])
		.reduce<Moment | undefined>((newest, at) => (newest && newest.mono > at.mono ? newest : at), undefined);
};

const liveText = (context: Context, latency: number): Span => {
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

const linkText = (context: Context): Span => {
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

/** The alerts that nobody has acknowledged, their gravest level in words; else how many somebody has. */
const alertTexts = ({alerts}: State): Span[] => {
	const {open, acknowledged, worst} = alertCounts(alerts);
	if (worst) {
		const count = counted(open, 'alert');
		return [worst === 'critical' ? ['error', `${count}, CRITICAL`] : ['warning', count]];
	}
	return acknowledged > 0 ? [['faint', `${acknowledged} acknowledged`]] : [];
};

const isProduction = (environment: string): boolean => /prod/i.test(environment);

/** The pieces of the header. */
type PieceId =
	| 'dialtop'
	| 'environment'
	| 'host'
	| 'profile'
	| 'past'
	| 'frozen'
	| 'plain'
	| 'read-only'
	| 'masked'
	| 'alerts'
	| 'muted'
	| 'link'
	| 'clock';

type Piece = {id: PieceId; span: Span; isRight: boolean};

/** Cells between two pieces. */
const gap = 2;

/** A shorter text, empty to omit the piece; or the least cells that it is cut to, and no further than necessary. */
type Reduction = readonly [PieceId, ((text: string) => string) | number];

const omitted = (): string => '';

/** What is omitted or shortened if the header is too narrow, in this order: never the environment, the lock or the link. */
const reductions: readonly Reduction[] = [
	['muted', omitted],
	['masked', omitted],
	['profile', 14],
	['profile', omitted],
	['host', 16],
	['dialtop', omitted],
	['frozen', () => 'FROZEN'],
	['link', text => text.replace(/ in .*|^from (?=metrics)|(?<=^(?:from )?metrics.*) old/g, '')],
	['alerts', text => text.replace(/ alerts?,/, '')],
	['host', 8],
	['clock', omitted],
	['host', omitted],
	['past', text => text.replace(/, .*? ago/, '')],
	['environment', 16],
	['plain', () => 'PLAIN'],
];

const lengthOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, {span}) => sum + cells(span[1]) + gap, -gap);

const shorter = (text: string, to: Reduction[1], over: number): string =>
	over <= 0 ? text : typeof to === 'number' ? cut(text, Math.max(to, cells(text) - over)) : to(text);

/** The pieces after some of the reductions; pieces that are cut get the room that remains. */
const reduced = (pieces: readonly Piece[], steps: readonly Reduction[], width: number): readonly Piece[] =>
	steps
		.toSorted(([, one], [, other]) => Number(typeof one === 'number') - Number(typeof other === 'number'))
		.reduce((pieces, [id, to]) => {
			const over = lengthOf(pieces) - width;
			return pieces.flatMap(piece => {
				const [role, text] = piece.span;
				const shown = piece.id === id ? shorter(text, to, over) : text;
				return shown === '' ? [] : [{...piece, span: [role, shown] as const}];
			});
		}, pieces);

/** The pieces that fit into so many cells. */
const fitting = (pieces: readonly Piece[], width: number): readonly Piece[] => {
	const fits = (steps: readonly Reduction[]): boolean => lengthOf(reduced(pieces, steps, width)) <= width;
	const count = reductions.findIndex((_step, at) => fits(reductions.slice(0, at)));
	let steps: readonly Reduction[] = count === -1 ? reductions : reductions.slice(0, count);
	// An earlier reduction may be unnecessary after the last one.
	for (const step of steps.toReversed()) {
		const others = steps.filter(one => one !== step);
		steps = fits(others) ? others : steps;
	}
	return reduced(pieces, steps, width);
};

/** Which moment of the past is on screen, how long ago it was, and the way back. */
const pastText = ({state: {now, source}, options: {keymap}}: Shown, {at, speed}: LookBack): string => {
	const key = source.isRecording ? undefined : keyFor(keymap, 'back');
	const minutes = (now.wall - at) / 60_000;
	const ago = minutes < 1 ? span((now.wall - at) / 1000) : minutes < 1440 ? minutesText(minutes) : span(minutes * 60);
	return [
		` looking at ${dayAndTime({wall: at, mono: at}, now)}, ${ago} ago`,
		...(speed === undefined ? [] : [`${speed}x`]),
		...(key === undefined ? [] : [`${key}: now`]),
	]
		.join(' · ')
		.concat(' ');
};

/** The pieces at both ends of the header. */
const headerOf = (shown: Shown): {left: Spans; right: Spans; width: number} => {
	const {state, ui} = shown;
	const {source} = state;
	const environment = isProduction(source.environment) ? 'environment.production' : 'environment';
	const left: readonly (readonly [PieceId, Span])[] = [
		['dialtop', ['strong', 'dialtop']],
		['environment', [environment, ` ${source.environment} `]],
		['host', ['text', source.host]],
		...(source.profile === '' ? [] : [['profile', ['faint', `profile ${source.profile}`]] as const]),
	];
	const right: readonly (readonly [PieceId, Span])[] = [
		...(ui.past ? [['past', ['past', pastText(shown, ui.past)]] as const] : []),
		...(ui.frozen ? [['frozen', ['warning', `FROZEN ${dayAndTime(ui.frozen.now, state.now)}`]] as const] : []),
		...(source.isPlain ? [['plain', ['error', 'PLAIN HTTP']] as const] : []),
		// A screen of metrics has nothing to lock.
		...(state.locked && !source.watchOnly ? [['read-only', ['warning', 'READ-ONLY']] as const] : []),
		...(ui.masked ? [['masked', ['pending', 'masked']] as const] : []),
		...alertTexts(state).map(text => ['alerts', text] as const),
		...(ui.muted ? [['muted', ['faint', 'bell muted']] as const] : []),
		['link', linkText(shown)],
		['clock', ['faint', ownedClock(state.now.wall)]],
	];
	const pieces = fitting(
		[
			...left.map(([id, piece]) => ({id, span: piece, isRight: false})),
			...right.map(([id, piece]) => ({id, span: piece, isRight: true})),
		],
		ui.columns,
	);
	return {
		width: ui.columns,
		left: pieces.filter(({isRight}) => !isRight).map(({span}) => span),
		right: pieces.filter(({isRight}) => isRight).map(({span}) => span),
	};
};

/** The header. */
export const Header = memo(() => {
	const {left, right, width} = useStore(headerOf, isDeepStrictEqual);
	return <Ends left={left.map(piece => [piece])} right={right.map(piece => [piece])} width={width} />;
});
