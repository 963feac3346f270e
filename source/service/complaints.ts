/** Asks the service about a complaint: a search for each query, then whether the numbers are on the do-not-call list. */

import {type Barring, barringOf} from '../model/barring.ts';
import {returnedOf} from '../model/call-count.ts';
import {type Complaint, isAnswered, mostBarrings, numbersOf, queriesOf, type Subject} from '../model/complaint.ts';
import {subjectFound} from '../model/complaint-people.ts';
import type {Control} from '../model/pending.ts';
import {numberKey} from '../model/phone-number.ts';
import type {Message, State} from '../model/state.ts';
import type {Store} from '../model/store.ts';
import type {Moment} from '../model/time.ts';
import type {OperationType} from '../model/wire.ts';
import type {Clock} from '../system/clock.ts';
import type {HarmlessCall} from '../wire/client/dialer.ts';
import {failureOf} from './reads.ts';
import {reasonOf} from './session.ts';

export type ComplaintParts = {read: HarmlessCall; store: Store<State, Message>; clock: Clock};

export type Complaints = {
	/** Asks about a subject; resolves once everything was answered, failed, or was cancelled by the operator. */
	ask(subject: Subject): Promise<void>;
	/** Goes on with one of several people; asks once more only if the answer may not have all of their calls. */
	choose(subject: Subject): Promise<void>;
	/** Goes back to those to choose from, or leaves the complaint: nothing more is asked for it. */
	leave(): void;
	/** Reads again whether a number of the complaint is barred, after a command that may have changed it. */
	readAfter(control: Pick<Control, 'operation' | 'target'>): Promise<void>;
};

const changesBarring: readonly OperationType[] = ['add_dnc', 'delete_dnc'];

export const createComplaints = ({read, store, clock}: ComplaintParts): Complaints => {
	/** The complaint on screen, if it is still the one that was asked about. */
	const present = (askedAt: Moment): Complaint | undefined => {
		const {complaint} = store.get();
		return complaint?.askedAt === askedAt ? complaint : undefined;
	};

	const readBarring = async (number: string, askedAt: Moment): Promise<void> => {
		const outcome = await read('get_dncs', {query: number.replace('+', '')});
		const barring: Barring =
			outcome.kind === 'done'
				? barringOf(outcome.answer, number)
				: {kind: 'not-known', why: `get_dncs was not answered: ${reasonOf(outcome)}`};
		if (present(askedAt)) {
			store.dispatch({type: 'barring-read', number, barring});
		}
	};

	/** One after another, so that a service with a narrow limit is not flooded. */
	const readBarrings = async (subject: Subject, askedAt: Moment): Promise<void> => {
		for (const number of numbersOf(subject).slice(0, mostBarrings)) {
			if (!present(askedAt)) {
				return;
			}
			await readBarring(number, askedAt);
		}
	};

	const askAs = async (subject: Subject, chosenFrom?: Complaint): Promise<void> => {
		const askedAt = clock.now();
		store.dispatch({type: 'complaint-asked', subject, now: askedAt, ...(chosenFrom ? {chosenFrom} : {})});
		for (const query of queriesOf(subject)) {
			if (!present(askedAt)) {
				return;
			}
			const outcome = await read('search_lead', {query});
			if (outcome.kind !== 'done') {
				const failure = failureOf(outcome, clock.now(), reasonOf(outcome));
				store.dispatch({type: 'complaint-failed', askedAt, failure});
				return;
			}
			if (!outcome.answer.entries) {
				const failure = {at: clock.now(), reason: 'the service answered without a list of calls'};
				store.dispatch({type: 'complaint-failed', askedAt, failure});
				return;
			}
			store.dispatch({type: 'complaint-answered', askedAt, result: outcome.answer});
		}
		const complaint = present(askedAt);
		const found = complaint && isAnswered(complaint) ? subjectFound(complaint) : undefined;
		if (found) {
			await readBarrings(found, askedAt);
		}
	};

	return {
		ask: subject => askAs(subject),
		async choose(subject) {
			const {complaint} = store.get();
			if (!complaint) {
				return;
			}
			if (returnedOf(complaint).isPartial) {
				await askAs(subject, complaint);
				return;
			}
			store.dispatch({type: 'complaint-chosen', subject});
			await readBarrings(subject, complaint.askedAt);
		},
		leave: () => store.dispatch({type: 'complaint-left'}),
		async readAfter({operation, target}) {
			const {complaint} = store.get();
			const number = numberKey(target.id);
			const isOfIt = complaint && numbersOf(subjectFound(complaint) ?? complaint.subject).some(one => one === number);
			if (isOfIt && number !== undefined && changesBarring.includes(operation)) {
				store.dispatch({type: 'barring-read', number, barring: undefined});
				await readBarring(number, complaint.askedAt);
			}
		},
	};
};
