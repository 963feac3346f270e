/** The scenarios by name. */
import {calm} from './calm.ts';
import {carrierOutage} from './carrier-outage.ts';
import {dropStorm} from './drop-storm.ts';
import {listExhausted} from './list-exhausted.ts';
import type {ScenarioName} from './names.ts';
import type {Scenario} from './scenario.ts';
import {shiftChange} from './shift-change.ts';
import {shortStaffed} from './short-staffed.ts';

export const scenarios: Readonly<Record<ScenarioName, Scenario>> = {
	calm,
	'drop-storm': dropStorm,
	'list-exhausted': listExhausted,
	'short-staffed': shortStaffed,
	'carrier-outage': carrierOutage,
	'shift-change': shiftChange,
};
