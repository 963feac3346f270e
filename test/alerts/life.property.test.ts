/** Whatever is polled, in whatever order: one alert of a kind for each campaign, none without a start, nothing that grows. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {alertGroups} from '../../source/alerts/floods.ts';
import {initialState, update} from '../../source/alerts/reducer.ts';
import {alertDefaults, campaignRules, ruleOf, serviceRules} from '../../source/alerts/rules.ts';
import {type Alert, type AlertSettings, alertKey, alertKinds, mostPastAlerts} from '../../source/model/alert.ts';
import type {Message, State} from '../../source/model/state.ts';
import {at, campaign, dashboard, deepFreeze, source, span} from '../model/make.ts';

/** Everything is told at once, so that short runs see whole lives. */
const hasty: AlertSettings = {
	...alertDefaults,
	rules: Object.fromEntries(
		Object.entries(alertDefaults.rules).map(([id, rule]) => [id, {...rule, seconds: 3, polls: 2}]),
	) as AlertSettings['rules'],
	leastHuman: 0,
	leastDrops: 0,
	mergeWithin: 20,
};

const id = fc.constantFrom('1', '2', '3');
const word = fc.constantFrom('PLAY', 'PLAY', 'PLAY', 'PAUSE', 'STOP', 'RUNNING', undefined);
const figures = fc.record({
	status: word,
	dropRate: fc.constantFrom(undefined, 0, 1, 2.45, 2.5, 2.8, 3, 4, -1, 130),
	dropLimit: fc.constantFrom(undefined, 0, 2, 3, 8),
	humanAnswered: fc.constantFrom(undefined, 0, 500),
	ready: fc.constantFrom(undefined, 0, 4),
	ringing: fc.constantFrom(undefined, 0, 0, 3),
	waiting: fc.constantFrom(undefined, 0, 2),
	calledToday: fc.constantFrom(undefined, 0, 7, 7, 8),
	remainingLeads: fc.constantFrom(undefined, 0, 50),
	remainingTime: fc.constantFrom(undefined, 0, 600, 90_000),
});

/** What happens, and how many seconds after what happened before; now and then the wall clock jumps. */
type Step = {after: number; jump: number; happens: (seconds: number, wall: number) => Message};

const moved = (seconds: number, wall: number) => ({wall: at(seconds).wall + wall, mono: at(seconds).mono});

const step: fc.Arbitrary<Step> = fc
	.tuple(
		fc.constantFrom(1, 1, 1, 2, 5, 40, 700),
		fc.constantFrom(0, 0, 0, 0, 0, 3_600_000, -3_600_000),
		fc.oneof(
			{
				weight: 5,
				arbitrary: fc.tuple(id, figures).map(([campaignId, some]): Step['happens'] => (seconds, wall) => ({
					type: 'dashboard-polled',
					campaignId,
					span: {sentAt: moved(seconds - 0.2, wall), receivedAt: moved(seconds, wall)},
					dashboard: dashboard(some),
				})),
			},
			{
				weight: 3,
				arbitrary: fc.constant<Step['happens']>((seconds, wall) => ({type: 'tick', now: moved(seconds, wall)})),
			},
			fc.subarray(['1', '2', '3']).chain(ids =>
				word.map((status): Step['happens'] => seconds => ({
					type: 'campaigns-polled',
					span: span(seconds - 0.2, seconds),
					records: ids.map(one => campaign(one, {status})),
				})),
			),
			id.map((campaignId): Step['happens'] => seconds => ({
				type: 'dashboard-failed',
				campaignId,
				failure: {at: at(seconds), reason: 'no'},
			})),
			fc
				.constantFrom('live' as const, 'retrying' as const, 'signed-out' as const)
				.map((kind): Step['happens'] => seconds => ({
					type: 'link',
					link:
						kind === 'live'
							? {kind, latency: 1}
							: kind === 'signed-out'
								? {kind, reason: ''}
								: {kind, reason: 'gone', advice: '', since: at(seconds), nextAt: at(seconds + 5)},
					now: at(seconds),
				})),
			fc
				.record({
					kind: fc.constantFrom(...alertKinds),
					campaignId: fc.constantFrom(undefined, '1', '2', '3'),
					minutes: fc.constantFrom(undefined, 1, 15),
					rule: fc.constantFrom(undefined, ...campaignRules.map(({id}) => id)),
					worst: fc.constantFrom(undefined, 1, 3),
				})
				.map(({kind, campaignId, minutes, rule, worst}): Step['happens'] => seconds => ({
					type: 'alert-acknowledged',
					key: alertKey(kind, campaignId),
					acknowledgement: {
						at: at(seconds),
						by: 'kim',
						until: minutes === undefined ? undefined : at(seconds + minutes * 60).wall,
						reason: '',
						rule,
						worst,
					},
				})),
		),
	)
	.map(([after, jump, happens]) => ({after, jump, happens}));

