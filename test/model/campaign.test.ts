/** A campaign as it was listed, and what its status word means. */
import {describe, expect, test} from 'vitest';
import {campaignOf, type DialState, dialStateOf, statusWordsOf} from '../../source/model/campaign.ts';
import {at, campaign, span} from './make.ts';

describe('a status', () => {
	test.each<[word: string | undefined, means: DialState]>([
		['PLAY', 'dialing'],
		['playing', 'dialing'],
		[' Active ', 'dialing'],
		['RUNNING', 'dialing'],
		['PAUSE', 'paused'],
		['Paused', 'paused'],
		['STOP', 'stopped'],
		['stopped', 'stopped'],
		['PLANTED', 'unknown'],
		['', 'unknown'],
		[undefined, 'unknown'],
	])('%j means %s', (word, means) => {
		expect(dialStateOf(word, undefined)).toBe(means);
	});

	test('means what the profile says, whatever the case and the blanks', () => {
		const own = statusWordsOf({' on   hold ': 'pause', Halt: 'stop', go: 'play', ACTIVE: 'stop'});
		expect(['On Hold', 'HALT', ' go', 'active', 'PLAY', 'ONHOLD'].map(word => dialStateOf(word, own))).toEqual([
			'paused',
			'stopped',
			'dialing',
			'stopped',
			'dialing',
			'unknown',
		]);
		expect(statusWordsOf(undefined)).toBeUndefined();
	});
});

describe('a campaign that is listed', () => {
	const listed = (second: number, over: Parameters<typeof campaign>[1], known?: Parameters<typeof campaignOf>[2]) =>
		campaignOf(campaign('7', over), span(second), known);

	test('has an id, and a name where none came', () => {
		expect(listed(1, {id: undefined})).toBeUndefined();
		expect(listed(1, {name: 'Spring'})?.name).toBe('Spring');
		expect(listed(1, {name: undefined})?.name).toBe('campaign 7');
	});

	test('has its display_status, else its active', () => {
		expect(listed(1, {status: 'PLAY', active: 'N'})?.status).toBe('PLAY');
		expect(listed(1, {status: undefined, active: 'Y'})?.status).toBe('Y');
	});

	test('has its status since the first poll that showed it', () => {
		const before = new Map([['7', listed(1, {status: 'PLAY'}) as NonNullable<ReturnType<typeof campaignOf>>]]);
		expect(listed(5, {status: 'PLAY'}, before)).toMatchObject({statusSince: at(1), listed: span(5)});
		expect(listed(5, {status: 'PAUSE'}, before)?.statusSince).toEqual(at(5));
		expect(listed(5, {status: 'PLAY'})?.statusSince).toEqual(at(5));
	});
});
