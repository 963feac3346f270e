/** What a question is likely to do, in two lines at most: an estimate, never a figure without its band, and how earlier ones did. */
import type {Band} from '../../model/drop-at-close.ts';
import {minute} from '../../model/time.ts';
import {clock, width, wrap} from '../../present/format.ts';
import type {Forecasted, NoForecast} from '../../service/foresight.ts';

type Text = (value: number) => string;

/** `2.1 → 2.3 to 2.9`. */
const changeText = (before: Band, after: Band, text: Text): string =>
	`${text(before.median)} → ${text(after.low)} to ${text(after.high)}`;

const rate: Text = value => value.toFixed(1);
const whole: Text = value => String(Math.round(value));

/** When leads run out; undefined if they do not today. */
const leadsText = (before: Band | undefined, after: Band | undefined, now: number): string | undefined => {
	const at = (minutes: number): string =>
		Number.isFinite(minutes) ? clock(now + minutes * minute).slice(0, 5) : 'later';
	if (!before && !after) {
		return undefined;
	}
	const then = after ? `${at(after.low)} to ${at(after.high)}` : 'not today';
	return `leads out ${before ? at(before.median) : 'not today'} → ${then}`;
};

const joined = (parts: readonly (string | undefined)[]): string => parts.filter(part => part !== undefined).join(' · ');

/** The figures, the fullest text first. At close comes first: half an hour of a small floor is mostly chance. */
const figuresOf = ({asIs, changed, ahead, dropLimit}: Forecasted, now: number): string[] => {
	const limit = dropLimit === undefined ? '' : ` (limit ${dropLimit} %)`;
	const drop = `drop ${changeText(asIs.dropAtClose, changed.dropAtClose, rate)} %${limit}`;
	const talk = `talk ${changeText(asIs.talk, changed.talk, whole)}`;
	const leads = leadsText(asIs.leadsOut, changed.leadsOut, now);
	const [long, short] = [`Likely today at close: ${drop}`, `Likely at close: ${drop}`];
	const talkLong = `next ${ahead} min: ${talk} min an hour and agent`;
	return [
		joined([long, talkLong, leads]),
		joined([long, talkLong]),
		joined([short, `${talk} min/h`, leads]),
		joined([short, `${talk} min/h`]),
		short,
	];
};

/** What it was made of, and how earlier ones did, the fullest text first. */
const groundsOf = ({runs, calibratedOn, record}: Forecasted): string[] => {
	const {scored, inside, of, factor} = record.asIs.drop;
	const made = `from ${runs} runs on the last ${calibratedOn.minutes} min`;
	if (scored === 0) {
		const none = 'no forecast has been compared yet';
		return [`estimated ${made}; ${none}, bands not calibrated`, `${made}; ${none}`, `from ${runs} runs; ${none}`];
	}
	if (factor === undefined) {
		const soFar = `${inside} of ${scored} so far, bands not calibrated`;
		return [
			`estimated ${made}; ${inside} of ${scored} forecasts inside their band so far, bands not calibrated`,
			`${made}; ${soFar}`,
			`from ${runs} runs; ${soFar}`,
		];
	}
	const {changed} = record;
	const ofBench =
		changed.drop.factor === undefined ? `; ${changed.drop.scored} of ${changed.drop.least} changes compared` : '';
	const inBand = `${inside} of the last ${of}`;
	return [
		`estimated ${made}; ${inBand} forecasts were inside their band${ofBench}`,
		`estimated ${made}; ${inBand} forecasts were inside their band`,
		`${made}; ${inBand} were inside their band`,
		`from ${runs} runs; ${inBand} inside`,
	];
};

/** The first text that a line holds, else the last one wrapped. */
const fitting = (texts: readonly string[], columns: number): string[] => {
	const text = texts.find(one => width(one) <= columns);
	return text === undefined ? wrap(texts.at(-1) ?? '', columns) : [text];
};

/** The lines above a question; why there is no forecast, if there is none. The least important is omitted where it does not fit. */
export const foreseenLines = (answer: Forecasted | NoForecast, now: number, columns: number): string[] => {
	if ('why' in answer) {
		return wrap(`No forecast: ${answer.why}.`, columns);
	}
	const [figures, grounds] = [figuresOf(answer, now), groundsOf(answer)];
	const all = `${figures[0]} · ${grounds[0]}`;
	return width(all) <= columns ? [all] : [...fitting(figures, columns), ...fitting(grounds, columns)];
};
