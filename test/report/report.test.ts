import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {seriesOf} from '../../source/model/series.ts';
import {dropsIn} from '../../source/report/counts.ts';
import {clockHours} from '../../source/report/hours.ts';
import {reportObject} from '../../source/report/json.ts';
import {from, hour, madeReport, minute, samplesOf, to} from './make.ts';

describe('a shift of eight hours', () => {
	const report = madeReport();
	const [spring, loans] = report.campaigns;

	test('its counts are the differences of the totals at its ends, and the hours add up to them', () => {
		expect(spring?.counts).toMatchObject({dialed: 4800, live: 960, sales: 40, charge: '98.00'});
		expect(spring?.hours).toHaveLength(8);
		const sum = (of: 'dialed' | 'live'): number => spring?.hours.reduce((all, one) => all + (one[of] ?? 0), 0) ?? 0;
		expect([sum('dialed'), sum('live')]).toEqual([4800, 960]);
	});

	test("agents' hours leave the gap out, and occupancy leaves the paused out", () => {
		expect(spring?.agents).toMatchObject({
			agents: expect.closeTo((12 * 470) / 60, 5),
			ready: expect.closeTo((2 * 470) / 60, 5),
			occupancy: expect.closeTo((100 * 9) / 11, 5),
		});
		expect(spring?.seen).toBe(470 * minute);
		expect(report.gaps).toEqual([{from: from + 5 * hour + 10 * minute, until: from + 5 * hour + 20 * minute}]);
		expect(spring?.hours.map(({seen}) => seen / minute)).toEqual([60, 60, 60, 60, 60, 50, 60, 60]);
	});

	test('leads run out when the service says, else by the pace of the last quarter of an hour', () => {
		expect(spring?.leads).toEqual({remaining: 300, endsAt: to + hour, isDerived: false});
		expect(loans?.leads).toEqual({remaining: 300, endsAt: expect.closeTo(to + 30 * minute, -4), isDerived: true});
	});

	test('it ends with what is open: alerts that hold, unknown commands of before, leads and lists that end', () => {
		expect(report.open.alerts.map(({alert}) => alert.id)).toEqual([2]);
		expect(report.open.commands.map(({who}) => who)).toEqual(['ann']);
		expect(report.commands.map(({who}) => who)).toEqual(['kim']);
		expect(report.open.leads.map(({id}) => id)).toEqual(['1002', '1001']);
		expect(report.open.lists.map(({id}) => id)).toEqual(['9']);
	});

	test('the figures of a command that was not sent are not compared', () => {
		const sent = madeReport().commands[0];
		const [unsent] = madeReport({commands: sent ? [{...sent, outcome: 'not-sent'}] : []}).commands;
		expect([sent?.change?.minutes, unsent?.change]).toEqual([10, undefined]);
	});
});

test('a paused campaign does not run out, and one without leads has none left', () => {
	const [paused] = madeReport({
		campaigns: [{id: '1', name: 'x', samples: samplesOf('x', () => ({status: 'PAUSE'}))}],
	}).campaigns;
	expect(paused?.leads).toEqual({remaining: 300, endsAt: undefined, isDerived: false});
	const empty = madeReport({campaigns: [{id: '1', name: 'x', samples: samplesOf('x', () => ({remainingLeads: 0}))}]});
	expect(empty.open.leads.map(({leads}) => leads?.remaining)).toEqual([0]);
});

test('campaigns that send texts have no drops, whatever the service sends', () => {
	const [campaign] = madeReport({
		campaigns: [{id: '1', name: 'x', samples: samplesOf('x', () => ({paceMethod: 'SMSB', dropRate: 50}))}],
	}).campaigns;
	expect(campaign?.drops).toBeUndefined();
});

