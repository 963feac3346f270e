/** What cannot be read: it ends no alert, and no check says OK over it. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {forOnePoll} from '../../source/alerts/one-poll.ts';
import {initialState} from '../../source/alerts/reducer.ts';
import {alertDefaults, campaignRules} from '../../source/alerts/rules.ts';
import {judge} from '../../source/commands/check/verdict.ts';
import {type Alert, type AlertSettings, isRecovering} from '../../source/model/alert.ts';
import type {Message, State} from '../../source/model/state.ts';
import {callsPoint, dashboardRecord} from '../../source/wire/dashboard.ts';
import {after, at, campaign, campaignsPolled, source, span} from './make.ts';

/** Figures as the service writes them, each with values that a service may send. */
const wire = {
	percentage_dropped: ['0.00', '1.00', '2.00', '2.60', '2.90', '3.20', '9.00', '100.00'],
	adaptive_dropped_percentage: ['1%', '2%', '3%', '8%'],
	human_answered_calls: ['10', '100', '2000'],
	calls_waiting: ['0', '1', '5'],
	ready: ['0', '4'],
	calls_ringings: ['0', '3'],
	called_today: ['500', '501'],
	remaining_leads: ['0', '50', '5000'],
	remaining_time: ['00:10:00', '30:00:00'],
} as const;

type Name = keyof typeof wire;
type Wire = Partial<Record<Name, unknown>>;

const names = Object.keys(wire) as Name[];
const percents: readonly Name[] = ['percentage_dropped', 'adaptive_dropped_percentage'];

const readable: fc.Arbitrary<Wire> = fc.record(
	Object.fromEntries(names.map(name => [name, fc.constantFrom(...wire[name])])) as Record<Name, fc.Arbitrary<string>>,
);

/** What came, and cannot be read as this figure. */
const garbage = (name: Name): fc.Arbitrary<unknown> =>
	fc.constantFrom<unknown>('12abc', '-9', '1e3', {}, 'NaN', true, ...(percents.includes(name) ? ['101', '-0.01'] : []));

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

type Unread = {name: Name; value: unknown; hasGraph: boolean};

const unread: fc.Arbitrary<Unread> = fc
	.constantFrom(...names)
	.chain(name =>
		fc.record({
			name: fc.constant(name),
			value: fc.oneof(garbage(name), fc.constantFrom<unknown>(undefined, null, '')),
			hasGraph: fc.boolean(),
		}),
	)
	// A campaign may have no limit of its own, and the time that a graph gives is a figure that was read.
	.filter(
		({name, value, hasGraph}) =>
			!(isMissing(value) && (name === 'adaptive_dropped_percentage' || (name === 'remaining_time' && hasGraph))),
	);

/** A minute of calls a line, at a pace that lasts for days. */
const graph = Array.from({length: 10}, (_, minute) =>
	callsPoint.decode({dialed: '1', delivered: '1', drops: '0', datetime: `10:${10 + minute}:00`}),
).flatMap(point => point ?? []);

const polled = (second: number, figures: Wire, status: string, hasGraph: boolean): Message => ({
	type: 'dashboard-polled',
	campaignId: '1',
	span: span(second),
	dashboard: {
		figures: dashboardRecord.decode({...figures, display_status: status}),
		calls: hasGraph ? graph : undefined,
		agents: undefined,
		leads: undefined,
		liveCalls: undefined,
	},
});

/** Every rule tells at once. */
const hasty: AlertSettings = {
	...alertDefaults,
	rules: Object.fromEntries(
		Object.entries(alertDefaults.rules).map(([id, rule]) => [id, {...rule, seconds: 0, polls: 1}]),
	) as AlertSettings['rules'],
};

const begun = (settings: AlertSettings): State =>
	after(
		initialState(source, at(0), settings),
		{type: 'link', link: {kind: 'live', latency: 1}, now: at(0)},
		campaignsPolled(0, [campaign('1')]),
	);

/** How grave an alert is; 0 for none, and for one whose figures are well. */
const gravityOf = (alert: Alert | undefined): number =>
	!alert || isRecovering(alert) ? 0 : {warning: 1, critical: 2}[alert.level];

test('an alert ends, or falls to a lesser level, only where it would whatever the unread figure were', () => {
	let held = 0;
	fc.assert(
		fc.property(
			fc.array(readable, {minLength: 2, maxLength: 4}),
			readable,
			unread,
			(polls, last, {name, value: unreadValue, hasGraph}) => {
				const before = after(
					begun(hasty),
					...polls.map((figures, index) => polled(index * 200, figures, 'PLAY', false)),
				);
				const second = polls.length * 200;
				const blind = after(before, polled(second, {...last, [name]: unreadValue}, 'PLAY', hasGraph));
				for (const [key, alert] of before.alerts.active) {
					if (gravityOf(blind.alerts.active.get(key)) >= gravityOf(alert)) {
						held++;
						continue;
					}
					for (const value of wire[name]) {
						const seen = after(before, polled(second, {...last, [name]: value}, 'PLAY', hasGraph));
						expect(gravityOf(seen.alerts.active.get(key)), `${name} ${value}`).toBeLessThan(gravityOf(alert));
					}
				}
			},
		),
		{numRuns: 2000},
	);
	expect(held).toBeGreaterThan(500);
});

test.each(['', 'HALTED'])('a status word that says nothing (%j) ends no alert', word => {
	fc.assert(
		fc.property(fc.array(readable, {minLength: 2, maxLength: 4}), readable, (polls, last) => {
			const before = after(begun(hasty), ...polls.map((figures, index) => polled(index * 200, figures, 'PLAY', true)));
			const second = polls.length * 200;
			const same = after(before, polled(second, last, 'PLAY', true));
			const listed = campaignsPolled(second, [campaign('1', {status: word === '' ? undefined : word})]);
			const blind = after(before, listed, polled(second, last, word, true));
			for (const [key, {kind}] of before.alerts.active) {
				const isOfDialing = campaignRules.some(rule => rule.kind === kind && rule.whileDialing);
				expect(blind.alerts.active.has(key), key).toBe(isOfDialing || same.alerts.active.has(key));
			}
		}),
		{numRuns: 300},
	);
});

test('no check says OK over a figure that came and cannot be read, or that a dialing campaign does not tell', () => {
	const one = forOnePoll(alertDefaults);
	const mergedStatus = (figures: Wire, status: string, hasGraph: boolean) => {
		const state = after(
			begun(one),
			campaignsPolled(1, [campaign('1', {status})]),
			polled(2, figures, status, hasGraph),
		);
		return judge(state, {wanted: undefined, late: '', watched: 0, asked: []}).pluginState;
	};
	let well = 0;
	fc.assert(
		fc.property(
			readable,
			unread,
			fc.constantFrom('PLAY', 'PLAY', 'PAUSE', 'STOP', 'HALTED'),
			(figures, {name, value: unreadValue, hasGraph}, status) => {
				const isExcused = isMissing(unreadValue) && (status === 'PAUSE' || status === 'STOP');
				well += mergedStatus(figures, status, hasGraph) === 'OK' ? 1 : 0;
				if (!isExcused && mergedStatus({...figures, [name]: unreadValue}, status, hasGraph) === 'OK') {
					for (const value of wire[name]) {
						expect(mergedStatus({...figures, [name]: value}, status, hasGraph), `${name} ${value}`).toBe('OK');
					}
				}
			},
		),
		{numRuns: 2000},
	);
	expect(well).toBeGreaterThan(100);
});
