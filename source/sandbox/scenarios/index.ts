/** The scenarios, by the names that `--scenario` takes. */
import {calm} from './calm.ts';
import {carrierOutage} from './carrier-outage.ts';
import {dropStorm} from './drop-storm.ts';
import {listExhausted} from './list-exhausted.ts';
import type {Scenario} from './scenario.ts';
import {shiftChange} from './shift-change.ts';
import {shortStaffed} from './short-staffed.ts';

export const scenarios = {
	calm,
	'drop-storm': dropStorm,
	'list-exhausted': listExhausted,
	'short-staffed': shortStaffed,
	'carrier-outage': carrierOutage,
	'shift-change': shiftChange,
} satisfies Record<string, Scenario>;

/** The name of a scenario. */
export type ScenarioName = keyof typeof scenarios;

/** True for the name of a scenario. */
export const isScenarioName = (name: string): name is ScenarioName => Object.hasOwn(scenarios, name);

/** All of them. */
export const scenarioNames = Object.keys(scenarios).filter(isScenarioName);
