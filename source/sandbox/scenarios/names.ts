/** The names that `--scenario` takes, in a file of their own so that parsing flags loads nothing else. */
export const scenarioNames = [
	'calm',
	'drop-storm',
	'list-exhausted',
	'short-staffed',
	'carrier-outage',
	'shift-change',
	'spam-label',
] as const;

export type ScenarioName = (typeof scenarioNames)[number];

export const isScenarioName = (name: string): name is ScenarioName => scenarioNames.some(known => known === name);
