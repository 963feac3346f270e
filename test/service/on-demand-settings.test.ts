/** Changes of settings: sent only over what the operator saw, and watched until the service shows them. */
import {expect, test} from 'vitest';
import type {Control} from '../../source/model/pending.ts';
import {createControls} from '../../source/service/controls.ts';
import {done, failing, refused, simulate} from './harness.ts';

const raise: Control = {
	operation: 'update_campaign',
	params: {campaign_id: '1001', autodiallevel: 2.4},
	target: {service: 'p', kind: 'campaign', id: '1001', name: '1001'},
	doing: 'updating',
	verb: 'update',
	before: 'PLAY',
	expected: {settings: {autodiallevel: '2.4'}, drifting: []},
	was: {settings: {autodiallevel: '2'}, drifting: []},
};

/** A service whose level is this, until an update of it. */
const withLevel = (level: string, update: 'done' | 'ignored' | 'lost' = 'done') => {
	const world = {level};
	const rig = simulate({
		answers({type}) {
			if (type === 'get_campaign_settings') {
				return done({settings: [{name: 'autodiallevel', value: world.level, options: []}]});
			}
			if (type !== 'update_campaign') {
				return undefined;
			}
			world.level = update === 'ignored' ? world.level : '2.40';
			return update === 'lost' ? failing('reset') : done({});
		},
	});
	return {...rig, level: world};
};

const command = (rig: ReturnType<typeof simulate>) => rig.store.get().commands[0];

test('the settings are read, the change is sent once, and the next reading shows it', async () => {
	const rig = withLevel('2.0');
	await rig.run(2);
	void createControls(rig).run(raise);
	await rig.run(6);
	expect(command(rig)).toMatchObject({phase: 'observed', seen: 'autodiallevel 2.40'});
	expect(rig.of('update_campaign')).toHaveLength(1);
	const {length} = rig.of('get_campaign_settings');
	await rig.run(20);
	expect(rig.of('get_campaign_settings')).toHaveLength(length);
});

test('what changed meanwhile is not overwritten: nothing is sent', async () => {
	const rig = withLevel('2.2');
	await rig.run(2);
	void createControls(rig).run(raise);
	await rig.run(2);
	expect(command(rig)).toMatchObject({phase: 'not-sent', reason: 'level changed from 2 to 2.2 meanwhile'});
	expect(rig.of('update_campaign')).toEqual([]);
});

test('nothing is sent where the settings cannot be read first', async () => {
	const rig = simulate({answers: ({type}) => (type === 'get_campaign_settings' ? refused('not for you') : undefined)});
	await rig.run(2);
	void createControls(rig).run(raise);
	await rig.run(2);
	expect(command(rig)).toMatchObject({
		phase: 'not-sent',
		reason: 'the settings could not be read first: not for you',
	});
	expect(rig.of('update_campaign')).toEqual([]);
	expect(rig.store.get().settings.get('1001')?.failure?.reason).toBe('not for you');
});

test('a change that was ignored is looked for again and again, and given up after 30 s', async () => {
	const rig = withLevel('2', 'ignored');
	await rig.run(2);
	void createControls(rig).run(raise);
	await rig.run(40);
	expect(command(rig)).toMatchObject({phase: 'unobserved', seen: 'autodiallevel 2'});
	const {length} = rig.of('get_campaign_settings');
	expect(length).toBeGreaterThan(8);
	expect(length).toBeLessThan(14);
	await rig.run(20);
	expect(rig.of('get_campaign_settings')).toHaveLength(length);
});

test('a change without an answer is UNKNOWN, is not sent again, and is seen where it was carried out', async () => {
	const rig = withLevel('2', 'lost');
	await rig.run(2);
	void createControls(rig).run(raise);
	await rig.run(6);
	expect(command(rig)).toMatchObject({phase: 'observed', wasUnknown: true});
	expect(rig.of('update_campaign')).toHaveLength(1);
});

test('a change of settings does not hold up a pause, nor a pause a change', async () => {
	const rig = withLevel('2', 'ignored');
	await rig.run(2);
	const controls = createControls(rig);
	void controls.run(raise);
	await rig.run(2);
	void controls.run({
		...raise,
		operation: 'pause_campaign',
		params: {campaign_id: '1001'},
		expected: 'paused',
		was: undefined,
	} as never);
	void controls.run(raise);
	await rig.run(2);
	expect(rig.of('pause_campaign')).toHaveLength(1);
	expect(rig.of('update_campaign')).toHaveLength(1);
});
