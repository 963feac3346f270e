/**
 * A campaign as programs get it: bare values, whole under the interface's names or its figures under those of the
 * board.
 */
import {type Bare, type Column, fromGrid} from '../../cli/table.ts';
import type {Alert} from '../../model/alert.ts';
import {dropAtClose} from '../../model/close-forecast.ts';
import {connectRate, linesInUse, liveAnswerRate, occupancy, salesPerAgentHour, timeLeft} from '../../model/derived.ts';
import {diagnose} from '../../model/diagnosis.ts';
import {dialsForAgents} from '../../model/drops.ts';
import type {CampaignRow} from '../../model/select.ts';
import {numberIn} from '../../model/setting-values.ts';
import type {State} from '../../model/state.ts';
import type {Figures, Setting} from '../../model/wire.ts';
import type {Reader} from '../../present/advice.ts';
import {whatOf} from '../../present/alert-text.ts';
import {boardColumns, furtherFigures} from '../../present/board-columns.ts';
import {snake} from '../../present/csv-json.ts';
import {isoTime} from '../../present/format.ts';
import {periodRecord} from '../../present/period-text.ts';
import {disputeRecord, meansOf} from '../../present/status-text.ts';
import {dashboardRecord} from '../../wire/dashboard.ts';

/** Figures that the wire has as text, since a service may have a word for one. */
const maybeWords: ReadonlySet<string> = new Set<keyof Figures>(['paceTempo', 'throttle']);

const figuresOf = ({figures}: CampaignRow) =>
	figures && {
		...Object.fromEntries(
			Object.entries(dashboardRecord.fields).map(([name, {wire}]) => {
				const value = figures[name as keyof typeof figures] ?? null;
				const number = maybeWords.has(name) ? numberIn(String(value)) : undefined;
				return [wire[0], number ?? value];
			}),
		),
		...figures.extra,
	};

/** An alert of one look, without its beginning, which is not known. */
export const alertObject = (alert: Alert, reader: Reader) => {
	const {level, rule, value, threshold, unit} = alert;
	return {level, rule, text: whatOf(alert, reader), value, threshold, unit};
};

/** The forecast of the drop rate at close, percent, or why there is none; null for a campaign that dials for no agents. */
const closeRecord = (row: CampaignRow) => {
	if (!dialsForAgents(row)) {
		return null;
	}
	const forecast = dropAtClose(row);
	if (typeof forecast === 'string') {
		const none = {
			median: null,
			low: null,
			high: null,
			closes_at: null,
			closes_by: null,
			inside_band: null,
			forecasts: null,
		};
		return {...none, why: forecast.replace('-', '_')};
	}
	const {band, close, record} = forecast;
	const percent = (value: number): number => Math.round(value * 1000) / 1000;
	return {
		median: percent(band.median),
		low: percent(band.low),
		high: percent(band.high),
		closes_at: isoTime({wall: close.at}),
		closes_by: close.by,
		inside_band: record.inside,
		forecasts: record.of,
		why: null,
	};
};

/** The whole campaign; figures, what is derived from them and settings are null if they were not read. */
export const campaignObject = (
	row: CampaignRow,
	settings: readonly Setting[] | undefined,
	alerts: readonly ReturnType<typeof alertObject>[],
) => {
	const {campaign, figures, status, failure} = row;
	const {verdict, reasons, ringing, inProgress, perMinute, missing} = diagnose(row, settings);
	return {
		id: campaign.id,
		name: campaign.name,
		status: status ?? null,
		means: meansOf(row),
		disputed: disputeRecord(row),
		dial_method: campaign.dialMethod ?? null,
		created: campaign.created ?? null,
		more: campaign.extra,
		figures: figuresOf(row) ?? null,
		unreadable: figures?.unreadable ?? [],
		failure: failure?.reason ?? null,
		alerts,
		derived: {
			live_answer_rate: (figures && liveAnswerRate(figures)) ?? null,
			connect_rate: (figures && connectRate(figures)) ?? null,
			sales_per_agent_hour: (figures && salesPerAgentHour(figures)) ?? null,
			lines_in_use: (figures && linesInUse(figures)) ?? null,
			occupancy: (figures && occupancy(figures)) ?? null,
			seconds_left: timeLeft(row)?.seconds ?? null,
		},
		forecast_errors: (row.dashboard?.forecastErrors ?? []).map(({ahead, within, forecasts}) => ({
			minutes_ahead: ahead,
			usually_within_minutes: Number.isFinite(within) ? Math.round(within * 10) / 10 : null,
			forecasts,
		})),
		drop_at_close: closeRecord(row),
		period: periodRecord(row.dashboard?.period),
		diagnosis: {
			verdict,
			reasons: reasons.map(reason =>
				Object.fromEntries(Object.entries(reason).map(([name, value]) => [snake(name), value ?? null])),
			),
			ringing: ringing ?? null,
			in_progress: inProgress ?? null,
			leads_a_minute: perMinute ?? null,
			not_told: missing,
		},
		settings: settings?.map(({name, value, options}) => ({name, value, options})) ?? null,
	};
};

/** What is nested under flat names: `figures.ready`. Lists of objects are JSON. */
const flattened = (value: Readonly<Record<string, unknown>>, below = ''): [name: string, value: Bare][] =>
	Object.entries(value).flatMap(([key, item]): [string, Bare][] => {
		const name = `${below}${key}`;
		if (Array.isArray(item)) {
			const isFlat = item.every(one => typeof one !== 'object' || one === null);
			return [[name, isFlat ? item.join(' ') : JSON.stringify(item)]];
		}
		return typeof item === 'object' && item !== null
			? flattened(item as Record<string, unknown>, `${name}.`)
			: [[name, item as Bare]];
	});

/** The same as pairs for CSV, with a name for each setting. */
export const campaignPairs = (
	row: CampaignRow,
	settings: readonly Setting[] | undefined,
	alerts: Parameters<typeof campaignObject>[2],
): [name: string, Bare][] => {
	const {diagnosis, settings: _settings, ...whole} = campaignObject(row, settings, alerts);
	return flattened({
		...whole,
		alerts: alerts.map(({text}) => text).join('; '),
		diagnosis: {...diagnosis, reasons: diagnosis.reasons.map(({kind}) => kind)},
		...(settings ? {settings: Object.fromEntries(settings.map(({name, value}) => [name, value]))} : {}),
	});
};

/** The figures of a campaign as columns: those of the board by its names, then further ones of the service. */
const figureColumns = (state: State): readonly Column<CampaignRow>[] => [
	...boardColumns(state, 0)
		.filter(({kind}) => kind === undefined || kind === 'over-time')
		.map(fromGrid<CampaignRow>),
	...furtherFigures.map((name): Column<CampaignRow> => ({name: snake(name), of: ({figures}) => figures?.[name]})),
];

/** The figures of a campaign by name; null for those that did not come or cannot be read. */
export const figuresRecord = (state: State, row: CampaignRow): Record<string, Exclude<Bare, undefined>> =>
	Object.fromEntries(figureColumns(state).map(({name, of}) => [name, of(row) ?? null]));
