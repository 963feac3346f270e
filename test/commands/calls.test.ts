/** `dialtop calls`: the complaint sheet on the command line, against the sandbox over HTTP and against odd services. */
import {afterEach, expect, test, vi} from 'vitest';
import {callsCommand} from '../../source/commands/calls.ts';
import {hour, minute, utcOf} from '../../source/sandbox/world/time.ts';
import {planOf} from '../sandbox/small-world.ts';
import {httpService} from '../sandbox/stories/http-service.ts';
import {called} from './called.ts';
import {onFloor} from './on-floor.ts';

const {run, configure} = onFloor();

afterEach(() => void vi.useRealTimers());

const yes = (fields: Record<string, unknown>) => ({response: {success: 1, error: '', ...fields}});

const entry = (over: Record<string, string> = {}) => ({
	...{
		uniqueid: '1.1',
		lead_id: '7 (4155550100)',
		list_id: '5',
		call_date: '11/23/26 10:00 AM',
		full_name: 'Maria Lopez',
	},
	...{status: 'DROP', call_type: 'OUTBOUND', campaign_id: '1001', flag: '', phone_number: '4155550100'},
	...{campaign_name: 'Spring', list_name: 'A'},
	...over,
});

const service = (entries: object[], footer = '', dncs: object[] = []) => ({
	search_lead: yes({all_log_search: entries, footer}),
	get_dncs: yes({dncs, total: dncs.length}),
	get_campaigns: yes({campaigns: [{campaign_id: '1001', campaign_name: 'Spring', dial_method: 'RATIO'}]}),
});

const atNoon = (): void => void vi.useFakeTimers({toFake: ['Date'], now: new Date('2026-11-23T12:00:00')});

