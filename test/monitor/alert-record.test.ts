/** Alerts as other programs get them. */
import {expect, test} from 'vitest';
import type {Alert} from '../../source/model/alert.ts';
import {alertRecord} from '../../source/monitor/alert-record.ts';
import {at, fresh} from '../model/make.ts';

const alert = (id: number, campaignId: string | undefined, since: number, over: Partial<Alert> = {}): Alert => ({
	id,
	kind: 'drop',
	rule: 'drop-limit',
	level: 'critical',
	campaignId,
	name: campaignId === undefined ? 'h' : `Campaign ${campaignId}`,
	since: at(since),
	raisedAt: at(since),
	seenAt: at(since),
	value: 3.1,
	threshold: 3,
	unit: 'percent',
	worst: {value: 3.4, unit: 'percent'},
	note: 'its own limit',
	cause: undefined,
	peak: 1,
	news: 1,
	newsAt: at(since),
	flood: 1,
	acknowledgedAt: undefined,
	wellSince: undefined,
	end: undefined,
	resolvedAt: undefined,
	times: 2,
	...over,
});

const words = {text: 'Drops', endOf: ({resolvedAt}: Alert) => resolvedAt && 'it is over'};
const figures = {level: 'critical', rule: 'drop-limit', value: 3.1, threshold: 3, unit: 'percent'};

test('an alert of a campaign has its figures as numbers and its times as ISO 8601', () => {
	const lead = alert(1, '7', 0);
	expect(alertRecord(fresh(), {event: 'raised', lead, members: [lead]}, words)).toStrictEqual({
		...figures,
		event: 'raised',
		text: 'Drops',
		campaign: {id: '7', name: 'Campaign 7'},
		worst: 3.4,
		note: 'its own limit',
		since: '2026-05-28T20:26:40.000Z',
		until: null,
		end: null,
		times: 2,
		campaigns: [{...figures, id: '7', name: 'Campaign 7', end: null}],
		environment: 'QA',
		host: 'h',
	});
});

test('one of the service names no campaign', () => {
	const lead = alert(1, undefined, 0);
	expect(alertRecord(fresh(), {event: 'raised', lead, members: [lead]}, words)).toMatchObject({
		campaign: null,
		campaigns: [],
	});
});

test('a flood names all of its campaigns, and begins with the first of them', () => {
	const lead = alert(1, '7', 5, {resolvedAt: at(60)});
	const members = [lead, alert(2, '8', 2), alert(3, '9', 9, {resolvedAt: at(30)})];
	expect(alertRecord(fresh(), {event: 'resolved', lead, members}, words)).toMatchObject({
		event: 'resolved',
		campaign: null,
		since: '2026-05-28T20:26:42.000Z',
		until: '2026-05-28T20:27:40.000Z',
		end: 'it is over',
		campaigns: [
			{id: '7', end: 'it is over'},
			{id: '8', end: null},
			{id: '9', end: 'it is over'},
		],
	});
});
