/** Notifies the operator of alerts: the bell, a notification of the terminal, a command. */
import {type NotifierSettings, startNotifier} from '../../alerts/notifier.ts';
import type {Message, Source, State} from '../../model/state.ts';
import type {Store} from '../../model/store.ts';
import {keysOf} from '../../present/advice.ts';
import {groupSentence} from '../../present/alert-text.ts';
import type {Binding} from '../../present/keymap.ts';
import type {UiMessage, UiState} from '../../screen/state/state.ts';
import {systemClock} from '../../system/clock.ts';
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
	settings: NotifierSettings;
	/** The keys in force. */
	keymap: readonly Binding[];
};

/** Notifies the operator of alerts; returns how to stop. */
export const notifyOperator = async ({
	store,
	ui,
	screen,
	say,
	settings,
	keymap,
}: NotifyParts): Promise<() => Promise<void>> => {
	const keys = keysOf(keymap);
	const inTmux = (process.env.TMUX ?? '') !== '';
	const {command: shellCommand, notification: way} = settings;
	// Loaded only if a command is configured.
	const command =
		shellCommand === undefined
			? undefined
			: (await import('../../alerts/command.ts')).createAlertCommand({
					command: shellCommand,
					complain: text => say(text, 'error'),
				});
	const stop = startNotifier({
		store,
		clock: systemClock,
		every: settings.every,
		ring() {
			if (settings.bell && !ui.get().muted) {
				screen.aside(bell);
			}
		},
		notify(text) {
			if (way) {
				screen.aside(notification(way, titleOf(store.get().source), text, inTmux));
			}
		},
		sentenceOf: group => groupSentence(group, keys),
		writtenOf: group => groupSentence(group, store.get().source),
		command,
	});
	return async () => {
		stop();
		await command?.close();
	};
};
