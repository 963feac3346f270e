/** `dialtop pause --all`: everything that dials, once what has to be typed was given. */
import {expect, test} from 'vitest';
import {pauseCommand} from '../../source/commands/steer.ts';
import {type FloorCampaign, floorOf} from './floor.ts';
import {onFloor} from './on-floor.ts';

const {run} = onFloor();

const campaigns = (): FloorCampaign[] => [
	{id: '1001', name: 'Spring'},
	{id: '1002', name: 'Autumn', status: 'PAUSE'},
	{id: '1003', name: 'Winter', status: 'STOP'},
	{id: '1004', name: 'Summer', status: 'PLAY'},
];

test.each([['pause 2'], ['QA']])('pauses what dials, each with its outcome, after --confirm %j', async confirm => {
	const ran = await run(floorOf(campaigns()), pauseCommand, '--all', '--confirm', confirm, '--json');
	expect(ran.sent('pause_campaign').map(({campaign_id}) => campaign_id)).toEqual(['1001', '1004']);
	expect(JSON.parse(ran.stdout)).toMatchObject([
		{id: '1001', outcome: 'done', observed: true},
		{id: '1004', outcome: 'done', observed: true},
	]);
	expect(ran.stderr).toMatch(/Pause all \S+: all 2 paused; 12 calls still in progress \(2 ringing\)/);
	expect(ran.stderr).toMatch(/dialtop play 1001 1004 --url http:\S+ --environment qa plays them again/);
	expect(ran.code).toBe(0);
});

test.each([
	[['--all'], "--confirm 'pause 2' or --confirm QA confirms it"],
	[['--all', '--yes'], '--yes is not enough'],
	[['--all', '--confirm', 'pause 3'], "it takes --confirm 'pause 2' or --confirm QA, not 'pause 3'"],
	[['--all', '1001', '--yes'], '--all and ID exclude each other'],
	[['1001', '--confirm', 'Spring'], '--confirm goes with --all'],
	[['--yes'], 'dialtop pause needs ID, or --all'],
])('%j sends nothing', async (argv, says) => {
	const {code, stderr, sent} = await run(floorOf(campaigns()), pauseCommand, ...argv);
	expect(stderr).toContain(says);
	expect(code).toBe(2);
	expect(sent('pause_campaign')).toEqual([]);
});

test('pauses what either source says to dial, as H does, and says that they disagree', async () => {
	const apart: FloorCampaign[] = [
		{id: '1001', name: 'Spring', status: 'PAUSE', shown: 'PLAY'},
		{id: '1002', name: 'Autumn', status: 'PLAY', shown: 'STOP'},
		{id: '1003', name: 'Winter', status: 'STOP', shown: 'PAUSE'},
		{id: '1004', name: 'Summer', status: 'PAUSE'},
		{id: '1005', name: 'Fall', status: 'PLAY', shown: 'ODD', ringing: '0'},
	];
	const asked = await run(floorOf(apart), pauseCommand, '--all');
	expect(asked.stderr).toContain("--confirm 'pause 3' or --confirm QA confirms it");
	const ran = await run(floorOf(apart), pauseCommand, '--all', '--confirm', 'QA', '--json');
	expect(ran.sent('pause_campaign').map(({campaign_id}) => campaign_id)).toEqual(['1001', '1002', '1005']);
	expect(JSON.parse(ran.stdout).map(({id, outcome}: {id: string; outcome: string}) => [id, outcome])).toEqual([
		['1001', 'done'],
		['1002', 'done'],
		['1005', 'done'],
	]);
	expect(ran.code).toBe(0);
});

test('nothing that dials is nothing to do', async () => {
	const idle = campaigns().map(one => ({...one, status: 'PAUSE'}));
	const {code, stdout, stderr} = await run(floorOf(idle), pauseCommand, '--all', '--json');
	expect([code, stdout]).toEqual([0, '[]\n']);
	expect(stderr).toContain('nothing was sent: no campaign dials in QA');
});

test('one is paused although its word is not known, since it calls; one that does not is named', async () => {
	const odd: FloorCampaign[] = [
		{id: '1001', name: 'Spring', status: 'BUSY'},
		{id: '1002', name: 'Autumn', status: 'ASLEEP', ringing: '0'},
	];
	const answers = floorOf(odd);
	const figures = answers.get_dashboard_stats as (fields: Record<string, string>) => {
		response: {dashboard_stats: Record<string, string>[]};
	};
	answers.get_dashboard_stats = (fields: Record<string, string>) => {
		const answer = figures(fields);
		for (const one of answer.response.dashboard_stats) {
			one.active_calls = fields.campaign_id === '1002' ? '0' : '4';
		}
		return answer;
	};
	const {code, stdout, stderr, sent} = await run(answers, pauseCommand, '--all', '--confirm', 'QA', '--json');
	expect(sent('pause_campaign').map(({campaign_id}) => campaign_id)).toEqual(['1001']);
	expect(JSON.parse(stdout)).toMatchObject([
		{id: '1001', outcome: 'done'},
		{id: '1002', outcome: 'not-sent'},
	]);
	expect(stderr).toContain('it shows ASLEEP, which says neither dialing nor not');
	expect(code).toBe(3);
});

test('the worst outcome is the exit code, and what begins to dial meanwhile is named', async () => {
	const all = campaigns();
	const answers = floorOf(all);
	const pause = answers.pause_campaign as (fields: Record<string, string>) => unknown;
	answers.pause_campaign = (fields: Record<string, string>) => {
		Object.assign(all[1] ?? {}, {status: 'PLAY'});
		return fields.campaign_id === '1001' ? {response: {success: 0, error: 'Not now'}} : pause(fields);
	};
	const {code, stdout, stderr} = await run(answers, pauseCommand, '--all', '--confirm', 'QA', '--json');
	expect(JSON.parse(stdout)).toMatchObject([{outcome: 'refused'}, {id: '1004', outcome: 'done'}]);
	expect(stderr).toContain('1002 began since');
	expect(code).toBe(3);
});
