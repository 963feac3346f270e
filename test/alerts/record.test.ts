/** Alerts as other programs get them. */
import {expect, test} from 'vitest';
import {alertRecord} from '../../source/alerts/news.ts';
import type {Alert} from '../../source/model/alert.ts';
import {alertOf, at, fresh} from '../model/make.ts';

const words = {text: 'Drops', endOf: ({resolvedAt}: Alert) => resolvedAt && 'it is over'};
const figures = {level: 'critical', rule: 'drop-limit', value: 3.1, threshold: 3, unit: 'percent'};

test('an alert of a campaign has its figures as numbers and its times as ISO 8601', () => {
	const lead = alertOf(1, '7');
	expect(alertRecord(fresh(), {event: 'raised', lead, members: [lead]}, words)).toStrictEqual({
		...figures,
		event: 'raised',
		id: 'drop:7',
		text: 'Drops',
		campaign: {id: '7', name: 'Campaign 7'},
		alarm: 'value >= threshold',
		worst: 3.4,
		note: 'its own limit',
		part_of: null,
		called_in_vain: null,
		since: '2026-05-28T20:26:40.000Z',
		until: null,
		end: null,
		times: 2,
		acknowledged: null,
		campaigns: [{...figures, id: '7', name: 'Campaign 7', alert: 'drop:7', end: null}],
		environment: 'QA',
		host: 'h',
	});
});

test('an acknowledgement is by whom, when, until when and why', () => {
	const acknowledgement = {
		at: at(2),
		by: 'kim',
		until: at(62).wall,
		reason: 'trunk 2',
		rule: undefined,
		worst: undefined,
	};
	const lead = alertOf(1, undefined, {kind: 'service', acknowledgedAt: at(2), acknowledgement});
	const record = alertRecord(fresh(), {event: 'raised', lead, members: [lead]}, words);
	expect(record.id).toBe('service');
	expect(record.acknowledged).toEqual({
		at: '2026-05-28T20:26:42.000Z',
		by: 'kim',
		until: '2026-05-28T20:27:42.000Z',
		reason: 'trunk 2',
	});
});

test('one of the service names no campaign', () => {
	const lead = alertOf(1, undefined);
	expect(alertRecord(fresh(), {event: 'raised', lead, members: [lead]}, words)).toMatchObject({
		campaign: null,
		campaigns: [],
	});
});

test('a flood names all of its campaigns, and begins with the first of them', () => {
	const lead = alertOf(1, '7', {since: at(5), resolvedAt: at(60)});
	const members = [lead, alertOf(2, '8', {since: at(2)}), alertOf(3, '9', {since: at(9), resolvedAt: at(30)})];
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

test('on which side of its threshold a figure is bad is said, as it is not to be guessed', () => {
	const lead = alertOf(1, '7', {rule: 'staffing', value: 31, threshold: 60, unit: 'share'});
	expect(alertRecord(fresh(), {event: 'raised', lead, members: [lead]}, words).alarm).toBe('value <= threshold');
});
