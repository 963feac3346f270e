import {describe, expect, test} from 'vitest';
import {type AlertGroup, gravestOpen} from '../../source/alerts/floods.ts';
import type {Alert} from '../../source/model/alert.ts';
import {campaignRows} from '../../source/model/select.ts';
import type {Message, State} from '../../source/model/state.ts';
import {stateText} from '../../source/present/board-cells.ts';
import {width as cells} from '../../source/present/format.ts';
import {alertSpans, whatWithin} from '../../source/present/gravest-alert.ts';
import {textOf} from '../../source/present/spans.ts';
import {acknowledge, after, at, campaign, campaignsPolled, dashboardPolled, fresh} from '../model/make.ts';

const busy = {humanAnswered: 1000, dropLimit: 3, ready: 2, ringing: 3, status: 'PLAY'};

const named = (id: string) => campaign(id, {name: `Collections ${id} of the Spring`});

const lineOf = (state: State, width: number, old?: string, others = 0): string => {
	const group = gravestOpen(state.alerts);
	const answer = ['7', 'alerts'] as const;
	return group ? textOf(alertSpans(group, {now: at(90), width, keys: action => action, answer, old, others})) : '';
};

const troubled = (ids: string[], ...more: Message[]): State =>
	after(
		fresh(),
		campaignsPolled(1, ids.map(named)),
		...ids.map(id => dashboardPolled(2, id, {...busy, dropRate: 3.12})),
		...more,
	);

describe('the line of the gravest alert', () => {
	test('names the campaign with its id, the figure with its threshold, since when, and the key, at every width', () => {
		for (const width of [60, 80, 100, 120, 160, 200]) {
			const line = lineOf(troubled(['1003']), width);
			expect(cells(line)).toBe(width);
			expect(line).toMatch(/^ ▲ .*\b1003\b.*\b3\.12%.*3\.00%.* since \d\d:\d\d {2}7 alerts $/);
		}
		expect(lineOf(troubled(['1003']), 120)).toMatch(/CRITICAL 1003 Collections .*: DROP RATE 3\.12%, 0\.12 OVER/);
	});

	test('a flood is one line: how many, and the worst of them by its id', () => {
		for (const width of [80, 200]) {
			const line = lineOf(troubled(['1003', '1004', '1005', '1006']), width);
			expect(line).toMatch(/4 campaigns, (?:the )?worst 100\d\b.*3\.12%.*3\.00%/);
		}
	});

	test('an acknowledged one does not hold it, nor does one whose figures are well again where another is open', () => {
		const both = troubled(['1', '2'], dashboardPolled(9, '2', {...busy, dropRate: 3.5}));
		expect(lineOf(both, 80)).toContain(' ▲ 2 ');
		const second = [...both.alerts.active.values()].find(({campaignId}) => campaignId === '2');
		const known = after(both, acknowledge(second));
		expect(lineOf(known, 80)).toContain(' ▲ 1 ');
		const [first] = known.alerts.active.values();
		expect(lineOf(after(known, acknowledge(first)), 80)).toBe('');
	});

	test('its mark tells its level where the words have no room, as the one beside the campaign does', () => {
		const warning = after(
			fresh(),
			campaignsPolled(1, [named('1')]),
			...[2, 12, 22, 32].map(second => dashboardPolled(second, '1', {...busy, dropRate: 2.6})),
		);
		expect(lineOf(warning, 80)).toMatch(/^ △ 1 /);
		expect(lineOf(troubled(['1']), 80)).toMatch(/^ ▲ 1 /);
		for (const [state, mark] of [
			[warning, 'PLAY △'],
			[troubled(['1']), 'PLAY ▲'],
		] as const) {
			expect(campaignRows(state).map(stateText)).toEqual([mark]);
		}
	});

	test('a rate that fell just under its limit is not said to be over it', () => {
		const fell = troubled(['1'], dashboardPolled(4, '1', {...busy, dropRate: 2.99}));
		expect(lineOf(fell, 120)).toContain('DROP RATE 2.99%, 0.01 UNDER its own limit of 3.00%');
	});

	test('a count of agents is said without a threshold of one', () => {
		const [group] = [gravestOpen(troubled(['1']).alerts)];
		const lead = {...group?.lead, rule: 'idle', unit: 'agents', value: 6, threshold: 1} as Alert;
		const line = textOf(
			alertSpans({...group, lead, members: [lead]} as AlertGroup, {
				now: at(90),
				width: 80,
				keys: action => action,
				answer: ['7', 'shows it'],
				old: undefined,
				others: 0,
			}),
		);
		expect(line).toContain(': 6 agents ready, and nothing rings');
		expect(line).not.toContain('1 agent');
	});

	test('says the figure of a flood whole at 80 columns, rather than since when', () => {
		const outage = {
			rule: 'outage',
			unit: 'share',
			value: 0,
			threshold: 50,
			name: 'Survey Callbacks',
			campaignId: '1003',
		};
		const lead = {...troubled(['1003']).alerts.active.values().next().value, ...outage} as Alert;
		const group = {lead, members: [lead, lead, lead]} as AlertGroup;
		const line = {now: at(90), keys: (action: string) => action, answer: ['7', 'shows them'], old: undefined} as const;
		const at80 = textOf(alertSpans(group, {...line, width: 80, others: 1}));
		expect(at80).toMatch(/^ ▲ 3 campaigns, worst 1003\b.*: outage 0% of usual {2}\+1 more {2}7 shows them $/);
		const wide = textOf(alertSpans(group, {...line, width: 140, others: 1}));
		expect(wide).toMatch(/worst 1003\b.*: answers per dial at 0% of the usual +since /);
	});

	test('how many more there are is said at every width', () => {
		for (const width of [60, 80, 200]) {
			const line = lineOf(troubled(['1003']), width, undefined, 2);
			expect(line).toMatch(/1003\b.*3\.12%.* {2}\+2 more {2}7 alerts $/);
			expect(cells(line)).toBe(width);
		}
	});

	test('figures that are old are said to be', () => {
		expect(lineOf(troubled(['1003']), 120, '3m old')).toMatch(/ since \d\d:\d\d, figures 3m old {2}7 alerts $/);
	});
});

