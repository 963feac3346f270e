/** The picture of the trade-off: a curve for each number of agents, and marks where the adaptive rules come to stand. */
import {curveOf, type Point} from '../test/helpers/trade-off.ts';

const paper = '#14171c';
const ink = '#d4d8df';
const faint = '#9aa3b2';
const grid = '#2b3039';
const alarm = '#ff8f95';
const colours = ['#e5c76b', '#8ccf7e', '#67a8f0', '#d9a5f5'];

const width = 800;
const height = 500;
const frame = {left: 66, right: 690, top: 78, bottom: 436};
/** Percent at the ends of the axes: dropped, and busy. */
const most = {dropped: 10, busy: 100};
const least = {dropped: 0, busy: 55};

const px = (length: number): string => String(Math.round(length * 10) / 10);

const xOf = (dropped: number): number =>
	frame.left + ((frame.right - frame.left) * (dropped - least.dropped)) / (most.dropped - least.dropped);
const yOf = (busy: number): number =>
	frame.bottom - ((frame.bottom - frame.top) * (busy - least.busy)) / (most.busy - least.busy);

const words = (x: number, y: number, said: string, look = ''): string =>
	`<text x="${px(x)}" y="${px(y)}"${look}>${said}</text>`;
const line = (x1: number, y1: number, x2: number, y2: number, look: string): string =>
	`<path d="M${px(x1)} ${px(y1)}L${px(x2)} ${px(y2)}" ${look}/>`;

const steps = (from: number, to: number, by: number): number[] =>
	Array.from({length: Math.floor((to - from) / by) + 1}, (_, step) => from + step * by);

const axes = (): string[] => [
	...steps(least.dropped, most.dropped, 1).flatMap(dropped => {
		const x = xOf(dropped);
		return [
			line(x, frame.top, x, frame.bottom + 5, `stroke="${grid}"`),
			words(x, frame.bottom + 20, String(dropped), ' text-anchor="middle"'),
		];
	}),
	...steps(60, most.busy, 10).flatMap(busy => {
		const y = yOf(busy);
		return [
			line(frame.left - 5, y, frame.right, y, `stroke="${grid}"`),
			words(frame.left - 10, y + 4.5, String(busy), ' text-anchor="end"'),
		];
	}),
	`<path d="M${frame.left} ${frame.top}V${frame.bottom}H${frame.right}" fill="none" stroke="${faint}"/>`,
	words((frame.left + frame.right) / 2, height - 22, 'drop rate: % of human answers', ' text-anchor="middle"'),
	`<text transform="translate(22 ${px((frame.top + frame.bottom) / 2)}) rotate(-90)" text-anchor="middle">utilisation: % of agents’ time</text>`,
];

const limitOfLaw = (): string[] => {
	const x = xOf(3);
	return [
		line(x, frame.top - 8, x, frame.bottom, `stroke="${alarm}" stroke-width="1.5" stroke-dasharray="6 4"`),
		words(x, frame.top - 14, 'the regulator’s 3 %', ` fill="${alarm}" text-anchor="middle"`),
	];
};

/** A mark of its own shape for each rule. */
const marks = {
	damped: (x: number, y: number, colour: string): string =>
		`<circle cx="${px(x)}" cy="${px(y)}" r="6" fill="${paper}" stroke="${colour}" stroke-width="2.5"/>`,
	classic: (x: number, y: number, colour: string): string =>
		`<path d="M${px(x - 5)} ${px(y - 5)}l10 10m0 -10l-10 10" stroke="${colour}" stroke-width="2.5"/>`,
};

const isShown = ({dropRate, utilisation}: Point): boolean => dropRate <= most.dropped && utilisation >= least.busy;

/** Where a curve leaves the picture. */
const leave = (curve: readonly Point[]): {dropRate: number; utilisation: number}[] => {
	const after = curve.findIndex(({dropRate}) => dropRate > most.dropped);
	const [last, beyond] = [curve[after - 1], curve[after]];
	const share = last && beyond ? (most.dropped - last.dropRate) / (beyond.dropRate - last.dropRate) : 0;
	return last && beyond
		? [{dropRate: most.dropped, utilisation: last.utilisation + share * (beyond.utilisation - last.utilisation)}]
		: [];
};

