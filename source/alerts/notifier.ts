/** Notifies the operator of alerts that were raised or have risen: by bell, by notification, by a command. */
import {type AlertLevel, isOpenAlert} from '../model/alert.ts';
import type {Message, State} from '../model/state.ts';
import type {Store} from '../model/store.ts';
import type {Clock} from '../system/clock.ts';
import type {AlertCommand} from './command.ts';
import {type AlertGroup, activeGroups, alertGroups, isFlood} from './floods.ts';
import {alertRecord, followAlerts} from './news.ts';

/** How the operator wants to be notified. */
export type NotifierSettings = {
	/** Rings the terminal's bell, unless it is muted. */
	bell: boolean;
	/** The least time between two bells, and between two notifications, seconds. */
	every: number;
	/** How the terminal is asked to notify; undefined if it is not. */
	notification: 'osc9' | 'osc777' | 'osc99' | undefined;
	/** A shell's command that is handed each alert, or flood of them; undefined if there is none. */
	command: string | undefined;
};

/** The settings that hold unless the configuration changes them. */
export const notifierDefaults: NotifierSettings = {
	bell: true,
	every: 10,
	notification: undefined,
	command: undefined,
};

/** The parts of the notifier. The screen rings the bell and shows notifications. */
export type NotifierParts = {
	store: Store<State, Message>;
	clock: Clock;
	/** The least time between two bells, seconds; it may change. */
	every(): number;
	/** Rings the bell, unless the settings turn it off. */
	ring(): void;
	/** Shows a notification, unless the settings turn it off. */
	notify(text: string, level: AlertLevel): void;
	/** An alert, or a flood of them, in one sentence, for somebody at this terminal. */
	sentenceOf(group: AlertGroup): string;
	/** The same for the command, whose reader has no keys of this screen. */
	writtenOf(group: AlertGroup): string;
	command: AlertCommand | undefined;
};

/** The alerts of a flood that are not over. */
const activePart = ({lead, members}: AlertGroup): AlertGroup => ({
	lead,
	members: members.filter(({resolvedAt}) => resolvedAt === undefined),
});

/** Starts to notify of alerts; returns how to stop. */
export const startNotifier = (parts: NotifierParts): (() => void) => {
	const {store, clock, every, ring, notify, sentenceOf, writtenOf, command} = parts;
	let notifiedAt = Number.NEGATIVE_INFINITY;
	let waiting = new Set<number>();
	let cancel: (() => void) | undefined;
	/** The floods that were reported, with their level then: alerts that join one are only counted. */
	let floods = new Map<number, AlertLevel>();

	/** Notifies of what is still open; what was acknowledged or is over by now needs no bell. */
	const tell = (): void => {
		cancel = undefined;
		const open = activeGroups(store.get().alerts).filter(({members}) =>
			members.some(alert => waiting.has(alert.id) && isOpenAlert(alert)),
		);
		waiting = new Set();
		const [gravest] = open;
		if (gravest) {
			notifiedAt = clock.now().mono;
			ring();
			notify(
				open.length === 1 ? sentenceOf(gravest) : `${open.length} alerts. ${sentenceOf(gravest)}`,
				gravest.lead.level,
			);
		}
	};

	/** Whether an alert of its flood was reported that was as grave. */
	const isNotified = ({lead: {flood, level}}: AlertGroup): boolean =>
		floods.get(flood) === 'critical' || floods.get(flood) === level;

	const followed = followAlerts({store, clock}, news => {
		const state = store.get();
		const groups = alertGroups(state.alerts).filter(isFlood);
		floods = new Map([...floods].filter(([flood]) => groups.some(({lead}) => lead.flood === flood)));
		for (const one of news) {
			const isKnown = one.members.every(({acknowledgedAt}) => acknowledgedAt);
			if (one.event === 'resolved' || !one.isNew || isKnown || isNotified(one)) {
				continue;
			}
			const {flood, level} = one.lead;
			const whole = groups.find(({lead}) => lead.flood === flood);
			if (whole) {
				floods.set(flood, level);
			}
			// The alert that turns a few into a flood reports them all.
			const group = whole && one.event === 'raised' ? activePart(whole) : one;
			const text = writtenOf(group);
			command?.hand(alertRecord(state, {...group, event: one.event}, {text, endOf: () => undefined}));
			for (const {id} of one.members) {
				waiting.add(id);
			}
		}
		if (waiting.size > 0 && !cancel) {
			const wait = notifiedAt + every() * 1000 - clock.now().mono;
			if (wait > 0) {
				cancel = clock.after(wait, tell);
			} else {
				tell();
			}
		}
	});

	return () => {
		followed.stop();
		cancel?.();
	};
};
