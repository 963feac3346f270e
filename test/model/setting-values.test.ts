import {expect, test} from 'vitest';
import type {Command} from '../../source/model/pending.ts';
import {
	driftingWith,
	isMoved,
	isPacedByLevel,
	movedOn,
	sameValue,
	settingIn,
} from '../../source/model/setting-values.ts';
import type {Message} from '../../source/model/state.ts';
import {after, asked, campaignsPolled, dashboardPolled, done, endedAs, fresh, span, tick} from './make.ts';

const settingsPolled = (sent: number, values: Readonly<Record<string, string>>, campaignId = '1'): Message => ({
	type: 'settings-polled',
	campaignId,
	span: span(sent),
	settings: Object.entries(values).map(([name, value]) => ({name, value, options: []})),
});

const change = (drifting: readonly string[] = []): Partial<Command> => ({
	operation: 'update_campaign',
	verb: 'update',
	expected: {settings: {autodiallevel: '2.4', amd: 'Y'}, drifting},
	was: {settings: {autodiallevel: '2', amd: 'N'}, drifting},
});

/** A change asked at 1 and acknowledged at 2, and what was then read at these seconds. */
const acknowledged = (over: Partial<Command>, ...messages: Message[]) =>
	after(fresh(), campaignsPolled(0, ['1']), asked(1, over), done(2), ...messages);

test.for<[a: string, b: string, same: boolean]>([
	['2.4', '2.40', true],
	['2', '2.0', true],
	['Y', ' Y', true],
	[' Y', 'Y', true],
	[' 2.4', '2.40 ', true],
	['08', '8', true],
	['9am-9pm', '9am-9 pm', false],
	['', '0', false],
	['1e2', '100', false],
	['2', 'Y', false],
	['Y', '2', false],
])('%s and %s: the same is %s', ([a, b, same]) => {
	expect(sameValue(a, b)).toBe(same);
});

test.each([
	[['PREDICTIVE', ' predictive '], ['autodiallevel'], true],
	[['RATIO', 'SOMETHING NEW', '', undefined], [], true],
	[['MANUAL', 'BROADCAST', 'SMSB', ' manual '], [], false],
])('%j: what it moves by itself is %j, and whether the level sets its pace: %s', (methods, drifting, isPaced) => {
	expect(methods.map(driftingWith)).toEqual(methods.map(() => drifting));
	expect(methods.map(isPacedByLevel)).toEqual(methods.map(() => isPaced));
});

test('a change is observed when a reading sent after its outcome shows every value as asked', () => {
	for (const sent of [1.9, 2]) {
		const early = acknowledged(change(), settingsPolled(sent, {autodiallevel: '2.4', amd: 'Y'}));
		expect(early.commands[0]).toMatchObject({phase: 'acknowledged', seen: undefined});
	}
	const partly = acknowledged(change(), settingsPolled(3, {autodiallevel: '2.40', amd: 'N'}));
	expect(partly.commands[0]).toMatchObject({
		phase: 'acknowledged',
		seen: 'autodiallevel 2.40, amd N',
		reading: 'other',
	});
	const again = after(partly, settingsPolled(3.5, {autodiallevel: '2.40', amd: 'N'}));
	expect(again.commands[0]).toBe(partly.commands[0]);
	const whole = after(again, settingsPolled(4, {autodiallevel: '2.40', amd: 'Y'}));
	expect(whole.commands[0]).toMatchObject({phase: 'observed', seen: 'autodiallevel 2.40, amd Y', reading: 'asked'});
});

test('a setting that is not shown, or shown twice, or an id without its zero is not what was asked', () => {
	const polled = (caller: string, given: [name: string, value: string][]) => {
		const settings = given.map(([name, value]) => ({name, value, options: []}));
		const message: Message = {type: 'settings-polled', campaignId: '1', span: span(3), settings};
		const expected = {settings: {campaign_cid: caller, script: ''}, drifting: []};
		return acknowledged({...change(), expected}, message).commands[0];
	};
	const shown = (...given: [name: string, value: string][]): string | undefined => polled('0123', given)?.phase;
	expect(polled('0123', [['campaign_cid', '0123']])).toMatchObject({
		phase: 'acknowledged',
		seen: 'campaign_cid 0123, script ?',
	});
	expect(shown(['campaign_cid', '0123'], ['script', ''], ['script', '7'])).toBe('acknowledged');
	expect(shown(['campaign_cid', '123'], ['script', ''])).toBe('acknowledged');
	expect(shown(['campaign_cid', '0123'], ['script', ''])).toBe('observed');
	expect(shown(['campaign_cid', ' 0123 '], ['script', ''])).toBe('observed');
	expect(polled(' 0123 ', Object.entries({campaign_cid: '0123', script: ''}))?.phase).toBe('observed');
});