test('a person with two numbers is called nine times in seven days, and then barred', async () => {
	await using one = await httpService({plan: [planOf({agents: 4, settings: {level: 0, method: 'RATIO'}})]});
	const numbers = ['2125550123', '2125550124'];
	await one.need('add_account', {
		account: {company_id: '1', accountid: 'KLM/77', first_name: 'Ann', last_name: 'Kilmer'},
		phones: numbers.map(phone_number => ({phone_number})),
	});
	const dial = (phone_number: string | undefined) =>
		one.need('dial_number', {campaign_id: '1001', phone_number, callerid: '8005550100'});
	// Beyond the seven days, over a midnight, and on each day since.
	await dial(numbers[0]);
	one.advance(8 * 24 * hour);
	for (let days = 0; days < 3; days++) {
		for (const phone of [numbers[0], numbers[1], numbers[0]]) {
			await dial(phone);
			one.advance(5 * minute);
		}
		one.advance(24 * hour);
	}
	vi.stubEnv('DIALTOP_URL', one.url);
	vi.stubEnv('DIALTOP_TOKEN', one.token);
	configure('call_limit: 6\n');
	vi.useFakeTimers({toFake: ['Date'], now: utcOf(one.world, one.world.now)});

	const first = await called(callsCommand, '+1 (212) 555-0123', '--json');
	const sheet = JSON.parse(first.stdout);
	expect(first.code).toBe(0);
	expect(sheet).toMatchObject({
		subject: '(212) 555-0123',
		counted_by: 'number',
		numbers: ['2125550123'],
		calls_in_7_days: 6,
		limit: 6,
		standing: 'at',
		may_be_more: false,
		do_not_call: [{number: '2125550123', state: 'not-listed'}],
	});
	expect(sheet.calls).toHaveLength(7);
	expect(sheet.calls[0]).toMatchObject({campaign_id: '1001', type: 'OUTBOUND', calls_in_7_days: 6});

	await one.need('add_dnc', {phone_number: numbers[0]});
	const barred = await called(callsCommand, '212.555.0123');
	expect(barred.stdout).toMatch(/^Calls to \(212\) 555-0123, /);
	expect(barred.stdout).toContain('AT the limit of 6');
	expect(barred.stdout).toContain('call_limit 6; 12 CFR 1006.14(b)');
	expect(barred.stdout).toMatch(/do not call: barred from EVERY campaign \(by /);
	expect(barred.stdout).toContain('read as the number (212) 555-0123');
	const csv = await called(callsCommand, '2125550124', '--csv');
	expect(csv.stdout.split('\r\n')).toHaveLength(5);
	expect(csv.stdout).toMatch(/^when,calls_in_7_days,status,campaign,campaign_id,phone,/);
});

test('who answered STOP to a text was texted and not called, and is barred', async () => {
	const texts = {name: 'Texts', agents: 0, settings: {method: 'SMSB', velocity: 120} as const};
	await using one = await httpService({
		plan: [planOf({...texts, lists: [{name: 'T', leads: 600, active: true, worked: 0}]})],
	});
	one.advance(4 * hour);
	const [stopped] = await one
		.rows('get_dncs', 'dncs', {limit: 1000})
		.then(rows => rows.filter(({added_by}) => added_by === 'STOP'));
	vi.stubEnv('DIALTOP_URL', one.url);
	vi.stubEnv('DIALTOP_TOKEN', one.token);
	vi.useFakeTimers({toFake: ['Date'], now: utcOf(one.world, one.world.now)});
	const {stdout} = await called(callsCommand, String(stopped?.phone_number), '--json');
	expect(JSON.parse(stdout)).toMatchObject({
		calls_in_7_days: 0,
		not_counted: {texts: 1},
		calls: [{calls_in_7_days: null, campaign: 'Texts'}],
		do_not_call: [{state: 'everywhere'}],
	});
	const page = await called(callsCommand, String(stopped?.phone_number));
	expect(page.stdout).toContain('barred from EVERY campaign (by STOP, ');
});

test('asks as little as it can: a search, the list of the number, the methods of the campaigns', async () => {
	atNoon();
	const ran = await run(service([entry()]), callsCommand, '415-555-0100', '--days', '30');
	expect(ran.requests.map(({type}) => type)).toEqual(['search_lead', 'get_dncs', 'get_campaigns']);
	expect(ran.sent('search_lead')).toMatchObject([{query: '4155550100', days: '30'}]);
	expect(ran.stdout).toContain('1 call in the last 7 days (17 Nov to 23 Nov) to this number: under the limit of 7');
	expect(ran.stdout).toContain('of the last 30 days');
});

test('marks what is over the limit, and that there may be more', async () => {
	atNoon();
	const nine = Array.from({length: 9}, (_, at) => entry({uniqueid: `1.${at}`}));
	const over = await run(service(nine, 'the newest 9 of 12 calls'), callsCommand, '4155550100');
	expect(over.stdout).toContain(
		'at least 9 calls in the last 7 days (17 Nov to 23 Nov) to this number: OVER the limit of 7',
	);
	expect(over.stdout).toContain('the service returned the first 9 of 12 entries');
	expect(over.stdout).toContain('9 over');
	const few = await run(service(nine.slice(0, 2), '2 of 12'), callsCommand, '4155550100', '--json');
	expect(JSON.parse(few.stdout)).toMatchObject({standing: 'unknown', may_be_more: true});
});

test('lists the people where several match, and asks nothing more', async () => {
	const ran = await run(
		service([entry(), entry({uniqueid: '1.2', full_name: 'Mario Lopez', phone_number: '2125550100'})]),
		callsCommand,
		'lopez',
	);
	expect(ran.code).toBe(2);
	expect(ran.stderr).toMatch(/2 matches: give a number/);
	expect(ran.stderr).toContain('1 call  Mario Lopez, (212) 555-0100');
	expect(ran.requests.map(({type}) => type)).toEqual(['search_lead']);
});

test('what cannot be known of the do-not-call list is not known', async () => {
	atNoon();
	const answers = {...service([entry()]), get_dncs: {response: {success: 0, error: 'Unknown type'}}};
	const ran = await run(answers, callsCommand, '4155550100');
	expect(ran.stdout).toContain('do not call: not known: get_dncs was not answered: Unknown type');
	expect(ran.code).toBe(0);
});

test('nothing found is no error', async () => {
	const ran = await run(service([], '0 calls'), callsCommand, '4155550100');
	expect(ran).toMatchObject({code: 0});
	expect(ran.stdout).toContain('0 calls in the last 7 days');
	expect(ran.stderr).toContain('nothing found');
	expect(ran.requests.map(({type}) => type)).toEqual(['search_lead', 'get_dncs']);
});

test('of nobody there is no count', async () => {
	const ran = await run(service([], '0 calls'), callsCommand, '2026-0000099');
	expect(ran.stdout).toContain('nobody is found by this: check how it is written');
	expect(ran.stdout).not.toContain('under the limit');
	expect(ran.requests.map(({type}) => type)).toEqual(['search_lead']);
	const json = await run(service([], '0 calls'), callsCommand, '2026-0000099', '--json');
	expect(JSON.parse(json.stdout)).toMatchObject({standing: 'nobody', calls_in_7_days: null, do_not_call: []});
});

test('masks names and numbers everywhere', async () => {
	configure('mask: true\n');
	for (const format of [[], ['--json'], ['--csv']]) {
		const ran = await run(
			service([entry()], 'one of 4155550100', [{phone_number: '4155550100', campaign_id: '', added_by: 'maria'}]),
			callsCommand,
			'+1 415 555 0100',
			...format,
		);
		expect(ran.stdout + ran.stderr).not.toMatch(/Maria|Lopez|4155550100|415\) 555|maria/);
		expect(ran.code).toBe(0);
	}
	const open = await run(service([entry()]), callsCommand, '4155550100', '--unmask');
	expect(open.stdout).toContain('Maria Lopez');
});

test.for<[name: string, answers: object, code: number]>([
	['a refusal', {search_lead: {response: {success: 0, error: 'No'}}}, 1],
	['no list of calls', {search_lead: yes({footer: ''})}, 1],
])('%s has its code', async ([, answers, code]) => {
	const ran = await run({...service([]), ...answers}, callsCommand, '4155550100');
	expect(ran).toMatchObject({code, stdout: ''});
});
