/** `dialtop alerts`: one look on a floor, and what becomes of alerts that are followed. */
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {forOnePoll} from '../../source/alerts/one-poll.ts';
import {initialState, update} from '../../source/alerts/reducer.ts';
import {alertDefaults} from '../../source/alerts/rules.ts';
import {alertsCommand, follow} from '../../source/commands/alerts.ts';
import {checkCommand} from '../../source/commands/check.ts';
import type {Headless} from '../../source/commands/connect/reach.ts';
import {watchCommand} from '../../source/commands/watch.ts';
import {UsageError} from '../../source/config/errors.ts';
import type {Message, State} from '../../source/model/state.ts';
import {createStore} from '../../source/model/store.ts';
import {linesOf} from '../helpers/audit.ts';
import {at, campaignsPolled, dashboardPolled, source} from '../model/make.ts';
import {type FloorCampaign, floorOf} from './floor.ts';
import {onFloor} from './on-floor.ts';

const {run, configure, home} = onFloor();

/** The time of a look counts from the start of the process, which runs other tests too. */
const patient = ['--timeout', '3600'];

/** All that the rules of one look need, so that a campaign is read whole. */
const whole = {
	calls_waiting: '0',
	ready: '2',
	remaining_leads: '900',
	remaining_time: '25:00:00',
	human_answered: '1000',
};

const floor = (...campaigns: FloorCampaign[]) => {
	const answers = floorOf(campaigns);
	return {
		...answers,
		get_dashboard_stats: (asked: Record<string, string>) => {
			const {response} = (answers.get_dashboard_stats as (asked: Record<string, string>) => {response: object})(asked);
			const [figures] = (response as {dashboard_stats: object[]}).dashboard_stats;
			return {response: {...response, dashboard_stats: [{...figures, ...whole}]}};
		},
	};
};

const spring = {id: '1001', name: 'Spring', drop: '3.40'};
const autumn = {id: '1002', name: 'Autumn', drop: '2.60'};
const autumns = {id: '1003', name: 'Autumn (new)'};

test.each([
	[
		[spring, autumn],
		[],
		2,
		[/^CRITICAL +"Spring": DROP RATE 3\.40%, 0\.40 OVER/, /^WARNING +"Autumn": drop rate 2\.60%/],
	],
	[[spring, autumn], ['Aut'], 1, [/^WARNING +"Autumn"/]],
	[[autumns], [], 0, []],
])('one look at %j and %j', async (campaigns, words, code, lines) => {
	const ran = await run(floor(...campaigns), alertsCommand, ...patient, ...words);
	expect(ran.stdout.split('\n').filter(Boolean)).toEqual(lines.map(line => expect.stringMatching(line)));
	const count = words.length || campaigns.length;
	expect(ran.stderr).toContain(`${lines.length} alert${lines.length === 1 ? '' : 's'} on ${count} campaign`);
	expect(ran.stderr).toMatch(/not judged in one look: .*outage/);
	expect(ran.code).toBe(code);
});

test('JSON says what was watched, what could not be judged or read, and each alert', async () => {
	configure('alerts: {rules: {not-dialing: {on: false}}}\n');
	const ran = await run(floor(spring), alertsCommand, ...patient, '--json', '1001', '99');
	expect(ran.code).toBe(2);
	const {alerts, ...looked} = JSON.parse(ran.stdout);
	expect(looked).toEqual({
		watched_s: 0,
		campaigns: 1,
		not_judged: expect.arrayContaining(['outage', 'starved']),
		not_read: ['no campaign 99'],
	});
	expect(looked.not_judged).not.toContain('not-dialing');
	expect(alerts).toMatchObject([
		{
			id: 'drop:1001',
			acknowledged: null,
			standing: 'critical',
			level: 'critical',
			rule: 'drop-limit',
			campaign: {id: '1001', name: 'Spring'},
			value: 3.4,
		},
	]);
});

test('what could not be read is unknown, not well', async () => {
	const ran = await run(
		{...floor(autumns), get_dashboard_stats: () => ({response: {success: 0, error: 'No'}})},
		alertsCommand,
		...patient,
	);
	expect([ran.code, ran.stdout]).toEqual([3, '']);
	expect(ran.stderr).toContain('not read: 1 of 1 campaign not read: No');
});

test('--for names the rules that need longer', async () => {
	const ran = await run(floor(autumns), alertsCommand, ...patient, '--for', '0.1');
	expect(ran.stderr).toContain('paused-share (2m 00s)');
	expect(ran.stderr).not.toContain('without --for');
});

test.each([alertsCommand, checkCommand, watchCommand])(
	'$name: a beginning of two names is refused with both',
	async row => {
		const ran = await run(floor({...autumn, drop: '1'}, autumns), row, 'Aut', ...(row === watchCommand ? [] : patient));
		expect(ran.code).toBe(2);
		expect(ran.stderr).toMatch(/Aut names 2 campaigns: give the id of one\n.*1002 {2}Autumn\n.*1003 {2}Autumn \(new\)/);
	},
);

test('watch: an exact name is that campaign alone', async () => {
	const ran = await run(
		floor({...autumn, drop: '1'}, autumns),
		watchCommand,
		'Autumn',
		'--kinds',
		'poll',
		'--count',
		'1',
	);
	expect([ran.code, JSON.parse(ran.stdout).campaign]).toEqual([0, {id: '1002', name: 'Autumn'}]);
	expect(ran.sent('get_dashboard_stats').map(({campaign_id}) => campaign_id)).not.toContain('1003');
});

