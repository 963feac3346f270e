/** A report out of a recording and an audit. */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {makeReport} from '../../../source/commands/report/make-report.ts';
import type {Alert} from '../../../source/model/alert.ts';
import type {Pending} from '../../../source/model/pending.ts';
import type {SeriesPoint} from '../../../source/model/series.ts';
import {valuesOfMark} from '../../../source/recording/reader.ts';
import type {Mark, Values} from '../../../source/recording/recording.ts';
import {auditLine, temporaryFolder} from '../../helpers/audit.ts';
import {manualClock} from '../../helpers/clock.ts';
import {soundWriter} from '../../helpers/recording.ts';
import {alertOf, from, hour, madeReport, minute, samplesOf, to} from '../../report/make.ts';

const url = 'https://dialer.example.com/api/';

const source = {
	profile: 'prod',
	environment: 'PRODUCTION',
	host: 'dialer.example.com',
	readOnly: false,
	timeZone: 'America/New_York',
};

type Row = {stream: string; at: number; values: Values};

const figuresRows = (id: string, samples: readonly SeriesPoint[]): Row[] =>
	samples.map(({at, figures: {extra: _, unreadable: __, ...figures}}) => ({
		stream: `figures/${id}`,
		at,
		values: Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== undefined)) as Values,
	}));

const markRow = (at: number, mark: Omit<Mark, 'at' | 'seq'>): Row => ({
	stream: 'marks',
	at,
	values: valuesOfMark(mark),
});

const alertRow = (kind: 'alert' | 'alert-changed' | 'alert-ended', at: number, alert: Alert, run = from): Row =>
	markRow(at, {kind, campaignId: alert.campaignId, id: alert.id, run, text: alert.rule, data: alert});

/** A recording of these rows, and nothing else. */
const recordingOf = async (...rows: Row[]) => {
	const writer = soundWriter({
		clock: manualClock({wall: from - 2 * hour, mono: 0}),
		zone: source.timeZone,
	});
	onTestFinished(() => writer.close());
	for (const {stream, at, values} of rows.toSorted((one, other) => one.at - other.at)) {
		writer.append(stream, at, values);
	}
	await writer.flush();
	return writer.reader;
};

const reportOn = async (
	rows: readonly Row[],
	{audits = [], words = []}: {audits?: readonly string[]; words?: readonly string[]} = {},
) => makeReport({recording: await recordingOf(...rows), source, audits, endpoint: url}, {from, to}, words, to);

const floor = [
	{stream: 'listing/1001', at: from - hour, values: {name: 'Spring Collections'}},
	{stream: 'listing/1002', at: from - hour, values: {name: 'Auto Loans'}},
	...figuresRows('1001', samplesOf('Spring Collections')),
	...figuresRows('1002', samplesOf('Auto Loans')),
];

test('its figures are those of what was recorded', async () => {
	const report = await reportOn(floor);
	const samples = (id: string, name: string) => ({id, name, samples: samplesOf(name)});
	const made = madeReport({
		campaigns: [samples('1001', 'Spring Collections'), samples('1002', 'Auto Loans')],
		alerts: [],
		commands: [],
		lists: [],
	});
	expect(report.campaigns).toEqual(made.campaigns);
	expect(report.gaps).toEqual(made.gaps);
});

test('one campaign alone, by the beginning of its name; a name that was not recorded is an error', async () => {
	expect((await reportOn(floor, {words: ['spring']})).campaigns.map(({id}) => id)).toEqual(['1001']);
	await expect(reportOn(floor, {words: ['winter']})).rejects.toThrow('no campaign winter was recorded');
});

test('alerts that held before, within and until the end; one whose run ended is known as long as that run was', async () => {
	const ended = {wall: from + hour, mono: from + hour};
	const before = alertOf(from - 5 * hour, {id: 1});
	const over = alertOf(from - 3 * hour, {id: 2, resolvedAt: {wall: from - 2 * hour, mono: from - 2 * hour}});
	const lost = alertOf(from + 2 * hour, {id: 3});
	const open = alertOf(from + 6 * hour, {id: 1, campaignId: '1002', acknowledgedAt: undefined});
	const [first, second] = [from - 6 * hour, from + 4 * hour];
	const {alerts, open: left} = await reportOn([
		...floor,
		markRow(first, {kind: 'start', run: first, text: ''}),
		alertRow('alert', before.since.wall, before, first),
		alertRow('alert-ended', ended.wall, {...before, resolvedAt: ended}, first),
		alertRow('alert-ended', from - 2 * hour, over, first),
		alertRow('alert', lost.since.wall, lost, first),
		markRow(second, {kind: 'start', run: second, since: from + 3 * hour, text: ''}),
		alertRow('alert', open.since.wall, open, second),
		alertRow('alert-changed', to - minute, {...open, acknowledgedAt: {wall: to - minute, mono: to - minute}}, second),
		alertRow('alert', to - minute, {...open, rule: 'of-another-version'} as unknown as Alert, second + 1),
	]);
	expect(alerts.map(({alert, isOpen, lostAt}) => [alert.id, alert.campaignId, isOpen, lostAt])).toEqual([
		[1, '1001', false, undefined],
		[3, '1001', false, from + 3 * hour],
		[1, '1002', true, undefined],
	]);
	expect(left.alerts.map(({alert}) => alert.acknowledgedAt?.wall)).toEqual([to - minute]);
});

