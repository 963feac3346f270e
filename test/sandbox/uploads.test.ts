/** upload_file: how the rows of a file are counted and stored. */
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {setImmediate} from 'node:timers/promises';
import {describe, expect, onTestFinished, test} from 'vitest';
import {addedPeople} from '../../source/sandbox/world/added-leads.ts';
import type {World} from '../../source/sandbox/world/state.ts';
import {minute} from '../../source/sandbox/world/time.ts';
import {withUser} from './other-users.ts';
import {smallService} from './small-service.ts';

/** Of the leads that were added. */
const people = (world: World) => [...addedPeople(world.leads.added)].map(([, person]) => person);

type Response = Record<string, unknown>;
type Call = (type: string, params?: Record<string, unknown>) => Promise<Response>;

const bytesOf = (content: string | readonly string[]): Uint8Array =>
	new TextEncoder().encode(typeof content === 'string' ? content : content.join('\n'));

const upload = (call: Call, content: string | readonly string[], params: Record<string, unknown> = {}) =>
	call('upload_file', {campaign_id: '1003', file: {name: 'leads.csv', bytes: bytesOf(content)}, ...params});

const counts = ({total, inserted, duplicates, invalid, dnc}: Response) =>
	[total, inserted, duplicates, invalid, dnc].map(Number);

const listOf = async (call: Call, list_id: unknown) =>
	(await call('get_list', {list_id: String(list_id)})).list as Record<string, string>;

const account = async (call: Call, id: string) => {
	const {accounts} = await call('fetch_accounts', {company_id: '1', all_phones: '1', all_emails: '1'});
	return (accounts as Response[]).find(({accountid}) => accountid === id);
};

const header = 'phone_number,first_name,last_name,account_id,email,time_zone';

test('rows become leads with accounts, on a list that is called like the file', async () => {
	const {call, world} = await smallService();
	const answer = await upload(call, [
		header,
		'(212) 555-0101,Ann,Lee,A-1,ann@example.com,',
		'"3125550102","Lee, Jr.",Bo,,,',
		'2135550103,Zo\u00eb,"O""Hara",A-3,,-5.00',
	]);
	expect(answer).toEqual({
		success: 1,
		error: '',
		upload_id: '1',
		list_id: '50008',
		total: '3',
		inserted: '3',
		duplicates: '0',
		invalid: '0',
		dnc: '0',
		ignored_columns: [],
	});
	expect(await listOf(call, '50008')).toMatchObject({
		list_name: 'leads',
		campaign_id: '1003',
		status: 'Y',
		total_leads: '3',
		new_leads: '3',
	});
	expect(people(world)).toEqual([
		{firstName: 'Ann', lastName: 'Lee', phone: '2125550101', zone: 0, accountId: 'A-1'},
		{firstName: 'Lee, Jr.', lastName: 'Bo', phone: '3125550102', zone: 1, accountId: '2026-0013501'},
		{firstName: 'Zo\u00eb', lastName: 'O"Hara', phone: '2135550103', zone: 0, accountId: 'A-3'},
	]);
	expect(await account(call, 'A-1')).toEqual({
		accountid: 'A-1',
		company_id: '1',
		first_name: 'Ann',
		last_name: 'Lee',
		phone: '2125550101',
		email: 'ann@example.com',
		phones: [{phone_number: '2125550101', phone_type: '', time_zone: '-5.00'}],
		emails: ['ann@example.com'],
	});
});

test('the leads are dialed', async () => {
	const {call, advance} = await smallService();
	const {list_id} = await upload(call, ['phone', '2125550101', '3125550102']);
	advance(20 * minute);
	expect((await listOf(call, list_id)).called_leads).toBe('2');
});

describe('a file is read', () => {
	const row = '2125550101,Ann,Lee,A-1';

	test.each<[string, string, Record<string, unknown>?]>([
		['with a byte order mark', `\ufeff${header}\n${row},,`],
		['with CRLF', `${header}\r\n${row},,\r\n`],
		['with CR', `${header}\r${row},,\r`],
		['with semicolons', `${header}\n${row},,`.replaceAll(',', ';')],
		['with tabs', `${header}\n${row},,`.replaceAll(',', '\t')],
		['with quotes around everything', `${header}\n${row},,`.replace(/[^,\n]+/g, '"$&"')],
		['with blanks around cells', `${header}\n${row},,`.replaceAll(',', ' , ')],
		['with empty lines and rows of nothing', `${header}\n\n\n${row},,\n,,,,,\n\n`],
		['with other names of columns', `Phone,First Name,LAST,Account ID\n${row}`],
		['with columns in any order, and some that are none of ours', `notes,account,phone\nlate,A-1,2125550101`],
		['with rows that are too short', `${header}\n2125550101`],
		['with rows that are too long by empty cells', `phone\n2125550101,,,`],
		['without a first line of names', row, {format_id: 'plain'}],
		['of numbers alone', '2125550101', {format_id: 'plain'}],
	])('%s', async (_, content, params) => {
		const {call, world} = await smallService();
		expect(counts(await upload(call, content, params))).toEqual([1, 1, 0, 0, 0]);
		expect(people(world)).toMatchObject([{phone: '2125550101'}]);
	});

	test('a quoted line break stays in its cell', async () => {
		const {call} = await smallService();
		expect(counts(await upload(call, 'phone,notes\n2125550101,"a\nb"\n2125550102,c'))).toEqual([2, 2, 0, 0, 0]);
	});
});

