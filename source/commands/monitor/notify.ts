/** Notifies the operator of alerts: the bell, a notification of the terminal, a command. */
import type {AlertCommand} from '../../alerts/command.ts';
import {type NotifierSettings, startNotifier} from '../../alerts/notifier.ts';
import type {Message, Source, State} from '../../model/state.ts';
import type {Store} from '../../model/store.ts';
import {keysOf, type Reader} from '../../present/advice.ts';
import {groupSentence} from '../../present/alert-text.ts';
import {systemClock} from '../../system/clock.ts';
import {isInTmux} from '../../terminal/notification-way.ts';
import {bell, notification} from '../../terminal/osc.ts';
import type {Stage} from './stage.ts';

/** The title of a notification, with the service if several are on screen. */
const titleOf = ({floor}: Source): string => (floor === undefined ? 'dialtop' : `dialtop ${floor}`);

export type NotifyParts = {
	store: Store<State, Message>;
	/** Sends the terminal a sequence that draws nothing. */
	send(sequence: string): void;
	/** Reports what went wrong with the command. */
	complain(text: string): void;
	/** Those in force. */
	settings(): NotifierSettings;
	isMuted(): boolean;
	/** For whom the sentences are. */
	reader(): Reader;
};

/** Hands alerts to the command that is configured when they come; what runs it is loaded then. */
const createHanding = ({settings, complain}: Pick<NotifyParts, 'settings' | 'complain'>): AlertCommand => {
	let current: {text: string; command: Promise<AlertCommand>} | undefined;
	const close = async (): Promise<void> => (await current?.command)?.close();
	const started = async (command: string): Promise<AlertCommand> => {
		const {createAlertCommand} = await import('../../alerts/command.ts');
		return createAlertCommand({command, complain});
	};
	return {
		hand(alert) {
			const {command: text} = settings();
			if (current?.text !== text) {
				void close();
				current = text === undefined ? undefined : {text, command: started(text)};
			}
			void current?.command.then(({hand}) => hand(alert));
		},
		close: () => close(),
	};
};

/** Notifies the operator of alerts; returns how to stop. */
export const notifyOperator = (parts: NotifyParts): (() => Promise<void>) => {
	const {store, send, settings, isMuted, reader} = parts;
	const inTmux = isInTmux(process.env);
	const command = createHanding(parts);
	const stop = startNotifier({
		store,
		clock: systemClock,
		every: () => settings().every,
		ring() {
			if (settings().bell && !isMuted()) {
				send(bell);
			}
		},
		notify(text, level) {
			const {notification: way} = settings();
			if (way) {
				send(notification(way, titleOf(store.get().source), text, inTmux, level));
			}
		},
		sentenceOf: group => groupSentence(group, reader()),
		writtenOf: group => groupSentence(group, store.get().source),
		command,
	});
	return async () => {
		stop();
		await command.close();
	};
};

/** Notifies the operator at the screen; returns how to stop. */
export const notifyOnScreen = (
	store: NotifyParts['store'],
	{ui, screen, say, settings}: Pick<Stage, 'ui' | 'screen' | 'say' | 'settings'>,
): (() => Promise<void>) =>
	notifyOperator({
		store,
		send: sequence => screen.aside(sequence),
		complain: text => say(text, 'error'),
		settings: () => settings().notifier,
		isMuted: () => ui.get().muted,
		reader: () => keysOf(settings().options.keymap),
	});
