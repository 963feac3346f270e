/** `dialtop doctor` on the whole sandbox and on services that answer otherwise, over real HTTP. */
import {existsSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test, vi} from 'vitest';
import {doctorCommand} from '../../source/commands/doctor.ts';
import {type OperationType, operations} from '../../source/wire/operations/index.ts';
import {hostileTexts, startOtherService} from '../helpers/other-service.ts';
import {type RawAnswers, startRawService} from '../helpers/raw-service.ts';
import {type Answering, json, startEngine, success} from '../prometheus/engine.ts';
import {startContractService} from '../sandbox/contract/service.ts';
import {called} from './called.ts';

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'dialtop-doctor-'));
	vi.stubEnv('XDG_STATE_HOME', folder);
	vi.stubEnv('XDG_CONFIG_HOME', '/nonexistent');
});

afterEach(() => {
	vi.unstubAllEnvs();
	rmSync(folder, {recursive: true});
});

const yes = (fields: Record<string, unknown>) => ({response: {success: 1, error: '', ...fields}});

type Found = {
	operations: {operation: string; answer: string; rules: Record<string, number>; [name: string]: unknown}[];
	status_words: {word: string; means: string; from: string | null}[];
	untold_status_words: number;
	drops: {over: string; error_live: number; error_all: number; campaigns: number} | null;
	engine: {answer: string; versions: string[]; has_profile: boolean; partial: boolean; warnings: number} | null;
};

/** Makes a service the profile in force, which may be asked so often a second that no test waits. */
const use = (url: string): void => {
	const config = join(folder, 'config.yml');
	writeFileSync(config, `profile: own\nprofiles:\n  own: {url: "${url}", requests: 50}\n`, {mode: 0o600});
	vi.stubEnv('DIALTOP_CONFIG', config);
};

/** Runs it on a service that answers so, signing in with a password. */
const doctor = async (answers: RawAnswers, ...argv: string[]) => {
	await using service = await startRawService(answers);
	use(service.url);
	vi.stubEnv('DIALTOP_USER', 'ops.person');
	vi.stubEnv('DIALTOP_PASSWORD', 'pass-word-1');
	const ran = await called(doctorCommand, ...argv);
	return {...ran, requests: service.requests};
};

const read = (stdout: string): Found => JSON.parse(stdout) as Found;

const one = (found: Found, operation: OperationType) => found.operations.find(row => row.operation === operation);

describe('on the sandbox', () => {
	test('reads everything once, changes nothing, and skips what needs an id', async () => {
		await using service = await startContractService();
		use(service.url);
		vi.stubEnv('DIALTOP_TOKEN', service.token);
		const {code, stdout, stderr} = await called(doctorCommand, '--json');
		expect({code, stderr}).toEqual({code: 0, stderr: ''});
		const found = read(stdout);
		const reads = Object.entries(operations).filter(([, {effect}]) => effect === 'read');
		expect(found.operations.map(({operation}) => operation).toSorted()).toEqual(reads.map(([type]) => type).toSorted());
		const skipped = found.operations.filter(({answer}) => answer === 'skipped').map(({operation}) => operation);
		expect(skipped).toEqual([
			...['fetch_accounts', 'agreement_details', 'get_schedules', 'get_agreement_doc', 'get_payment_status'],
		]);
		for (const row of found.operations.filter(({answer}) => answer !== 'skipped')) {
			expect(row).toMatchObject({answer: 'read', rules: {}, unreadable: [], further: [], costs: []});
		}
		expect(existsSync(join(folder, 'dialtop', 'audit.jsonl'))).toBe(false);
	});

	test('a company that is named has its accounts read', async () => {
		await using service = await startContractService();
		use(service.url);
		vi.stubEnv('DIALTOP_TOKEN', service.token);
		const {stdout} = await called(doctorCommand, '--json', '--company', '1');
		expect(one(read(stdout), 'fetch_accounts')).toMatchObject({answer: 'read'});
	});
});

/** A service that answers otherwise in many ways. */
const strange: RawAnswers = {
	login_user: {response: {success: 'OK', user: {token: 'tok-en-canary'}}},
	get_campaigns: {
		data: {
			result: [
				['campaignId', 'campaignName', 'status'],
				['01005', 'Canary Name', 'Active'],
				['01006', 'Canary Name 2', 'HIBERNATING'],
				['01007', 'Canary Name 3', '5551234567'],
			],
		},
	},
	get_lists: yes({lists: ''}),
	get_dashboard_stats: yes({
		dashboard_stats: [
			{
				campaign_id: '1005',
				display_status: 'RUNNING',
				percentage_dropped: '2.40%',
				total_leads: '4,321',
				called_today: '13,579',
				human_answered_calls: '417',
				answered_today: '902',
				calls_waiting: '12abc',
				todays_charge: '$5.00',
				'Canary Person': '1',
				'5550001111': 'x',
				wait_sla: '90',
			},
		],
		calls_graph_data: [
			{dialed: '2', delivered: '1', drops: '0', datetime: '2026-03-31 10:01:00'},
			{dialed: '1', delivered: '1', drops: '0', datetime: '2026-03-31 10:00:00'},
		],
	}),
	get_campaign_settings: yes({settings: {amd: 'Y', script: 'Canary Script'}}),
	search_lead: yes({all_log_search: [{a: 'Canary Name'}]}),
	get_profile: {response: {success: 0, error: 'Canary Name may not'}},
};

