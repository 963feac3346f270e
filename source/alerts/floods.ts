/** Floods: alerts of one kind on many campaigns within a short time, which are shown as one row, one bell and one count. */
import {type Alert, type AlertLevel, type Alerts, compareUrgency, isOpenAlert, isRecovering} from '../model/alert.ts';

/** This many alerts make a flood. */
export const floodFrom = 3;

/** Alerts that belong together: one by itself, or those of a flood. */
export type AlertGroup = {
	/** The gravest; it speaks for the others. */
	lead: Alert;
	/** The gravest first, past ones last. */
	members: readonly Alert[];
};

/** True for a group of many. */
export const isFlood = ({members}: AlertGroup): boolean => members.length >= floodFrom;

const isPast = ({resolvedAt}: Alert): boolean => resolvedAt !== undefined;

const weight = (alert: Alert): number =>
	(isPast(alert) ? 0 : 16) +
	(alert.partOf ? 0 : 8) +
	(alert.acknowledgedAt ? 0 : 4) +
	(isRecovering(alert) ? 0 : 2) +
	(alert.level === 'critical' ? 1 : 0);

const graver = (one: Alert, other: Alert): number => weight(other) - weight(one);

/** Within a flood: the graver first, then the one that is further past its line. */
const worse = (one: Alert, other: Alert): number =>
	graver(one, other) ||
	other.peak - one.peak ||
	Math.abs(other.value - other.threshold) - Math.abs(one.value - one.threshold) ||
	compareUrgency([one], [other]);

/** Alerts in groups, those of a flood together, in the order of the first of each. */
export const groupsOf = (alerts: readonly Alert[]): AlertGroup[] => {
	const groups: AlertGroup[] = [];
	for (const members of Map.groupBy(alerts, ({flood}) => flood).values()) {
		const [first] = members;
		if (members.length < floodFrom) {
			groups.push(...members.map(alert => ({lead: alert, members: [alert]})));
		} else if (first) {
			const sorted = members.toSorted(worse);
			groups.push({lead: sorted[0] ?? first, members: sorted});
		}
	}
	return groups;
};

/** The alerts that represent their group now: those that somebody should look at, if there are any. */
const telling = ({members}: AlertGroup): readonly Alert[] => {
	const open = members.filter(alert => isOpenAlert(alert) && !isRecovering(alert));
	return open.length > 0 ? open : members;
};

/** When the last of its alerts ended. */
const endOf = ({members}: AlertGroup): number => Math.max(...members.map(({resolvedAt}) => resolvedAt?.mono ?? 0));

/** The graver group first, then the more urgent one; past ones last, as they ended. Also for groups of several services. */
export const compareGroups = (one: AlertGroup, other: AlertGroup): number =>
	isPast(one.lead) && isPast(other.lead)
		? endOf(other) - endOf(one)
		: graver(one.lead, other.lead) || compareUrgency(telling(one), telling(other));

/** Alerts in groups, those of a flood together: the gravest first, then the most urgent; the past ones last, as they ended. */
export const groupsInOrder = (alerts: readonly Alert[]): AlertGroup[] => {
	const groups = groupsOf(alerts);
	const active = groups.filter(({lead}) => !isPast(lead)).toSorted(compareGroups);
	return [...active, ...groups.filter(({lead}) => isPast(lead))];
};

const known = new WeakMap<Alerts, readonly AlertGroup[]>();

/** Every alert in this order. A flood is active while one of its alerts is. Cached, since one frame asks several times. */
export const alertGroups = (alerts: Alerts): readonly AlertGroup[] => {
	const result = known.get(alerts) ?? groupsInOrder([...alerts.active.values(), ...alerts.past]);
	known.set(alerts, result);
	return result;
};

/** The active alerts alone, those of a flood together. */
export const activeGroups = (alerts: Alerts): AlertGroup[] => alertGroups(alerts).filter(({lead}) => !isPast(lead));

/** The gravest alert that nobody has acknowledged, with those of its flood. */
export const gravestOpen = (alerts: Alerts): AlertGroup | undefined =>
	activeGroups(alerts).find(({members}) => members.some(isOpenAlert));

/** True if all of the alerts are part of others, which count instead. */
const isPart = ({lead}: AlertGroup): boolean => lead.partOf !== undefined;

/** How many rows of alerts are active, and the gravest level of those that nobody has acknowledged. */
export const alertCounts = (alerts: Alerts): {open: number; acknowledged: number; worst: AlertLevel | undefined} => {
	const active = activeGroups(alerts);
	const open = active.filter(({members}) => members.some(isOpenAlert));
	const critical = open.some(({members}) => members.some(alert => isOpenAlert(alert) && alert.level === 'critical'));
	return {
		open: open.length,
		acknowledged: active.filter(group => !isPart(group)).length - open.length,
		worst: critical ? 'critical' : open.length > 0 ? 'warning' : undefined,
	};
};
