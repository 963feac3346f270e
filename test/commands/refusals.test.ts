/** Several targets with one reason are reported in one line. */
import {expect, test} from 'vitest';
import {campaignsCommand} from '../../source/commands/campaigns.ts';
import {listOffCommand, pauseCommand, playCommand} from '../../source/commands/steer.ts';
import {floorOf} from './floor.ts';
import {onFloor} from './on-floor.ts';

const {run} = onFloor();

const ids = ['1001', '1002', '1003', '1004', '1005', '1006'];
const floor = () => floorOf(ids.map(id => ({id, name: `Campaign ${id}`})));
const linesOf = (text: string): string[] => text.trimEnd().split('\n');

test('six that a session may not change are one line', async () => {
	const {stderr, stdout, code} = await run(floor(), pauseCommand, ...ids, '--yes', '--read-only');
	expect(linesOf(stderr)).toEqual([`dialtop: pause ${ids.join(', ')} was NOT SENT: this session is read-only`]);
	expect(linesOf(stdout)).toHaveLength(7);
	expect(code).toBe(3);
});

test('six that the service refuses alike are one line, and another reason has its own', async () => {
	const pause_campaign = ({campaign_id}: Record<string, string>) => ({
		response: {success: 0, error: campaign_id === '1006' ? 'Not yours' : 'No permission'},
	});
	const {stderr, code} = await run({...floor(), pause_campaign}, pauseCommand, ...ids, '--yes');
	expect(linesOf(stderr)).toEqual([
		'dialtop: pause 1001, 1002, 1003, 1004, 1005 refused: No permission',
		'dialtop: pause 1006 refused: Not yours  Name: Campaign 1006',
	]);
	expect(code).toBe(1);
});

test('six that need nothing are one line', async () => {
	const {stderr, code} = await run(floor(), playCommand, ...ids, '--yes');
	expect(linesOf(stderr)).toEqual([
		`dialtop: play ${ids.join(', ')}: nothing was sent, each is dialing already (the service shows PLAY)`,
	]);
	expect(code).toBe(0);
});

test('lists that the service does not have, and campaigns that it does not list, are one line', async () => {
	const lists = await run({...floor(), get_lists: {response: {success: 1, lists: []}}}, listOffCommand, '1', '2', '-y');
	expect(linesOf(lists.stderr)).toHaveLength(1);
	const campaigns = await run(floor(), campaignsCommand, '8', '9', '10', '--quick');
	expect(linesOf(campaigns.stderr)[0]).toMatch(/ does not list the campaigns 8, 9, 10$/);
	expect(campaigns.stderr.match(/does not list/g)).toHaveLength(1);
});
