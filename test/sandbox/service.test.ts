import {describe, expect, test} from 'vitest';
import {hour, minute, second} from '../../source/sandbox/world/time.ts';
import {readEnvelope} from '../../source/wire/envelope.ts';
import {type OperationType, operations} from '../../source/wire/operations/index.ts';
import {smallService, testPassword} from './small-service.ts';

const records = (value: unknown): Record<string, string>[] => value as Record<string, string>[];

/** A valid call of each operation of section 4.1, its required parameters, and wrong values. */
const cases: {
	type: OperationType;
	valid: Record<string, unknown>;
	required: string[];
	wrong: Record<string, unknown>[];
	unknown?: [params: Record<string, unknown>, error: string];
}[] = [
	{
		type: 'play_campaign',
		valid: {campaign_id: '1001'},
		required: ['campaign_id'],
		wrong: [{campaign_id: 'no id!'}],
		unknown: [{campaign_id: '77'}, 'Campaign not found'],
	},
	{
		type: 'pause_campaign',
		valid: {campaign_id: 1002},
		required: ['campaign_id'],
		wrong: [{campaign_id: {a: '1'}}],
		unknown: [{campaign_id: '77'}, 'Campaign not found'],
	},
	{
		type: 'stop_campaign',
		valid: {campaign_id: '1002'},
		required: ['campaign_id'],
		wrong: [{campaign_id: ['1']}],
		unknown: [{campaign_id: '77'}, 'Campaign not found'],
	},
	{type: 'get_campaigns', valid: {}, required: [], wrong: []},
	{
		type: 'get_campaign_settings',
		valid: {campaign_id: '1002'},
		required: ['campaign_id'],
		wrong: [],
		unknown: [{campaign_id: '77'}, 'Campaign not found'],
	},
	{
		type: 'update_campaign',
		valid: {campaign_id: '1002', autodiallevel: '2.5'},
		required: ['campaign_id'],
		wrong: [
			{autodiallevel: '10.1'},
			{autodiallevel: '-1'},
			{autodiallevel: '1e1'},
			{adaptive_dropped_percentage: '101'},
			{dial_prefix: '7'},
			{dial_method: 'FAST'},
			{amd: 'yes'},
			{number_of_lines: '1.5'},
			{campaign_recording: 'SOME'},
			{script: '99'},
			{local_call_time: 'midnight'},
		],
		unknown: [{campaign_id: '77'}, 'Campaign not found'],
	},
	{
		type: 'dial_number',
		valid: {campaign_id: '1002', phone_number: '+12125550123', callerid: '8005550100'},
		required: ['campaign_id', 'phone_number', 'callerid'],
		wrong: [{phone_number: '123'}, {phone_number: '442071234567'}],
		unknown: [{campaign_id: '77'}, 'Campaign not found'],
	},
	{
		type: 'add_account',
		valid: {account: {company_id: '1', first_name: 'Ann'}},
		required: ['account'],
		wrong: [
			{account: {company_id: 'x'}},
			{account: {company_id: '1', state: 'Texas'}},
			{account: {company_id: '1', birthday: '2026-02-30'}},
			{account: {company_id: '1', phone: '12'}},
			{phones: [{phone_number: '2125550123', time_zone: '-6.40'}]},
			{phones: [{phone_number: '99'}]},
		],
		unknown: [{accounts_leads: {list_id: '7'}}, 'List not found'],
	},
	{
		type: 'fetch_accounts',
		valid: {company_id: '1'},
		required: ['company_id'],
		wrong: [{all_phones: '2'}, {all_emails: 'x'}],
	},
	{
		type: 'get_list',
		valid: {list_id: '50002'},
		required: ['list_id'],
		wrong: [{list_id: '5 0'}],
		unknown: [{list_id: '7'}, 'List not found'],
	},
	{
		type: 'get_lists',
		valid: {},
		required: [],
		wrong: [{status: 'X'}, {filter: 'RX'}],
		unknown: [{campaign_id: '77'}, 'Campaign not found'],
	},
	{
		type: 'change_status',
		valid: {list_id: '50002', status: 'N'},
		required: ['list_id', 'status'],
		wrong: [{status: 'off'}],
		unknown: [{list_id: '7'}, 'List not found'],
	},
	{
		type: 'search_lead',
		valid: {},
		required: [],
		wrong: [{search_date: '03/31/26'}, {from: '2026-02-30'}, {days: '-1'}, {from: '2026-03-31', to: '2026-03-30'}],
	},
	{
		type: 'get_dashboard_stats',
		valid: {campaign_id: '1002'},
		required: ['campaign_id'],
		wrong: [],
		unknown: [{campaign_id: '77'}, 'Campaign not found'],
	},
	{
		type: 'add_leads',
		valid: {campaign_id: '1002', phones: '2125550123'},
		required: ['campaign_id'],
		wrong: [{list_id: '50001'}],
		unknown: [{list_id: '7'}, 'List not found'],
	},
];

