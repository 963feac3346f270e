/** What an engine is asked: in its own language, in pieces that are asked for once, however one looks. */
import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {unitsOf} from '../../source/backfill/units.ts';
import {hour, minute} from '../../source/model/time.ts';
import {hasPromtool} from '../metrics/make.ts';

const units = unitsOf('a "b" \\ c');
const now = Date.parse('2026-05-28T10:07:00Z');
const ids = Array.from({length: 250}, (_, index) => String(1000 + index));

const all = [
	units.reach(now),
	...units.happenings({from: now - hour, to: now}),
	...units.atMoment(now, ['1001', 'x|y.z']),
	...units.ofCampaign('1001', [{from: now - hour, until: now}]),
	...units.ofCampaign('1001', [{from: now - hour, until: now}], true),
	...units.ofMany([{id: '1001', from: now - hour, to: now}]),
	units.campaigns({from: now - hour, to: now}),
];

test.skipIf(!hasPromtool)('every expression is one of PromQL', () => {
	const folder = mkdtempSync(join(tmpdir(), 'dialtop-units-'));
	const file = join(folder, 'rules.yml');
	const rules = all.map(({expression}, index) => ({record: `rule_${index}`, expr: expression}));
	writeFileSync(file, JSON.stringify({groups: [{name: 'dialtop', rules}]}));
	const {status, stderr} = spawnSync('promtool', ['check', 'rules', file]);
	rmSync(folder, {recursive: true, force: true});
	expect([status, String(stderr)]).toEqual([0, '']);
});

test('the same times are the same units, whatever period is looked at', () => {
	const keys = (until: number) => units.ofCampaign('1', [{from: until - 8 * hour, until}]).map(({key}) => key);
	expect(keys(now + minute)).toEqual(keys(now));
	expect(keys(now)).toHaveLength(3);
	expect(
		units.ofCampaign('1', [
			{from: now - hour, until: now - 50 * minute},
			{from: now - 5 * minute, until: now},
		]),
	).toHaveLength(1);
});

test('no query is of more than its bounds: points of a series, campaigns at once, samples of a report', () => {
	for (const {from, to, step} of all) {
		expect((to - from) / step).toBeLessThan(11_000);
	}
	const moment = units.atMoment(now, ids);
	// Of a large floor the moment alone is read, a hundred campaigns at a time.
	expect(moment.map(({from, to}) => [from, to])).toEqual([0, 1, 2].map(() => [now, now]));
	expect(units.atMoment(now, ids.slice(0, 40)).length).toBeGreaterThan(5);
	const month = units.ofMany(ids.map(id => ({id, from: now - 31 * 24 * hour, to: now})));
	const [first] = month;
	expect(first && (ids.length * (first.to - first.from)) / first.step).toBeLessThan(60_000);
});
