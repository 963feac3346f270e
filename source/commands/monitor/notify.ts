/** Connects the notifier to the terminal. */

import {keysOf} from '../../look/advice.ts';
import {groupSentence} from '../../look/alert-text.ts';
import type {Binding} from '../../look/keymap.ts';
import type {Message, State} from '../../model/state.ts';
import {systemClock} from '../../monitor/clock.ts';
import {type NotifierSettings, startNotifier} from '../../monitor/notifier.ts';
import type {Store} from '../../monitor/store.ts';
import {bell, notification} from '../../terminal/osc.ts';
import type {Screen} from '../../terminal/screen.ts';
import type {UiMessage, UiState} from '../../ui/state/state.ts';

export type NotifyParts = {
	store: Store<State, Message>;
	ui: Store<UiState, UiMessage>;
	screen: Screen;
	settings: NotifierSettings;
	/** The keys in force. */
	keymap: readonly Binding[];
};

/** Notifies the operator of alerts; returns how to stop. */
export const notifyOperator = async ({
	store,
	ui,
	screen,
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
			: (await import('../../monitor/alert-command.ts')).createAlertCommand({
					command: shellCommand,
					complain: text => ui.dispatch({type: 'say', text, tone: 'error', at: performance.now()}),
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
				screen.aside(notification(way, 'dialtop', text, inTmux));
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