test('a shift that begins after the recording counts from its first poll, and one before it has nothing', () => {
	const later = samplesOf('x').filter(({at}) => at >= from + 2 * hour);
	const [campaign] = madeReport({campaigns: [{id: '1', name: 'x', samples: later}]}).campaigns;
	expect(campaign?.counts.dialed).toBe(3600);
	expect(campaign?.gaps[0]).toEqual({from, until: from + 2 * hour});
	const before = samplesOf('x').filter(({at}) => at < from - 10 * minute);
	expect(madeReport({campaigns: [{id: '1', name: 'x', samples: before}]}).campaigns).toEqual([]);
	expect(madeReport({campaigns: []}).gaps).toEqual([{from, until: to}]);
});

test('drops lie where the rate of two decimals puts them, rounded or cut off, in every stretch of a day', () => {
	fc.assert(
		fc.property(
			fc.array(fc.record({answers: fc.nat({max: 400}), share: fc.double({min: 0, max: 1, noNaN: true})}), {
				minLength: 2,
				maxLength: 40,
			}),
			fc.boolean(),
			fc.nat({max: 39}),
			fc.nat({max: 39}),
			(steps, isCut, one, other) => {
				let [answers, drops] = [0, 0];
				const counts = steps.map(step => {
					answers += step.answers;
					drops += Math.round(step.answers * step.share);
					return {answers, drops};
				});
				const samples = counts.map((count, index) => {
					const rate = count.answers === 0 ? 0 : (100 * count.drops) / count.answers;
					const shown = isCut ? Math.floor(rate * 100 + 1e-9) / 100 : Number(rate.toFixed(2));
					return {
						at: index * minute,
						span: 0,
						figures: {
							calledToday: count.answers,
							humanAnswered: count.answers,
							dropRate: shown,
							extra: {},
							unreadable: [],
						},
					};
				});
				const [first, last] = [
					Math.min(one, other, steps.length - 1),
					Math.min(Math.max(one, other), steps.length - 1),
				];
				const found = dropsIn(seriesOf(samples, 'UTC'), first * minute, last * minute);
				const actual = (counts[last]?.drops ?? 0) - (counts[first]?.drops ?? 0);
				expect(found?.least).toBeLessThanOrEqual(actual);
				expect(found?.most).toBeGreaterThanOrEqual(actual);
			},
		),
	);
});

test('hours are those of the clock of the zone', () => {
	const texts = (zone: string, begin: string, end: string): string[] =>
		clockHours(zone, Date.parse(begin), Date.parse(end)).map(({from: a, until: b}) =>
			[a, b].map(time => new Date(time).toISOString().slice(11, 16)).join(' '),
		);
	expect(texts('America/New_York', '2026-03-31T10:20:00Z', '2026-03-31T12:10:00Z')).toEqual([
		'10:20 11:00',
		'11:00 12:00',
		'12:00 12:10',
	]);
	expect(texts('Asia/Kolkata', '2026-03-31T10:00:00Z', '2026-03-31T11:00:00Z')).toEqual(['10:00 10:30', '10:30 11:00']);
});

test('programs get times in UTC, spans in seconds, and money as text', () => {
	const object = reportObject(madeReport());
	expect(JSON.parse(JSON.stringify(object))).toMatchObject({
		environment: 'PRODUCTION',
		from: '2026-03-31T10:00:00.000Z',
		time_zone: 'America/New_York',
		campaigns: [
			{
				id: '1001',
				dialed: 4800,
				charge: '98.00',
				drops: {least: expect.any(Number), most: expect.any(Number)},
				agent_hours: {total: 94},
				recorded_s: 28_200,
				leads_out: '2026-03-31T19:00:00.000Z',
			},
			{id: '1002', leads_out_derived: true},
		],
		commands: [{who: 'kim', outcome: 'done', later: 'observed', changed: {minutes_after: 10}}],
		open: {commands: [{who: 'ann', outcome: 'unknown', unsettled: true}], lists: [{id: '9', left: 120}]},
	});
	// JSON has no word for what is undefined.
	expect(JSON.stringify(object)).toBe(JSON.stringify(JSON.parse(JSON.stringify(object))));
});
