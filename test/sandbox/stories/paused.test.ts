/** A campaign that is paused has leads left, and no time until they run out. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test, vi} from 'vitest';
import {campaignsCommand} from '../../../source/commands/campaigns.ts';
import {minute} from '../../../source/sandbox/world/time.ts';
import {called} from '../../commands/called.ts';
import {type ContractService, startContractService} from '../contract/service.ts';

let service: ContractService;
let folder: string;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'dialtop-story-'));
	service = await startContractService();
	const {url: DIALTOP_URL, token: DIALTOP_TOKEN} = service;
	const environment = {DIALTOP_URL, DIALTOP_TOKEN, DIALTOP_ENVIRONMENT: 'qa', XDG_STATE_HOME: folder};
	for (const [name, value] of Object.entries({...environment, XDG_CONFIG_HOME: '/nonexistent'})) {
		vi.stubEnv(name, value);
	}
});

afterAll(async () => {
	vi.unstubAllEnvs();
	await service[Symbol.asyncDispose]();
	rmSync(folder, {recursive: true});
});

test('paused for twenty minutes, the service says 00:00:00, and dialtop says paused instead of 0s', async () => {
	await service.need('pause_campaign', {campaign_id: '1001'});
	service.advance(20 * minute);
	const {dashboard_stats} = await service.need('get_dashboard_stats', {campaign_id: '1001'});
	const [figures] = dashboard_stats as Record<string, string>[];
	expect(figures).toMatchObject({remaining_time: '00:00:00', display_status: 'PAUSE'});
	expect(Number(figures?.remaining_leads)).toBeGreaterThan(0);

	const table = await called(campaignsCommand);
	expect(table.stdout.split('\n').find(line => line.includes('Spring'))).toMatch(/ paused\b/);
	const json = await called(campaignsCommand, '--json');
	const rows: Record<string, unknown>[] = JSON.parse(json.stdout);
	expect(rows.find(({name}) => name === 'Spring')).toMatchObject({remaining: expect.any(Number), time_left: null});
});
