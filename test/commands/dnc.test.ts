/** `dialtop dnc`: for everyone unless a campaign is named. */
import {join} from 'node:path';
import {expect, test, vi} from 'vitest';
import {dncCommand} from '../../source/commands/dnc.ts';
import {linesOf} from '../helpers/audit.ts';
import {startContractService} from '../sandbox/contract/service.ts';
import {called} from './called.ts';
import {floorOf} from './floor.ts';
import {onFloor} from './on-floor.ts';

const {run, home} = onFloor();

const yes = (fields: Record<string, unknown>) => ({response: {success: 1, error: '', ...fields}});

const floor = () => ({
	...floorOf([
		{id: '1001', name: 'Spring'},
		{id: '1002', name: 'Spring Too'},
	]),
	add_dnc: ({phone_number, campaign_id = ''}: Record<string, string>) => yes({phone_number, campaign_id}),
	delete_dnc: ({phone_number, campaign_id = ''}: Record<string, string>) => yes({phone_number, campaign_id}),
});

test('the question says for whom the number is barred', async () => {
	const everyone = await run(floor(), dncCommand, 'add', '2125550123');
	const one = await run(floor(), dncCommand, 'add', '2125550123', '--campaign', '1001');
	expect(everyone.stderr).toContain('--yes confirms it. QA: do-not-call');
	expect(everyone.stderr).toContain('It goes on the do-not-call list of EVERY campaign.');
	expect(one.stderr).toContain('It goes on the do-not-call list of campaign 1001.');
	expect([everyone.code, one.code]).toEqual([2, 2]);
	expect([...everyone.sent('add_dnc'), ...one.sent('add_dnc')]).toEqual([]);
});

test('bars it once from every campaign, or from the one that is named in full', async () => {
	const all = await run(floor(), dncCommand, 'add', '2125550123', '--yes', '--csv');
	expect(all.sent('add_dnc')).toMatchObject([{phone_number: '2125550123'}]);
	expect(all.sent('add_dnc')[0]).not.toHaveProperty('campaign_id');
	expect(all).toMatchObject({code: 0, stdout: 'phone,campaign_id\r\n2125550123,\r\n'});
	const one = await run(floor(), dncCommand, 'add', '2125550123', '--yes', '--json', '--campaign', 'Spring Too');
	expect(one.sent('add_dnc')).toMatchObject([{phone_number: '2125550123', campaign_id: '1002'}]);
	expect(JSON.parse(one.stdout)).toEqual([{phone: '2125550123', campaign_id: '1002'}]);
});

test.for<[argv: string[], code: number, says: string]>([
	[['add', '2125550123', '--campaign', 'Spr'], 1, 'does not list a campaign Spr'],
	[['add', '2125550123', '--read-only'], 3, 'this session is read-only'],
	[['add', '12'], 2, 'NUMBER must be a US phone number'],
	[['add'], 2, 'dialtop dnc add needs NUMBER'],
	[['drop', '2125550123'], 2, 'takes add or remove or list, not "drop"'],
	[['remove'], 2, 'dialtop dnc remove needs NUMBER'],
	[['remove', '12', '--confirm', '12'], 2, 'NUMBER must be a US phone number'],
	[['remove', '2125550123'], 2, '--confirm and the number confirms it'],
	[
		['remove', '2125550123', '--confirm', '2125550124'],
		2,
		'nothing was sent: it takes --confirm and the number, not another',
	],
	[['remove', '2125550123', '--confirm', '2125550123', '--campaign', 'Spr'], 1, 'does not list a campaign Spr'],
	[['remove', '2125550123', '--confirm', '2125550123', '--read-only'], 3, 'this session is read-only'],
	[['add', '2125550123', '--confirm', '2125550123'], 2, '--confirm goes with remove'],
	[['list', '212', '--confirm', '2125550123'], 2, '--confirm goes with remove'],
	[['list', 'x'], 2, 'PART must be digits'],
	[
		['add', '2125550123', '2125550124'],
		2,
		'dialtop dnc takes add NUMBER | remove NUMBER | list [PART]: "2125550124" is one too many',
	],
])('%j sends nothing', async ([argv, code, says]) => {
	const ran = await run(floor(), dncCommand, ...argv, '--yes');
	expect(ran.stderr).toContain(says);
	expect(ran.code).toBe(code);
	expect([...ran.sent('add_dnc'), ...ran.sent('delete_dnc'), ...ran.sent('get_dncs')]).toEqual([]);
});

