/** News of alerts, gathered for a moment: a flood is reported once, with all of its campaigns. */
import {type Alert, type Alerts, alertIdOf} from '../model/alert.ts';
import type {Message, State} from '../model/state.ts';
import type {Store} from '../model/store.ts';
import type {Moment} from '../model/time.ts';
import type {Clock} from '../system/clock.ts';
import {type AlertGroup, floodFrom, groupsOf} from './floods.ts';
import {ruleOf} from './rules.ts';

/** What has become of an alert; one that returns was acknowledged until now. */
export type AlertEvent = 'raised' | 'risen' | 'returned' | 'resolved';

/** What has become of one alert, or of those of a flood. */
export type AlertNews = AlertGroup & {
	event: AlertEvent;
	/** When the first of them was seen. */
	at: Moment;
	/** False for an alert that came back soon after it had ended. */
	isNew: boolean;
};

type One = Pick<AlertNews, 'event' | 'at' | 'isNew'> & {alert: Alert};

/** Milliseconds for which alerts are gathered; in a flood, those since the last one, and all in all. */
const gather = 1000;
const floodQuiet = 2000;
const longest = 10_000;

/** How the alerts changed from one state to the next, each as it was then. */
const changesBetween = (before: Alerts, after: Alerts, at: Moment): One[] => {
	const over = [...before.active].flatMap(([key, alert]): One[] =>
		after.active.get(key)?.id === alert.id
			? []
			: [{event: 'resolved', at, isNew: true, alert: after.past.find(({id}) => id === alert.id) ?? alert}],
	);
	const now = [...after.active].flatMap(([key, alert]): One[] => {
		const known = before.active.get(key);
		return known?.id !== alert.id
			? [{event: 'raised', at, isNew: alert.news > before.changes, alert}]
			: known.news !== alert.news
				? [{event: known.acknowledgedAt && alert.peak === known.peak ? 'returned' : 'risen', at, isNew: true, alert}]
				: [];
	});
	return [...over, ...now];
};

/** Groups news of one flood, in the order of the first of each group. */
const together = (gathered: readonly One[]): AlertNews[] =>
	[...Map.groupBy(gathered, ({event, isNew}) => `${event} ${isNew}`).values()].flatMap(alike =>
		groupsOf(alike.map(({alert}) => alert)).flatMap(group => {
			const first = alike.find(({alert}) => group.members.includes(alert));
			return first ? [{...group, event: first.event, at: first.at, isNew: first.isNew}] : [];
		}),
	);

/** Whether some of them are a flood, of which more may come. */
const hasFlood = (gathered: readonly One[]): boolean =>
	[...Map.groupBy(gathered, ({event, alert}) => `${event} ${alert.flood}`).values()].some(
		({length}) => length >= floodFrom,
	);

/** Whether the same condition begins on so many other campaigns that there will be a flood. */
const isComing = (gathered: readonly One[], {conditions}: Alerts): boolean => {
	const kinds = new Set(gathered.flatMap(({event, alert}) => (event === 'raised' ? alert.kind : [])));
	return [...kinds].some(kind => {
		const reported = gathered.flatMap(({alert}) => (alert.kind === kind ? (alert.campaignId ?? []) : []));
		const young = [...conditions.values()].flatMap(({rule, isRaised, campaignId}) =>
			!isRaised && ruleOf[rule].kind === kind ? (campaignId ?? []) : [],
		);
		return new Set([...reported, ...young]).size >= Math.max(floodFrom, new Set(reported).size + 1);
	});
};

/** Follows the alerts. */
export type AlertFollower = {
	/** Reports at once what was gathered. */
	flush(): void;
	/** Stops reporting. */
	stop(): void;
};

/** Reports news of alerts a second later; later still in a flood, while more campaigns join it. */
export const followAlerts = (
	{store, clock}: {store: Store<State, Message>; clock: Clock},
	tell: (news: readonly AlertNews[]) => void,
): AlertFollower => {
	let seen = store.get().alerts;
	let gathered: One[] = [];
	let cancel: (() => void) | undefined;

	const flush = (): void => {
		cancel?.();
		cancel = undefined;
		const news = together(gathered);
		gathered = [];
		if (news.length > 0) {
			tell(news);
		}
	};

	const wait = (milliseconds: number): void => {
		cancel = clock.after(milliseconds, () => {
			const now = clock.now().mono;
			const [first, last] = [gathered.at(0)?.at.mono ?? now, gathered.at(-1)?.at.mono ?? now];
			const more = isComing(gathered, store.get().alerts) ? now + gather : hasFlood(gathered) ? last + floodQuiet : now;
			const until = Math.min(more, first + longest);
			if (until > now) {
				wait(until - now);
			} else {
				flush();
			}
		});
	};

	const unsubscribe = store.subscribe(() => {
		const {alerts} = store.get();
		if (alerts.changes !== seen.changes) {
			gathered.push(...changesBetween(seen, alerts, clock.now()));
		}
		seen = alerts;
		if (gathered.length > 0 && !cancel) {
			wait(gather);
		}
	});

	return {
		flush,
		stop() {
			unsubscribe();
			cancel?.();
		},
	};
};

/** The words for an alert, or for a flood: the whole in one sentence, and why one of its alerts is over. */
export type AlertRecordWords = {text: string; endOf(alert: Alert): string | undefined};

const iso = ({wall}: Pick<Moment, 'wall'>): string => new Date(wall).toISOString();

/** By whom it was acknowledged, when, until when and why; null if nobody has. */
const acknowledgedRecord = ({acknowledgedAt, acknowledgement}: Alert) =>
	acknowledgedAt
		? {
				at: iso(acknowledgedAt),
				by: acknowledgement?.by ?? null,
				until: acknowledgement?.until === undefined ? null : iso({wall: acknowledgement.until}),
				reason: acknowledgement?.reason || null,
			}
		: null;

/**
 * The figures as numbers, the times as ISO 8601. Of a flood, the figures are those of its worst, and `campaigns` has them
 * all.
 */
export const alertRecord = (
	{source}: Pick<State, 'source'>,
	{event, lead, members}: AlertGroup & {event: AlertNews['event'] | 'eased' | 'joined'},
	{text, endOf}: AlertRecordWords,
) => ({
	event,
	id: alertIdOf(lead),
	level: lead.level,
	rule: lead.rule,
	text,
	campaign: members.length > 1 || lead.campaignId === undefined ? null : {id: lead.campaignId, name: lead.name},
	value: lead.value,
	threshold: lead.threshold,
	unit: lead.unit,
	alarm: `value ${ruleOf[lead.rule].isLow ? '<=' : '>='} threshold`,
	worst: lead.worst.value,
	note: lead.note,
	part_of: lead.partOf ?? null,
	called_in_vain: lead.inVain === undefined ? null : Math.round(lead.inVain),
	since: iso(members.reduce((first, {since}) => (since.mono < first.mono ? since : first), lead.since)),
	until: lead.resolvedAt ? iso(lead.resolvedAt) : null,
	end: endOf(lead) ?? null,
	times: lead.times,
	acknowledged: acknowledgedRecord(lead),
	campaigns: members.flatMap(alert => {
		const {campaignId, name, level, rule, value, threshold, unit} = alert;
		return campaignId === undefined
			? []
			: {id: campaignId, name, alert: alertIdOf(alert), level, rule, value, threshold, unit, end: endOf(alert) ?? null};
	}),
	environment: source.environment,
	host: source.host,
});