/** The levels above the points of a curve, in tenths, where they do not run into the axis. */
const levelNames = (shown: readonly Point[], colour: string): string[] =>
	shown.flatMap(({dialing, dropRate, utilisation}) => {
		const [x, y] = [xOf(dropRate) - 6, yOf(utilisation) - 6];
		const isNamed = 'level' in dialing && Math.round(dialing.level * 100) % 10 === 0 && x > frame.left + 22;
		return isNamed ? [words(x, y, dialing.level.toFixed(1), ` fill="${colour}" font-size="12" text-anchor="end"`)] : [];
	});

const drawCurve = (points: readonly Point[], agents: number, colour: string, isNamed: boolean): string[] => {
	const curve = curveOf(points, agents);
	const shown = curve.filter(isShown);
	const end = leave(curve);
	const path = [...shown, ...end].map(({dropRate, utilisation}) => `${px(xOf(dropRate))} ${px(yOf(utilisation))}`);
	return [
		`<path d="M${path.join('L')}" fill="none" stroke="${colour}" stroke-width="2" stroke-linejoin="round"/>`,
		...shown.map(
			({dropRate, utilisation}) =>
				`<circle cx="${px(xOf(dropRate))}" cy="${px(yOf(utilisation))}" r="2.6" fill="${colour}"/>`,
		),
		...(isNamed ? levelNames(shown, colour) : []),
		...end.map(({utilisation}) =>
			words(frame.right + 10, yOf(utilisation) + 5, `${agents} agents`, ` fill="${colour}" font-weight="bold"`),
		),
	];
};

const drawMarks = (points: readonly Point[], agents: number, colour: string): string[] =>
	points
		.filter(point => point.agents === agents && isShown(point))
		.flatMap(({dialing, dropRate, utilisation}) =>
			'rule' in dialing ? [marks[dialing.rule](xOf(dropRate), yOf(utilisation), colour)] : [],
		);

const legend = (): string[] => {
	const x = 436;
	const top = 338;
	const rows: readonly [mark: string, said: string][] = [
		[
			`${line(x, top, x + 28, top, `stroke="${ink}" stroke-width="2"`)}<circle cx="${x + 14}" cy="${top}" r="2.6" fill="${ink}"/>`,
			'RATIO: fixed lines per agent',
		],
		[marks.damped(x + 14, top + 26, ink), 'damped rule, limit 1, 3, 5 %'],
		[marks.classic(x + 14, top + 52, ink), 'classic rule, limit 1, 3, 5 %'],
	];
	return [
		`<rect x="${x - 14}" y="${top - 20}" width="254" height="92" rx="6" fill="${paper}" stroke="${grid}"/>`,
		...rows.flatMap(([mark, said], row) => [mark, words(x + 38, top + 26 * row + 4.5, said, ' font-size="13"')]),
	];
};

/** Draws measured points as SVG. Equal points give equal bytes. */
export const chart = (points: readonly Point[]): string => {
	const sizes = [...new Set(points.map(({agents}) => agents))].sort((one, other) => one - other);
	const colourOf = (place: number): string => colours[place % colours.length] ?? ink;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">`,
		`<title id="title">Utilisation of agents against the drop rate, for ${sizes.join(', ')} agents: more agents are busier at the same drop rate</title>`,
		`<rect width="${width}" height="${height}" rx="8" fill="${paper}"/>`,
		`<g font-family="system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif" font-size="14" fill="${ink}">`,
		words(
			frame.left,
			34,
			'The more agents, the busier they can be at the same drop rate',
			' font-size="18" font-weight="bold"',
		),
		...axes(),
		...limitOfLaw(),
		...sizes.flatMap((agents, place) =>
			drawCurve(points, agents, colourOf(place), place === 0 || place === sizes.length - 1),
		),
		...legend(),
		...sizes.flatMap((agents, place) => drawMarks(points, agents, colourOf(place))),
		'</g>',
		'</svg>',
		'',
	].join('\n');
};