/** Refusals change nothing, so they can share a service. */
const refusing = await smallService();

describe.each(cases)('$type', async ({type, valid, required, wrong, unknown}) => {
	test('answers, in a shape that the client reads', async () => {
		const response = await (await smallService()).call(type, valid);
		expect(response).toMatchObject({success: 1, error: ''});
		expect(response).not.toHaveProperty('tech_msg');
		const envelope = readEnvelope(JSON.stringify({response}));
		expect(() => operations[type].answer.decode(envelope)).not.toThrow();
	});

	test.each(required)('needs %s', async name => {
		const {[name]: _left, ...rest} = valid;
		expect(await refusing.call(type, rest)).toEqual({
			success: 0,
			error: `Missing parameter: ${name}`,
			tech_msg: 'missing-parameter',
		});
	});

	test.each(wrong.map(params => [params]))('refuses %j', async params => {
		const response = await refusing.call(type, {...valid, ...params});
		expect(response).toMatchObject({success: 0, tech_msg: 'invalid-value'});
		expect(response.error).toMatch(/^Invalid value: \S+$/);
	});

	test('needs a token', async () => {
		const {handle} = refusing;
		expect((await handle({type, ...valid})).response.error).toBe('Missing parameter: token');
		expect((await handle({type, token: 'guess', ...valid})).response.error).toBe('Invalid token');
	});

	test.each(unknown ? [unknown] : [])('says what it does not find: %j', async (params, error) => {
		expect(await refusing.call(type, {...valid, ...params})).toEqual({success: 0, error, tech_msg: 'not-found'});
	});
});

test('every operation of section 4.1 is covered here', async () => {
	const documented = Object.entries(operations).filter(([, {documented}]) => documented);
	expect(new Set([...cases.map(({type}) => type), 'login_user'])).toEqual(new Set(documented.map(([type]) => type)));
});

test('an unknown operation is refused by name', async () => {
	const {call, handle} = await smallService();
	expect(await call('make_coffee')).toEqual({
		success: 0,
		error: 'Unknown operation: make_coffee',
		tech_msg: 'unknown-operation',
	});
	expect((await call('toString')).error).toBe('Unknown operation: toString');
	expect((await handle({})).response.error).toBe('Missing parameter: type');
	expect((await handle({type: ['a']})).response.error).toBe('Invalid value: type');
});

