/** Acknowledgements: for which alerts they hold, and what ends them. */
import type {Acknowledgement, Alert, Alerts, RuleId} from '../model/alert.ts';
import type {Moment} from '../model/time.ts';
import {allRules, ruleOf} from './rules.ts';

/** An alert is worse by a step if its figure is so many times the worst one by then, and counts so many more if it counts. */
const worseBy = 1.5;
const leastMore = 2;

/** Of one kind, graver rules come later. */
const rankOf = (rule: RuleId): number => allRules.findIndex(({id}) => id === rule);

const countsOf = (rule: RuleId): string => ruleOf[rule].counts ?? rule;

/** Whether a figure is worse by a step. Figures in units of time change by themselves. */
const isFarther = (rule: RuleId, value: number, worst: number): boolean => {
	const {unit, isLow} = ruleOf[rule];
	if (unit === 'seconds' || unit === 'minutes') {
		return false;
	}
	const isCount = unit === 'calls' || unit === 'agents' || unit === 'changes';
	return isLow
		? value < worst && value * worseBy <= worst
		: value > worst && value >= worst * worseBy && (!isCount || value >= worst + leastMore);
};

/** Whether an alert is worse by a step than when it was acknowledged: a graver rule of its kind holds, or its figure is far beyond. */
const isWorse = ({rule: known, worst}: Acknowledgement, {rule, value}: Pick<Alert, 'rule' | 'value'>): boolean =>
	known !== undefined &&
	(rankOf(rule) > rankOf(known) ||
		(worst !== undefined && countsOf(rule) === countsOf(known) && isFarther(rule, value, worst)));

/** Whether the time of an acknowledgement is over, by the clock on the wall. */
export const isOver = ({until}: Pick<Acknowledgement, 'until'>, now: Moment): boolean =>
	until !== undefined && now.wall >= until;

/** Whether an acknowledgement holds for an alert with this figure. */
export const holdsFor = (known: Acknowledgement, alert: Pick<Alert, 'rule' | 'value'>, now: Moment): boolean =>
	!isOver(known, now) && !isWorse(known, alert);

/** An alert that is acknowledged; what was not known of it is as it is now. */
export const withAcknowledgement = (alert: Alert, known: Acknowledgement): Alert => ({
	...alert,
	acknowledgedAt: known.at,
	acknowledgement: {...known, rule: known.rule ?? alert.rule, worst: known.worst ?? alert.worst.value},
});

/** Acknowledges the active alert of a kind and campaign, and those that are raised within its time. */
export const acknowledged = (
	{active, acknowledgements, ...alerts}: Alerts,
	key: string,
	known: Acknowledgement,
	now: Moment,
): Alerts => {
	const alert = active.get(key);
	const others = new Map(acknowledgements);
	others.delete(key);
	return {
		...alerts,
		active: alert && holdsFor(known, alert, now) ? new Map(active).set(key, withAcknowledgement(alert, known)) : active,
		acknowledgements: known.until === undefined || isOver(known, now) ? others : others.set(key, known),
		changes: alerts.changes + 1,
	};
};
