/** The panes of a campaign, its page and their charts, read by labels and titles as an operator does. */
import {type ChartName, chartNames, type FigureName, mayShow, type Told} from './figures.ts';
import type {Known} from './known.ts';

type Labels = Readonly<Record<string, readonly FigureName[]>>;

/** Labels of the panes. */
const paneLabels: Readonly<Record<string, Labels>> = {
	Pace: {called: ['called'], answered: ['answered'], human: ['human'], machine: ['machine']},
	Leads: {total: ['leads'], active: ['activeLeads'], remaining: ['remaining'], recycled: ['recycled']},
	Calls: {
		active: ['activeCalls'],
		ringing: ['ringing'],
		waiting: ['waiting'],
		'in IVR': ['inIvr'],
		'connected today': ['connected'],
	},
	Agents: {
		agents: ['agents'],
		ready: ['ready'],
		'on call': ['onCall'],
		'wrap-up': ['wrapUp'],
		paused: ['paused'],
		dead: ['dead'],
	},
};

/** Labels of the page; three groups have an `active` of their own. */
const pageLabels: Labels = {
	called: ['called'],
	answered: ['answered'],
	'by humans': ['human'],
	'by machines': ['machine'],
	transfers: ['transfers'],
	sales: ['sales'],
	'signed in': ['agents'],
	ready: ['ready'],
	'on call': ['onCall'],
	'wrapping up': ['wrapUp'],
	paused: ['paused'],
	dead: ['dead'],
	active: ['activeAgents', 'activeCalls', 'activeLeads'],
	total: ['leads'],
	remaining: ['remaining'],
	recycled: ['recycled'],
	ringing: ['ringing'],
	waiting: ['waiting'],
	'in IVR': ['inIvr'],
	'connected calls': ['connected'],
	'total calls': ['calls'],
};

/** A figure beside its label: where it stands in the frame, and what it may be. */
export type Labelled = {label: string; text: string; y: number; x: number; figures: readonly FigureName[]};

/** A box of one campaign, or its page. */
export type Box = {
	kind: 'pane' | 'page';
	title: string;
	border: string;
	campaign: string;
	profile: string;
	figures: readonly Labelled[];
	/** The drop rate as it is written; undefined where none is. */
	drop: string | undefined;
	/** The newest points of charts, as they are written beside them. */
	points: readonly {chart: ChartName; text: string; y: number; x: number}[];
};

const value = '!?([\\d,.]+|-5|1e\\+?21|—)(?=[ │]|$)(?! throughout| ┤|┤)';

const finderOf = (labels: Labels, before: string): RegExp =>
	new RegExp(`(?<=${before})(${Object.keys(labels).join('|')}) +${value}`, 'g');

/** Finds the figures of each pane, and of the page, in a line. */
const paneFinders: Readonly<Record<string, RegExp>> = Object.fromEntries(
	Object.entries(paneLabels).map(([title, labels]) => [title, finderOf(labels, '(?:│|  |[█▓▒░×] )')]),
);
const pageFinder = finderOf(pageLabels, '(?:│ |  )');

const labelled = (lines: readonly string[], y: number, x: number, labels: Labels, finder: RegExp): Labelled[] =>
	lines.flatMap((line, below) =>
		[...line.matchAll(finder)].map(({0: whole, 1: label = '', 2: text = '', index}) => ({
			label,
			text,
			y: y + below,
			x: x + index + whole.length - text.length,
			figures: labels[label] ?? [],
		})),
	);

const dropIn = (lines: readonly string[]): string | undefined =>
	lines.flatMap(line => /(?<=│|│ | {2})dropped +([\d.]+(?=%)|—)/.exec(line)?.[1] ?? [])[0];

const chartTitle = new RegExp(`^│ (${chartNames.join('|')})(?= )`);
const anyTitle = /^│ [a-z][^│┤]*?(?: {2,}|│$| [▁-█]| —)/i;

/** Beside the labels of a chart: the title of its second line. Which of its ends is whose only colours tell. */
const secondTitle = /^│ paused +[\d,]*[│┤]/;

/** Charts of what dialtop saw at its own polls, which no answer tells as one point. */
const polled: ReadonlySet<ChartName> = new Set(['waiting', 'in IVR']);

