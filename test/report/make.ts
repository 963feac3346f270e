/** A report of a made-up shift of eight hours. */
import type {Alert} from '../../source/model/alert.ts';
import type {SeriesPoint} from '../../source/model/series.ts';
import {type AlertReport, type Report, type ReportInput, reportOf} from '../../source/report/report.ts';

export const minute = 60_000;
export const hour = 60 * minute;

/** 06:00 to 14:00 in New York. */
export const from = Date.parse('2026-03-31T10:00:00Z');
export const to = from + 8 * hour;

const momentOf = (wall: number) => ({wall, mono: wall});

/** An alert of the drop rate, from a time on. */
export const alertOf = (since: number, over: Partial<Alert> = {}): Alert => ({
	id: 1,
	kind: 'drop',
	rule: 'drop-limit',
	level: 'critical',
	campaignId: '1001',
	name: 'Spring Collections',
	since: momentOf(since),
	raisedAt: momentOf(since),
	seenAt: momentOf(since),
	value: 3.4,
	threshold: 3,
	unit: 'percent',
	worst: {value: 3.91, unit: 'percent'},
	worsts: {},
	concerns: 12,
	inVain: undefined,
	limit: 3,
	note: '',
	cause: undefined,
	peak: 1,
	news: 1,
	newsAt: momentOf(since),
	flood: 1,
	partOf: undefined,
	acknowledgedAt: momentOf(since + 2 * minute),
	wellSince: undefined,
	end: undefined,
	resolvedAt: undefined,
	times: 1,
	...over,
});

export const endedAlert = (since: number, until: number): AlertReport => ({
	alert: alertOf(since, {resolvedAt: momentOf(until), wellSince: momentOf(until), end: {kind: 'answered'}}),
	isOpen: false,
	lostAt: undefined,
	acknowledgedBy: 'kim',
});

const pausedAt = from + 4 * hour + 131_000;

/** A poll a minute from an hour before the shift; twelve agents of whom nine are busy, and a gap of ten minutes at 11:10. */
export const samplesOf = (
	name: string,
	over: (hours: number) => Partial<SeriesPoint['figures']> = () => ({}),
): SeriesPoint[] =>
	Array.from({length: 9 * 60 + 1}, (_, index) => from - hour + index * minute)
		.filter(at => at <= from + 5 * hour + 10 * minute || at >= from + 5 * hour + 20 * minute)
		.map(at => {
			const hours = (at - from) / hour + 1;
			const figures = {
				campaignName: name,
				status: 'PLAY',
				calledToday: Math.round(hours * 600),
				humanAnswered: Math.round(hours * 120),
				dropRate: 1.4,
				dropLimit: 3,
				sales: Math.round(hours * 5),
				chargeToday: Math.round(hours * 1225) / 100,
				agents: 12,
				ready: 2,
				onCall: 7,
				wrapUp: 2,
				paused: 1,
				dead: 0,
				remainingLeads: 3000 - Math.round(hours * 300),
				remainingTime: 3600,
				ringing: at > pausedAt && at < pausedAt + 15 * minute ? 0 : 5 + (Math.round(hours * 60) % 3),
			};
			return {at, span: 0, figures: {extra: {}, unreadable: [], ...figures, ...over(hours)}};
		});

/** The input of its report. */
export const inputOf = (over: Partial<ReportInput> = {}): ReportInput => ({
	source: {profile: 'prod', environment: 'PRODUCTION', host: 'dialer.example.com'},
	from,
	to,
	madeAt: to,
	zone: 'America/New_York',
	campaigns: [
		{id: '1001', name: '1001', samples: samplesOf('Spring Collections')},
		// Its drops jump at noon.
		{
			id: '1002',
			name: '1002',
			samples: samplesOf('Auto Loans', hours => ({dropRate: hours < 7 ? 1 : 3.5, remainingTime: undefined})),
		},
	],
	alerts: [
		endedAlert(from + 6 * hour, from + 6.2 * hour),
		{...endedAlert(from + 7 * hour, to), alert: alertOf(from + 7 * hour, {id: 2}), isOpen: true},
	],
	commands: [
		{
			at: pausedAt,
			who: 'kim',
			operation: 'pause_campaign',
			asked: 'pause',
			target: {kind: 'campaign', id: '1001', name: 'Spring Collections'},
			campaignId: '1001',
			outcome: 'done',
			later: 'observed',
			reason: undefined,
			isUnsettled: false,
		},
		{
			at: from - 5 * hour,
			who: 'ann',
			operation: 'update_campaign',
			asked: 'set level 2.4 on',
			target: {kind: 'campaign', id: '1002', name: 'Auto Loans'},
			campaignId: '1002',
			outcome: 'unknown',
			later: undefined,
			reason: 'no answer within 10 s',
			isUnsettled: true,
		},
	],
	lists: [{id: '9', name: 'Spring A', campaignId: '1001', remaining: 120, endsAt: to + 24 * minute}],
	damage: [],
	stateOf: word => (word === 'PLAY' ? 'dialing' : word === 'PAUSE' ? 'paused' : 'unknown'),
	...over,
});

export const madeReport = (over: Partial<ReportInput> = {}): Report => reportOf(inputOf(over));