test('wrong usage is unknown too: 2 would read as critical', () => {
	expect(alertsCommand.failed?.(new UsageError('x'), undefined as never)).toBe(3);
	expect(() => alertsCommand.failed?.(new TypeError('x'), undefined as never)).toThrow('x');
});

/** What is written of each message, with the alerts of the model's rules. */
const followed = (isJson: boolean, ...messages: Message[]): string[] => {
	const store = createStore<State, Message>(update, initialState(source, at(0), forOnePoll(alertDefaults)));
	const written: string[] = [];
	const following = follow(
		{store, watchOnly: () => undefined} as unknown as Headless,
		[],
		{out: {write: text => void written.push(text), pending: () => 0}, isJson, paint: (_role, text) => text},
		() => undefined,
	);
	for (const message of messages) {
		store.dispatch(message);
		following.flush();
	}
	following.stop();
	return written;
};

const drops = [2.6, 3.2, 2.85, 3.3, 1].map((dropRate, place) =>
	dashboardPolled(2 + place, '1', {dropRate, humanAnswered: 1000, ready: 2, waiting: 0, ringing: 1}),
);

test('an alert begins, rises, eases, rises again and ends with why', () => {
	const lines = followed(false, campaignsPolled(1, ['1']), ...drops);
	expect(lines).toEqual([
		expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}begins {2}WARNING {3}"Campaign 1": drop rate 2\.60%/),
		expect.stringMatching(/ {2}rises {3}CRITICAL {2}"Campaign 1": DROP RATE 3\.20%/),
		expect.stringMatching(/ {2}eases {3}WARNING {3}"Campaign 1": drop rate 2\.85%/),
		expect.stringMatching(/ {2}rises {3}CRITICAL {2}"Campaign 1": DROP RATE 3\.30%/),
		expect.stringMatching(/ {2}ends {4}over {6}"Campaign 1": drop rate, over after 4s: drop rate 1\.00%, below 2\.40%/),
	]);
});

test('followed as JSON', () => {
	const lines = followed(true, campaignsPolled(1, ['1']), ...drops).map(line => JSON.parse(line));
	expect(lines.map(({kind, event, level}) => [kind, event, level])).toEqual([
		['alert', 'raised', 'warning'],
		['alert', 'risen', 'critical'],
		['alert', 'eased', 'warning'],
		['alert', 'risen', 'critical'],
		['alert', 'resolved', 'critical'],
	]);
	expect(lines.at(-1).end).toBe('drop rate 1.00%, below 2.40%');
});

/** What the audit has of acknowledgements. */
const audited = (): Record<string, unknown>[] =>
	linesOf(join(home(), 'dialtop', 'audit.jsonl')).filter(({kind}) => kind === 'intent');

test('ack acknowledges by the id that is printed, sends nothing, and later looks show it', async () => {
	const seen = await run(floor(spring, autumn), alertsCommand, ...patient);
	expect(seen.stdout).toMatch(/^CRITICAL .* {2}drop:1001$/m);
	const ran = await run(
		floor(spring, autumn),
		alertsCommand,
		...patient,
		...['ack', 'drop:1001', '--for', '1h', '--reason', 'trunk 2'],
	);
	expect([ran.code, ran.stdout]).toEqual([0, '']);
	expect(ran.stderr).toMatch(/acknowledged until (\d+ \w+ )?\d\d:\d\d:\d\d: "Spring": DROP RATE 3\.40%/);
	expect(ran.requests.map(({type}) => type).filter(type => !/^get_/.test(String(type)))).toEqual([]);
	expect(audited()).toMatchObject([
		{
			operation: 'acknowledge_alert',
			target: {id: '1001', name: 'Spring'},
			params: {alert: 'drop:1001', reason: 'trunk 2'},
		},
	]);
	const {until} = (audited()[0] as {params: {until: string}}).params;
	expect(Math.abs(Date.parse(until) - Date.now() - 3_600_000)).toBeLessThan(60_000);
});

test.each([
	[['ack'], /needs the ID of an alert/],
	[['ack', 'spring'], /no alert can have the ID spring/],
	[['ack', 'drop:1001', '--for', 'yesterday 9:00'], /--for must be a time to come/],
	[['ack', 'drop:7777'], /no campaign 7777 is listed: nothing is acknowledged/],
	[['ack', 'drop:1001', '--follow'], /--follow and ack exclude each other/],
	[['ack', 'drop:1001', '--rule', 'drop-near'], /--rule and ack exclude each other/],
	[['ack', 'drop:1001', '-p', 'a,b'], /the alerts of one service/],
	[['--reason', 'x'], /--reason is for ack/],
	[['--for', '1x'], /--for must be a number from 0 to 86400, or a length of time such as 4m, not "1x"/],
])('%j is refused', async (words, said) => {
	const ran = await run(floor(spring), alertsCommand, ...patient, ...words);
	expect(ran.stderr).toMatch(said);
	expect([ran.code, audited()]).toEqual([2, []]);
});

test('ack of what one look does not show says so, and holds for who sees it', async () => {
	const ran = await run(floor(spring), alertsCommand, ...patient, 'ack', 'dialing:1001', 'service', '--for', 'end');
	expect(ran.code).toBe(0);
	expect(ran.stderr).toContain('acknowledged until it ends: dialing:1001, which one look does not show');
	expect(audited().map(({params, target}) => [params, target])).toMatchObject([
		[{alert: 'dialing:1001'}, {kind: 'campaign'}],
		[{alert: 'service'}, {kind: 'service'}],
	]);
});
