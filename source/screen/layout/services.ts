/** The services of the header, where several are on screen: each with its link and its lock, in as many cells as there are. */

import {cellsOf, cutSpans, type Span, type Spans} from '../../present/spans.ts';
import type {Role} from '../../present/theme.ts';

/** A service, as the header shows it. */
export type ServiceInHeader = {
	name: Span;
	/** Its link in words. */
	link: Span;
	/** Its environment, where they differ. */
	environment?: Span | undefined;
	/** What holds for it and not for all of them. */
	isLocked: boolean;
	isPlain: boolean;
};

/** A link by the role of its words: how grave it is, and its mark. */
const links: Partial<Record<Role, {rank: number; mark: string}>> = {
	ok: {rank: 0, mark: '✓'},
	pending: {rank: 1, mark: '·'},
	warning: {rank: 2, mark: '~'},
	error: {rank: 3, mark: '!'},
};

const rankOf = ({link: [role]}: ServiceInHeader): number => links[role]?.rank ?? 0;

/** The words of a link, without when or how long. */
export const inBrief = (text: string): string =>
	text.replace(/ in .*|^from (?=metrics)|(?<=^(?:from )?metrics.*) old/g, '');

const space: Span = ['text', ' '];
const gap: Span = ['text', '  '];

const joined = (parts: readonly Spans[]): Spans => parts.flatMap((part, index) => (index > 0 ? [gap, ...part] : part));

/** `west retrying in 8 s READ-ONLY` */
const inWords = ({name, link, environment, isLocked, isPlain}: ServiceInHeader): Spans => [
	name,
	space,
	...(environment ? [environment, space] : []),
	link,
	...(isPlain ? [space, ['error', 'PLAIN HTTP'] as const] : []),
	...(isLocked ? [space, ['warning', 'READ-ONLY'] as const] : []),
];

/** `west ! RO` */
const asMark = ({name, link: [role], isLocked, isPlain}: ServiceInHeader): Spans => [
	name,
	space,
	[role, links[role]?.mark ?? ''],
	...(isPlain ? [space, ['error', 'PLAIN'] as const] : []),
	...(isLocked ? [space, ['warning', 'RO'] as const] : []),
];

/** How many more there are, and how they are: `+9 live`, `+9, 3 not live`. */
const countOf = (others: readonly ServiceInHeader[]): Spans => {
	const failing = others.filter(one => rankOf(one) > 0);
	const [worst] = failing;
	const locked = others.filter(({isLocked}) => isLocked).length;
	return [
		['faint', `+${others.length}`],
		...(worst
			? [['faint', ', '] as const, [worst.link[0], `${failing.length} not live`] as const]
			: [['faint', ' live'] as const]),
		...(locked > 0 ? [['faint', ', '] as const, ['warning', `${locked} RO`] as const] : []),
	];
};

/** From the longest to the shortest: the worst is in words for as long as it can be, and first where not all are named. */
const lengths = function* (services: readonly ServiceInHeader[]): Generator<Spans> {
	const byRank = services.toSorted((one, other) => rankOf(other) - rankOf(one));
	const [worst] = byRank;
	if (!worst) {
		return;
	}
	yield joined(services.map(inWords));
	yield joined(services.map(one => (rankOf(one) > 0 || one === worst ? inWords(one) : asMark(one))));
	yield joined(services.map(one => (one === worst ? inWords(one) : asMark(one))));
	const [role, text] = worst.link;
	const shorter: ServiceInHeader = {...worst, link: [role, inBrief(text)], environment: undefined};
	for (let marks = services.length - 2; marks >= 0; marks--) {
		for (const first of [worst, shorter]) {
			yield joined([inWords(first), ...byRank.slice(1, marks + 1).map(asMark), countOf(byRank.slice(marks + 1))]);
		}
	}
	yield joined([asMark(worst), countOf(byRank.slice(1))]);
};

/** The services in so many cells. */
export const servicesIn = (services: readonly ServiceInHeader[], width: number): Spans => {
	let shortest: Spans = [];
	for (const spans of lengths(services)) {
		if (cellsOf(spans) <= width) {
			return spans;
		}
		shortest = spans;
	}
	return cutSpans(shortest, width);
};

/** The cells in which every service is named, and the worst in words. */
export const widthOfAll = (services: readonly ServiceInHeader[]): number => {
	const [, , named = []] = lengths(services);
	return cellsOf(named);
};
