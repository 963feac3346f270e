/** Forecasts of dialtop on floors drawn by chance, whose minutes were recorded, beside what came. In process, by the floors' own clock. */
import {type CloseSample, closeRecordOf, fewestAnswers, wholeDays} from '../../source/model/close-record.ts';
import {answersAtPace, type Band, type DayPoint, dropRateAtClose} from '../../source/model/drop-at-close.ts';
import {forecastMisses} from '../../source/model/forecast-errors.ts';
import type {Source} from '../../source/model/state.ts';
import {day, hour} from '../../source/model/time.ts';
import {type RecordedCampaign, type RecordedMinute, recordedFloor} from '../helpers/recorded-floor.ts';
import type {Figure} from './figures.ts';

/** A forecast, what came, and the rate that held when it was made; percent. */
type Foretold = {campaign: RecordedCampaign; time: number; daysBefore: number; band: Band; came: number; asNow: number};

const pointOf = ({at, humanAnswered, dropRate}: RecordedMinute): DayPoint => ({
	time: at % day,
	answers: humanAnswered,
	drops: (dropRate * humanAnswered) / 100,
});

/** The last minute of each hour, as a recording stores hours. */
const hoursOf = (minutes: readonly RecordedMinute[]): CloseSample[] =>
	minutes.filter(({at}, index) => Math.floor((minutes[index + 1]?.at ?? at + hour) / hour) > Math.floor(at / hour));

/** When the calling hours of these floors end. */
const closes = 21 * hour;

/** What a generator returns in the end. */
const resultOf = <T>(slices: Generator<undefined, T>): T => {
	for (let slice = slices.next(); ; slice = slices.next()) {
		if (slice.done) {
			return slice.value;
		}
	}
};

/** The forecasts of a campaign's days, one each half hour, each by what was recorded before it. */
export const foretoldOf = (campaign: RecordedCampaign): Foretold[] => {
	const byDay = Map.groupBy(campaign.minutes, ({at}) => Math.floor(at / day));
	const hours = hoursOf(campaign.minutes);
	return [...byDay].flatMap(([number, minutes]) => {
		const end = minutes.at(-1);
		if (!end || end.humanAnswered < fewestAnswers) {
			return [];
		}
		const {days, widening} = resultOf(closeRecordOf(wholeDays(hours, 0, number)));
		return minutes.flatMap((one, index) => {
			const isMoment = one.at % (hour / 2) === 0 && one.humanAnswered >= fewestAnswers;
			const before = minutes[index - 60];
			if (!(isMoment && before) || end.humanAnswered - one.humanAnswered < 5) {
				return [];
			}
			const restAtPace = answersAtPace(one.humanAnswered - before.humanAnswered, number * day + closes - one.at);
			const band = dropRateAtClose({day: number, now: pointOf(one), before: days, restAtPace, widening});
			const [asNow, came] = [one.dropRate, end.dropRate];
			return band ? [{campaign, time: one.at % day, daysBefore: days.length, band, came, asNow}] : [];
		});
	});
};

/** What a forecast of a share costs where so much came (pinball loss). */
const loss = (share: number, said: number, came: number): number =>
	came >= said ? share * (came - said) : (1 - share) * (said - came);

const lossOf = ({low, median, high}: Band, came: number): number =>
	loss(0.1, low, came) + loss(0.5, median, came) + loss(0.9, high, came);

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Two decimals of a rate are rounded. */
const rounding = 0.005;

/** The share of forecasts whose band held what came, percent. */
const heldBy = (all: readonly Foretold[]): number =>
	100 * mean(all.map(({band, came}) => (came >= band.low - rounding && came <= band.high + rounding ? 1 : 0)));

/** The share that each group of forecasts held, in words. */
const byGroup = (all: readonly Foretold[], group: (one: Foretold) => string): string =>
	[...Map.groupBy(all, group)]
		.toSorted(([one], [other]) => one.localeCompare(other))
		.map(([name, some]) => `${name} ${heldBy(some).toFixed(0)} % of ${some.length}`)
		.join(', ');

