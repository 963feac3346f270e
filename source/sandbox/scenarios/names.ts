/** The names that `--scenario` takes; on their own, so that reading flags loads no floor. */
export const scenarioNames = [
	'calm',
	'drop-storm',
	'list-exhausted',
	'short-staffed',
	'carrier-outage',
	'shift-change',
] as const;

/** The name of a scenario. */
export type ScenarioName = (typeof scenarioNames)[number];

/** True for the name of a scenario. */
export const isScenarioName = (name: string): name is ScenarioName => scenarioNames.some(known => known === name);
