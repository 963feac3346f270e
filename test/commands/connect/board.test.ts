/** `dialtop campaigns` and `dialtop campaign` where not all goes well. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, beforeEach, expect, test, vi} from 'vitest';
import {campaignCommand} from '../../../source/commands/campaign.ts';
import {campaignsCommand} from '../../../source/commands/campaigns.ts';
import {listCommand} from '../../../source/commands/lists.ts';
import {searchCommand} from '../../../source/commands/search.ts';
import {exits} from '../../../source/config/exits.ts';
import {operations} from '../../../source/wire/operations/index.ts';
import {type OtherService, startOtherService} from '../../helpers/other-service.ts';
import {startRawService} from '../../helpers/raw-service.ts';
import {called} from '../called.ts';
import {floorOf} from '../floor.ts';

let folder: string;
let other: OtherService;

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'dialtop-board-'));
});

afterAll(() => rmSync(folder, {recursive: true}));

beforeEach(async () => {
	other = await startOtherService({token: 'tok', campaigns: 5});
	vi.stubEnv('DIALTOP_URL', other.url);
	vi.stubEnv('DIALTOP_TOKEN', 'tok');
	vi.stubEnv('DIALTOP_ENVIRONMENT', 'qa');
	vi.stubEnv('XDG_STATE_HOME', folder);
	vi.stubEnv('XDG_CONFIG_HOME', '/nonexistent');
});

afterEach(async () => {
	vi.unstubAllEnvs();
	await other.close();
});

const types = (): string[] => other.requests.map(({type}) => type);

test('some figures cannot be read: the board is there, the rows say so, and the exit code is the worst', async () => {
	await other.setFault('html', {types: ['get_dashboard_stats'], times: 2});
	const {code, stdout, stderr} = await called(campaignsCommand, '--json');
	expect(code).toBe(exits.unknown);
	const rows = JSON.parse(stdout) as {id: string; ready: number | null; failure: string | null}[];
	expect(rows).toHaveLength(5);
	const failed = rows.filter(({failure}) => failure !== null);
	expect(failed).toHaveLength(2);
	expect(failed.map(({ready}) => ready)).toEqual([null, null]);
	expect(stderr).toContain(`figures of ${failed.map(({id}) => id).join(', ')}: outcome unknown: `);

	await other.setFault('refusal', {types: ['get_dashboard_stats'], times: 1});
	const table = await called(campaignsCommand);
	expect([table.code, table.stderr]).toEqual([exits.refused, expect.stringContaining('The moon is full.')]);
	expect(table.stdout.match(/ fail /g)).toHaveLength(1);
	expect(table.stdout).toMatch(/5 campaigns in QA, sums of 4/);

	await other.setFault('other-campaign', {types: ['get_dashboard_stats'], times: 1});
	const foreign = await called(campaignsCommand, '--csv');
	expect([foreign.code, foreign.stderr]).toEqual([
		exits.unknown,
		expect.stringContaining('answered for campaign 987654'),
	]);
});

test('a service that answers no more is not asked for all the rest', async () => {
	await other.setFault('reset-after', {types: ['get_dashboard_stats']});
	const {code, stderr, stdout} = await called(campaignsCommand, '--json');
	expect(code).toBe(exits.unknown);
	expect(stderr).toMatch(/figures of \d+: not asked for, since \d others got no answer/);
	expect(JSON.parse(stdout)).toHaveLength(5);
});

test('--quick is one request, ids limit what is read, and one that is not listed is said', async () => {
	const quick = await called(campaignsCommand, '--quick', '--csv');
	expect([quick.code, types()]).toEqual([exits.done, ['get_campaigns']]);
	expect(quick.stdout.split('\r\n')[0]).toBe('state,name,id,method,means');
	const [first, second] = other.state.campaigns.map(({id}) => id);
	other.requests.length = 0;
	const some = await called(campaignsCommand, String(second), 'nonsense', String(first), '--json');
	expect([some.code, some.stderr]).toEqual([
		exits.refused,
		expect.stringContaining('does not list a campaign nonsense'),
	]);
	expect((JSON.parse(some.stdout) as {id: string}[]).map(({id}) => id)).toEqual([second, first]);
	expect(types().filter(type => type === 'get_dashboard_stats')).toHaveLength(2);
	const sorted = await called(campaignsCommand, '--sort', 'name', '--reverse', '--quick', '--json');
	const names = (JSON.parse(sorted.stdout) as {name: string}[]).map(({name}) => name);
	expect(names).toEqual(names.toSorted().reverse());
	const paused = await called(campaignsCommand, '--state', 'paused', '--json');
	expect(JSON.parse(paused.stdout)).toEqual(expect.arrayContaining([expect.objectContaining({means: 'paused'})]));
	expect((await called(campaignsCommand, '--quick', '--sort', 'ready')).code).toBe(exits.usage);
});

test('one campaign without its figures is what get_campaigns says of it', async () => {
	await other.setFault('html', {types: ['get_dashboard_stats']});
	const [{id = '', name = ''} = {}] = other.state.campaigns;
	const {code, stdout} = await called(campaignCommand, id, '--json');
	expect([code, JSON.parse(stdout)]).toMatchObject([exits.unknown, {id, name, figures: null, diagnosis: {}}]);
	expect((await called(campaignCommand, id)).stdout).toContain(name);
	const none = await called(campaignCommand, 'nonsense');
	expect(none).toMatchObject({code: exits.refused, stdout: '', stderr: expect.stringContaining('nonsense')});
});

test('hostile texts are safe in every format', async () => {
	await other.setFault('hostile');
	for (const format of [[], ['--csv'], ['--json']]) {
		for (const [row, ...argv] of [
			[campaignsCommand],
			[campaignCommand, other.state.campaigns[0]?.id ?? ''],
			[searchCommand, 'moss'],
			[listCommand, '50001'],
		] as const) {
			const {stdout, stderr} = await called(row, ...argv, ...format);
			expect(`${stdout}${stderr}`).not.toMatch(
				/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e]/,
			);
		}
	}
});

test('every filter of search_lead is a flag, and goes over the wire by its own name', async () => {
	const given: Record<string, string> = {
		search_date: '2026-03-01',
		from: '2026-03-01',
		to: '2026-03-02',
		days: '3',
	};
	const {query: _query, ...filters} = operations.search_lead.params;
	const values = Object.fromEntries(Object.keys(filters).map(name => [name, given[name] ?? `some ${name}`]));
	const flags = Object.entries(values).flatMap(([name, value]) => [`--${name.replaceAll('_', '-')}`, value]);
	const {code} = await called(searchCommand, 'moss', ...flags);
	expect(code).toBe(exits.done);
	expect(other.requests.at(-1)?.fields).toMatchObject({query: 'moss', ...values});
	other.requests.length = 0;
	const wrong = await called(searchCommand, '--search-date', '2026-02-30', '--days', 'x');
	expect(wrong).toMatchObject({code: exits.usage, stdout: ''});
	expect(wrong.stderr).toMatch(/--search-date must be a date.*--days must be a whole number/);
	expect((await called(searchCommand)).code).toBe(exits.usage);
	expect(other.requests).toEqual([]);
});

test('a campaign whose sources disagree has both words, means nothing sure, and is found by either', async () => {
	const [first] = other.state.campaigns;
	const id = String(first?.id);
	await using apart = await startRawService({
		...floorOf([
			{id, name: 'Spring', status: 'PAUSE', shown: 'PLAY'},
			{id: '7', name: 'Autumn', status: 'PAUSE'},
		]),
	});
	vi.stubEnv('DIALTOP_URL', apart.url);
	const idsOf = async (state: string): Promise<string[]> => {
		const {stdout} = await called(campaignsCommand, '--state', state, '--json');
		return (JSON.parse(stdout) as {id: string}[]).map(one => one.id);
	};
	expect([await idsOf('dialing'), await idsOf('paused'), await idsOf('unknown')]).toEqual([[id], [id, '7'], [id]]);
	const all = await called(campaignsCommand, '--json');
	expect(JSON.parse(all.stdout)).toMatchObject([
		{state: 'PAUSE≠PLAY', means: 'unknown', disputed: 'get_campaigns lists it as PAUSE, its dashboard shows PLAY'},
		{state: 'PAUSE', means: 'paused', disputed: null},
	]);
	expect((await called(campaignsCommand)).stdout).toContain('PAUSE≠PLAY');
	const one = await called(campaignCommand, id, '--json');
	const time = expect.stringMatching(/^\d{4}-.*Z$/) as string;
	expect(JSON.parse(one.stdout)).toMatchObject({
		status: 'PAUSE≠PLAY',
		means: 'unknown',
		disputed: {listing: {status: 'PAUSE', since: time, asked: time}, dashboard: {status: 'PLAY', since: time}},
		diagnosis: {verdict: 'dialing', reasons: [{kind: 'disputed', listed: 'PAUSE', shown: 'PLAY'}]},
	});
	expect((await called(campaignCommand, id)).stdout).toMatch(/get_campaigns lists it as PAUSE \(since/);
});
