/** `dialtop level`: a step starts from the level that the service shows, and never goes the other way. */
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {levelWishOf} from '../../source/commands/steer/steer.ts';
import {levelCommand} from '../../source/commands/steer.ts';
import {UsageError} from '../../source/config/errors.ts';
import {levelAfter} from '../../source/steering/level.ts';
import {linesOf} from '../helpers/audit.ts';
import type {RawAnswers} from '../helpers/raw-service.ts';
import {floorOf} from './floor.ts';
import {onFloor} from './on-floor.ts';

const {run, home} = onFloor();

const spring = {id: '1001', name: 'Spring', method: 'PREDICTIVE', level: '1.61'};

test.each([
	['1.61', '+0.1', '1.71'],
	['1.61', '-0.1', '1.51'],
	['1.45', '+0.05', '1.50'],
	['0.3', '-0.1', '0.2'],
	['2', '-0.25', '1.75'],
	['2.40', '1.5', '1.5'],
])('%s and %s make %s', (level, wish, wanted) => {
	expect(levelAfter(level, levelWishOf(wish))).toBe(wanted);
});

test.each(['', 'x', '+0', '-0.0', '10.1', '11', '1e1', '1,5', '+', '.5', '0x1'])('%j is no level', text => {
	expect(() => levelWishOf(text)).toThrow(UsageError);
});

test('sets the level that the step makes, waits until it is seen, and says what takes it back', async () => {
	const {code, stdout, stderr, sent} = await run(
		floorOf([{...spring}]),
		levelCommand,
		'Spring',
		'+0.1',
		'-y',
		'--json',
	);
	expect(sent('update_campaign')).toMatchObject([{campaign_id: '1001', autodiallevel: '1.71'}]);
	expect(JSON.parse(stdout)).toMatchObject([
		{id: '1001', operation: 'update_campaign', outcome: 'done', observed: true, shows: 'level 1.71'},
	]);
	expect(stderr).toMatch(/dialtop level 1001 1\.61 --url http:\S+ --environment qa takes it back/);
	expect(stderr).not.toContain('autodiallevel');
	expect(code).toBe(0);
	const lines = linesOf(join(home(), 'dialtop', 'audit.jsonl'));
	expect(lines.map(({kind}) => kind)).toEqual(['intent', 'outcome', 'observed']);
	expect(lines[0]).toMatchObject({operation: 'update_campaign', verb: 'update'});
});

/** A floor whose level is another one when it is read for the second time, which is just before the command is sent. */
const moving = (to: string, method = 'PREDICTIVE'): RawAnswers => {
	const campaign = {...spring, method};
	const floor = floorOf([campaign]);
	const settings = floor.get_campaign_settings as (fields: Record<string, string>) => unknown;
	let reads = 0;
	return {
		...floor,
		get_campaign_settings: (fields: Record<string, string>) => {
			if (++reads === 2) {
				campaign.level = to;
			}
			return settings(fields);
		},
	};
};

describe('a level that moves under a step of a tenth', () => {
	test.for<[to: string, method: string, isSent: boolean]>([
		['1.66', 'PREDICTIVE', true],
		['1.56', 'PREDICTIVE', true],
		['1.67', 'PREDICTIVE', false],
		['1.55', 'PREDICTIVE', false],
		// Nobody but a person moves that of a campaign whose level is fixed.
		['1.62', 'RATIO', false],
	])('to %s (%s): sent %s', async ([to, method, isSent]) => {
		const {code, stdout, sent} = await run(moving(to, method), levelCommand, '1001', '+0.1', '--yes', '--json');
		expect(sent('update_campaign')).toHaveLength(isSent ? 1 : 0);
		expect(code).toBe(isSent ? 0 : 3);
		expect(JSON.parse(stdout)).toMatchObject([
			isSent ? {outcome: 'done'} : {outcome: 'not-sent', reason: `level changed from 1.61 to ${to} meanwhile`},
		]);
	});

	test('a smaller step allows no more than itself, so that it never goes the other way', async () => {
		const {code, sent} = await run(moving('1.63'), levelCommand, '1001', '+0.01', '--yes');
		expect(sent('update_campaign')).toEqual([]);
		expect(code).toBe(3);
	});
});

describe('nothing is sent', () => {
	const floor = () => floorOf([{...spring}, {id: '1002', name: 'Text', method: 'SMSB'}]);
	test.for<[argv: string[], code: number, says: string]>([
		[['1001', '+9'], 3, 'its level is 1.61, and +9 makes it 10.61: a level is from 0 to 10'],
		[['1001', '-2'], 3, 'makes it -0.39'],
		[['1001', '1.610'], 0, 'its level is 1.61 already'],
		[['1002', '+0.1'], 3, 'it dials by SMSB, whose pace is not set by the level'],
		[['Spr', '+0.1'], 1, 'lists no campaign "Spr"'],
		[['1001', '+0.1', '--read-only'], 3, 'this session is read-only'],
		[['1001', 'fast'], 2, 'LEVEL must be a figure from 0 to 10'],
		[['1001'], 2, 'dialtop level needs ID LEVEL'],
	])('for %j', async ([argv, wanted, says]) => {
		const {code, stderr, sent} = await run(floor(), levelCommand, ...argv, '--yes');
		expect(stderr).toContain(says);
		expect(code).toBe(wanted);
		expect(sent('update_campaign')).toEqual([]);
		expect(existsSync(join(home(), 'dialtop', 'audit.jsonl')) && linesOf(join(home(), 'dialtop', 'audit.jsonl'))).toBe(
			false,
		);
	});
});

test('nothing is sent where the settings show no level, whatever the figures say', async () => {
	const floor = floorOf([{...spring}]);
	const get_campaign_settings = {response: {success: 1, error: '', settings: []}};
	const {code, stderr, sent} = await run({...floor, get_campaign_settings}, levelCommand, '1001', '+0.1', '--yes');
	expect(stderr).toContain('update 1001 was NOT SENT: its settings show no level');
	expect(code).toBe(3);
	expect(sent('update_campaign')).toEqual([]);
});

test('people read the level in their own words, in the table and in what was not observed', async () => {
	const seen = await run(floorOf([{...spring}]), levelCommand, '1001', '+0.1', '-y');
	expect(seen.stdout).toContain('level 1.71');
	const floor = {...floorOf([{...spring}]), update_campaign: {response: {success: 1, error: ''}}};
	const unseen = await run(floor, levelCommand, '1001', '+0.1', '-y', '--wait', '1');
	expect(unseen.stderr).toContain('not observed after 1 s; the service now shows level 1.61: not what was asked');
	expect(`${seen.stdout}${seen.stderr}${unseen.stdout}${unseen.stderr}`).not.toContain('autodiallevel');
});