describe('what an alert is about', () => {
	const keys = (action: string): string => action;
	const within = (alert: Alert | undefined, room: number): string =>
		alert ? whatWithin(alert, keys, room) : expect.fail('there is no alert');

	test('ends with a whole figure in every width that has room for it', () => {
		const drop = gravestOpen(troubled(['1003']).alerts)?.lead;
		expect(within(drop, 60)).toBe('DROP RATE 3.12%, 0.12 OVER its own limit of 3.00%');
		expect(within(drop, 46)).toBe('drop rate 3.12% (alarm from 3.00%)');
		expect(within(drop, 20)).toBe('DROP RATE 3.12%…');
	});

	test('ends with a whole clause where a cause and an advice follow it', () => {
		const still = after(
			fresh(),
			campaignsPolled(1, [named('1')]),
			...[2, 30, 60, 90, 120, 150, 200, 260, 330].map(second =>
				dashboardPolled(second, '1', {
					...busy,
					ringing: 0,
					ready: 9,
					calledToday: 500,
					activeLeads: 0,
					totalLeads: 8300,
				}),
			),
		);
		const alert = gravestOpen(still.alerts)?.lead;
		const whole = within(alert, 1000);
		for (let room = 20; room < whole.length; room++) {
			const told = within(alert, room);
			expect(cells(told)).toBeLessThanOrEqual(room);
			const isWhole = told.endsWith('…') ? /^[,;:] /.test(whole.slice(told.length - 1)) : true;
			expect(isWhole, `${room}: ${told}`).toBe(true);
		}
	});
});