const target = {kind: 'campaign', id: '1001', name: 'Spring Collections'};

const lineOf = (id: string, at: number, more: object): string =>
	auditLine(id, {at: new Date(at).toISOString(), pid: 999_999_999, url, target, ...more});

const auditOf = (...lines: string[]): string => {
	const file = join(temporaryFolder(), 'audit.jsonl');
	writeFileSync(file, lines.map(line => `${line}\n`).join(''));
	return file;
};

const pendingOf = (audit: string | undefined, at: number): Pending =>
	({
		command: {
			operation: 'change_status',
			params: {},
			target: {kind: 'list', id: '9', name: 'Spring A'},
			doing: 'switching off',
			verb: 'switch off',
			id: 4,
			...(audit !== undefined && {audit}),
		},
		phase: 'observed',
		wasUnknown: false,
		askedAt: {wall: at, mono: at},
		at: {wall: at, mono: at},
		reason: '',
	}) as unknown as Pending;

test('commands of the audit and of the recording, each once, and what was other after them', async () => {
	const level = {operation: 'update_campaign', verb: 'change', params: {campaign_id: '1001', autodiallevel: '2.4'}};
	const audits = [
		auditOf(
			lineOf('a', from - 2 * hour, {kind: 'intent', ...level}),
			lineOf('b', from + 4 * hour, {kind: 'intent', params: {}, expected: 'paused', sudoUser: 'ann', user: 'root'}),
			lineOf('b', from + 4 * hour + 40, {kind: 'outcome', outcome: 'done', ms: 40}),
			lineOf('b', from + 4 * hour + 2000, {kind: 'observed', seen: 'PAUSE'}),
			lineOf('c', from + 5 * hour, {kind: 'intent', params: {}, url: 'https://other.example.com/api/'}),
			lineOf('d', from + 6 * hour, {
				kind: 'intent',
				params: {},
				target: {kind: 'list', id: '9', name: 'Spring A'},
				operation: 'change_status',
				verb: 'switch off',
			}),
			lineOf('d', from + 6 * hour, {kind: 'outcome', outcome: 'refused', reason: 'no', ms: 4}),
			lineOf('e', to + hour, {kind: 'intent', params: {}}),
		),
		'/nonexistent/audit.jsonl',
	];
	const commandMark = (id: number, at: number, audit?: string): Row =>
		markRow(at, {kind: 'command', campaignId: '1001', id, run: from, text: 'switch off', data: pendingOf(audit, at)});
	const rows = [...floor, commandMark(1, from + 6 * hour, 'd'), commandMark(2, from + 7 * hour)];
	const {commands, open} = await reportOn(rows, {audits});
	expect(commands.map(({asked, who, outcome, later, campaignId}) => [asked, who, outcome, later, campaignId])).toEqual([
		['pause', 'ann as root', 'done', 'observed', '1001'],
		['switch off', 'kim', 'refused', undefined, '1001'],
		['switch off', undefined, 'done', 'observed', '1001'],
	]);
	expect(commands.every(({change}) => change?.minutes === 10)).toBe(true);
	expect(open.commands.map(({asked, who}) => [asked, who])).toEqual([['set level 2.4 on', 'kim']]);
	expect((await reportOn(rows, {audits, words: ['1002']})).commands).toEqual([]);
});

test('a list that ends within the next shift, at the pace of the last hour', async () => {
	const list = (at: number, id: string, remainingLeads: number, status = 'Y'): Row => ({
		stream: `lists/${id}`,
		at,
		values: {id, name: `List ${id}`, campaignId: '1001', status, remainingLeads},
	});
	const {open} = await reportOn([
		...floor,
		list(to - 50 * minute, '7', 300),
		list(to - 20 * minute, '7', 150),
		list(to - 50 * minute, '8', 30_000),
		list(to - 20 * minute, '8', 29_990),
		list(to - 50 * minute, '9', 300, 'N'),
		list(to - 20 * minute, '9', 150, 'N'),
	]);
	expect(open.lists).toEqual([
		{id: '7', name: 'List 7', campaignId: '1001', remaining: 150, endsAt: to - 20 * minute + 30 * minute},
	]);
});

test('a shift of which nothing was recorded has no figures, and says so', async () => {
	const {campaigns, gaps} = await reportOn([]);
	expect([campaigns, gaps]).toEqual([[], [{from, until: to}]]);
});
