/** What happens in a trial: what hands do at a question or a what-if, and what strikes meanwhile. */
import {keyBytes} from '../../../helpers/terminal-keys.ts';
import type {Random} from '../../row.ts';
import {keysFor} from '../once/form-keys.ts';

/** What strikes: the floor's figures, settings, clock and campaign; the thread; the recording. */
export const faults = [
	'figures change',
	'nobody is there',
	'settings change',
	'paused by somebody else',
	'clock ahead',
	'clock back',
	'campaign vanishes',
	'thread ends',
	'thread throws',
	'recording breaks',
	'recording is empty',
] as const;

export type Fault = (typeof faults)[number];

/** What happens, and the milliseconds until the next: bytes are typed, a fault strikes (one of the campaigns), or what the simulation has answered arrives. */
export type Step = {wait: number} & ({bytes: string} | {fault: Fault; of: number} | {arrives: true});

const typed = (bytes: string, wait: number): Step => ({bytes, wait});

/** One of so many campaigns becomes the selected one. */
const selected = ({below}: Random, campaigns: number): Step[] => [
	typed('1', 400),
	typed('g', 40),
	...Array.from({length: below(campaigns)}, () => typed('j', 40)),
	typed('\u001b', 450),
];

const form = (id: string, fields: Readonly<Record<string, string>>): Step[] => [
	...[typed(':', 300), typed('update_campaign', 100), typed('\r', 300), typed(keyBytes('pageup').repeat(8), 60)],
	...[typed(keysFor({type: 'update_campaign', fields: {campaign_id: id, ...fields}}), 300), typed('\u0013', 0)],
];

/** Ways to a question, the last key of which opens it. */
const opened = (random: Random, ids: readonly string[]): Step[] => {
	const {pick, below} = random;
	const own = selected(random, ids.length);
	switch (below(9)) {
		case 0:
		case 1:
			return [...own, ...Array.from({length: 1 + below(3)}, () => typed('+', 60)), typed('E', 0)];
		case 2:
			return [...own, typed('-', 60), typed('E', 0)];
		case 3:
			return form(pick(ids), {adaptive_dropped_percentage: pick(['1', '2', '5'])});
		case 4:
			return form(pick(ids), {autodiallevel: pick(['1.5', '1.9', '2.5'])});
		case 5:
			return [typed('3', 1500), ...Array.from({length: below(3)}, () => typed('j', 40)), typed('L', 0)];
		case 6:
			return [...own, typed(' ', 40), typed('j', 40), typed(' ', 40), typed('P', 400), typed('1', 0)];
		default:
			return [...own, typed('P', 0)];
	}
};

/** Places steps between others: each after so many milliseconds. */
const merged = (timed: readonly (readonly [number, Step])[]): Step[] => {
	const sorted = timed.toSorted(([one], [other]) => one - other);
	return [
		{bytes: '', wait: sorted[0]?.[0] ?? 0},
		...sorted.map(([at, step], index) => ({...step, wait: (sorted[index + 1]?.[0] ?? at) - at + step.wait})),
	];
};

/** Milliseconds until an answer: too early, just in time, late. */
const readings = [120, 390, 401, 401, 410, 450, 520, 700, 1200, 2100, 2600] as const;

const struck = ({pick, below}: Random, most: number): (readonly [number, Step])[] =>
	Array.from({length: 1 + below(2)}, () => [below(most), {fault: pick(faults), of: below(3), wait: 0}] as const);

/** What has struck before anything is asked. */
const before = ({pick, below}: Random): Step[] =>
	below(3) === 0 ? [{fault: pick(faults), of: below(3), wait: 1500}] : [];

const arrivals = ({below}: Random, most: number): (readonly [number, Step])[] =>
	Array.from({length: 1 + below(2)}, () => [20 + below(most), {arrives: true, wait: 0}] as const);

const answers = ['y', 'y', 'y', 'y', 'y', 'y', 'n', '\u001b', 'j', '\r', 'Y'] as const;

/** A question, what is typed at it, and what strikes; the answer of the simulation arrives at any time, or never. */
export const nextQuestion = (random: Random, ids: readonly string[]): Step[] => {
	const {pick, below} = random;
	const first = pick(readings);
	const keys = [first, ...(below(2) === 0 ? [first + pick(readings)] : [])];
	return [
		...before(random),
		...opened(random, ids),
		...merged([
			...(below(6) === 0 ? [] : arrivals(random, pick([380, 380, 1500]))),
			...(below(5) < 2 ? [] : struck(random, first + 300)),
			...keys.map(at => [at, typed(pick(answers), 0)] as const),
		]),
		typed('', pick([60, 400, 2500])),
	];
};

const whatIfKeys = ['\u001b[C', '\u001b[D', '\u001b[A', '\u001b[B', 'f', 'y', 'P', 'E', 'j', 'k', '\r', '\r'] as const;

/** A what-if, keys in it, and what strikes; a level that was staged is sent, at times. */
export const nextWhatIf = (random: Random, ids: readonly string[]): Step[] => {
	const {pick, below} = random;
	const keys = Array.from({length: 2 + below(6)}, () => [100 + below(2400), typed(pick(whatIfKeys), 0)] as const);
	return [
		...before(random),
		...selected(random, ids.length),
		typed('f', 0),
		...merged([...arrivals(random, 600), ...arrivals(random, 2400), ...struck(random, 2400), ...keys]),
		typed('\r', 300),
		...(below(2) === 0 ? [typed('E', pick(readings)), typed('y', 300)] : []),
		typed('', 200),
	];
};