describe('on a service that answers otherwise', () => {
	test('counts the rules, tells what is not understood and what that costs', async () => {
		const {code, stdout, requests} = await doctor(strange, '--json');
		const found = read(stdout);
		expect(code).toBe(1);
		expect(one(found, 'login_user')).toMatchObject({answer: 'read', rules: {'flag-word': 1, nested: 1}});
		expect(one(found, 'get_campaigns')).toMatchObject({
			answer: 'read',
			records: 3,
			rules: {'flag-absent': 1, nested: 1, 'header-row': 1, 'field-case': 6, 'field-alias': 3},
		});
		expect(one(found, 'get_lists')).toMatchObject({answer: 'read', records: 0, rules: {'empty-text': 1}});
		expect(one(found, 'get_dashboard_stats')).toMatchObject({
			rules: {
				'id-writing': 1,
				'percent-sign': 1,
				thousands: 2,
				'dollar-sign': 1,
				'iso-date': 4,
				'newest-first': 1,
			},
			unreadable: ['calls_waiting'],
			further: ['wait_sla'],
			untold_fields: 2,
			costs: [
				expect.stringMatching(/^shown as —: calls_waiting, campaign_name, .*ready/),
				expect.stringMatching(/^alert rules that cannot judge: .*waiting/),
				'no graph of agents, leads, live calls',
			],
		});
		expect(one(found, 'search_lead')).toMatchObject({answer: 'unreadable', costs: ['no search']});
		expect(one(found, 'get_profile')).toMatchObject({answer: 'refused', costs: []});
		expect(found.status_words).toEqual([
			{word: 'ACTIVE', means: 'dialing', from: 'dialtop'},
			{word: 'HIBERNATING', means: 'unknown', from: null},
			{word: 'RUNNING', means: 'dialing', from: 'dialtop'},
		]);
		expect(found.untold_status_words).toBe(1);
		expect(found.drops).toMatchObject({over: 'live answers', campaigns: 1});
		const types = requests.map(({type}) => type as OperationType);
		expect(new Set(types).size).toBe(types.filter(type => type !== 'get_campaigns').length + 1);
		expect(types.every(type => ['read', 'session'].includes(operations[type].effect))).toBe(true);
	});

	test.each([[], ['--json'], ['--csv']])('prints no names, numbers and secrets (%o)', async (...format) => {
		const {stdout, stderr} = await doctor(strange, ...format);
		expect(stdout).toContain('get_dashboard_stats');
		expect(stdout).not.toMatch(/canary|555|person|pass-word|1005|01006|127\.0\.0\.1|13,?579|4,?321/i);
		expect(stdout + stderr).not.toMatch(/tok-en|pass-word/);
	});

	test('prints it for people', async () => {
		const {stdout} = await doctor(strange);
		expect(stdout).toMatch(/^operation +answer +records +read by +why not$/m);
		expect(stdout).toMatch(/^fetch_accounts +skipped +— +— +it needs a company_id, .*--company ID$/m);
		expect(stdout).toMatch(/^ {2}HIBERNATING: not known: shown as it comes/m);
		expect(stdout).toMatch(
			/^ {2}seem to be counted over live answers \(1 campaign\)\. The rates miss .* points over live/m,
		);
		expect(stdout).toMatch(/^ {2}thousands: commas between thousands: 12,000$/m);
		expect(stdout).toMatch(/^ {2}search_lead: no search$/m);
	});

	test('tells drops that are counted over all answered calls', async () => {
		const stats = [
			['21', 2310, 1123],
			['10', 902, 417],
		].map(([drops, all, human], index) => ({
			campaign_id: String(index),
			percentage_dropped: ((100 * Number(drops)) / Number(all)).toFixed(2),
			answered_today: String(all),
			human_answered_calls: String(human),
		}));
		const {stdout} = await doctor({...strange, get_all_stats: yes({stats})}, '--json');
		expect(read(stdout).drops?.campaigns).toBe(3);
		const {stdout: alone} = await doctor(
			{...strange, get_dashboard_stats: yes({}), get_all_stats: yes({stats})},
			'--json',
		);
		expect(read(alone).drops).toMatchObject({over: 'all answered', campaigns: 2});
	});
});

