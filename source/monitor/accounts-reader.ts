/** Reads the accounts of a company when they are asked for, and after one of them may have been written. */

import type {AnswerOf} from '../api/operations/index.ts';
import type {Outcome} from '../api/outcome.ts';
import {type Account, keyedAccounts} from '../model/account.ts';
import type {Message, State} from '../model/state.ts';
import type {Clock} from './clock.ts';
import {failureOf} from './reads.ts';
import {reasonOf} from './session.ts';
import type {Store} from './store.ts';

export type AccountsParts = {
	ask(companyId: string): Promise<Outcome<AnswerOf<'fetch_accounts'>>>;
	store: Store<State, Message>;
	clock: Clock;
};

/** Accounts, or why there are none. */
export type AccountsRead = {accounts: readonly Account[]} | {reason: string};

/** Reads accounts. */
export type AccountsReader = {
	/**
	 * Reads the accounts of a company into the state; joins a reading of them that is under way. Resolves with them, or
	 * with why they could not be read.
	 */
	read(companyId: string): Promise<AccountsRead>;
	/** Reads the company that was read last again, after any reading under way, which may be too early to show a change. */
	readAgain(): Promise<void>;
};

export const createAccountsReader = ({ask, store, clock}: AccountsParts): AccountsReader => {
	let last: {companyId: string; result: Promise<AccountsRead>; isOver: boolean} | undefined;

	const readNow = async (companyId: string): Promise<AccountsRead> => {
		const sentAt = clock.now();
		const outcome = await ask(companyId);
		const span = {sentAt, receivedAt: clock.now()};
		if (outcome.kind === 'done') {
			const accounts = keyedAccounts(outcome.answer.records);
			store.dispatch({type: 'accounts-polled', companyId, span, accounts});
			return {accounts};
		}
		const reason = reasonOf(outcome);
		store.dispatch({
			type: 'accounts-failed',
			companyId,
			span,
			failure: failureOf(outcome, span.receivedAt, reason),
		});
		return {reason};
	};

	const start = (companyId: string): Promise<AccountsRead> => {
		const reading = {companyId, result: readNow(companyId), isOver: false};
		last = reading;
		void reading.result.then(() => {
			reading.isOver = true;
		});
		return reading.result;
	};

	return {
		read: companyId => (last?.companyId === companyId && !last.isOver ? last.result : start(companyId)),
		async readAgain() {
			const before = last;
			await before?.result;
			if (before) {
				await start(before.companyId);
			}
		},
	};
};
