/** Reads the settings of a campaign when they are asked for, and after a change until they show it. */

import type {AnswerOf} from '../api/operations/index.ts';
import type {Outcome} from '../api/outcome.ts';
import {isAwaited} from '../model/pending.ts';
import type {Message, State} from '../model/state.ts';
import type {Clock} from './clock.ts';
import {failureOf} from './reads.ts';
import {reasonOf} from './session.ts';
import type {Store} from './store.ts';

export type SettingsParts = {
	ask(campaignId: string): Promise<Outcome<AnswerOf<'get_campaign_settings'>>>;
	store: Store<State, Message>;
	clock: Clock;
	/** Resolves after so many milliseconds, or as soon as the monitor closes. */
	pause(milliseconds: number): Promise<void>;
	isClosed(): boolean;
};

/** Reads settings. */
export type SettingsReader = {
	/** Reads the settings of a campaign; resolves with why they could not be read, if so. */
	read(campaignId: string): Promise<string | undefined>;
	/** Reads them every few seconds until a command on them is observed or given up. */
	follow(commandId: number): Promise<void>;
};

/** Milliseconds between two readings while a change is waited for. */
const again = 3000;

export const createSettingsReader = ({ask, store, clock, pause, isClosed}: SettingsParts): SettingsReader => {
	const read: SettingsReader['read'] = async campaignId => {
		const sentAt = clock.now();
		const outcome = await ask(campaignId);
		const receivedAt = clock.now();
		if (outcome.kind === 'done') {
			const {settings} = outcome.answer;
			store.dispatch({type: 'settings-polled', campaignId, span: {sentAt, receivedAt}, settings});
			return undefined;
		}
		const reason = reasonOf(outcome);
		store.dispatch({type: 'settings-failed', campaignId, failure: failureOf(outcome, receivedAt, reason)});
		return reason;
	};

	/** The campaign of a command that is still to be observed. */
	const awaited = (commandId: number): string | undefined => {
		const pending = store.get().commands.find(({command}) => command.id === commandId);
		return pending && isAwaited(pending) && !isClosed() ? pending.command.target.id : undefined;
	};

	return {
		read,
		async follow(commandId) {
			for (let id = awaited(commandId); id !== undefined; id = awaited(commandId)) {
				// A resting service is not asked; the link shows when it is back.
				if (store.get().link.kind === 'live') {
					await read(id);
				}
				if (awaited(commandId) !== undefined) {
					await pause(again);
				}
			}
		},
	};
};
