/** Forecasts as they are recorded: a row when one is made, and another each time that it is known what came. */
import {type Scored, type ScoredFigure, scoredFigures} from '../foresight/bands.ts';
import type {Band} from '../model/drop-at-close.ts';
import type {Row, Values} from '../recording/recording.ts';
import {number, text} from '../recording/row-values.ts';

/** A forecast, and for which of its times it was looked up what came: it may be unknown. */
export type KnownForecast = Scored & {isOver: boolean; isClosed: boolean};

/** What came of a part of a forecast. */
export type Outcome = Pick<KnownForecast, 'campaignId' | 'at' | 'kind' | 'came'> & {of: 'half-hour' | 'close'};

/** The names of a band's ends in a row, and of what came. */
const nameOf = (figure: ScoredFigure, part: keyof Band | 'came'): string => `${figure}.${part}`;

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

const identity = ({campaignId, at, kind}: Pick<Scored, 'campaignId' | 'at' | 'kind'>): Values => ({
	campaign: campaignId,
	kind,
	since: at,
});

const cameValues = (came: Scored['came']): Values =>
	Object.fromEntries(
		scoredFigures.flatMap(figure => {
			const value = came[figure];
			return value === undefined ? [] : [[nameOf(figure, 'came'), rounded(value)]];
		}),
	);

const ends = ['low', 'median', 'high'] as const;

/** The row of a forecast, with what came of it if that is known already. */
export const valuesOfForecast = (forecast: KnownForecast): Values => ({
	...identity(forecast),
	ahead: forecast.ahead,
	// A length of time, which stays as it is where a recording is moved to another time.
	closesIn: forecast.closesAt - forecast.at,
	agents: forecast.agents,
	...Object.fromEntries(
		scoredFigures.flatMap(figure => ends.map(end => [nameOf(figure, end), rounded(forecast.bands[figure][end])])),
	),
	...cameValues(forecast.came),
	...(forecast.isOver && {isOver: 1}),
	...(forecast.isClosed && {isClosed: 1}),
});

/** The row of what came. */
export const valuesOfOutcome = (outcome: Outcome): Values => ({
	...identity(outcome),
	...(outcome.of === 'close' ? {isClosed: 1} : {isOver: 1}),
	...cameValues(outcome.came),
});

const cameIn = (values: Values): Scored['came'] =>
	Object.fromEntries(
		scoredFigures.flatMap(figure => {
			const value = number(values[nameOf(figure, 'came')]);
			return value === undefined ? [] : [[figure, value]];
		}),
	);

const bandIn = (values: Values, figure: ScoredFigure): Band | undefined => {
	const [low, median, high] = ends.map(end => number(values[nameOf(figure, end)]));
	return low === undefined || median === undefined || high === undefined ? undefined : {low, median, high};
};

/** A forecast without what came of it. */
type Made = Omit<KnownForecast, keyof Came>;
type Came = Pick<KnownForecast, 'came' | 'isOver' | 'isClosed'>;

/** What was read of a forecast, in whichever order: itself, and what came of it. */
export type ReadForecast = Came & {made: Made | undefined};

/** The forecast that a row holds; undefined if it holds only what came. */
const madeIn = (values: Values): Made | undefined => {
	const [at, agents, ahead, closesIn] = ['since', 'agents', 'ahead', 'closesIn'].map(name => number(values[name]));
	const campaignId = text(values.campaign);
	const [drop, dropAtClose, talk, ready] = scoredFigures.map(figure => bandIn(values, figure));
	if (campaignId === undefined || at === undefined || agents === undefined || ahead === undefined) {
		return undefined;
	}
	return closesIn === undefined || !drop || !dropAtClose || !talk || !ready
		? undefined
		: {
				campaignId,
				at,
				kind: values.kind === 'changed' ? 'changed' : 'as-is',
				ahead,
				closesAt: at + closesIn,
				agents,
				bands: {drop, dropAtClose, talk, ready},
			};
};

const nothingCame: Came = {came: {}, isOver: false, isClosed: false};

/** Adds what rows say to what was read before, by campaign, kind and time. */
export const addRows = (read: Map<string, ReadForecast>, rows: readonly Row[]): void => {
	for (const {values} of rows) {
		const key = `${values.campaign} ${values.kind} ${values.since}`;
		const before = read.get(key);
		const {came, isOver, isClosed} = before ?? nothingCame;
		read.set(key, {
			made: madeIn(values) ?? before?.made,
			came: {...came, ...cameIn(values)},
			isOver: isOver || values.isOver === 1,
			isClosed: isClosed || values.isClosed === 1,
		});
	}
};

/** The forecasts of rows that were read, oldest first. */
export const forecastsOf = (read: ReadonlyMap<string, ReadForecast>): KnownForecast[] =>
	[...read.values()]
		.flatMap(({made, ...came}) => (made ? [{...made, ...came}] : []))
		.toSorted((one, other) => one.at - other.at);

/** The forecasts of all rows. */
export const forecastsIn = (rows: readonly Row[]): KnownForecast[] => {
	const read = new Map<string, ReadForecast>();
	addRows(read, rows);
	return forecastsOf(read);
};
