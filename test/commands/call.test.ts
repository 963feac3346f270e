/** `dialtop call` for every operation of the catalogue, over real HTTP against the whole service. */
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {parse} from 'csv-parse/sync';
import {afterAll, beforeAll, describe, expect, test, vi} from 'vitest';
import {callCommand} from '../../source/commands/call.ts';
import {exits} from '../../source/config/exits.ts';
import {numbered} from '../../source/wire/bracket-names.ts';
import {bracketed} from '../../source/wire/client/body.ts';
import {wireParameters} from '../../source/wire/describe.ts';
import type {AnyOperation} from '../../source/wire/operation.ts';
import {type OperationType, operations} from '../../source/wire/operations/index.ts';
import {isSecretRow} from '../../source/wire/sensitive.ts';
import {linesOf} from '../helpers/audit.ts';
import {startOtherService} from '../helpers/other-service.ts';
import {startRawService} from '../helpers/raw-service.ts';
import {type ContractService, startContractService} from '../sandbox/contract/service.ts';
import {validCalls} from '../sandbox/contract/valid.ts';
import {type Called, called} from './called.ts';

const types = Object.keys(operations) as OperationType[];
const done: string[] = [];

let service: ContractService;
let folder: string;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'dialtop-call-'));
	service = await startContractService();
	vi.stubEnv('DIALTOP_URL', service.url);
	vi.stubEnv('DIALTOP_TOKEN', service.token);
	vi.stubEnv('DIALTOP_ENVIRONMENT', 'qa');
	vi.stubEnv('XDG_STATE_HOME', folder);
	vi.stubEnv('XDG_CONFIG_HOME', '/nonexistent');
});

afterAll(async () => {
	vi.unstubAllEnvs();
	await service[Symbol.asyncDispose]();
	rmSync(folder, {recursive: true});
	process.stdout.write(`dialtop call: ${done.length} of ${types.length} operations done, each in 2 ways\n`);
});

const rowOf = (type: OperationType): AnyOperation => operations[type];

const fileOf = (content: string | Uint8Array): string => {
	const path = join(folder, 'given');
	writeFileSync(path, content);
	return path;
};

/** A field as a command line or a JSON file has it: of a file its place. */
const given = (value: unknown): string =>
	typeof value === 'object' && value !== null && 'bytes' in value
		? `@${fileOf(value.bytes as Uint8Array)}`
		: String(value);

/** What confirms it without a terminal, learned from what is said to a wrong text. */
const confirming = async (
	type: OperationType,
	words: readonly string[],
	params: Readonly<Record<string, unknown>>,
): Promise<string[]> => {
	const {effect} = rowOf(type);
	if (effect === 'read') {
		return [];
	}
	if (effect === 'write') {
		return ['--yes'];
	}
	const wrong = await called(callCommand, type, ...words, '--yes', '--confirm', 'surely not this');
	expect([type, wrong.code, wrong.stdout]).toEqual([type, exits.usage, '']);
	// Everything but a phone number is told, which stands in no error.
	const [says, quoted, bare] =
		/nothing was sent: it takes --confirm (?:'(.+?)'|(?!and the number)(\S+)|and the number), not /.exec(
			wrong.stderr,
		) ?? [];
	expect([type, says]).toEqual([type, expect.stringMatching(/./)]);
	return ['--confirm', quoted ?? bare ?? String(params.phone_number ?? params.to)];
};

/** The names of what an answer holds, as the catalogue writes them: `lists[].list_id`. */
const namesIn = (value: unknown, below = ''): string[] =>
	Array.isArray(value)
		? value.length === 0
			? [`${below}[]`]
			: value.flatMap(item => namesIn(item, `${below}[]`))
		: typeof value === 'object' && value !== null
			? Object.entries(value).flatMap(([key, item]) => namesIn(item, below === '' ? key : `${below}.${key}`))
			: [below];