const check = ({alerts, campaigns}: State): void => {
	const listed = campaigns.value?.size ?? 0;
	const {active, past, conditions} = alerts;
	expect(past.length).toBeLessThanOrEqual(mostPastAlerts);
	expect(conditions.size).toBeLessThanOrEqual(campaignRules.length * listed + serviceRules.length);
	for (const [key, alert] of active) {
		expect(key).toBe(alertKey(alert.kind, alert.campaignId));
		expect(alert.resolvedAt).toBeUndefined();
		expect(alert.campaignId === undefined || campaigns.value?.has(alert.campaignId)).toBe(true);
	}
	const all = alertGroups(alerts).flatMap(({members}) => members);
	expect(new Set(all.map(({id: number}) => number)).size).toBe(all.length);
	for (const alert of all) {
		expect(alert.since.mono).toBeLessThanOrEqual(alert.raisedAt.mono);
		expect(alert.since.mono).toBeLessThanOrEqual(alert.resolvedAt?.mono ?? Number.POSITIVE_INFINITY);
		expect(Number.isFinite(alert.value) && Number.isFinite(alert.threshold)).toBe(true);
		if (alert.worst.unit === alert.unit) {
			const isLow = ruleOf[alert.rule].isLow;
			expect(isLow ? alert.worst.value <= alert.value : alert.worst.value >= alert.value).toBe(true);
		}
	}
	for (const alert of past) {
		expect(alert.resolvedAt).toBeDefined();
	}
};

/** What may begin or end an alert of a campaign. */
const mayMove = (message: Message, {campaignId}: Alert): boolean =>
	campaignId === undefined
		? message.type === 'tick' || message.type === 'link'
		: message.type === 'campaigns-polled' || (message.type === 'dashboard-polled' && message.campaignId === campaignId);

const checkMove = (before: State, now: State, message: Message): void => {
	for (const [key, alert] of now.alerts.active) {
		const was = before.alerts.active.get(key);
		expect(was !== undefined || mayMove(message, alert)).toBe(true);
		if (was) {
			expect(alert.id).toBe(was.id);
			expect(alert.since).toBe(was.since);
			expect(alert.peak).toBeGreaterThanOrEqual(was.peak);
			// What takes an acknowledgement back is news, unless it is well or part of another by now.
			const isBack = was.acknowledgedAt !== undefined && alert.acknowledgedAt === undefined;
			const isQuiet = alert.wellSince !== undefined || alert.partOf !== undefined;
			expect(alert.news > was.news || (isBack && isQuiet)).toBe(alert.peak > was.peak || isBack);
			expect(alert.peak > was.peak ? alert.acknowledgedAt : undefined).toBeUndefined();
			const {until} = alert.acknowledgement ?? {};
			expect(message.type === 'tick' && until !== undefined && until <= message.now.wall).toBe(false);
		}
	}
	for (const [key, alert] of before.alerts.active) {
		if (!now.alerts.active.has(key)) {
			expect(mayMove(message, alert)).toBe(true);
			expect(now.alerts.past.some(({id: number}) => number === alert.id)).toBe(true);
		}
	}
	expect(now.alerts.changes).toBeGreaterThanOrEqual(before.alerts.changes);
};