describe('login_user', () => {
	test('answers the same for a wrong password and an unknown user', async () => {
		const {handle, user} = await smallService();
		const wrong = await handle({type: 'login_user', user, pass: 'no'});
		expect(wrong.response).toEqual({success: 0, error: 'Wrong user or password', tech_msg: 'wrong-credentials'});
		expect(await handle({type: 'login_user', user: 'nobody', pass: testPassword})).toEqual(wrong);
	});

	test.each([
		[{user: 'ops'}, 'Missing parameter: pass'],
		[{pass: 'x'}, 'Missing parameter: user'],
		[{user: 'ops', pass: 'x', hours: '0'}, 'Invalid value: hours'],
		[{user: 'ops', pass: 'x', hours: 'long'}, 'Invalid value: hours'],
	])('refuses %j', async (params, error) => {
		expect((await (await smallService()).handle({type: 'login_user', ...params})).response.error).toBe(error);
	});

	test('a request extends a token to the millisecond, though not every renewal is written down', async () => {
		let now = 0;
		const {handle, user} = await smallService({now: () => now});
		const login = await handle({type: 'login_user', user, pass: testPassword, hours: '1'});
		const use = async () => (await handle({type: 'get_campaigns', token: login.response.token})).response.error;
		now = 30 * second;
		expect(await use()).toBe('');
		now = hour + 30 * second - 1;
		expect(await use()).toBe('');
		now += hour;
		expect(await use()).toBe('Token expired');
	});

	test('a token lives for its hours, and each request extends it', async () => {
		let now = 0;
		const {handle, user} = await smallService({now: () => now});
		const login = async (hours?: string) =>
			String((await handle({type: 'login_user', user, pass: testPassword, ...(hours && {hours})})).response.token);
		const use = async (token: string) => (await handle({type: 'get_campaigns', token})).response.error;
		const short = await login('1');
		const usual = await login();
		now += hour - 1;
		expect(await use(short)).toBe('');
		now += hour - 1;
		expect(await use(short)).toBe('');
		now += hour;
		expect(await use(short)).toBe('Token expired');
		expect(await use(usual)).toBe('');
		now += 12 * hour;
		expect(await use(usual)).toBe('Token expired');
	});
});

test('get_campaigns lists the newest first, with their state', async () => {
	const campaigns = records((await (await smallService()).call('get_campaigns')).campaigns);
	expect(campaigns.map(({campaign_name}) => campaign_name)).toEqual([
		'Texts',
		'Reminders',
		'Preview',
		'Power',
		'Spring',
		'Old Stopped',
	]);
	expect(campaigns[5]).toEqual({
		campaign_id: '1001',
		campaign_name: 'Old Stopped',
		active: 'N',
		dial_method: 'PREDICTIVE',
		display_status: 'STOP',
		created: '2026-03-01 11:00:00',
	});
});

test('play, pause and stop change what is shown, and refuse what cannot be', async () => {
	const {call} = await smallService();
	const campaign_id = '1002';
	const status = async () =>
		records((await call('get_dashboard_stats', {campaign_id})).dashboard_stats)[0]?.display_status;
	expect(await status()).toBe('PLAY');
	expect(await call('play_campaign', {campaign_id})).toEqual({
		success: 0,
		error: 'Campaign is already running',
		tech_msg: 'wrong-state',
	});
	expect(await call('pause_campaign', {campaign_id})).toEqual({
		success: 1,
		error: '',
		campaign_id,
		display_status: 'PAUSE',
	});
	expect(await status()).toBe('PAUSE');
	expect((await call('pause_campaign', {campaign_id})).error).toBe('Campaign is not running');
	expect((await call('stop_campaign', {campaign_id})).display_status).toBe('STOP');
	expect((await call('stop_campaign', {campaign_id})).error).toBe('Campaign is already stopped');
	expect((await call('play_campaign', {campaign_id})).display_status).toBe('PLAY');
});

test('update_campaign changes what is sent and nothing else, and the world heeds it', async () => {
	const {call, advance} = await smallService();
	const settings = async () =>
		Object.fromEntries(
			records((await call('get_campaign_settings', {campaign_id: '1003'})).settings).map(row => [row.name, row.value]),
		);
	const before = await settings();
	expect(Object.keys(before)).toHaveLength(20);
	expect(
		(await call('update_campaign', {campaign_id: '1003', autodiallevel: '0', amd: 'N', dial_prefix: '9'})).success,
	).toBe(1);
	expect(await settings()).toEqual({...before, autodiallevel: '0', amd: 'N', dial_prefix: '9'});
	const called = async () =>
		Number(records((await call('get_dashboard_stats', {campaign_id: '1003'})).dashboard_stats)[0]?.called_today);
	const now = await called();
	advance(10 * minute);
	expect(await called()).toBe(now);
	await call('update_campaign', {campaign_id: '1003', autodiallevel: 3});
	advance(10 * minute);
	expect(await called()).toBeGreaterThan(now);
});

test('every setting offers its present value among its options', async () => {
	const {call} = await smallService();
	const settings = (await call('get_campaign_settings', {campaign_id: '1002'})).settings as {
		value: string;
		options: {id: string}[];
	}[];
	for (const {value, options} of settings.filter(({options}) => options.length > 0)) {
		expect(options.map(({id}) => id)).toContain(value);
	}
});

