/** Changes of settings: what they say and send, and what stays staged after them. */
import {expect, test} from 'vitest';
import type {Control} from '../../source/model/pending.ts';
import {type CampaignRow, campaignRow} from '../../source/model/select.ts';
import type {Message, State} from '../../source/model/state.ts';
import {checkParameters} from '../../source/service/forms.ts';
import {
	afterUpdate,
	changesOf,
	dialMethod,
	levelNow,
	offerUpdate,
	valueText,
	whyNoLevel,
} from '../../source/steering/changes.ts';
import type {AllStaged, Staged} from '../../source/steering/offer.ts';
import {
	after,
	asked,
	campaign,
	campaignsPolled,
	dashboardPolled,
	fresh,
	live,
	pauseOf,
	span,
	tick,
} from '../model/make.ts';

const read = (sent: number, ...settings: [name: string, value: string][]): Message => ({
	type: 'settings-polled',
	campaignId: '1',
	span: span(sent),
	settings: settings.map(([name, value]) => ({name, value, options: []})),
});

const listed = after(fresh(), live, campaignsPolled(0, [campaign('1', {dialMethod: 'RATIO'})]));

const rowOf = (state: State): CampaignRow => {
	const row = campaignRow(state, '1');
	if (!row) {
		throw new Error('campaign 1 is not listed');
	}
	return row;
};

const staged = (changes: Readonly<Record<string, Partial<Staged>>>): {staged: AllStaged} => ({
	staged: new Map([
		[
			'1',
			new Map(Object.entries(changes).map(([name, one]) => [name, {value: '', was: '', from: 'settings', ...one}])),
		],
	]),
});

const monitor = {check: checkParameters};

test('a value is said by its label with the id that is sent; an empty one is said too', () => {
	const setting = {
		name: 'script',
		value: '',
		options: [
			{id: '', label: 'None'},
			{id: '7', label: 'Greeting'},
			// Of two with one id, the first counts.
			{id: '7', label: 'Other'},
			{id: 'Y', label: 'Y'},
		],
	};
	expect(['', '7', 'Y', '8'].map(value => valueText(setting, 'script', value))).toEqual([
		'None',
		'Greeting (7)',
		'Y',
		'8',
	]);
	expect(valueText(undefined, 'script', '')).toBe('(empty)');
	expect(valueText(undefined, 'autodiallevel', '2.4')).toBe('2.40');
});

test('the level is that of settings just read, else that of the figures, else that of older settings', () => {
	const level = (...messages: Message[]) => {
		const state = after(listed, ...messages);
		return levelNow(state, rowOf(state));
	};
	const figures = (paceTempo: string) => dashboardPolled(1, '1', {paceTempo});
	expect(level(read(1, ['autodiallevel', '2']), figures('3'))).toEqual({value: '2', from: 'settings'});
	expect(level(read(1, ['autodiallevel', '2']), figures('3'), tick(10.9))?.from).toBe('settings');
	expect(level(read(1, ['autodiallevel', '2']), figures('3'), tick(11))).toEqual({value: '3', from: 'pace_tempo'});
	expect(level(read(1, ['autodiallevel', '2']), tick(60))).toEqual({value: '2', from: 'settings'});
	expect(level(read(1, ['autodiallevel', 'x']), figures('3'))).toEqual({value: '3', from: 'pace_tempo'});
	expect(level(read(1, ['amd', 'Y']), figures('3'))).toEqual({value: '3', from: 'pace_tempo'});
	expect(level(read(1, ['autodiallevel', 'x']), figures('fast'))).toBeUndefined();
});

test('the dial method is that of the settings, else of the list, else of the figures', () => {
	const method = (...messages: Message[]) => {
		const state = after(listed, ...messages);
		return dialMethod(state, rowOf(state));
	};
	const none = campaignsPolled(1, [campaign('1')]);
	const figures = dashboardPolled(1, '1', {paceMethod: 'MANUAL'});
	expect(method(figures, read(1, ['dial_method', 'PREDICTIVE']))).toBe('PREDICTIVE');
	expect(method(figures)).toBe('RATIO');
	expect(method(none, figures)).toBe('MANUAL');
	expect(method(none)).toBeUndefined();
});

test('why no step of the level can be made', () => {
	const why = (...messages: Message[]) => {
		const state = after(listed, ...messages);
		return whyNoLevel(state, rowOf(state));
	};
	expect(why()).toBe('neither its settings nor its figures say a level');
	expect(why(read(1, ['autodiallevel', '2']))).toBeUndefined();
	expect(why(read(1, ['autodiallevel', '2'], ['dial_method', 'MANUAL']))).toBe(
		'it dials by MANUAL, whose pace is not set by the level',
	);
});