/** The newest point of each chart: beside its line, at the end of its row of blocks, or what it is throughout. */
const pointsIn = (lines: readonly string[], y: number, x: number): Box['points'] => {
	const points: {chart: ChartName; text: string; y: number; x: number}[] = [];
	const arePolled = lines.some(line => /^│ ringing, /.test(line));
	let chart: ChartName | undefined;
	for (const [below, line] of lines.entries()) {
		const isShared = [line, lines[below + 1] ?? ''].some(one => secondTitle.test(one));
		const title = isShared ? undefined : chartTitle.exec(line)?.[1];
		if (title) {
			chart = arePolled && polled.has(title as ChartName) ? undefined : (title as ChartName);
		} else if (anyTitle.test(line)) {
			chart = undefined;
		}
		if (!chart) {
			continue;
		}
		const found = /(?<=[─╭╮╰╯▀-█\u2800-\u28ff] +|^│ [\w/ ]+? )(\d[\d,]*)(?= throughout| *│?$)/.exec(line);
		if (found) {
			points.push({chart, text: found[1] ?? '', y: y + below, x: x + found.index});
			chart = undefined;
		}
	}
	return points;
};

const read = (frame: readonly string[]): Box[] =>
	frame.flatMap((row, y) => {
		const panes = [...row.matchAll(/╭─ (Pace|Leads|Calls|Agents) ─+ ([^╮]*?)╮/g)].flatMap(
			({0: border, 1: title = '', 2: note = '', index}): Box[] => {
				const [, profile = '', campaign] = /([KJ])(\d{3})/.exec(note) ?? [];
				const below = frame.slice(y + 1).map(line => line.slice(index, index + border.length));
				const end = below.findIndex(line => /^[╰╭─]/.test(line));
				const lines = end === -1 ? below : below.slice(0, end);
				if (campaign === undefined || lines.length === 0) {
					return [];
				}
				// Figures begin at the border; what is indented belongs to charts and lists.
				const ofFigures = lines.map(line => (line[1] === ' ' ? '' : line));
				return [
					{
						kind: 'pane',
						title,
						border,
						campaign,
						profile,
						figures: labelled(ofFigures, y + 1, index, paneLabels[title] ?? {}, paneFinders[title] ?? pageFinder),
						drop: dropIn(ofFigures),
						points: pointsIn(lines, y + 1, index),
					},
				];
			},
		);
		const page = /^╭─ ([KJ])(\d{3}) \(\d+\) ─*.*╮/.exec(row);
		if (!page) {
			return panes;
		}
		const [border, profile = '', campaign = ''] = page;
		const lines = frame.slice(y + 1);
		return [
			...panes,
			{
				kind: 'page',
				title: 'page',
				border,
				campaign,
				profile,
				figures: labelled(lines, y + 1, 0, pageLabels, pageFinder),
				drop: dropIn(lines),
				points: [],
			},
		];
	});

const lastRead = new WeakMap<readonly string[], Box[]>();

/** Reads the panes of a frame, and the page of a campaign. */
export const boxesIn = (frame: readonly string[]): Box[] => {
	const boxes = lastRead.get(frame) ?? read(frame);
	lastRead.set(frame, boxes);
	return boxes;
};

/** What is wrong with a pane or a page. */
export const judgeBox = (box: Box, known: Known): string[] => {
	const {campaign, profile, title, figures, drop, points, border} = box;
	const complaints: string[] = [];
	if (!known.profiles.includes(profile)) {
		return [`the ${title} is of another profile: ${border}`];
	}
	const told = known.told(campaign);
	const candidates = told.length === 0 ? [undefined] : told;
	const fits = (one: Told | undefined): boolean =>
		figures.every(({figures: names, text}) => names.some(name => mayShow(text, one?.figures[name]))) &&
		(drop === undefined || (drop === '—' ? one?.drop === undefined : Number(drop) === one?.drop));
	if (!candidates.some(fits)) {
		const shown = figures.map(({label, text}) => `${label} ${text}`).join(', ');
		complaints.push(
			`${title} of ${campaign}: no answer said ${shown}, dropped ${drop}; what may stand there: ${JSON.stringify(told)}`,
		);
	}
	for (const {chart, text} of points) {
		if (!told.some(one => one && Number(text.replaceAll(',', '')) === one.points[chart])) {
			const newest = told.map(one => one?.points[chart]).join(' or ');
			complaints.push(
				`${title} of ${campaign}: the chart of ${chart} ends with ${text}, and the answer with ${newest}`,
			);
		}
	}
	const hasFigures = figures.some(({text}) => /\d/.test(text));
	if (hasFigures && known.isOld(campaign) && !/old|of unknown age/.test(border)) {
		complaints.push(`${title} of ${campaign}: figures ${known.age(campaign)} ms old without their age: ${border}`);
	}
	const age = /(\d+)s old/.exec(border)?.[1];
	if (hasFigures && age !== undefined && (Number(age) + 1) * 1000 < (known.age(campaign) ?? 0) - 1100) {
		complaints.push(`${title} of ${campaign}: figures ${known.age(campaign)} ms old said to be ${age} s: ${border}`);
	}
	return complaints;
};