test('the dashboard agrees with itself as time goes by', async () => {
	const {call, advance} = await smallService();
	let calledBefore = 0;
	for (let step = 0; step < 200; step++) {
		advance(7 * second + step);
		for (const campaign_id of ['1001', '1002', '1003', '1004', '1005', '1006']) {
			const answer = await call('get_dashboard_stats', {campaign_id});
			const [wire = {}] = records(answer.dashboard_stats);
			const is = (name: string): number => Number(wire[name]);
			expect(Object.values(wire).every(value => typeof value === 'string')).toBe(true);
			expect(is('total')).toBe(is('ready') + is('oncalls') + is('wrappingup') + is('paused') + is('dead'));
			expect(is('active_calls')).toBe(is('calls_ringings') + is('calls_waiting') + is('calls_in_ivr'));
			expect(is('answered_today')).toBe(is('human_answered_calls') + is('answering_machine'));
			expect(is('answered_today')).toBeLessThanOrEqual(is('called_today'));
			expect(is('connected_calls')).toBeLessThanOrEqual(is('human_answered_calls'));
			expect(is('remaining_leads')).toBeLessThanOrEqual(is('active_leads'));
			expect(is('active_leads')).toBeLessThanOrEqual(is('total_leads'));
			expect(wire.percentage_dropped).toMatch(/^\d+\.\d\d$/);
			expect(wire.todays_charge).toMatch(/^\d+\.\d\d$/);
			expect(wire.remaining_time).toMatch(/^\d\d+:\d\d:\d\d$/);
			if (campaign_id === '1002') {
				expect(is('called_today')).toBeGreaterThanOrEqual(calledBefore);
				calledBefore = is('called_today');
			}
		}
	}
	expect(calledBefore).toBeGreaterThan(500);
});

test('the dashboard has every field of section 2.6, and graphs of a point a minute', async () => {
	const {call} = await smallService();
	const answer = await call('get_dashboard_stats', {campaign_id: '1002'});
	const [figures = {}] = records(answer.dashboard_stats);
	expect(Object.keys(figures)).toHaveLength(52);
	expect(figures.adaptive_dropped_percentage).toBe('3%');
	const calls = records(answer.calls_graph_data);
	expect(calls.map(({datetime}) => datetime).slice(0, 3)).toEqual(['12:01:00', '12:02:00', '12:03:00']);
	expect(calls).toHaveLength(30);
	expect(calls.reduce((sum, {dialed}) => sum + Number(dialed), 0)).toBe(Number(figures.called_today));
	expect(records(answer.agent_graph_data)).toHaveLength(30);
	expect(answer.lead_status_graph).toContainEqual({active_leads: 3000, remaining_leads: expect.any(Number)});
	expect(records(answer.call_status_graph)[0]).toEqual({
		active_calls: expect.any(Number),
		calls_ringings: expect.any(Number),
		calls_waiting: expect.any(Number),
		calls_in_ivr: expect.any(Number),
	});
});

describe('lists', () => {
	const names = (response: Record<string, unknown>) => records(response.lists).map(({list_name}) => list_name);

	test('newest first, by campaign, by status', async () => {
		const {call} = await smallService();
		expect(names(await call('get_lists', {campaign_id: '1002'}))).toEqual(['Spring B', 'Spring A']);
		expect(names(await call('get_lists', {status: 'N'}))).toEqual(['Spring B']);
		expect(names(await call('get_lists', {campaign_id: '1002', status: 'Y'}))).toEqual(['Spring A']);
		expect(names(await call('get_campaign_lists', {campaign_id: '1002'}))).toHaveLength(2);
	});

	test('recently added and recently dialed ones', async () => {
		const {call} = await smallService();
		await call('add_leads', {campaign_id: '1001', phones: '2125550123'});
		expect(records((await call('get_lists', {filter: 'RA'})).lists)[0]?.campaign_id).toBe('1001');
		const dialed = records((await call('get_lists', {filter: 'RD'})).lists).map(({campaign_id}) => campaign_id);
		expect(dialed).toContain('1002');
		expect(dialed).not.toContain('1001');
	});

	test('a list says how far it is, and change_status turns it on', async () => {
		const {call, advance} = await smallService();
		const list = async () => (await call('get_list', {list_id: '50003'})).list as Record<string, string>;
		expect(await list()).toMatchObject({
			status: 'N',
			total_leads: '500',
			new_leads: '500',
			percentage_complete: '0.00',
		});
		expect(await call('change_status', {list_id: '50003', status: 'Y'})).toMatchObject({list_id: '50003', status: 'Y'});
		advance(30 * minute);
		expect((await list()).status).toBe('Y');
		expect(Number((await list()).called_leads)).toBeGreaterThan(0);
		expect(Number((await list()).new_leads) + Number((await list()).called_leads)).toBe(500);
	});
});

