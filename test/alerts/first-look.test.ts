/** What the first answer after a start shows: the service's own graphs are judged at once. */
import {expect, test} from 'vitest';
import type {Alert} from '../../source/model/alert.ts';
import type {ScenarioName} from '../../source/sandbox/scenarios/names.ts';
import type {Campaign} from '../../source/sandbox/world/state.ts';
import {minute, second} from '../../source/sandbox/world/time.ts';
import {advance} from '../../source/sandbox/world/world.ts';
import {failures, randomFloor, worldOf} from '../helpers/random-floor.ts';
import {lookOnce, type Watched, watchUntil} from '../helpers/watched-world.ts';
import {openingOf, scenarioWorld} from '../sandbox/scenario-world.ts';

const alertsOf = ({state}: Watched): Alert[] => [...state.alerts.active.values()];

/** The alerts of a first look so many minutes into a scenario, as `campaign rule`. */
const seenAt = (name: ScenarioName, minutes: number): string[] => {
	const world = scenarioWorld(name, 1);
	advance(world, openingOf(name) + minutes * minute + 20 * second);
	return alertsOf(lookOnce(world)).map(({campaignId, rule}) => `${campaignId} ${rule}`);
};

test.each<[ScenarioName, minutes: number, alerts: string[]]>([
	// The third campaign dials too few for its answers to be judged that soon.
	['carrier-outage', 6, ['1001 outage', '1002 outage']],
	['carrier-outage', 11, ['1001 outage', '1002 outage', '1003 outage']],
	['short-staffed', 8, ['1001 staffing']],
	['shift-change', 7, ['1001 staffing', '1002 staffing']],
	['list-exhausted', 7, ['1002 idle']],
	['list-exhausted', 15, ['1002 not-dialing']],
	['drop-storm', 4, ['1001 unusual']],
])('%s opened %s minutes after its start: %j at the first answer', (name, minutes, alerts) => {
	expect(seenAt(name, minutes)).toEqual(expect.arrayContaining(alerts));
});

test('a campaign that was in order before is so at the first answer', () => {
	const raised: string[] = [];
	for (let seed = 1; seed <= 12; seed++) {
		const floor = randomFloor(seed);
		const world = worldOf(floor);
		for (let look = 0; look < 8; look++) {
			advance(world, floor.from + look * 19 * minute + seed * second);
			raised.push(
				...alertsOf(lookOnce(world))
					// At lunch more are paused, and so it is told.
					.filter(({kind, cause}) => kind !== 'drop' && cause?.kind !== 'agents-paused')
					.map(({rule, cause}) => `${seed}: ${rule} ${cause?.kind}`),
			);
		}
	}
	expect(raised).toEqual([]);
});

test('agents who have nothing to do while few lines are dialed are told at the first answer', () => {
	const told = [1, 2, 3].map(seed => {
		const floor = {...randomFloor(seed), agents: 60, method: 'RATIO' as const, level: 1.3, carrier: {}};
		const world = worldOf(floor);
		advance(world, floor.from);
		failures['cap of lines']?.happens(world, world.campaigns[0] as Campaign, 0.6);
		advance(world, floor.from + 5 * minute + seed * second);
		return alertsOf(lookOnce(world)).flatMap(({rule, cause}) =>
			rule === 'unusual' && cause?.kind === 'changed' ? cause.shifts.map(({figure}) => figure) : [],
		);
	});
	expect(told).toEqual(Array(3).fill(['dials', 'idle']));
});

test('what the first answer showed goes on until polls show that it is over', () => {
	const world = scenarioWorld('carrier-outage', 1);
	advance(world, openingOf('carrier-outage') + 7 * minute);
	const watched = lookOnce(world);
	const rulesOf = (): string[] =>
		alertsOf(watched)
			.filter(({kind}) => kind === 'answers')
			.map(({campaignId, rule}) => `${campaignId} ${rule}`)
			.toSorted();
	const first = rulesOf();
	expect(first).toEqual(['1001 outage', '1002 outage', '1003 outage']);
	watchUntil(watched, world.now + 3 * minute, 2, () => {
		expect(rulesOf()).toEqual(first);
		return false;
	});
});

test('where the graphs tell neither machines nor ringing, it is said that fewer answer, and not that the carrier fails', () => {
	const world = scenarioWorld('carrier-outage', 1);
	advance(world, openingOf('carrier-outage') + 7 * minute);
	for (const campaign of world.campaigns) {
		for (const point of campaign.graph) {
			point.ringing = Number.NaN;
		}
	}
	const found = alertsOf(lookOnce(world)).filter(({kind}) => kind === 'answers');
	expect(found.map(({rule, cause}) => `${rule} ${cause?.kind}`)).toEqual(Array(3).fill('answers changed'));
});