test('says how to take it back, without the number', async () => {
	const all = await run(floor(), dncCommand, 'add', '2125550123', '--yes');
	expect(all.stderr).toMatch(
		/^dialtop: dialtop dnc remove NUMBER --url http:\S+ --environment qa takes it off again\n$/,
	);
	const one = await run(floor(), dncCommand, 'add', '2125550123', '--yes', '--campaign', 'Spring');
	expect(one.stderr).toContain('dialtop dnc remove NUMBER --campaign 1001 --url ');
});

test('takes a number off once it is typed, from every campaign or from one, and writes it to the audit', async () => {
	const asked = await run(floor(), dncCommand, 'remove', '2125550123', '--campaign', '1001');
	expect(asked.stderr).toContain('It leaves the do-not-call list of campaign 1001');
	expect(asked.sent('delete_dnc')).toEqual([]);
	const all = await run(floor(), dncCommand, 'remove', '2125550123', '--confirm', '2125550123', '--csv');
	expect(all.sent('delete_dnc')).toMatchObject([{phone_number: '2125550123'}]);
	expect(all.sent('delete_dnc')[0]).not.toHaveProperty('campaign_id');
	expect(all).toMatchObject({code: 0, stderr: '', stdout: 'phone,campaign_id\r\n2125550123,\r\n'});
	const lines = linesOf(join(home(), 'dialtop', 'audit.jsonl'));
	expect(lines.map(({kind}) => kind)).toEqual(['intent', 'outcome']);
	expect(lines[0]).toMatchObject({operation: 'delete_dnc'});
	const argv = ['remove', '2125550123', '--campaign', '1001', '--confirm', '2125550123', '--json'];
	const one = await run(floor(), dncCommand, ...argv);
	expect(one.sent('delete_dnc')).toMatchObject([{phone_number: '2125550123', campaign_id: '1001'}]);
	expect(JSON.parse(one.stdout)).toEqual([{phone: '2125550123', campaign_id: '1001'}]);
});

test('a refusal and an answer that cannot be read have their codes', async () => {
	const refused = await run(
		{...floor(), add_dnc: {response: {success: 0, error: 'No'}}},
		dncCommand,
		'add',
		'2125550123',
		'-y',
	);
	expect(refused).toMatchObject({code: 1, stdout: ''});
	const odd = await run({...floor(), get_dncs: yes({numbers: []})}, dncCommand, 'list');
	expect(odd).toMatchObject({code: 1, stdout: ''});
});

test('the sandbox lists what was added', async () => {
	await using service = await startContractService();
	vi.stubEnv('DIALTOP_URL', service.url);
	vi.stubEnv('DIALTOP_TOKEN', service.token);
	await called(dncCommand, 'add', '2125550123', '--campaign', 'Spring', '--yes');
	await called(dncCommand, 'add', '(212) 555-0124', '--yes');
	const {code, stdout} = await called(dncCommand, 'list', '55501', '--json');
	expect(JSON.parse(stdout)).toMatchObject([
		{phone: '2125550124', campaign_id: null},
		{phone: '2125550123', campaign_id: '1001'},
	]);
	expect(code).toBe(0);
	const taken = await called(dncCommand, 'remove', '2125550124', '--confirm', '2125550124');
	expect(taken.code).toBe(0);
	expect(JSON.parse((await called(dncCommand, 'list', '55501', '--json')).stdout)).toMatchObject([
		{phone: '2125550123'},
	]);
	const few = await called(dncCommand, 'list', '--campaign', 'Spr', '--limit', '1');
	expect(few.stdout).toMatch(/^phone +campaign +added by +added\n\d{10} /);
});
