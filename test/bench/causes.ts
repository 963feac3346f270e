/** Whether failures on floors drawn by chance are named, and whether calm floors raise alerts: the world in process, without a service. */

import {scenarios} from '../../source/sandbox/scenarios/scenarios.ts';
import {eastern, hour, parseDay} from '../../source/sandbox/world/time.ts';
import {createWorld} from '../../source/sandbox/world/world.ts';
import {alertsRaised, calmAlerts, failures, type Run, randomRun} from '../helpers/random-floor.ts';
import {testDay} from '../sandbox/small-world.ts';
import type {Figure} from './figures.ts';

/** The eight hours in which nobody of the calm floor leaves. */
const calmFrom = parseDay(eastern, testDay) + 9.25 * hour;
const calmHours = 8;

/** The alerts of the calm scenario over some hours of its day, but those of the drop rate. */
export const calmScenarioAlerts = (seed: number, hours = calmHours): string[] =>
	alertsRaised(createWorld({seed, origin: calmFrom - 0.75 * hour, plan: scenarios.calm.plan}), calmFrom, hours, 4);

const percentOf = (part: number, whole: number): number => (whole === 0 ? Number.NaN : (100 * part) / whole);

/** The confusion matrix: a row for each failure, what was named first a minute after its figure had moved by half. */
const matrixOf = (runs: readonly Run[]): string =>
	Object.keys(failures)
		.map(failure => {
			const of = runs.filter(run => run.failure === failure);
			const named = Map.groupBy(of, run => run.named || 'nothing');
			const cells = [...named].map(([name, all]) => `${all[0]?.isRight ? '*' : ''}${name} ${all.length}`);
			return `${failure.padEnd(16)} ${String(of.length).padStart(4)}  ${cells.join(', ')}\n`;
		})
		.join('');

/** The figures, and the confusion matrices as text. */
export const measureCauses = (isQuick: boolean): {figures: Figure[]; text: string} => {
	const [runCount, days] = isQuick ? [200, 6] : [1000, 40];
	const runs = Array.from({length: runCount}, (_, number) => randomRun(number)).filter(
		({movedAfter}) => movedAfter !== undefined,
	);
	const telling = runs.filter(({isTelling}) => isTelling);
	const few = runs.filter(({isTelling}) => !isTelling);
	const right = (all: readonly Run[]): number => all.filter(({isRight}) => isRight).length;
	const calm = Array.from({length: days}, (_, seed) => calmAlerts(seed + 1, calmHours));
	const scenario = Array.from({length: isQuick ? 2 : 20}, (_, seed) => calmScenarioAlerts(seed + 1));
	const alerts = calm.flat();
	const tally = [...Map.groupBy(alerts, name => name)].map(([name, all]) => `${name} ${all.length}`).join(', ');
	const wrong = telling.length - right(telling);
	return {
		figures: [
			{
				name: 'failures not named rightly within 60 s, where a minute has the events for it',
				unit: '%',
				samples: [percentOf(wrong, telling.length)],
				aim: 10,
				note: `${right(telling)} of ${telling.length} right; with fewer events ${right(few)} of ${few.length}`,
			},
			{
				name: 'false alerts a campaign-day of eight hours, on floors drawn by chance',
				unit: '',
				samples: [alerts.length / days],
				aim: 0.2,
				note: tally,
			},
			{
				name: 'false alerts in eight hours of the scenario calm',
				unit: '',
				samples: [scenario.flat().length],
				aim: 0,
				note: `${scenario.length} seeds, ${scenario.length * scenarios.calm.plan.length} campaign-days`,
			},
		],
		text: `\nNamed a minute after the figure had moved by half (* is right), with events enough:\n${matrixOf(telling)}\nWith fewer events:\n${matrixOf(few)}`,
	};
};
