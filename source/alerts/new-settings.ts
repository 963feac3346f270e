/** Alerts whose rules get other settings while they are active. */
import type {AlertKind, AlertSettings, Alerts, RuleSettings} from '../model/alert.ts';
import {allRules} from './rules.ts';

const isSame = (one: RuleSettings, other: RuleSettings): boolean =>
	one.on === other.on &&
	one.threshold === other.threshold &&
	one.margin === other.margin &&
	one.seconds === other.seconds &&
	one.polls === other.polls;

/** The kinds whose rules also ask for human answers and drops enough. */
const countedKinds: readonly AlertKind[] = ['drop', 'period'];

const kindsWithNewSettings = (before: AlertSettings, after: AlertSettings): ReadonlySet<AlertKind> => {
	const isCountSame = before.leastHuman === after.leastHuman && before.leastDrops === after.leastDrops;
	return new Set([
		...allRules.flatMap(({id, kind}) => (isSame(before.rules[id], after.rules[id]) ? [] : [kind])),
		...(isCountSame ? [] : countedKinds),
	]);
};

/** Marks the alerts that the next poll judges by other settings: if they end then, it is not because a figure changed. */
export const withNewSettings = (alerts: Alerts, before: AlertSettings, after: AlertSettings): Alerts => {
	const kinds = kindsWithNewSettings(before, after);
	const active = [...alerts.active].map(
		([key, alert]) => [key, kinds.has(alert.kind) ? {...alert, hasNewSettings: true} : alert] as const,
	);
	return {...alerts, active: new Map(active)};
};