test('any polls in any order', () => {
	let changes = 0;
	fc.assert(
		fc.property(fc.array(step, {maxLength: 120, size: 'max'}), steps => {
			let state = deepFreeze(initialState(source, at(0), hasty));
			let seconds = 0;
			let wall = 0;
			const begin: Message[] = [
				{type: 'link', link: {kind: 'live', latency: 1}, now: at(0)},
				{type: 'campaigns-polled', span: span(0), records: ['1', '2', '3'].map(one => campaign(one))},
			];
			for (const message of begin) {
				state = deepFreeze(update(state, message));
			}
			for (const {after, jump, happens} of steps) {
				seconds += after;
				wall += jump;
				const message = deepFreeze(happens(seconds, wall));
				const next = deepFreeze(update(state, message));
				check(next);
				checkMove(state, next, message);
				state = next;
			}
			changes += state.alerts.changes;
		}),
		{numRuns: 300},
	);
	// Runs in which nothing ever happens would prove nothing.
	expect(changes).toBeGreaterThan(1000);
});

/** A stretch of polls, two seconds apart, on which calls wait with nobody ready, do not, or cannot be read. */
const stretch = fc.record({
	shows: fc.constantFrom('bad' as const, 'bad' as const, 'well' as const, 'well' as const, 'unread' as const),
	polls: fc.oneof(
		{weight: 1, arbitrary: fc.integer({min: 1, max: 20})},
		{weight: 3, arbitrary: fc.constantFrom(18, 25, 40)},
		{weight: 1, arbitrary: fc.constant(320)},
	),
});

const shown = {
	bad: {status: 'PLAY', waiting: 3, ready: 0},
	well: {status: 'PLAY', waiting: 0, ready: 3},
	unread: {status: 'PLAY', waiting: undefined, ready: undefined},
};

test('a figure that swings: one alert at a time, which counts right and ends only when its figures were read', () => {
	const {mergeWithin, rules} = alertDefaults;
	let returned = 0;
	fc.assert(
		fc.property(fc.array(stretch, {minLength: 6, maxLength: 16, size: 'max'}), stretches => {
			let state = update(initialState(source, at(0)), {
				type: 'campaigns-polled',
				span: span(0),
				records: [campaign('1')],
			});
			let second = 0;
			/** Polls of the present run of bad figures, its start, and how many runs lasted. */
			let run = 0;
			let began = 0;
			let raised = 0;
			for (const {shows, polls} of stretches) {
				for (let poll = 0; poll < polls; poll++) {
					second += 2;
					const before = state;
					state = update(state, {
						type: 'dashboard-polled',
						campaignId: '1',
						span: span(second, second),
						dashboard: dashboard(shown[shows]),
					});
					if (shows === 'well') {
						run = 0;
					} else if (shows === 'bad' && run !== Number.POSITIVE_INFINITY) {
						began = run === 0 ? second : began;
						run++;
						if (run >= rules.waiting.polls && second - began >= rules.waiting.seconds) {
							run = Number.POSITIVE_INFINITY;
							raised++;
						}
					}
					const {active, past} = state.alerts;
					const counted = [...active.values(), ...past].reduce((sum, {times}) => sum + times, 0);
					// An expect a poll would take half of the time.
					if (before.alerts.active.size > 0 && active.size === 0 && shows !== 'well') {
						expect.fail(`an alert ended at second ${second} on figures that are ${shows}`);
					}
					if (counted !== raised) {
						expect.fail(`at second ${second} ${counted} alerts are counted, and ${raised} were raised`);
					}
				}
			}
			const all = [...state.alerts.active.values(), ...state.alerts.past];
			for (const [index, alert] of all.entries()) {
				const earlier = all[index + 1]?.resolvedAt;
				expect(!earlier || alert.raisedAt.mono - earlier.mono >= 0).toBe(true);
				expect(!earlier || second * 1000 - earlier.mono >= mergeWithin * 1000).toBe(true);
				returned += alert.times - 1;
			}
		}),
		{numRuns: 75},
	);
	expect(returned).toBeGreaterThan(50);
});