/** Done, with what the catalogue promises and nothing else. */
const expectDone = (type: OperationType, {code, stdout, stderr}: Called): void => {
	expect([type, code, stderr]).toEqual([type, exits.done, '']);
	const fields = rowOf(type).answer.fields ?? [];
	const answer = JSON.parse(stdout) as Record<string, unknown>;
	const isPromised = (name: string): boolean =>
		fields.some(
			// Of a list whose items are not told apart anything may stand in it, and an empty one holds nothing.
			field =>
				field === name ||
				(field.endsWith('[]') && name.startsWith(field)) ||
				(name.endsWith('[]') && field.startsWith(name)),
		);
	expect([type, namesIn(answer).filter(name => name !== '' && !isPromised(name))]).toEqual([type, []]);
	const top = fields.map(field => field.split(/[.[]/, 1)[0] ?? '');
	expect([type, new Set(Object.keys(answer))]).toEqual([type, new Set(top)]);
};

test('add_account clears a field that is given empty', async () => {
	const id = ['account[company_id]=1', 'account[accountid]=CLEAR-1'];
	const put = (...words: string[]) => called(callCommand, 'add_account', ...id, ...words, '--yes', '--json');
	expect(await put('account[city]=Austin', 'account[state]=TX')).toMatchObject({code: exits.done, stderr: ''});
	expect(await put('account[city]=')).toMatchObject({code: exits.done, stderr: ''});
	const {stdout} = await called(callCommand, 'fetch_accounts', 'company_id=1', '--json');
	const account = (JSON.parse(stdout).accounts as Record<string, unknown>[]).find(
		({accountid}) => accountid === 'CLEAR-1',
	);
	expect(account).toMatchObject({state: 'TX'});
	expect(account).not.toHaveProperty('city');
});

describe.each(types.filter(type => type !== 'login_user'))('%s', type => {
	const params = async () => validCalls[type as keyof typeof validCalls](service);

	test('by its fields on the command line, as a form', async () => {
		const rows = new Map(wireParameters(rowOf(type).params).map(({name, row}) => [name, row]));
		const isHidden = (name: string): boolean => {
			const row = rows.get(numbered(name));
			return row !== undefined && isSecretRow(row);
		};
		const all = await params();
		const fields = bracketed(all);
		const secrets = Object.fromEntries(fields.filter(([name]) => isHidden(name)));
		const words = fields.flatMap(([name, value]) => (isHidden(name) ? [] : [`${name}=${given(value)}`]));
		const data = Object.keys(secrets).length > 0 ? ['--data', fileOf(JSON.stringify(secrets))] : [];
		const how = await confirming(type, [...words, ...data], all);
		expectDone(type, await called(callCommand, type, ...words, ...data, ...how, '--form', '--json'));
		done.push(type);
	});

	test('by a file, as JSON', async () => {
		const fields = Object.fromEntries(
			Object.entries(await params()).map(([name, value]) => [
				name,
				typeof value === 'object' && value !== null && 'bytes' in value ? given(value) : value,
			]),
		);
		const path = join(folder, 'data.json');
		writeFileSync(path, JSON.stringify(fields));
		const how = await confirming(type, ['--data', path], fields);
		expectDone(type, await called(callCommand, type, '--data', path, ...how, '--json-body', '--json'));
	});
});

test('every operation is either called here or signs in, which is what dialtop login is for', async () => {
	const {code, stderr} = await called(callCommand, 'login_user', 'user=ops');
	expect([code, stderr]).toEqual([exits.usage, expect.stringContaining('dialtop login')]);
	expect(types.length).toBe(57);
});

test('an answer with a list is a table, CSV of all its fields, or JSON; one without is pairs', async () => {
	const table = await called(callCommand, 'get_lists');
	expect(table.stdout.split('\n')[0]).toMatch(/^list_id +list_name +campaign_id/);
	const csv = await called(callCommand, 'get_lists', '--csv');
	const rows: Record<string, string>[] = parse(csv.stdout, {columns: true});
	const json = JSON.parse((await called(callCommand, 'get_lists', '--json')).stdout);
	expect(rows).toEqual(json.lists);
	expect(table.stdout.trimEnd().split('\n')).toHaveLength(rows.length + 1);
	for (const format of [[], ['--csv']]) {
		const page = await called(callCommand, 'get_lists', 'limit=2', ...format);
		expect([page.stderr, page.stdout.trimEnd().split('\n').length]).toEqual([
			`dialtop: get_lists: 2 of ${rows.length} rows\n`,
			3,
		]);
	}
	const pairs = await called(callCommand, 'get_list', 'list_id=50001');
	expect(pairs.stdout).toMatch(/^list_id +50001\nlist_name +A\n/);
	const fields = await called(callCommand, 'check_permission', 'permission=pause_campaign', '--csv');
	expect(parse(fields.stdout)[0]).toEqual(['field', 'value']);
});

const wrongCalls: readonly (readonly [argv: string, says: string | RegExp])[] = [
	['get_lst', 'there is no operation "get_lst"; did you mean "get_list"?'],
	['get_list', 'list_id is required'],
	['get_list list_id=0x10', 'list_id must be an id in decimal digits'],
	['get_list list_id=1e3', 'list_id must be an id in decimal digits'],
	['get_list list_idd=1', 'list_idd is not one of its fields; did you mean "list_id"?'],
	['get_list list_id=1 list_id=2', 'list_id is given twice'],
	['get_list 50001', 'word 1 after get_list is not KEY=VALUE'],
	['get_list list_id=', 'list_id is empty'],
	['get_lists status=X from=1', /from is not one of its fields.*status must be one of Y, N/],
	['get_campaigns campaign_id=1', 'campaign_id is not one of its fields: it takes none'],
	['get_list list_id=50001 token=abc', 'token is set by dialtop'],
	['get_list list_id=50001 type=x', 'type is set by dialtop'],
	['search_lead query[a]=1', 'query[a] is not one of its fields'],
	['search_lead query]=1', 'brackets must be as in'],
	['search_lead from=2026-03-02 to=2026-03-01', 'to must not be before from'],
	['add_account account[company]=7', 'did you mean "account[company_id]"?'],
	['change_password old_pass=SECRET1 new_pass=SECRET2', 'give it with --data'],
	['charge_customer accountid=1 amount=1 payment_method_token=SECRET3', 'give it with --data'],
	['upload_file list_id=50001', 'file is required: file=@FILE'],
	['upload_file list_id=50001 file=leads.csv', 'file must be @FILE'],
	['upload_file list_id=50001 file=@/nonexistent/leads.csv', 'file does not exist'],
	['get_queues api_token=SECRET4', 'give it with --data'],
	['add_ivr prompt=Hi', /name is required; --as-given sends/],
	['get_lists --data /nonexistent', '--data /nonexistent cannot be read'],
	['get_lists --form --json-body', 'exclude each other'],
	['get_lists --json --csv', 'exclude each other'],
	['get_lists --data - --token-stdin', 'standard input is asked for twice'],
];

test('what is wrong is named, and nothing is sent', async () => {
	const before = await service.digest();
	for (const [argv, says] of wrongCalls) {
		const {code, stdout, stderr} = await called(callCommand, ...argv.split(' '), '--url', 'http://127.0.0.1:9');
		expect([argv, code, stdout, stderr]).toEqual([
			argv,
			exits.usage,
			'',
			typeof says === 'string' ? expect.stringContaining(says) : expect.stringMatching(says),
		]);
		expect(stderr).not.toMatch(/SECRET\d/);
	}
	for (const data of ['[1]', '{"pass": SECRET}', '"x"']) {
		const {code, stderr} = await called(callCommand, 'get_lists', '--data', fileOf(data));
		expect([code, stderr]).toEqual([exits.usage, expect.stringContaining('object of fields')]);
		expect(stderr).not.toContain('SECRET');
	}
	for (const data of ['{"list_id": 1e3}', '{"list_id": 0.5}']) {
		const {code, stderr} = await called(callCommand, 'get_list', '--data', fileOf(data));
		expect([code, stderr]).toEqual([exits.usage, expect.stringMatching(/list_id must be an id/)]);
	}
	expect(await service.digest()).toBe(before);
});

test('--help behind an operation describes it, with a command line', () => {
	const help = callCommand.helpFor?.(['stop_campaign']);
	expect(help).toMatch(/effect +irreversible/);
	expect(help).toContain('$ dialtop call stop_campaign campaign_id=1001 --confirm NAME');
	expect(callCommand.helpFor?.(['nonsense'])).toBeUndefined();
	for (const type of types) {
		expect(callCommand.helpFor?.([type])).toContain(`dialtop call ${type}`);
	}
});

describe('on a service that counts', () => {
	test('sent once; fields of their own go along; refused and unknown end so, and leave their lines in the audit', async () => {
		const other = await startOtherService({token: 'tok'});
		vi.stubEnv('DIALTOP_URL', other.url);
		vi.stubEnv('DIALTOP_TOKEN', 'tok');
		try {
			const [campaign] = other.state.campaigns;
			const {id = '', name = ''} = campaign ?? {};
			const stop = ['stop_campaign', `campaign_id=${id}`];
			expect((await called(callCommand, ...stop, '--confirm', name)).code).toBe(exits.done);
			expect(other.commands.byTarget).toEqual({[`stop_campaign ${id}`]: 1});

			await called(callCommand, 'get_queues', 'mine=1', 'deep[0][a]=2');
			expect(other.requests.at(-1)?.fields).toMatchObject({type: 'get_queues', mine: '1', 'deep[0][a]': '2'});

			const exact = '{"mine": 1e3, "long": 9007199254740993, "short": 12, "deep": {"ratio": 0.1234567891}}';
			await called(callCommand, 'get_queues', '--data', fileOf(exact));
			expect(other.requests.at(-1)?.fields).toMatchObject({
				mine: '1e3',
				long: '9007199254740993',
				short: '12',
				'deep[ratio]': '0.1234567891',
			});
			const long = fileOf('{"campaign_id": 9007199254740993, "autodiallevel": 0.0000001}');
			await called(callCommand, 'update_campaign', '--data', long, '--yes');
			expect(other.requests.findLast(({type}) => type === 'update_campaign')?.fields).toMatchObject({
				campaign_id: '9007199254740993',
				autodiallevel: '0.0000001',
			});

			Object.assign(campaign ?? {}, {state: 'dialing'});
			const pause = ['pause_campaign', `campaign_id=${id}`, '--yes'];
			expect(await called(callCommand, ...pause)).toMatchObject({code: exits.done, stderr: ''});
			expect(linesOf(join(folder, 'dialtop', 'audit.jsonl')).slice(-3)).toMatchObject([
				{kind: 'intent', operation: 'pause_campaign', verb: 'pause', expected: 'paused', target: {id, name}},
				{kind: 'outcome', outcome: 'done'},
				{kind: 'observed', seen: 'PAUSE'},
			]);
			await other.setFault('slow', {types: ['play_campaign'], milliseconds: 1, executes: false});
			const unseen = await called(callCommand, 'play_campaign', `campaign_id=${id}`, '--yes', '--wait', '0.5');
			expect(unseen.stderr).toContain(
				'play_campaign: accepted, but not observed after 0.5 s; the service now shows PAUSE: not what was asked',
			);
			expect(unseen.code).toBe(exits.unknown);
			await other.setFault('refusal', {types: ['pause_campaign']});
			const refused = await called(callCommand, ...pause);
			expect(refused).toEqual({
				code: exits.refused,
				stdout: '',
				stderr: 'dialtop: pause_campaign refused: The moon is full. (E77)\n',
			});
			await other.setFault('reset-after', {types: ['dial_number']});
			const dial = ['dial_number', `campaign_id=${id}`, 'phone_number=2125550123', 'callerid=8005550100'];
			const unknown = await called(callCommand, ...dial, '--confirm', '2125550123');
			expect([unknown.code, unknown.stdout]).toEqual([exits.unknown, '']);
			expect(unknown.stderr).toMatch(/^dialtop: dial_number: outcome UNKNOWN /);
			expect(other.commands.byType.dial_number).toBe(1);

			const lines = readFileSync(join(folder, 'dialtop', 'audit.jsonl'), 'utf8')
				.trimEnd()
				.split('\n');
			const last = lines.map(line => JSON.parse(line)).slice(-2);
			expect(last).toMatchObject([
				{kind: 'intent', operation: 'dial_number', target: {kind: 'number', id: '•••0123'}},
				{kind: 'outcome', operation: 'dial_number', outcome: 'unknown'},
			]);
			expect(lines.join('\n')).not.toContain('2125550123');
		} finally {
			vi.stubEnv('DIALTOP_URL', service.url);
			vi.stubEnv('DIALTOP_TOKEN', service.token);
			await other.close();
		}
	});
});

describe('bounds that the interface does not give', () => {
	test('a secondary dial level above 10, a call abroad and further fields of add_leads are taken by client and service', async () => {
		const level = await called(callCommand, 'update_campaign', 'campaign_id=1001', 'autodiallevel2=12', '--yes');
		expect(level).toMatchObject({code: 0, stderr: ''});
		const abroad = ['campaign_id=1001', 'phone_number=+442071234567', 'callerid=8005550100'];
		const call = await called(callCommand, 'dial_number', ...abroad, '--confirm', '+442071234567');
		expect(call).toMatchObject({code: 0, stderr: ''});
		const leads = ['campaign_id=1001', 'phones=2125550188', 'city=Austin'];
		expect(await called(callCommand, 'add_leads', ...leads, '--yes')).toMatchObject({code: 0, stderr: ''});
	});

	test('a further field of add_leads that dialtop does not know is sent: the service says what it makes of it', async () => {
		const leads = ['campaign_id=1001', 'phones=2125550189', 'vendor_code=X7'];
		const {code, stderr} = await called(callCommand, 'add_leads', ...leads, '--yes');
		expect([code, stderr]).toEqual([1, expect.stringContaining('Unknown parameter: vendor_code')]);
	});

	test('a bound of ours warns, and the value is sent as given', async () => {
		await using other = await startRawService({search_lead: {response: {success: 1, all_log_search: []}}});
		vi.stubEnv('DIALTOP_URL', other.url);
		const query = 'x'.repeat(300);
		const {code, stderr} = await called(callCommand, 'search_lead', `query=${query}`, 'days=-1');
		vi.stubEnv('DIALTOP_URL', service.url);
		expect(stderr).toContain('search_lead: query must have at most 200 characters by a bound of dialtop');
		expect(stderr).toContain('search_lead: days must be at least 0 by a bound of dialtop');
		expect(code).toBe(0);
		expect(other.requests).toMatchObject([{type: 'search_lead', query, days: '-1'}]);
	});
});