test('a service full of hostile texts cannot make it print them', async () => {
	const hostile = Object.fromEntries(hostileTexts.map((text, index) => [text.slice(0, 200) || `x${index}`, text]));
	const records = [{campaign_id: '1', display_status: hostileTexts[0], ...hostile}];
	const {stdout} = await doctor({...strange, get_campaigns: yes({campaigns: records})});
	expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
	expect(stdout).toMatch(/^ {2}get_campaigns: \d+ fields whose names are not shown/m);
	for (const text of hostileTexts.filter(one => one.length > 8)) {
		expect(stdout).not.toContain(text);
	}
});

test('nobody signed in: exit 5; no service: exit 3; it answers with a web page: exit 4', async () => {
	const refusing = await doctor({...strange, login_user: {response: {success: 0, error: 'no'}}});
	expect(refusing).toMatchObject({code: 5, stdout: ''});
	use('http://127.0.0.1:9');
	expect(await called(doctorCommand)).toMatchObject({code: 3, stdout: ''});
	expect((await doctor({...strange, get_campaigns: '<html>'})).code).not.toBe(0);
});

test('every shape of the other service is read whole', async () => {
	await using other = {...(await startOtherService({shape: 'data', token: 'T0ken'})), async [Symbol.asyncDispose]() {}};
	use(other.url);
	vi.stubEnv('DIALTOP_TOKEN', 'T0ken');
	const {stdout} = await called(doctorCommand, '--json');
	await other.close();
	expect(one(read(stdout), 'get_campaigns')?.rules).toMatchObject({'other-name': 1, 'field-alias': 9});
	expect(other.commands.total).toBe(0);
});

describe('the metrics engine of the profile', () => {
	/** Runs it on the sandbox, with an engine beside it. */
	const beside = async (answering: Answering, ...argv: string[]) => {
		await using service = await startContractService();
		await using engine = await startEngine(answering);
		const config = join(folder, 'config.yml');
		const history = `{prometheus: "${engine.url}/p", bearer_command: echo the-token-of-the-engine}`;
		const profile = `{url: "${service.url}", requests: 50, history: ${history}}`;
		writeFileSync(config, `profile: own\nprofiles: {own: ${profile}}\n`, {mode: 0o600});
		vi.stubEnv('DIALTOP_CONFIG', config);
		vi.stubEnv('DIALTOP_TOKEN', service.token);
		return {...(await called(doctorCommand, ...argv)), engine};
	};

	const holding: Answering = ({fields: {query = ''}}, response) =>
		json(
			response,
			success(
				'vector',
				query.startsWith('dialtop_build_info')
					? ['0.2.0', '0.1.0', '0.2.0', 'Ann Miller'].map(version => ({metric: {version}, value: [1, '1']}))
					: [{metric: {profile: 'own'}, value: [1, '1']}],
				{warnings: ['store of Ann Miller is gone']},
			),
		);

	test('is asked what it holds, and nothing that it says is shown as it came', async () => {
		const {code, stdout, stderr, engine} = await beside(holding);
		expect({code, stderr}).toEqual({code: 0, stderr: ''});
		expect(engine.asked.map(({path, fields: {query}, headers}) => [path, query, headers.authorization])).toEqual([
			['POST /p/api/v1/query', 'dialtop_build_info', 'Bearer the-token-of-the-engine'],
			['POST /p/api/v1/query', 'dialtop_service_up{profile="own"}', 'Bearer the-token-of-the-engine'],
		]);
		expect(stdout.slice(stdout.indexOf('\nMetrics engine'))).toBe(
			[
				'\nMetrics engine',
				'  answers, and holds metrics of dialtop 0.1.0, 0.2.0',
				'  holds metrics of this profile',
				'  says that some of its data is missing',
				'  sends 1 warning along\n',
			].join('\n'),
		);
		expect(stdout).not.toMatch(/Miller|the-token/);
	});

	test('that does not answer is an end with 4; its address is on standard error alone', async () => {
		const refusing: Answering = (_, response) => void response.writeHead(302, {location: '/login'}).end();
		const {code, stdout, stderr, engine} = await beside(refusing, '--json');
		expect(code).toBe(4);
		expect(read(stdout).engine).toEqual({
			answer: 'no-engine',
			versions: [],
			has_profile: false,
			partial: false,
			warnings: 0,
		});
		expect(stdout).not.toContain(engine.host);
		expect(stderr).toContain(`${engine.host} redirects to ${engine.host} (HTTP 302), perhaps to a page to sign in on`);
	});

	test('that holds nothing of dialtop is an answer as well', async () => {
		const {code, stdout} = await beside((_, response) => json(response, success('vector', [])));
		expect(code).toBe(0);
		expect(stdout).toContain('  answers, and holds no metrics of dialtop now\n  holds none of this profile now:');
	});
});
