/** `dialtop alerts --backtest`: what would have fired by other settings, beside what did. */
import {type Compared, compared, countedByRule, type RuleCount} from '../../alerts/firings.ts';
import {withRules} from '../../alerts/one-poll.ts';
import {ruleOf} from '../../alerts/rules.ts';
import {loadConfig} from '../../cli/configuration.ts';
import {type Out, say} from '../../cli/out.ts';
import {listenForSignals} from '../../cli/signals.ts';
import {type Column, lookOf, objectOf, printRows} from '../../cli/table.ts';
import {UsageError} from '../../config/errors.ts';
import {exits} from '../../config/exits.ts';
import type {RuleId} from '../../model/alert.ts';
import type {Zone} from '../../model/calling-hours.ts';
import {shownAmount} from '../../present/alert-text.ts';
import {jsonOf} from '../../present/csv-json.ts';
import {dateIn} from '../../present/forecast-text.ts';
import {clockIn, counted, isoTime, span} from '../../present/format.ts';
import {word} from '../../present/sentence.ts';
import {readDuration} from '../../present/time-expression.ts';
import type {Period, Recording} from '../../recording/recording.ts';
import {idsOfNamed} from '../connect/campaign-named.ts';
import {type OpenRecorded, openRecorded, type RecordedFlags} from '../report/recorded.ts';
import {type Backtested, backtest, firedThen, notBacktested} from './backtest.ts';
import {changedSettings} from './changed-settings.ts';

export type BacktestFlags = RecordedFlags & {
	backtest: string;
	set: readonly string[];
	rule: readonly string[];
	json: boolean;
};

/** Alerts that are closer together than this are the same, in milliseconds. */
const same = 60_000;

const longest = 400 * 86_400_000;

/** The period of so long up to now, or to the end of one that has ended, as far as it is recorded. @throws UsageError if nothing of it is */
const periodOf = ({recording, hasEnded}: OpenRecorded, length: string, now: number): Period => {
	const duration = readDuration(length);
	if (!duration || duration > longest) {
		throw new UsageError(`--backtest takes a length of time such as 7d or 8h, not "${length}"`);
	}
	const recorded = recording.span();
	const end = (hasEnded ? recorded?.to : undefined) ?? now;
	if (!recorded || recorded.to < end - duration) {
		throw new UsageError(`nothing was recorded in the last ${length}`);
	}
	return {from: Math.max(recorded.from, end - duration), to: Math.min(recorded.to, end)};
};

const dayAndClock = (zone: Zone, at: number): string => `${dateIn(zone, at)} ${clockIn(zone, at)}`;

const verdictText = ({verdict, from, recordedFrom = from}: Compared): string => {
	const by = Math.abs(recordedFrom - from) / 1000;
	switch (verdict) {
		case 'both':
			return by < 1 ? 'also fired' : `also fired, ${span(by)} ${recordedFrom > from ? 'later' : 'earlier'}`;
		case 'new':
			return 'only with these settings';
		case 'recorded':
			return 'fired then, not with these';
	}
};

const verdictNames = {both: 'also_fired', new: 'only_with_these', recorded: 'fired_then'} as const;

const columnsFor = (zone: Zone): readonly Column<Compared>[] => [
	{
		name: 'from',
		title: 'FROM',
		of: ({from}) => isoTime({wall: from}),
		text: ({from}) => dayAndClock(zone, from),
	},
	{name: 'campaign_id', isHidden: true, of: ({campaignId}) => campaignId},
	{name: 'campaign', title: 'CAMPAIGN', layout: {grows: true, width: 20}, of: ({name}) => name},
	{name: 'rule', title: 'RULE', of: ({rule}) => rule},
	{
		name: 'lasted_s',
		title: 'LASTED',
		align: 'right',
		of: ({from, until}) => Math.round((until - from) / 1000),
		text: ({from, until, isOpen}) => `${isOpen ? '>' : ''}${span((until - from) / 1000)}`,
	},
	{
		name: 'worst',
		title: 'WORST',
		align: 'right',
		of: ({worst}) => worst,
		text: ({rule, worst}) => shownAmount(rule, worst),
	},
	{name: 'unit', isHidden: true, of: ({rule}) => ruleOf[rule].unit},
	{name: 'seen_to_end', isHidden: true, of: ({isOpen}) => !isOpen},
	{
		name: 'verdict',
		title: 'WHAT FIRED THEN',
		of: ({verdict}) => verdictNames[verdict],
		text: verdictText,
		role: ({verdict}) => (verdict === 'both' ? 'text' : verdict === 'new' ? 'warning' : 'faint'),
	},
	{
		name: 'fired_at',
		isHidden: true,
		of: ({recordedFrom: wall}) => (wall === undefined ? undefined : isoTime({wall})),
	},
];

const countColumns: readonly Column<RuleCount>[] = [
	{name: 'rule', title: 'RULE', of: ({rule}) => rule},
	{name: 'fired_then', title: 'FIRED THEN', align: 'right', of: ({did}) => did},
	{name: 'would_fire', title: 'WOULD FIRE', align: 'right', of: ({would}) => would},
	{name: 'also_fired', title: 'BOTH', align: 'right', of: ({both}) => both},
	{name: 'only_with_these', title: 'ONLY WITH THESE', align: 'right', of: row => row.new},
	{name: 'only_then', title: 'ONLY THEN', align: 'right', of: ({recorded}) => recorded},
];

