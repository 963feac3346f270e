/** Reads what is not polled, when it is asked for: settings, accounts, searches. */

import {type Account, keyedAccounts} from '../model/account.ts';
import {isAwaited} from '../model/pending.ts';
import type {Message, State} from '../model/state.ts';
import type {Store} from '../model/store.ts';
import type {Span} from '../model/time.ts';
import type {SearchQuestion} from '../model/wire.ts';
import type {Clock} from '../system/clock.ts';
import type {HarmlessCall} from '../wire/client/dialer.ts';
import type {Outcome} from '../wire/errors.ts';
import {failureOf} from './reads.ts';
import {reasonOf} from './session.ts';

export type OnDemandParts = {
	read: HarmlessCall;
	store: Store<State, Message>;
	clock: Clock;
	/** Resolves after so many milliseconds, or as soon as the monitor closes. */
	pause(milliseconds: number): Promise<void>;
	isClosed(): boolean;
};

/** Accounts, or why there are none. */
export type AccountsRead = {accounts: readonly Account[]} | {reason: string};

/** Each read ends in the state, be it an answer or a failure. */
export type OnDemand = {
	/** Reads the settings of a campaign; resolves with why they could not be read, if so. */
	readSettings(campaignId: string): Promise<string | undefined>;
	/** Reads the settings every few seconds until a command on them is observed or given up. */
	followSettings(commandId: number): Promise<void>;
	/** Reads the accounts of a company, or joins the reading of them that is under way; resolves as that ends. */
	readAccounts(companyId: string): Promise<AccountsRead>;
	/** Reads the company that was read last once more, after any reading under way, which may be too early to show a change. */
	readAccountsAgain(): Promise<void>;
	/** Searches by a query, by filters or by both. */
	search(question: SearchQuestion): Promise<void>;
};

/** Milliseconds between two readings of settings while a change is waited for. */
const again = 3000;

export const createOnDemand = ({read, store, clock, pause, isClosed}: OnDemandParts): OnDemand => {
	let lastAccounts: {companyId: string; result: Promise<AccountsRead>; isOver: boolean} | undefined;

	const timed = async <T>(send: () => Promise<Outcome<T>>): Promise<{outcome: Outcome<T>; span: Span}> => {
		const sentAt = clock.now();
		const outcome = await send();
		return {outcome, span: {sentAt, receivedAt: clock.now()}};
	};

	const readSettings: OnDemand['readSettings'] = async campaignId => {
		const {outcome, span} = await timed(() => read('get_campaign_settings', {campaign_id: campaignId}));
		if (outcome.kind === 'done') {
			store.dispatch({type: 'settings-polled', campaignId, span, settings: outcome.answer.settings});
			return undefined;
		}
		const failure = failureOf(outcome, span.receivedAt, reasonOf(outcome));
		store.dispatch({type: 'settings-failed', campaignId, failure});
		return failure.reason;
	};

	/** The campaign of a command that is still to be observed. */
	const awaited = (commandId: number): string | undefined => {
		const pending = store.get().commands.find(({command}) => command.id === commandId);
		return pending && isAwaited(pending) && !isClosed() ? pending.command.target.id : undefined;
	};

	const readAccountsNow = async (companyId: string): Promise<AccountsRead> => {
		const params = {company_id: Number(companyId), all_phones: '1', all_emails: '1'} as const;
		const {outcome, span} = await timed(() => read('fetch_accounts', params));
		if (outcome.kind === 'done') {
			const accounts = keyedAccounts(outcome.answer.records);
			store.dispatch({type: 'accounts-polled', companyId, span, accounts, total: outcome.answer.total});
			return {accounts};
		}
		const failure = failureOf(outcome, span.receivedAt, reasonOf(outcome));
		store.dispatch({type: 'accounts-failed', companyId, span, failure});
		return {reason: failure.reason};
	};

	const startAccounts = (companyId: string): Promise<AccountsRead> => {
		const reading = {companyId, result: readAccountsNow(companyId), isOver: false};
		lastAccounts = reading;
		void reading.result.then(() => {
			reading.isOver = true;
		});
		return reading.result;
	};

	return {
		readSettings,
		async followSettings(commandId) {
			for (let id = awaited(commandId); id !== undefined; id = awaited(commandId)) {
				// A service is not asked during a back-off; the link shows when it is back.
				if (store.get().link.kind === 'live') {
					await readSettings(id);
				}
				if (awaited(commandId) !== undefined) {
					await pause(again);
				}
			}
		},
		readAccounts: companyId =>
			lastAccounts?.companyId === companyId && !lastAccounts.isOver ? lastAccounts.result : startAccounts(companyId),
		async readAccountsAgain() {
			const before = lastAccounts;
			await before?.result;
			if (before) {
				await startAccounts(before.companyId);
			}
		},
		async search(question) {
			const askedAt = clock.now();
			store.dispatch({type: 'search-asked', question, now: askedAt});
			const outcome = await read('search_lead', question);
			const now = clock.now();
			store.dispatch(
				outcome.kind === 'done'
					? {type: 'search-answered', askedAt, result: outcome.answer, now}
					: {type: 'search-failed', askedAt, failure: failureOf(outcome, now, reasonOf(outcome))},
			);
		},
	};
};