test('a change stands beside what is newest: of a level that the campaign moves, its figures', () => {
	const now = (name: string, ...messages: Message[]) => {
		const state = after(listed, ...messages);
		return changesOf(state, staged({[name]: {value: '5', was: '1'}}), rowOf(state))[0]?.now;
	};
	const figures = dashboardPolled(1, '1', {paceTempo: '3'});
	const moving: [string, string] = ['dial_method', 'PREDICTIVE'];
	expect(now('autodiallevel', read(1, moving, ['autodiallevel', '2']), figures, tick(60))).toBe('3');
	expect(now('autodiallevel', read(1, ['autodiallevel', '2']), figures, tick(60))).toBe('2');
	expect(now('autodiallevel', figures)).toBe('3');
	expect(now('autodiallevel', read(1, moving, ['autodiallevel', 'x']))).toBe('x');
	expect(now('amd', read(1, ['amd', '2']), figures)).toBe('2');
	// Of two with one name, the first counts.
	expect(now('amd', read(1, ['amd', '2'], ['amd', '3']))).toBe('2');
	expect(now('amd', figures)).toBe('1');
	expect(now('amd')).toBe('1');
});

test('why nothing is sent', () => {
	const state = after(listed, read(1, ['amd', 'N']));
	const whyOf = (ui: {staged: AllStaged}, basis: {state?: State; monitor?: undefined} = {}) => {
		const all = {state, ui, monitor, ...basis};
		const offer = offerUpdate(all, rowOf(all.state));
		return 'why' in offer ? offer.why : undefined;
	};
	const change = staged({amd: {value: 'Y', was: 'N'}});
	expect(whyOf(change)).toBeUndefined();
	expect(offerUpdate({state, ui: change, monitor}, undefined)).toEqual({why: 'no campaign is selected'});
	expect(whyOf(change, {monitor: undefined})).toBe('not connected yet');
	expect(whyOf(change, {state: after(state, {type: 'lock', locked: true})})).toContain('read-only');
	const update = {operation: 'update_campaign', verb: 'update'} as const;
	expect(whyOf(change, {state: after(state, asked(2, update))})).toContain('update is still under way');
	expect(whyOf(change, {state: after(state, asked(2))})).toBeUndefined();
	expect(whyOf(staged({}))).toBe('nothing is staged');
	expect(whyOf(staged({amd: {value: 'N', was: 'N'}}))).toBe('what is staged is so already');
	for (const value of ['', ' ']) {
		expect(whyOf(staged({amd: {value, was: 'N'}}))).toBe('what is staged is not what the service takes');
		expect(whyOf(staged({amd: {value: 'Y', was: 'N'}, campaign_cid: {value, was: '5'}}))).toBe(
			'what is staged is not what the service takes',
		);
	}
	expect(whyOf(staged({autodiallevel: {value: 'fast', was: '2'}}))).toBe(
		'what is staged is not what the service takes',
	);
});

test('what is sent: a step allows little to be moved meanwhile; a change from nothing has no undo', () => {
	const state = after(listed, read(1, ['amd', 'N'], ['autodiallevel', '2'], ['campaign_cid', '']));
	const control = (changes: Readonly<Record<string, Partial<Staged>>>): Control | undefined => {
		const offer = offerUpdate({state, ui: staged(changes), monitor}, rowOf(state));
		return 'controls' in offer ? offer.controls[0] : undefined;
	};
	const amd = {value: 'Y', was: 'N'};
	const step = {value: '2.1', was: '2', step: {by: 0.1, least: 0, most: 9}};
	expect(control({amd})).toMatchObject({
		operation: 'update_campaign',
		doing: 'updating',
		verb: 'update',
		expected: {settings: {amd: 'Y'}},
		undo: {operation: 'update_campaign', doing: 'updating', expected: {settings: {amd: 'N'}}},
	});
	expect(control({amd})?.was).toEqual({settings: {amd: 'N'}, drifting: []});
	expect(control({amd, autodiallevel: step})?.was).toMatchObject({within: 0.05});
	expect(control({campaign_cid: {value: '5125550123', was: ''}})).not.toHaveProperty('undo');
});