/** Shows on a terminal how far the backtest has come, until it is cleared. */
const progressOn = (terminal: NodeJS.WriteStream, {from, to}: Period) => {
	let shown = '';
	const show = (text: string): void => {
		if (terminal.isTTY && text !== shown) {
			terminal.write(`\r\x1b[K${text}`);
			shown = text;
		}
	};
	return {
		at: (at: number): void =>
			show(`backtest: ${Math.max(0, Math.min(100, Math.floor(((at - from) / (to - from)) * 100)))}%`),
		clear: (): void => show(''),
	};
};

/** What was judged, and what a recording lacks; a line each. */
const notesOf = (
	{from, to}: Period,
	{polls, byMinuteUntil, byHourUntil}: Pick<Backtested, 'polls' | 'byMinuteUntil' | 'byHourUntil'>,
	zone: Zone,
): string[] => [
	`${counted(polls, 'poll')} from ${dayAndClock(zone, from)} to ${dayAndClock(zone, to)}`,
	...(byHourUntil === undefined
		? []
		: [`before ${dayAndClock(zone, byHourUntil)} only a row an hour is stored: nothing is judged there`]),
	...(byMinuteUntil === undefined
		? []
		: [
				`up to ${dayAndClock(zone, byMinuteUntil)} only minutes are stored: rules that count polls judge a minute at a time there, and none by the service's graphs`,
			]),
	`not judged, as they need more than the recording: ${notBacktested.join(', ')}`,
];

/** The campaigns that words name; none for all. @throws UsageError if one names none that was recorded, or several */
const wantedOf = (recording: Recording, words: readonly string[]): readonly string[] => {
	const campaigns = new Map(recording.campaigns().map(one => [one.id, one]));
	const ids = idsOfNamed(campaigns, words, 'beginning');
	const unknown = ids.find(id => !campaigns.has(id));
	if (unknown !== undefined) {
		throw new UsageError(
			`no campaign ${word(unknown)} was recorded`,
			[...campaigns.values()].map(({id, name}) => `${id}  ${name}`),
		);
	}
	return ids;
};

/** Runs it; returns the exit code. @throws UsageError */
export const runBacktest = async (
	flags: BacktestFlags,
	input: readonly string[],
	out: Out,
	now = Date.now(),
): Promise<number> => {
	const {given} = await loadConfig(flags.config, process.env);
	const {settings, notes} = changedSettings(given, flags.set);
	using opened = await openRecorded(flags, process.env);
	const {recording, source} = opened;
	const period = periodOf(opened, flags.backtest, now);
	const rules = flags.rule as readonly RuleId[];
	const wanted = wantedOf(recording, input);
	using signals = listenForSignals();
	let stopped: number | undefined;
	void signals.stopped.then(code => {
		stopped = code;
	});
	const progress = progressOn(process.stderr, period);
	const result = await backtest({
		recording,
		source,
		settings: withRules(settings, rules),
		period,
		reached(at) {
			progress.at(at);
			return stopped === undefined;
		},
	});
	progress.clear();
	if (!result) {
		return stopped ?? exits.ownError;
	}
	const isWanted = ({campaignId, rule}: {campaignId: string | undefined; rule: RuleId}): boolean =>
		(wanted.length === 0 || (campaignId !== undefined && wanted.includes(campaignId))) &&
		(rules.length === 0 || rules.includes(rule));
	const {polls, byMinuteUntil, byHourUntil = period.from} = result;
	if (byHourUntil >= period.to) {
		throw new UsageError(`of the last ${flags.backtest} only a row an hour is stored, by which no rule can be judged`);
	}
	const judged = {from: Math.max(period.from, byHourUntil), to: period.to};
	const did = firedThen(recording, judged).filter(isWanted);
	const rows = compared(result.firings.filter(isWanted), did, same);
	const counts = countedByRule(rows, did);
	const zone = source.timeZone;
	const columns = columnsFor(zone);
	if (flags.json) {
		out.write(
			jsonOf({
				from: isoTime({wall: judged.from}),
				to: isoTime({wall: judged.to}),
				set: flags.set,
				polls,
				by_minute_until: byMinuteUntil === undefined ? null : isoTime({wall: byMinuteUntil}),
				not_judged: notBacktested,
				rules: counts.map(count => objectOf(countColumns, count)),
				alerts: rows.map(row => objectOf(columns, row)),
			}),
		);
	} else {
		const {paint} = lookOf(out, opened);
		const whenEmpty = 'no alert fired, and none would have';
		printRows(out, {format: 'table', columns, rows, paint, fits: true, whenEmpty});
		if (rows.length > 0) {
			out.write('\n');
			printRows(out, {format: 'table', columns: countColumns, rows: counts, paint, fits: true});
		}
	}
	for (const text of [...notes, ...notesOf(judged, result, zone), ...recording.damage]) {
		say(text);
	}
	return exits.done;
};