describe('search_lead', () => {
	const found = (response: Record<string, unknown>) => records(response.all_log_search);

	test('entries have every field of section 2.5, as strings', async () => {
		const {call} = await smallService();
		const [entry = {}] = found(await call('search_lead', {status: 'DROP'}));
		expect(entry).toMatchObject({
			uniqueid: expect.stringMatching(/^\d+\.\d+$/),
			lead_id: expect.stringMatching(/^\d+ \(\d{10}\)$/),
			call_date: expect.stringMatching(/^03\/31\/26 \d\d:\d\d [AP]M$/),
			status: 'DROP',
			call_type: 'OUTBOUND',
		});
		expect(Object.keys(entry)).toHaveLength(12);
		expect(Object.values(entry).every(value => typeof value === 'string')).toBe(true);
	});

	test('finds by name, by number and by reference', async () => {
		const {call} = await smallService();
		const [entry = {}] = found(await call('search_lead'));
		for (const query of [
			entry.full_name,
			entry.full_name?.toUpperCase(),
			entry.phone_number,
			`+1${entry.phone_number}`,
		]) {
			expect(found(await call('search_lead', {query})).map(({lead_id}) => lead_id)).toContain(entry.lead_id);
		}
		const number = Number(entry.lead_id?.split(' ')[0]);
		const reference = `2026-${String(number).padStart(7, '0')}`;
		expect(found(await call('search_lead', {query: reference})).every(({lead_id}) => lead_id === entry.lead_id)).toBe(
			true,
		);
		expect(found(await call('search_lead', {name: entry.full_name?.split(' ')[1]})).length).toBeGreaterThan(0);
	});

	test('filters by day, span, direction, agent, flag and status', async () => {
		const {call, world} = await smallService();
		const count = async (params: Record<string, unknown>) => found(await call('search_lead', params)).length;
		expect(await count({search_date: '2026-03-31'})).toBe(500);
		expect(await count({search_date: '2026-03-30'})).toBe(0);
		expect(await count({from: '2026-03-31', to: '2026-03-31'})).toBe(500);
		expect(await count({to: '2026-03-30'})).toBe(0);
		expect(await count({days: '0'})).toBe(500);
		expect(await count({call_type: 'outbound'})).toBe(500);
		const rungBack = world.campaigns.reduce((sum, {counters}) => sum + counters.inbound, 0);
		expect(await count({call_type: 'inbound'})).toBe(rungBack);
		expect(found(await call('search_lead', {status: 'sale'})).every(({status}) => status === 'SALE')).toBe(true);
		expect(await count({flag: 'TEST'})).toBe(0);
		await call('dial_number', {campaign_id: '1002', phone_number: '2125550199', callerid: '8005550100'});
		expect(found(await call('search_lead', {flag: 'test'}))[0]?.phone_number).toBe('2125550199');
		const results = records((await call('get_results', {campaign_id: '1002'})).results);
		const user = results.find(row => row.user !== '')?.user;
		expect(await count({username: user})).toBeGreaterThan(0);
		expect(await count({username: 'nobody'})).toBe(0);
	});

	test('the footer counts what is not shown, and names accounts that were not called', async () => {
		const {call} = await smallService();
		expect((await call('search_lead')).footer).toMatch(/^the newest 500 of [\d,]+ calls$/);
		expect((await call('search_lead', {query: 'no such name'})).footer).toBe('0 calls');
		await call('add_leads', {
			campaign_id: '1001',
			phones: '2125550123',
			first_name: 'Zo\u00eb',
			last_name: 'Quux',
			account_id: 'Q-9',
		});
		expect((await call('search_lead', {query: 'quux'})).footer).toBe(
			'0 calls; 1 account without a logged call: Zo\u00eb Quux 2125550123 (Q-9)',
		);
	});
});

