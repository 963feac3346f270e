/** Which rows and columns commands print, in which order, of which campaigns, and who is masked in them. */
import {describe, expect, test} from 'vitest';
import {callCommand} from '../../source/commands/call.ts';
import {campaignCommand} from '../../source/commands/campaign.ts';
import {campaignsCommand} from '../../source/commands/campaigns.ts';
import {listsCommand} from '../../source/commands/lists.ts';
import {searchCommand} from '../../source/commands/search.ts';
import {floorOf} from './floor.ts';
import {onFloor} from './on-floor.ts';

const {run, configure} = onFloor();

const floor = () =>
	floorOf([
		{id: '1001', name: 'Spring Renewals', drop: '0.50', level: '1.5'},
		{id: '1002', name: 'Spring Collections', drop: '4.10', level: 'auto'},
		{id: '1003', name: 'Autumn', drop: '2.00', level: '2'},
		{id: '1004', name: '1003', drop: '1.00'},
	]);

const idsOf = (json: string): string[] => (JSON.parse(json) as {id: string}[]).map(({id}) => id);

describe('--sort', () => {
	test.for<[sort: string[], ids: string[]]>([
		[
			['--sort', 'drop'],
			['1002', '1003', '1004', '1001'],
		],
		[
			['--sort', '-drop'],
			['1001', '1004', '1003', '1002'],
		],
		[['--sort=-drop'], ['1001', '1004', '1003', '1002']],
		[
			['--sort', 'drop:asc'],
			['1001', '1004', '1003', '1002'],
		],
		[
			['--sort', 'drop:desc'],
			['1002', '1003', '1004', '1001'],
		],
		[
			['--sort', 'drop', '--reverse'],
			['1001', '1004', '1003', '1002'],
		],
		[
			['--sort', 'name'],
			['1004', '1003', '1002', '1001'],
		],
		[
			['--sort', '-name'],
			['1001', '1002', '1003', '1004'],
		],
		[
			['--sort', 'drop', '--limit', '2'],
			['1002', '1003'],
		],
	])('%j', async ([sort, ids]) => {
		const {code, stdout} = await run(floor(), campaignsCommand, '--json', ...sort);
		expect(idsOf(stdout)).toEqual(ids);
		expect(code).toBe(0);
	});

	test('by another column is refused, with its minus too', async () => {
		for (const sort of ['--sort=dorp', '--sort=-dorp', '--sort=dorp:asc']) {
			const {code, stderr} = await run({}, campaignsCommand, sort);
			expect(stderr).toContain('not "dorp"; did you mean "drop"?');
			expect(code).toBe(2);
		}
	});
});

test('--columns are the ones that are printed, in their order, in every format', async () => {
	const printed = (...format: string[]) =>
		run(floor(), campaignsCommand, '--columns', 'id,drop-limit,on_call', '--limit', '1', ...format);
	const [table, csv, json] = [await printed(), await printed('--csv'), await printed('--json')];
	expect(table.stdout).toMatch(/^ +id +drop_limit +on call\n1001 +— +2\n/);
	expect(csv.stdout).toBe('id,drop_limit,on_call\r\n1001,,2\r\n');
	expect(JSON.parse(json.stdout)).toEqual([{id: '1001', drop_limit: null, on_call: 2}]);
	const odd = await run({}, campaignsCommand, '--columns', 'id,dorp');
	const twice = await run({}, listsCommand, '--columns', 'id,id');
	expect(odd.stderr).toContain('not "dorp"; did you mean "drop"?');
	expect(twice.stderr).toContain('--columns names a column twice');
	expect([odd.code, twice.code, odd.requests.length, twice.requests.length]).toEqual([2, 2, 0, 0]);
});

test('numbers are numbers in JSON, ids are not, and a word in place of a number stays', async () => {
	const {stdout} = await run(floor(), campaignsCommand, '--json');
	expect(JSON.parse(stdout)).toMatchObject([
		{id: '1001', level: 1.5, drop: 0.5, ringing: 3},
		{level: 'auto'},
		{level: 2},
		{},
	]);
	const one = await run(floor(), campaignCommand, '1001', '--json');
	expect(JSON.parse(one.stdout)).toMatchObject({id: '1001', figures: {pace_tempo: 1.5, campaign_id: '1001'}});
});

describe('a campaign that is read', () => {
	test.for<[word: string, ids: string[]]>([
		['1001', ['1001']],
		['Spring Renewals', ['1001']],
		['spring r', ['1001']],
		['Aut', ['1003']],
		// An id wins over a name.
		['1003', ['1003']],
	])('is named by %s', async ([word, ids]) => {
		const {code, stdout} = await run(floor(), campaignsCommand, '--json', '--', word);
		expect(idsOf(stdout)).toEqual(ids);
		expect(code).toBe(0);
	});

	test('is not guessed: several are listed with their ids, and none is an error', async () => {
		const several = await run(floor(), campaignCommand, 'Spring');
		expect(several.code).toBe(2);
		expect(several.stderr).toContain(
			'Spring names 2 campaigns: give the id of one\ndialtop: 1001  Spring Renewals\ndialtop: 1002  Spring Collections\n',
		);
		const none = await run(floor(), campaignCommand, 'Winter');
		expect(none.code).toBe(1);
		expect(none.stderr).toContain('does not list a campaign Winter');
	});

	test('may be that of lists', async () => {
		const lists = {response: {success: 1, error: '', lists: []}};
		const {code, sent} = await run({...floor(), get_lists: lists}, listsCommand, '--campaign', 'Autu', '--json');
		expect(sent('get_lists')).toMatchObject([{campaign_id: '1003'}]);
		expect(code).toBe(0);
	});
});

test('the list and the figures of fourteen campaigns are fifteen requests, and nobody is asked for patience', async () => {
	const fourteen = floorOf(Array.from({length: 14}, (_one, index) => ({id: String(2001 + index), name: `C${index}`})));
	const {requests, stderr} = await run(fourteen, campaignsCommand, '--json');
	expect(requests).toHaveLength(15);
	expect(stderr).toBe('');
});

describe('mask: true', () => {
	const entry = {uniqueid: '1.2', full_name: 'Maria Lopez', phone_number: '2125550123', lead_id: '7 (2125550123)'};
	const answers = {
		search_lead: {response: {success: 1, error: '', footer: 'without calls: Maria Lopez', all_log_search: [entry]}},
		get_dncs: {response: {success: 1, error: '', dncs: [{phone_number: '2125550123', added_by: 'ann', total: 1}]}},
	};
	const person = /Maria|Lopez|2125550123/;

	test.each([[], ['--csv'], ['--json']])('masks what is printed %s', async (...format) => {
		configure('mask: true\n');
		for (const [row, word] of [
			[searchCommand, 'lopez'],
			[callCommand, 'get_dncs'],
		] as const) {
			const masked = await run(answers, row, word, ...format);
			expect(masked.stdout + masked.stderr).not.toMatch(person);
			expect(masked.stdout).toContain('••••23');
			const open = await run(answers, row, word, '--unmask', ...format);
			expect(open.stdout).toMatch(person);
		}
	});
});
