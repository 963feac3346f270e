/** What agents who are ready mean: as many as it takes, idle while calls should flow, or waiting for what rests. */
import {expect, test} from 'vitest';
import {readinessOf, readinessOfAll} from '../../source/model/readiness.ts';
import {type CampaignRow, campaignRow} from '../../source/model/select.ts';
import type {Figures} from '../../source/model/wire.ts';
import {after, alertOf, campaign, campaignsPolled, dashboardPolled, fresh} from './make.ts';

const usual = {status: 'PLAY', ready: 4, onCall: 20, wrapUp: 5, ringing: 9};

const rowOf = (over: Partial<Figures> = {}, more: Partial<CampaignRow> = {}): CampaignRow => {
	const {status} = {...usual, ...over};
	const state = after(
		fresh(),
		campaignsPolled(0, [campaign('1', {status})]),
		dashboardPolled(1, '1', {...usual, ...over}),
	);
	return {...(campaignRow(state, '1') as CampaignRow), ...more};
};

test.for<[over: Partial<Figures>, more: Partial<CampaignRow>, means: string | undefined]>([
	[{}, {}, 'usual'],
	[{ready: 0}, {}, undefined],
	[{ready: undefined}, {}, undefined],
	[{ready: 39, onCall: 5, wrapUp: 2}, {}, 'idle'],
	[{ready: 7, onCall: 5, wrapUp: 2}, {}, 'usual'],
	[{ready: 8, onCall: 5, wrapUp: 2}, {}, 'idle'],
	// One or two of a small team are free at times.
	[{ready: 2, onCall: 0, wrapUp: 0, ringing: 0}, {}, 'usual'],
	[{ringing: 0}, {}, 'usual'],
	[{ringing: 0, ready: 7}, {}, 'idle'],
	[{ringing: 0, ready: 6, onCall: 24, wrapUp: 0}, {}, 'usual'],
	[{ringing: undefined, ready: 7}, {}, 'usual'],
	[{ready: 1}, {alert: alertOf(1, '1', {kind: 'answers'})}, 'idle'],
	[{ready: 1}, {acknowledged: alertOf(1, '1', {kind: 'dialing'})}, 'idle'],
	[{ready: 1}, {alert: alertOf(1, '1', {kind: 'drop'})}, 'usual'],
	[{status: 'PAUSE', ready: 39, onCall: 0}, {}, 'resting'],
	[{status: 'STOP', ready: 39, onCall: 0}, {}, 'resting'],
	[{status: 'ODD', ready: 39, onCall: 0}, {}, 'usual'],
	[{paceMethod: 'MANUAL', ready: 39, onCall: 0}, {}, 'usual'],
])('%#: %o', ([over, more, means]) => {
	expect(readinessOf(rowOf(over, more))).toBe(means);
});

test('of several campaigns it is what most of their ready agents are, and those of what rests alone are at rest', () => {
	const idle = rowOf({ready: 20, onCall: 1, wrapUp: 0});
	const paused = rowOf({status: 'PAUSE', ready: 90});
	expect(readinessOfAll([idle, rowOf(), paused])).toBe('idle');
	expect(readinessOfAll([idle, rowOf({ready: 21, onCall: 90})])).toBe('usual');
	expect(readinessOfAll([paused])).toBe('resting');
	expect(readinessOfAll([rowOf({ready: 0})])).toBeUndefined();
});