test('rows that cannot be used are counted and not kept', async () => {
	const {call, world} = await smallService();
	const answer = await upload(call, [
		`${header},notes`,
		'2125550101,Ann,Lee,A-1,,,fine',
		'123,Ann,Lee,,,,',
		'4165550123,Ann,Lee,,,,in Canada',
		',Ann,Lee,,,,',
		'2125550102,Ann,Lee,,not an address,,',
		'2125550103,Ann,Lee,,,14.25,',
		'2125550104,Ann,Lee,,,Eastern,',
		`2125550105,${'x'.repeat(101)},Lee,,,,`,
		'2125550106,Ann,"L\nee",,,,',
		'2125550107,Ann,Lee,,,,late,one cell too many',
		'2125550108,Ann,4111111111111111,A-2,,,',
		'2125550109,Ann,Lee,,,,paid with 4111 1111 1111 1111',
		'2125550110,Ann,\uff14111-1111-1111-1111,,,,',
	]);
	expect(counts(answer)).toEqual([13, 1, 0, 12, 0]);
	expect(world.leads.added.count).toBe(1);
	expect((await call('search_lead', {query: '4111111'})).footer).toBe('0 calls');
});

describe('dup_check', () => {
	const rows = ['phone', '2125550101', '2125550102', '2125550102', '2125550103', '2125550104'];

	test.each([
		[undefined, [5, 3, 2, 0, 0]],
		['LIST', [5, 3, 2, 0, 0]],
		['CAMPAIGN', [5, 2, 3, 0, 0]],
		['SYSTEM', [5, 1, 4, 0, 0]],
		['NONE', [5, 5, 0, 0, 0]],
	])('%s looks as far as it says', async (dup_check, expected) => {
		const {call} = await smallService();
		await call('add_leads', {list_id: '50002', phones: '2125550101'});
		await call('add_leads', {list_id: '50003', phones: '2125550103'});
		await call('add_leads', {list_id: '50004', phones: '2125550104'});
		const before = Number((await listOf(call, '50002')).total_leads);
		const answer = await upload(call, rows, {campaign_id: undefined, list_id: '50002', dup_check});
		expect(counts(answer)).toEqual(expected);
		expect((await listOf(call, '50002')).total_leads).toBe(String(before + (expected[1] ?? 0)));
	});

	test('the numbers of seeded leads count as well', async () => {
		const {call} = await smallService();
		const {accounts} = await call('fetch_accounts', {company_id: '1'});
		const numbers = (accounts as Record<string, string>[]).map(({phone = ''}) => phone);
		expect(counts(await upload(call, ['phone', ...numbers], {dup_check: 'CAMPAIGN'}))).toEqual([500, 500, 0, 0, 0]);
		expect(counts(await upload(call, ['phone', ...numbers], {dup_check: 'SYSTEM'}))).toEqual([500, 0, 500, 0, 0]);
	});
});

test('numbers on the do-not-call list of the campaign are left out', async () => {
	const {call} = await smallService();
	await call('add_dnc', {phone_number: '2125550101'});
	await call('add_dnc', {phone_number: '2125550102', campaign_id: '1003'});
	await call('add_dnc', {phone_number: '2125550103', campaign_id: '1002'});
	const rows = ['phone', '2125550101', '2125550102', '2125550103', '2125550103', '12'];
	const answer = await upload(call, rows);
	expect(counts(answer)).toEqual([5, 1, 1, 1, 2]);
	await call('delete_dnc', {phone_number: '2125550101'});
	expect(counts(await upload(call, rows, {campaign_id: '1003', list_id: answer.list_id}))).toEqual([5, 1, 2, 1, 1]);
});

