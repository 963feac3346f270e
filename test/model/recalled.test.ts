/** Commands of earlier runs whose outcome nobody knows: as UNKNOWN as those of this one. */
import {expect, test} from 'vitest';
import {type Command, isOpen, isSameControl} from '../../source/model/pending.ts';
import {commandOn} from '../../source/model/select.ts';
import {after, asked, at, campaign, campaignsPolled, dashboardPolled, done, fresh, tick} from './make.ts';

const target = {service: 'p', kind: 'campaign', id: '1', name: 'One'} as const;
const command: Command = {
	id: -1,
	audit: 'a',
	operation: 'pause_campaign',
	params: {},
	target,
	doing: 'pause',
	verb: 'pause',
	expected: 'paused',
	before: undefined,
};
const dayBefore = at(10).wall - 86_400_000;
const recalled = (over: Partial<Command> = {}) =>
	after(fresh(), campaignsPolled(0, ['1']), {
		type: 'commands-recalled',
		commands: [{command: {...command, ...over}, askedAt: dayBefore, reason: 'cut off'}],
		now: at(10),
	});

test('it stands on its row as UNKNOWN, asked when it was asked', () => {
	const state = recalled();
	expect(commandOn(state, target)).toMatchObject({
		phase: 'unknown',
		wasUnknown: true,
		reason: 'cut off',
		askedAt: {wall: dayBefore},
	});
	expect(state.commands.every(isOpen)).toBe(true);
	expect(after(fresh(), {type: 'commands-recalled', commands: [], now: at(10)}).commands).toEqual([]);
});

test('only a poll that is sent after the start tells of it', () => {
	const early = after(recalled(), dashboardPolled(9, '1', {status: 'PAUSE'}));
	expect(early.commands[0]?.phase).toBe('unknown');
	const late = after(
		early,
		dashboardPolled(11, '1', {status: 'PAUSE'}),
		campaignsPolled(11, [campaign('1', {status: 'PAUSE'})]),
	);
	expect(late.commands[0]).toMatchObject({phase: 'observed', seen: 'PAUSE', wasUnknown: true});
});

test('an error that the service shows does not settle it', () => {
	const shown = after(
		recalled(),
		dashboardPolled(11, '1', {status: 'ERROR'}),
		campaignsPolled(11, [campaign('1', {status: 'ERROR'})]),
	);
	expect(shown.commands[0]).toMatchObject({phase: 'unknown', seen: 'ERROR', reading: 'unknown'});
});

test('after thirty seconds in vain it is not observed; without anything to see it stays until it is set aside', () => {
	expect(after(recalled(), tick(41)).commands[0]?.phase).toBe('unobserved');
	const blind = after(recalled({expected: undefined}), tick(10_000));
	expect(blind.commands[0]?.phase).toBe('unknown');
	const aside = after(blind, {type: 'command-set-aside', id: -1, now: at(10_001)});
	expect(aside.commands[0]?.phase).toBe('set-aside');
});

test('commands of this run stand behind it, and end without touching it', () => {
	const state = after(recalled(), asked(20), done(21));
	expect(state.commands.map(({phase}) => phase)).toEqual(['unknown', 'acknowledged']);
});

test('a number of which only the last digits were kept may be any that ends in them', () => {
	const on = (id: string, kept?: {endsIn: string}) =>
		({operation: 'dial_number', target: {service: 'p', kind: 'number', id, name: id, ...kept}}) as const;
	const cut = on('•••4567', {endsIn: '4567'});
	expect(isSameControl(cut, on('5551234567'))).toBe(true);
	expect(isSameControl(on('5551234567'), cut)).toBe(true);
	expect(isSameControl(on('•••', {endsIn: ''}), on('1'))).toBe(true);
	expect(isSameControl(cut, on('5551234568'))).toBe(false);
	expect(isSameControl(on('5551234567'), on('5559994567'))).toBe(false);
});
