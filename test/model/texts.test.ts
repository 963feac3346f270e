/** Every text of a value is changed, and nothing else. */
import {expect, test} from 'vitest';
import {withTexts} from '../../source/model/texts.ts';
import {after, campaign, campaignsPolled, dashboardPolled, fresh} from './make.ts';

const strike = (text: string): string => text.replaceAll('secret', '•••');

test('texts are changed in objects, lists, maps and sets', () => {
	const numbers = new Float32Array([1]);
	const call = () => 'secret';
	const value = {
		secret: ['a secret', {deep: new Map([['key secret', new Set(['secret'])]])}],
		other: [1, true, undefined, null, numbers, call],
	};
	const changed = withTexts(value, strike);
	expect(changed).toEqual({
		secret: ['a •••', {deep: new Map([['key •••', new Set(['•••'])]])}],
		other: [1, true, undefined, null, numbers, call],
	});
	expect(changed.other).toBe(value.other);
	expect(value.secret[0]).toBe('a secret');
});

test('what has nothing to change is the very same object, and what stands in two places still does', () => {
	const value = {a: [new Map([['b', new Set(['c'])]]), {d: 'e'}]};
	expect(withTexts(value, strike)).toBe(value);
	const shared = {name: 'secret'};
	const {one, other} = withTexts({one: shared, other: shared}, strike);
	expect(one).toEqual({name: '•••'});
	expect(one).toBe(other);
});

test('a secret that is learnt later goes out of the state, and nothing else changes', () => {
	const known = after(fresh({host: 'secret.test'}), campaignsPolled(0, ['1', '2']), {
		type: 'campaigns-polled',
		span: {sentAt: {wall: 1, mono: 1}, receivedAt: {wall: 2, mono: 2}},
		records: [campaign('1', {name: 'the secret'}), campaign('2')],
	});
	const read = after(known, dashboardPolled(3, '1', {callerId: 'the secret'}), {type: 'secret-learnt', strike});
	expect(read.dashboards.get('1')?.value?.figures?.callerId).toBe('the •••');
	const next = after(known, {type: 'secret-learnt', strike});
	expect([...(next.campaigns.value?.values() ?? [])].map(({name}) => name)).toEqual(['the •••', 'Campaign 2']);
	expect(next.source).toBe(known.source);
	expect(next.dashboards).toBe(known.dashboards);
	expect(after(next, {type: 'secret-learnt', strike})).toBe(next);
});