const bandFigures = (all: readonly Foretold[]): Figure[] => {
	const held = heldBy(all);
	const own = mean(all.map(({band, came}) => lossOf(band, came)));
	const asNow = mean(all.map(({asNow: rate, came}) => lossOf({low: rate, median: rate, high: rate}, came)));
	const width = mean(all.map(({band}) => band.high - band.low));
	return [
		{
			name: 'drop rate at close, 80 % band: held off 80 % by',
			unit: 'points',
			samples: [Math.abs(held - 80)],
			aim: 5,
			note: `${held.toFixed(1)} % of ${all.length} forecasts, ${width.toFixed(2)} points wide`,
		},
		{
			name: 'drop rate at close: pinball loss (10, 50, 90) against "as now"',
			unit: '×',
			samples: [own / asNow],
			aim: 1,
			note: `${own.toFixed(3)} beside ${asNow.toFixed(3)}`,
		},
		...(
			[
				['by dial method', ({campaign}) => campaign.method],
				['by agents', ({campaign: {agents}}) => (agents < 10 ? '05 to 9' : agents < 25 ? '10 to 24' : '25 to 50')],
				['by time of day', ({time}) => (time < 12 * hour ? '1 morning' : time < 16 * hour ? '2 noon' : '3 evening')],
				[
					'by earlier days',
					({daysBefore}) => (daysBefore < 3 ? String(daysBefore) : daysBefore < 7 ? '3 to 6' : '7 or more'),
				],
			] as const satisfies readonly (readonly [string, (one: Foretold) => string])[]
		).map(
			([name, group]): Figure => ({
				name: `drop rate at close, held ${name}`,
				unit: '%',
				samples: [held],
				note: byGroup(all, group),
			}),
		),
	];
};

/** Minutes ahead, and by how many of them, a fifth, a forecast of the leads may be off. */
const ahead = 15;
const allowed = ahead / 5;

const source: Source = {profile: '', environment: 'SANDBOX', host: 'sandbox', readOnly: false, timeZone: 'UTC'};

const percentOf = (part: number, whole: number): number => (100 * part) / Math.max(1, whole);

/** Leads that a campaign finishes in a quarter of an hour of dialing. */
const finishedIn15 = ({minutes}: RecordedCampaign): number => {
	const dialing = minutes.filter(
		({calledToday}, index) => calledToday > (minutes[index - 1]?.calledToday ?? calledToday),
	);
	const finished = minutes.reduce(
		(sum, {remainingLeads}, index) => sum + Math.max(0, (minutes[index - 1]?.remainingLeads ?? 0) - remainingLeads),
		0,
	);
	return (15 * finished) / Math.max(1, dialing.length);
};

/** How far off it was when as few leads would remain as were forecast for a quarter of an hour later. */
const leadFigures = (campaigns: readonly RecordedCampaign[]): Figure[] => {
	const all = campaigns.map(campaign => ({
		finished: finishedIn15(campaign),
		misses:
			resultOf(
				forecastMisses(
					campaign.minutes.map(figures => ({at: figures.at, figures})),
					source,
				),
			).get(ahead) ?? [],
	}));
	const offIn = (some: typeof all): {off: number; of: number} => {
		const misses = some.flatMap(one => one.misses);
		return {off: percentOf(misses.filter(miss => miss > allowed).length, misses.length), of: misses.length};
	};
	const whole = offIn(all);
	const bySize = [
		['fewer than 40', offIn(all.filter(({finished}) => finished < 40))],
		['40 to 99', offIn(all.filter(({finished}) => finished >= 40 && finished < 100))],
		['100 or more', offIn(all.filter(({finished}) => finished >= 100))],
	] as const;
	return [
		{
			name: 'leads out, 15 minutes ahead: off by more than 20 %',
			unit: '%',
			samples: [whole.off],
			aim: 20,
			note: `of ${whole.of} moments; by leads finished in 15 minutes: ${bySize
				.map(([name, {off, of}]) => `${name} ${off.toFixed(0)} % of ${of}`)
				.join(', ')}`,
		},
	];
};

/** Floors, and days of each; a Monday to begin from cold comes before. */
const size = {whole: {floors: 8, days: 13}, quick: {floors: 2, days: 7}};

/** Runs the floors. */
export const measureForetell = (isQuick: boolean): Figure[] => {
	const {floors, days} = isQuick ? size.quick : size.whole;
	const campaigns = Array.from({length: floors}, (_, index) => recordedFloor(index + 1, days)).flat();
	return [...bandFigures(campaigns.flatMap(foretoldOf)), ...leadFigures(campaigns)];
};
