/** Floods: alerts of one kind on many campaigns within a short time, which are one row, one bell and one count. */
import {type Alert, type AlertLevel, type Alerts, isOpenAlert, isRecovering} from './alert.ts';

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
	(isPast(alert) ? 0 : 8) +
	(alert.acknowledgedAt ? 0 : 4) +
	(isRecovering(alert) ? 0 : 2) +
	(alert.level === 'critical' ? 1 : 0);

const graver = (one: Alert, other: Alert): number => weight(other) - weight(one);

/** Within a flood: the graver first, then the one that is further past its line. */
const worse = (one: Alert, other: Alert): number =>
	graver(one, other) ||
	other.peak - one.peak ||
	Math.abs(other.value - other.threshold) - Math.abs(one.value - one.threshold);

/** Alerts with those of a flood together, in the order of their first. */
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

const known = new WeakMap<Alerts, readonly AlertGroup[]>();

/**
 * Every alert, those of a flood together: active, acknowledged, past; the gravest first, the past ones as they ended. A
 * flood is active while one of its alerts is. Cached, since one frame asks several times.
 */
export const alertGroups = (alerts: Alerts): readonly AlertGroup[] => {
	const before = known.get(alerts);
	if (before) {
		return before;
	}
	const groups = groupsOf([...alerts.active.values(), ...alerts.past]);
	const newest = ({members}: AlertGroup): number => Math.max(...members.map(({news}) => news));
	const active = groups
		.filter(({lead}) => !isPast(lead))
		.toSorted((one, other) => graver(one.lead, other.lead) || newest(other) - newest(one));
	const result = [...active, ...groups.filter(({lead}) => isPast(lead))];
	known.set(alerts, result);
	return result;
};

/** The active alerts alone, those of a flood together. */
export const activeGroups = (alerts: Alerts): AlertGroup[] => alertGroups(alerts).filter(({lead}) => !isPast(lead));

/**
 * The newest alert that nobody has acknowledged, with those of its flood; one whose figures are well again only if there is no
 * other.
 */
export const newestOpen = (alerts: Alerts): AlertGroup | undefined => {
	let newest: AlertGroup | undefined;
	let found = Number.NEGATIVE_INFINITY;
	for (const group of activeGroups(alerts)) {
		const open = group.members.filter(isOpenAlert);
		const present = open.filter(alert => !isRecovering(alert));
		// One that is well comes behind all that are not.
		const news = Math.max(...present.map(({news}) => news), ...open.map(({news}) => news - alerts.changes));
		if (news > found) {
			newest = group;
			found = news;
		}
	}
	return newest;
};

/** How many rows of alerts are active, and the gravest level of those that nobody has acknowledged. */
export const alertCounts = (alerts: Alerts): {open: number; acknowledged: number; worst: AlertLevel | undefined} => {
	const active = activeGroups(alerts);
	const open = active.filter(({members}) => members.some(isOpenAlert));
	const critical = open.some(({members}) => members.some(alert => isOpenAlert(alert) && alert.level === 'critical'));
	return {
		open: open.length,
		acknowledged: active.length - open.length,
		worst: critical ? 'critical' : open.length > 0 ? 'warning' : undefined,
	};
};