describe('accounts', () => {
	test('one that is there gets what its rows hold and keeps the rest', async () => {
		const {call, world} = await smallService();
		await call('add_account', {
			account: {company_id: '1', accountid: 'A-1', first_name: 'Ann', custom1: 'x'},
			phones: [{phone_number: '2125550101', phone_type: 'HOME'}],
			emails: ['ann@example.com'],
		});
		await upload(call, [header, '2125550102,Bob,Lee,A-1,bob@example.com,', '2125550101,,,A-1,,']);
		expect(await account(call, 'A-1')).toMatchObject({
			first_name: 'Bob',
			last_name: 'Lee',
			custom1: 'x',
			phones: [{phone_number: '2125550101', phone_type: 'HOME'}, {phone_number: '2125550102'}],
			emails: ['ann@example.com', 'bob@example.com'],
		});
		expect(people(world).map(({firstName}) => firstName)).toEqual(['Bob', 'Bob']);
	});

	test('a seeded one is known, and rows of one account share it: the last name counts', async () => {
		const {call} = await smallService();
		const before = await account(call, '2026-0000001');
		await upload(call, [header, '2125550101,,,2026-0000001,,', '2125550102,Bo,Hope,A-2,,', '2125550103,Al,,A-2,,']);
		const {phones, ...after} = (await account(call, '2026-0000001')) ?? {};
		expect({...after, phones: (phones as Response[]).slice(0, 1)}).toEqual(before);
		expect(await account(call, 'A-2')).toMatchObject({
			first_name: 'Al',
			phones: [{phone_number: '2125550102'}, {phone_number: '2125550103'}],
		});
	});

	test('one has room for a hundred numbers', async () => {
		const {call} = await smallService();
		const rows = Array.from({length: 103}, (_, n) => `${2_125_550_000 + n},,,A-1`);
		expect(counts(await upload(call, rows, {format_id: 'plain'}))).toEqual([103, 100, 0, 3, 0]);
	});

	test('those of other campaigns are no business of a user of some', async () => {
		const small = await smallService();
		const limited = await withUser(small, 'limited', 'manager', ['1003']);
		await small.call('add_leads', {campaign_id: '1001', phones: '2125550101', account_id: 'THEIRS'});
		const rows = [header, '2125550102,,,THEIRS,,', '2125550103,,,2026-0000001,,', '2125550104,,,OURS,,'];
		expect(counts(await upload(limited, rows))).toEqual([3, 1, 0, 2, 0]);
	});
});

describe('is refused with its reason, and nothing is made', () => {
	test.each<[string | Uint8Array, Record<string, unknown>, string, string?]>([
		['', {}, 'Invalid value: file', 'it has no rows of leads'],
		['phone_number\n', {}, 'Invalid value: file', 'it has no rows of leads'],
		['name,notes\nAnn,x\n', {}, 'Invalid value: file', expect.stringContaining('must name a column phone_number')],
		[
			'phone,phone_number\n1,2\n',
			{},
			'Invalid value: file',
			expect.stringContaining('names a column twice: phone_number'),
		],
		['phone\n2125550101\n\n"2125550102\n', {}, 'Invalid value: file', 'line 4: a quote is not closed'],
		['phone,x\n2125550101,"a"b\n', {}, 'Invalid value: file', expect.stringMatching(/^line 2: .* closing quote$/)],
		['phone,x\n1,\n2,a"b\n', {}, 'Invalid value: file', expect.stringMatching(/^line 3: there is a quote inside/)],
		[`phone,x\n1,"${'x\n'.repeat(20_000)}`, {}, 'Invalid value: file', expect.stringMatching(/^line 2: .* too long/)],
		[new Uint8Array([0x89, 0x50, 0x4e, 0x47]), {}, 'Invalid value: file', 'it is not text in UTF-8'],
		['phone\n212\u00005550101', {}, 'Invalid value: file', 'it is not text in UTF-8'],
		[`phone\n${'2125550101\n'.repeat(100_001)}`, {}, 'Invalid value: file', 'it has more than 100000 rows'],
		['phone\n2125550101', {format_id: 'xlsx'}, 'Invalid value: format_id'],
		['phone\n2125550101', {dup_check: 'SOME'}, 'Invalid value: dup_check'],
		['phone\n2125550101', {campaign_id: ''}, 'Missing parameter: campaign_id'],
		['phone\n2125550101', {campaign_id: '77'}, 'Campaign not found'],
		['phone\n2125550101', {list_id: '77'}, 'List not found'],
		['phone\n2125550101', {list_id: '50001'}, 'Invalid value: list_id', 'the list belongs to another campaign'],
		[
			'phone\n2125550101',
			{file: 'phone\n2125550101'},
			'Invalid value: file',
			'must be sent as multipart/form-data, with a file name',
		],
		[
			'phone\n2125550101',
			{file: {name: 'x.csv', content: 'phone\n2125550101'}},
			'Invalid value: file',
			'must be sent as multipart/form-data, with a file name',
		],
		[
			'phone\n2125550101',
			{file: undefined},
			'Missing parameter: file',
			'must be sent as multipart/form-data, with a file name',
		],
	])('%.40s %j', async (content, params, error, detail) => {
		const {call, world} = await smallService();
		const lists = await call('get_lists');
		const bytes = typeof content === 'string' ? bytesOf(content) : content;
		const answer = await upload(call, '', {file: {name: 'leads.csv', bytes}, ...params});
		expect(answer).toMatchObject({success: 0, error, ...(detail !== undefined && {detail})});
		expect(await call('get_lists')).toEqual(lists);
		expect(world.leads.added.count).toBe(0);
		expect((await upload(call, 'phone\n2125550101')).upload_id).toBe('1');
	});
});

