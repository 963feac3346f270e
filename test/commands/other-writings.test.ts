/** What commands say of a service that writes its answers otherwise, over real HTTP. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test, vi} from 'vitest';
import type {AnyCommand} from '../../source/cli/command.ts';
import {campaignsCommand} from '../../source/commands/campaigns.ts';
import {listCommand, listsCommand} from '../../source/commands/lists.ts';
import {searchCommand} from '../../source/commands/search.ts';
import {type RawAnswers, startRawService} from '../helpers/raw-service.ts';
import {called} from './called.ts';

let folder: string;

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'dialtop-writings-'));
	vi.stubEnv('XDG_STATE_HOME', folder);
	vi.stubEnv('XDG_CONFIG_HOME', '/nonexistent');
});

afterAll(() => {
	vi.unstubAllEnvs();
	rmSync(folder, {recursive: true});
});

const run = async (answers: RawAnswers, row: AnyCommand, ...argv: string[]) => {
	await using service = await startRawService(answers);
	vi.stubEnv('DIALTOP_URL', service.url);
	vi.stubEnv('DIALTOP_TOKEN', 'tok-en-1');
	return await called(row, ...argv);
};

const yes = (fields: Record<string, unknown>) => ({response: {success: 1, error: '', ...fields}});

test('one campaign that is answered for under another id costs its own row, and no other', async () => {
	const answers: RawAnswers = {
		get_campaigns: yes({campaigns: ['1005', '1006', '1007'].map(campaign_id => ({campaign_id}))}),
		get_dashboard_stats: ({campaign_id}: Record<string, string>) => {
			const written = {1005: '01005', 1006: 'A1006X', 1007: '9999'}[campaign_id as '1005'];
			return yes({campaign_id: written, dashboard_stats: [{campaign_id: written, percentage_dropped: '1.87%'}]});
		},
	};
	const {code, stdout, stderr} = await run(answers, campaignsCommand, '--json');
	expect(JSON.parse(stdout)).toMatchObject([
		{id: '1005', drop: 1.87, failure: null},
		{id: '1006', drop: 1.87, failure: null},
		{id: '1007', drop: null, failure: expect.stringContaining('9999')},
	]);
	expect(stderr).toContain('the answer names campaign_id 9999, and 1007 was asked for');
	expect(code).toBe(4);
});

test.each<[what: string, row: AnyCommand, argv: string[], answers: RawAnswers]>([
	['a list without a field that is known', listCommand, ['7'], {get_list: yes({list: {a: 1}})}],
	['a list that did not come', listCommand, ['7'], {get_list: yes({})}],
	['lists of which no field is known', listsCommand, [], {get_lists: yes({lists: [{a: 1}, {a: 2}]})}],
	['lists that did not come', listsCommand, [], {get_lists: yes({count: 3})}],
	['calls of which no field is known', searchCommand, ['x'], {search_lead: yes({all_log_search: [{a: 1}]})}],
	['calls that did not come', searchCommand, ['x'], {search_lead: yes({footer: '3 found'})}],
])('%s: exit 1 with a sentence, and nothing printed', async (_what, row, argv, answers) => {
	for (const format of [[], ['--json'], ['--csv']]) {
		const {code, stdout, stderr} = await run(answers, row, ...argv, ...format);
		expect({code, stdout}).toEqual({code: 1, stdout: ''});
		expect(stderr).toMatch(/^dialtop: .+answer/);
	}
});

test.each<[row: AnyCommand, argv: string[], answers: RawAnswers]>([
	[listsCommand, [], {get_lists: yes({lists: ''})}],
	[searchCommand, ['x'], {search_lead: yes({all_log_search: ''})}],
])('an empty text means no rows: exit 0', async (row, argv, answers) => {
	const {code, stdout} = await run(answers, row, ...argv, '--json');
	expect({code, rows: JSON.parse(stdout)}).toEqual({code: 0, rows: []});
});