test('without that it is not observed after 30 s, with what is shown', () => {
	const state = acknowledged(change(), settingsPolled(3, {autodiallevel: '2', amd: 'N'}), tick(32.001));
	const waiting = acknowledged(change(), settingsPolled(3, {autodiallevel: '2', amd: 'N'}), tick(32));
	expect(waiting.commands[0]?.phase).toBe('acknowledged');
	expect(state.commands[0]).toMatchObject({phase: 'unobserved', seen: 'autodiallevel 2, amd N'});
});

test('no status word and no other campaign tells of settings', () => {
	const state = acknowledged(
		change(),
		campaignsPolled(3, ['1', '2']),
		dashboardPolled(4, '1', {status: 'PLAY'}),
		settingsPolled(5, {autodiallevel: '2.4', amd: 'Y'}, '2'),
	);
	expect(state.commands[0]).toMatchObject({phase: 'acknowledged', seen: undefined});
});

test('a level that the campaign has moved on by itself is done, with what is seen, and not claimed as observed', () => {
	const over = change(['autodiallevel']);
	const near = acknowledged(over, settingsPolled(3, {autodiallevel: '2.38', amd: 'Y'}));
	expect(near.commands[0]).toMatchObject({
		phase: 'done',
		seen: 'autodiallevel 2.38, amd Y: it moves by itself',
		reading: 'other',
	});
	const far = acknowledged(over, settingsPolled(3, {autodiallevel: '4', amd: 'Y'}), tick(33));
	expect(far.commands[0]?.phase).toBe('unobserved');
	const same = acknowledged(over, settingsPolled(3, {autodiallevel: '2', amd: 'Y'}), tick(33));
	expect(same.commands[0]?.phase).toBe('unobserved');
	const other = acknowledged(over, settingsPolled(3, {autodiallevel: '2.38', amd: 'N'}));
	expect(other.commands[0]?.phase).toBe('acknowledged');
	const byHand = acknowledged(change(), settingsPolled(3, {autodiallevel: '2.38', amd: 'Y'}));
	expect(byHand.commands[0]?.phase).toBe('acknowledged');
	const was = {settings: {autodiallevel: '2.38', amd: 'N'}, drifting: ['autodiallevel']};
	const notYet = acknowledged({...over, was}, settingsPolled(3, {autodiallevel: '2.38', amd: 'Y'}));
	expect(notYet.commands[0]?.phase).toBe('acknowledged');
	const unknown = after(
		fresh(),
		campaignsPolled(0, ['1']),
		asked(1, over),
		endedAs(2, 'unknown'),
		settingsPolled(3, {autodiallevel: '2.38', amd: 'Y'}),
	);
	expect(unknown.commands[0]?.phase).toBe('unknown');
});

test('an older reading does not take the place of a newer one, and a campaign that is gone has none', () => {
	const state = after(
		fresh(),
		campaignsPolled(0, ['1', '2']),
		settingsPolled(5, {amd: 'Y'}),
		settingsPolled(4, {amd: 'N'}),
		settingsPolled(5, {amd: 'Y'}, '3'),
	);
	expect(state.settings.get('1')?.value).toMatchObject([{value: 'Y'}]);
	expect(state.settings.has('3')).toBe(false);
	expect(after(state, campaignsPolled(6, ['2'])).settings.size).toBe(0);
});

test('of a setting that is shown twice the first is its value', () => {
	const settings = ['Y', 'N'].map(value => ({name: 'amd', value, options: []}));
	expect(settingIn(settings, 'amd')).toBe('Y');
	expect(settingIn(settings, 'script')).toBeUndefined();
	expect(settingIn(undefined, 'amd')).toBeUndefined();
});

test('what somebody else has changed is named; what the campaign moves itself is not, within a tenth', () => {
	const was = {settings: {autodiallevel: '2', amd: 'N', script: ''}, drifting: driftingWith('predictive')};
	const read = (values: Readonly<Record<string, string>>) =>
		movedOn(
			was,
			Object.entries(values).map(([name, value]) => ({name, value, options: []})),
		);
	expect(read({autodiallevel: '2.00', amd: 'N', script: ''})).toBeUndefined();
	expect(read({autodiallevel: '2.1', amd: 'N'})).toBeUndefined();
	expect(read({autodiallevel: '5', amd: 'Y', script: '2'})).toBe(
		'level changed from 2 to 5 meanwhile, amd changed from N to Y meanwhile, script changed from nothing to 2 meanwhile',
	);
	expect(read({amd: ''})).toBe('amd changed from N to nothing meanwhile');
	expect(isMoved('autodiallevel', '2', '2.1', driftingWith('RATIO'))).toBe(true);
	const drifting = driftingWith(' predictive ');
	expect(['2.2', '2.22', '2.23', '1.8', '1.79'].map(to => isMoved('autodiallevel', '2', to, drifting))).toEqual([
		...[false, false, true, false, true],
	]);
	expect(['1.66', '1.67'].map(to => isMoved('autodiallevel', '1.61', to, drifting, 0.05))).toEqual([false, true]);
	expect(isMoved('amd', '2', '2.1', drifting)).toBe(true);
});