test.each([
	['../../x', 'x'],
	['..\\..\\x.csv', 'x'],
	['/etc/passwd', 'passwd'],
	['..', 'upload'],
	['', 'upload'],
	['a\u0000\u001b[2Jb.csv', 'a[2Jb'],
	[`${'x'.repeat(300)}.csv`, 'x'.repeat(100)],
])('of the name %j only %s is kept', async (name, kept) => {
	const {call} = await smallService();
	const {list_id} = await upload(call, '', {file: {name, bytes: bytesOf('phone\n2125550101')}});
	expect((await listOf(call, list_id)).list_name).toBe(kept);
});

test('a large file lets others in between, and its counts add up', async () => {
	const {call} = await smallService();
	const rows = Array.from({length: 20_000}, (_, n) => `${2_125_550_000 + Math.floor(n / 2)},Ann,Lee,,`);
	const working = upload(call, [header, ...rows, '12']);
	let turns = 0;
	let isDone = false;
	const done = working.finally(() => {
		isDone = true;
	});
	while (!isDone) {
		turns++;
		await setImmediate();
	}
	expect(counts(await done)).toEqual([20_001, 10_000, 10_000, 1, 0]);
	expect(turns).toBeGreaterThan(10);
});

test('an upload outlives a restart and is remembered: by whom, when, and what became of it', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'dialtop-uploads-'));
	onTestFinished(() => rm(folder, {recursive: true}));
	const database = join(folder, 'sandbox.db');
	const first = await smallService({database});
	await upload(first.call, [header, '2125550101,Ann,Lee,A-1,,', '2125550102,Ann,Lee,,,', '12,,,,,']);
	const leads = first.world.leads.added;
	first.service.close();
	const second = await smallService({database});
	expect(second.world.leads.added).toEqual(leads);
	expect(await upload(second.call, 'phone\n2125550109', {list_id: '50008', dup_check: 'SYSTEM'})).toMatchObject({
		upload_id: '2',
		list_id: '50008',
	});
	expect((await listOf(second.call, '50008')).total_leads).toBe('3');
	second.service.close();
	const file = new DatabaseSync(database);
	expect(file.prepare('select * from uploads').all()).toEqual([
		{
			id: 1,
			file_name: 'leads.csv',
			list_id: '50008',
			format: 'standard',
			dup_check: 'LIST',
			total: 3,
			inserted: 2,
			duplicates: 0,
			invalid: 1,
			dnc: 0,
			user_id: 1,
			// Half past twelve in summer.
			uploaded_at: Date.UTC(2026, 2, 31, 11, 30),
		},
		expect.objectContaining({id: 2, dup_check: 'SYSTEM', total: 1}),
	]);
	file.close();
});

test('a disk that is full in the middle: what was loaded is whole, stays after a restart, and is no finished upload', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'dialtop-uploads-'));
	onTestFinished(() => rm(folder, {recursive: true}));
	const database = join(folder, 'sandbox.db');
	(await smallService({database})).service.close();
	const file = new DatabaseSync(database);
	file.exec(
		"create trigger full before insert on accounts when new.id = 'A-350' begin select raise(abort, 'full'); end",
	);
	file.close();
	const {call, world, service} = await smallService({database});
	const rows = Array.from({length: 1000}, (_, n) => `${2_125_550_000 + n},Ann,Lee,A-${n}`);
	await expect(upload(call, rows, {format_id: 'plain'})).rejects.toThrow('full');

	const loaded = world.leads.added.count;
	expect(loaded).toBeGreaterThan(0);
	expect(loaded).toBeLessThanOrEqual(350);
	const {accounts} = await call('fetch_accounts', {company_id: '1'});
	expect((accounts as Response[]).filter(({accountid}) => /^A-/.test(String(accountid)))).toHaveLength(loaded);
	service.close();
	const again = await smallService({database});
	expect(again.world.leads.added.count).toBe(loaded);
	const [list] = (await again.call('get_lists')).lists as Response[];
	expect(list).toMatchObject({list_name: 'leads', total_leads: String(loaded)});
	again.service.close();
	const after = new DatabaseSync(database);
	expect(after.prepare('select count(*) as count from uploads').get()).toEqual({count: 0});
	after.close();
});