describe('accounts', () => {
	const accounts = (response: Record<string, unknown>) => response.accounts as Record<string, unknown>[];

	test('one is made, found, and updated in the fields that are sent', async () => {
		const {call} = await smallService();
		const account = {company_id: '1', first_name: 'Ann', last_name: 'Lee', custom3: 'x', balance: '12.50'};
		const made = await call('add_account', {
			account,
			phones: [
				{phone_number: '(212) 555-0123', phone_type: 'MOBILE'},
				{phone_number: '3125550123', time_zone: '-6.00'},
			],
			emails: ['a@example.com', 'b@example.com'],
		});
		expect(made).toMatchObject({success: 1, created: '1', accountid: expect.stringMatching(/^2026-\d{7}$/)});
		const accountid = made.accountid;
		expect(await call('add_account', {account: {company_id: '1', accountid, last_name: 'Long'}})).toMatchObject({
			created: '0',
			accountid,
		});
		expect(accounts(await call('fetch_accounts', {company_id: '1'})).slice(0, 1)).toEqual([
			{
				accountid,
				company_id: '1',
				first_name: 'Ann',
				last_name: 'Long',
				custom3: 'x',
				balance: '12.50',
				phone: '2125550123',
				email: 'a@example.com',
				phones: [{phone_number: '2125550123', phone_type: 'MOBILE', time_zone: '-5.00'}],
				emails: ['a@example.com'],
			},
		]);
		const [all] = accounts(await call('fetch_accounts', {company_id: '1', all_phones: '1', all_emails: '1'}));
		expect(all?.phones).toHaveLength(2);
		expect(all?.emails).toHaveLength(2);
	});

	test('a list gets the phones, and they are dialed', async () => {
		const {call, advance} = await smallService();
		const {list_id} = await call('add_leads', {campaign_id: '1002', phones: '2125550110'});
		await call('add_account', {
			account: {company_id: '1', accountid: 'N-1', first_name: 'Ann', last_name: 'Lee'},
			accounts_leads: {list_id},
			phones: [{phone_number: '2125550111'}, {phone_number: '2125550112'}],
		});
		expect(((await call('get_list', {list_id})).list as Record<string, string>).total_leads).toBe('3');
		advance(5 * minute);
		expect(records((await call('search_lead', {query: 'N-1'})).all_log_search)).toHaveLength(2);
	});

	test('add_leads says what it took', async () => {
		const {call} = await smallService();
		const first = await call('add_leads', {campaign_id: '1002', phones: '2125550111, 2125550111,2125550112, 12'});
		expect(first).toMatchObject({added: '2', duplicates: '1', invalid: '1'});
		const again = await call('add_leads', {list_id: first.list_id, phones: '2125550112'});
		expect(again).toMatchObject({list_id: first.list_id, added: '0', duplicates: '1', invalid: '0'});
	});
});

test('get_all_stats has a row per campaign, of today only', async () => {
	const {call} = await smallService();
	expect((await call('get_all_stats')).stats).toHaveLength(6);
	expect((await call('get_all_stats', {date: '2026-03-30'})).error).toBe('Invalid value: date');
	expect(Object.keys(await call('get_all_graphs', {campaign_id: '1002'}))).toEqual([
		'success',
		'error',
		'calls_graph_data',
		'agent_graph_data',
		'lead_status_graph',
		'call_status_graph',
	]);
});

test('what still waits when the service ends is refused, and is no error', async () => {
	const {service, handle, user} = await smallService();
	const waiting = handle({type: 'login_user', user, pass: testPassword});
	service.close();
	expect((await waiting).response).toMatchObject({success: 0, tech_msg: 'ending'});
});
