/** Files of leads are sent as multipart, and a large one keeps nobody waiting. */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, expect, test, vi} from 'vitest';
import {callCommand} from '../../../source/commands/call.ts';
import {called} from '../../commands/called.ts';
import {type ContractService, startContractService} from '../contract/service.ts';

let service: ContractService;
let folder: string;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'dialtop-story-'));
	service = await startContractService();
});

afterAll(async () => {
	await service[Symbol.asyncDispose]();
	rmSync(folder, {recursive: true});
});

afterEach(() => {
	vi.unstubAllEnvs();
});

const send = async (type: string, params: Record<string, unknown>) =>
	(await service.send({type, token: service.token, ...params}, 'JSON')).response;

test.each([
	['its content as text', {file: 'phone\n2125550101'}, 'Invalid value: file'],
	['its content in an object', {file: {name: 'leads.csv', content: 'phone\n2125550101'}}, 'Invalid value: file'],
	['no file', {}, 'Missing parameter: file'],
])('a file sent as JSON, with %s: the answer says how it is sent', async (_, fields, error) => {
	expect(await send('upload_file', {campaign_id: '1001', ...fields})).toMatchObject({
		success: 0,
		error,
		detail: 'must be sent as multipart/form-data, with a file name',
	});
});

test('dialtop call sends a file as multipart, also where the profile says JSON', async () => {
	const {url: DIALTOP_URL, token: DIALTOP_TOKEN} = service;
	const environment = {DIALTOP_URL, DIALTOP_TOKEN, DIALTOP_ENVIRONMENT: 'qa', XDG_STATE_HOME: folder};
	for (const [name, value] of Object.entries({...environment, XDG_CONFIG_HOME: '/nonexistent'})) {
		vi.stubEnv(name, value);
	}
	const file = join(folder, 'leads.csv');
	writeFileSync(file, 'phone\n2125550101\n');
	const words = ['upload_file', 'campaign_id=1001', `file=@${file}`, '--yes', '--json-body', '--json'];
	const {code, stdout} = await called(callCommand, ...words);
	expect([code, JSON.parse(stdout)]).toMatchObject([0, {inserted: '1'}]);
});

test('while a large file is loaded, another operator pauses, plays and sees the list grow', async () => {
	const rows = Array.from({length: 8000}, (_, n) => `${2_125_550_000 + (n % 6000)},Ann,Lee,`);
	const file = {
		name: 'large.csv',
		bytes: new TextEncoder().encode(['phone,first,last,account', ...rows, '12'].join('\n')),
	};
	let isLoaded = false;
	const loaded = service.send({type: 'upload_file', token: service.token, campaign_id: '1001', file}).finally(() => {
		isLoaded = true;
	});
	const sizes = new Set<string>();
	const answers: unknown[] = [];
	while (!isLoaded) {
		answers.push(await send(answers.length % 2 === 0 ? 'pause_campaign' : 'play_campaign', {campaign_id: '1001'}));
		const {lists} = await send('get_lists', {campaign_id: '1001'});
		const {list_name, total_leads} = (lists as Record<string, string>[])[0] ?? {};
		if (list_name === 'large' && !isLoaded) {
			sizes.add(total_leads ?? '');
		}
	}
	const {response} = await loaded;
	expect(response).toMatchObject({total: '8001', inserted: '6000', duplicates: '2000', invalid: '1', dnc: '0'});
	expect(answers).toEqual(answers.map(() => expect.objectContaining({success: 1})));
	expect(sizes.size).toBeGreaterThan(5);
	expect(await send('get_list', {list_id: response.list_id})).toMatchObject({list: {total_leads: '6000'}});
});
