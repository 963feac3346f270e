/** `dialtop campaign`: its alerts, as `dialtop check` judges them. */
import {expect, test} from 'vitest';
import {campaignCommand} from '../../source/commands/campaign.ts';
import {checkCommand} from '../../source/commands/check.ts';
import type {RawAnswers} from '../helpers/raw-service.ts';
import {floorOf} from './floor.ts';
import {onFloor} from './on-floor.ts';

const {run, configure} = onFloor();

const yes = (fields: Record<string, unknown>) => ({response: {success: 1, error: '', ...fields}});

/** A campaign whose figures say more than those of other floors. */
const floor = (figures: Record<string, string>, lists: readonly Record<string, string>[] = []): RawAnswers => ({
	...floorOf([{id: '1001', name: 'Spring'}]),
	get_dashboard_stats: yes({
		dashboard_stats: [
			{
				...{campaign_id: '1001', campaign_name: 'Spring', display_status: 'PLAY', pace_method: 'RATIO'},
				...{called_today: '9000', human_answered_calls: '2000', percentage_dropped: '0.10', calls_ringings: '3'},
				...{adaptive_dropped_percentage: '3', oncalls: '9', ready: '1', total: '10', paused: '0', wrappingup: '0'},
				...{calls_waiting: '0', active_calls: '3', remaining_leads: '800', active_leads: '900', total_leads: '900'},
				...figures,
			},
		],
	}),
	get_lists: yes({lists}),
});

const told = (stdout: string): string => stdout.replaceAll(/\s+/g, ' ');

test('it has the line of its critical alert, in the words of check', async () => {
	const over = floor({percentage_dropped: '4.30'});
	// Its time is counted from the start of the process, which here is that of many tests.
	const check = await run(over, checkCommand, '1001', '--timeout', '9000');
	const [, sentence = 'none'] = /CRITICAL - "Spring": ([^;|]+)/.exec(check.stdout) ?? [];
	const {stdout, code} = await run(over, campaignCommand, '1001');
	expect(told(stdout)).toContain(`CRITICAL: ${sentence.trim()}`);
	const json = JSON.parse((await run(over, campaignCommand, '1001', '--json')).stdout);
	expect(json.alerts).toMatchObject([{level: 'critical', rule: 'drop-limit', value: 4.3, threshold: 3}]);
	expect(json.alerts[0].text).toContain(sentence.trim());
	expect(code).toBe(0);
});

test('a warning is told as one, and a campaign without an alert has no such line', async () => {
	const near = await run(floor({percentage_dropped: '2.60'}), campaignCommand, '1001');
	expect(near.stdout).toMatch(/\n WARNING: /);
	const well = await run(floor({}), campaignCommand, '1001');
	expect(well.stdout).not.toMatch(/WARNING|CRITICAL/);
	expect(JSON.parse((await run(floor({}), campaignCommand, '1001', '--json')).stdout).alerts).toEqual([]);
});

test('a drop rate over its limit is told with what brings it back under it', async () => {
	const over = await run(floor({percentage_dropped: '4.30'}), campaignCommand, '1001');
	// 86 drops of 2,000: 2,867 answers make 2.9997 %.
	expect(told(over.stdout)).toMatch(/CRITICAL: .*? Back under 3%\* after 867 more live answers without a drop/);
	const under = await run(floor({percentage_dropped: '2.90'}), campaignCommand, '1001');
	expect(under.stdout).not.toContain('ack under');
});

test('the rules are those of the configuration', async () => {
	configure('alerts:\n  drop-limit: false\n  drop-near: false\n  drop-close: false\n');
	const {stdout} = await run(floor({percentage_dropped: '4.30'}), campaignCommand, '1001');
	expect(stdout).not.toContain('CRITICAL');
});

test('without leads it names the list to switch on, by the command', async () => {
	const off = {list_id: '50018', list_name: 'Spare', status: 'N', campaign_id: '1001', remaining_leads: '2300'};
	const dry = floor({remaining_leads: '0', active_leads: '900', total_leads: '3200'}, [off]);
	const {stdout} = await run(dry, campaignCommand, '1001');
	expect(told(stdout)).toMatch(/dialtop list-on 50018 --url http:\S+ --environment qa switches on 2,300 leads/);
});
