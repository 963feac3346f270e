/** Notifies the operator of alerts that were raised or have risen: by bell, by notification, by a command. */
import {type Alert, isOpenAlert} from '../model/alert.ts';
import type {Message, State} from '../model/state.ts';
import type {AlertCommand} from './alert-command.ts';
import {alertRecord} from './alert-record.ts';
import type {Clock} from './clock.ts';
import type {Store} from './store.ts';

/** How the operator wants to be notified. */
export type NotifierSettings = {
	/** Rings the terminal's bell, unless it is muted. */
	bell: boolean;
	/** The least time between two bells, and between two notifications, seconds. */
	every: number;
	/** How the terminal is asked to notify; undefined if it is not. */
	notification: 'osc9' | 'osc777' | undefined;
	/** A shell's command that is handed each alert; undefined if there is none. */
	command: string | undefined;
};

/** The settings that hold unless the configuration changes them. */
export const notifierDefaults: NotifierSettings = {
	bell: true,
	every: 10,
	notification: undefined,
	command: undefined,
};

/** What the notifier is made of. What rings and shows is the screen's. */
export type NotifierParts = {
	store: Store<State, Message>;
	clock: Clock;
	/** The least time between two bells, seconds. */
	every: number;
	/** Rings the bell, unless the settings turn it off. */
	ring(): void;
	/** Shows a notification, unless the settings turn it off. */
	notify(text: string): void;
	/** An alert in one sentence. */
	sentenceOf(alert: Alert): string;
	command: AlertCommand | undefined;
};

/** Milliseconds in which alerts are gathered into one notification. */
const gather = 1000;

/** Starts to notify of alerts; returns how to stop. */
export const startNotifier = (parts: NotifierParts): (() => void) => {
	const {store, clock, every, ring, notify, sentenceOf, command} = parts;
	let seen = store.get().alerts.changes;
	let toldAt = Number.NEGATIVE_INFINITY;
	let waiting = new Set<number>();
	let cancel: (() => void) | undefined;

	/** Notifies of what is still open; what was acknowledged or is over by now needs no bell. */
	const tell = (): void => {
		cancel = undefined;
		const open = [...store.get().alerts.active.values()].filter(alert => waiting.has(alert.id) && isOpenAlert(alert));
		waiting = new Set();
		const gravest = open.find(({level}) => level === 'critical') ?? open[0];
		if (gravest) {
			toldAt = clock.now().mono;
			ring();
			notify(open.length === 1 ? sentenceOf(gravest) : `${open.length} alerts. ${sentenceOf(gravest)}`);
		}
	};

	const unsubscribe = store.subscribe(() => {
		const state = store.get();
		const {active, changes} = state.alerts;
		if (changes === seen) {
			return;
		}
		const news = [...active.values()].filter(alert => alert.news > seen);
		seen = changes;
		for (const alert of news) {
			waiting.add(alert.id);
			command?.hand(alertRecord(state, alert, alert.news === alert.id ? 'raised' : 'risen', sentenceOf(alert)));
		}
		if (news.length > 0) {
			cancel ??= clock.after(Math.max(gather, toldAt + every * 1000 - clock.now().mono), tell);
		}
	});

	return () => {
		unsubscribe();
		cancel?.();
	};
};
