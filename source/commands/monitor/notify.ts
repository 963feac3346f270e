/** Notifies the operator of alerts: the bell, a notification of the terminal, a command. */
import type {AlertCommand} from '../../alerts/command.ts';
import {type NotifierSettings, startNotifier} from '../../alerts/notifier.ts';
import type {Message, Source, State} from '../../model/state.ts';
import type {Store} from '../../model/store.ts';
import {keysOf} from '../../present/advice.ts';
import {groupSentence} from '../../present/alert-text.ts';
import type {Binding} from '../../present/keymap.ts';
import type {UiMessage, UiState} from '../../screen/state/state.ts';
import {systemClock} from '../../system/clock.ts';
import {isInTmux} from '../../terminal/notification-way.ts';
import {bell, notification} from '../../terminal/osc.ts';
import type {Screen} from '../../terminal/screen.ts';
import type {Stage} from './stage.ts';

/** The title of a notification, with the service if several are on screen. */
const titleOf = ({floor}: Source): string => (floor === undefined ? 'dialtop' : `dialtop ${floor}`);

export type NotifyParts = {
	store: Store<State, Message>;
	ui: Store<UiState, UiMessage>;
	screen: Screen;
	say: Stage['say'];
	/** Those in force. */
	settings(): NotifierSettings;
	/** The keys in force. */
	keymap(): readonly Binding[];
};

/** Hands alerts to the command that is configured when they come; what runs it is loaded then. */
const createHanding = ({settings, say}: Pick<NotifyParts, 'settings' | 'say'>): AlertCommand => {
	let current: {text: string; command: Promise<AlertCommand>} | undefined;
	const close = async (): Promise<void> => (await current?.command)?.close();
	const started = async (command: string): Promise<AlertCommand> => {
		const {createAlertCommand} = await import('../../alerts/command.ts');
		return createAlertCommand({command, complain: text => say(text, 'error')});
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
export const notifyOperator = ({store, ui, screen, say, settings, keymap}: NotifyParts): (() => Promise<void>) => {
	const inTmux = isInTmux(process.env);
	const command = createHanding({settings, say});
	const stop = startNotifier({
		store,
		clock: systemClock,
		every: () => settings().every,
		ring() {
			if (settings().bell && !ui.get().muted) {
				screen.aside(bell);
			}
		},
		notify(text, level) {
			const {notification: way} = settings();
			if (way) {
				screen.aside(notification(way, titleOf(store.get().source), text, inTmux, level));
			}
		},
		sentenceOf: group => groupSentence(group, keysOf(keymap())),
		writtenOf: group => groupSentence(group, store.get().source),
		command,
	});
	return async () => {
		stop();
		await command.close();
	};
};