test('a change is told with its words, with the step that it is, and with what is not known of it', () => {
	const state = after(listed, read(1, ['amd', 'N'], ['autodiallevel', '2'], ['campaign_recording', 'NEVER']));
	const told = (changes: Readonly<Record<string, Partial<Staged>>>, only?: string) => {
		const offer = offerUpdate({state, ui: staged(changes), monitor}, rowOf(state), only);
		const [control] = 'controls' in offer ? offer.controls : [];
		return {effects: control?.effects, texts: control?.texts, back: control?.undo?.effects};
	};
	const amd = {value: 'Y', was: 'N'};
	const step = (by: number) => ({value: '', was: '2', step: {by, least: 0, most: 9}});
	expect(told({amd})).toEqual({
		effects: 'machine detection from N to Y.',
		texts: [],
		back: 'machine detection from Y to N.',
	});
	expect(told({amd, autodiallevel: step(0.1)})).toEqual({
		effects: 'machine detection from N to Y, level 0.1 higher: from 2.00 to 2.10.',
		texts: [],
		back: 'machine detection from Y to N, level from 2.10 to 2.00.',
	});
	expect(told({amd, autodiallevel: step(-0.1)}, 'autodiallevel')).toMatchObject({
		effects: 'level 0.1 lower: from 2.00 to 1.90.',
	});
	expect(told({campaign_recording: {value: 'ALLCALLS', was: 'ON DEMAND', unknown: true}}).effects).toBe(
		'recording from NEVER to ALLCALLS (it was "ON DEMAND" when staged: changed meanwhile) (sent before, outcome UNKNOWN).',
	);
});

test('a change of the dial method is compared with what that method moves by itself', () => {
	const state = after(listed, read(1, ['dial_method', 'RATIO']));
	const drifting = (value: string) => {
		const offer = offerUpdate({state, ui: staged({dial_method: {value, was: 'RATIO'}}), monitor}, rowOf(state));
		const [control] = 'controls' in offer ? offer.controls : [];
		return control?.expected;
	};
	expect(drifting('PREDICTIVE')).toMatchObject({drifting: ['autodiallevel']});
	expect(drifting('MANUAL')).toMatchObject({drifting: []});
	const adaptive = after(listed, read(1, ['dial_method', 'PREDICTIVE'], ['amd', 'N']));
	const offer = offerUpdate({state: adaptive, ui: staged({amd: {value: 'Y', was: 'N'}}), monitor}, rowOf(adaptive));
	expect(offer).toMatchObject({controls: [{expected: {drifting: ['autodiallevel']}}]});
});

test('a value that is more than a word is quoted behind the sentence, and the other beside it', () => {
	const state = after(listed, read(1, ['campaign_name', 'Spring']));
	for (const [was, value] of [
		['Spring', 'Spring and Autumn'],
		['Spring and Autumn', 'Spring'],
	] as const) {
		const shown = after(state, read(2, ['campaign_name', was]));
		const offer = offerUpdate({state: shown, ui: staged({campaign_name: {value, was}}), monitor}, rowOf(shown));
		const [control] = 'controls' in offer ? offer.controls : [];
		expect(control?.effects).not.toContain('Spring');
		expect(control?.texts).toEqual([[expect.any(String), `${was} → ${value}`]]);
	}
});

test('after an update: what was sent is unstaged, or marked; what was staged meanwhile stays', () => {
	const sent: Control = {
		...pauseOf('1', 'Campaign 1'),
		operation: 'update_campaign',
		expected: {settings: {amd: 'Y', autodiallevel: '2.1'}, drifting: []},
		was: {settings: {amd: 'N', autodiallevel: '2'}, drifting: []},
	};
	const step = {value: '1.6', was: '1.5', step: {by: 0.1, least: 0, most: 9}};
	const ui = staged({amd: {value: 'Y', was: 'N'}, autodiallevel: step});
	const names = (control: Control, from: {staged: AllStaged} = ui) =>
		afterUpdate(from, control, {kind: 'done'}).map(({name, staged: left}) => [name, left]);
	expect(names(sent)).toEqual([
		['amd', undefined],
		['autodiallevel', undefined],
	]);
	expect(names({...sent, operation: 'play_campaign'})).toEqual([]);
	expect(names({...sent, expected: 'paused'})).toEqual([]);
	expect(names(sent, staged({amd: {value: 'N', was: 'N'}}))).toEqual([]);
	expect(names(sent, {staged: new Map()})).toEqual([]);
	// Without what it was, a step counts from what was staged.
	const {was: _, ...withoutWas} = sent;
	expect(names(withoutWas)).toEqual([['amd', undefined]]);
	expect(afterUpdate(ui, sent, {kind: 'refused', reason: 'no'})).toEqual([]);
	expect(afterUpdate(ui, sent, {kind: 'unknown', reason: 'no'})[0]?.staged).toMatchObject({value: 'Y', unknown: true});
});
