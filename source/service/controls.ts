/** Sends what the operator has confirmed, once, records its outcome, and polls at once for what the service shows then. */

import {newAuditId} from '../audit/audit.ts';
import type {AuditFailure} from '../audit/file.ts';
import {withoutSecrets} from '../audit/mask.ts';
import {type Control, type Target, whyElsewhere} from '../model/pending.ts';
import {settingsOf, whyNotNow} from '../model/select.ts';
import {movedOn} from '../model/setting-values.ts';
import type {Ending, Message, State} from '../model/state.ts';
import type {Store} from '../model/store.ts';
import type {OperationType} from '../model/wire.ts';
import type {Clock} from '../system/clock.ts';
import type {Outcome} from '../wire/errors.ts';
import type {TokenCheck} from './access.ts';
import {type AuditedDialer, auditNoteOn} from './audited.ts';
import type {OnDemand} from './on-demand.ts';
import type {Poller} from './poller.ts';
import {reasonOf, type Session, warningOf} from './session.ts';
import {withFiles} from './uploads.ts';

export type ControlParts = {
	/** The name of the service that `call` speaks to: a control for another one is not sent. */
	service: string;
	call: AuditedDialer['ask'];
	withhold: AuditedDialer['withhold'];
	store: Store<State, Message>;
	clock: Clock;
	poller: Pick<Poller, 'look' | 'checkToken'>;
	session: Pick<Session, 'token' | 'user'>;
	onDemand: Pick<OnDemand, 'readSettings' | 'followSettings' | 'readAccountsAgain'>;
};

/** How long a command may take before its outcome counts as unknown, milliseconds; by default. */
const usualDeadline = 15_000;

const writesAccounts: readonly OperationType[] = ['add_account', 'add_leads'];

/** How a command ended, with the service's answer, which the model does not store. */
export type Ended =
	| (Exclude<Ending, {kind: 'done'}> & {
			/** Set if it was for another service: then this one's model does not know of it. */
			isElsewhere?: true;
	  })
	| (Extract<Ending, {kind: 'done'}> & {answer: Readonly<Record<string, unknown>>});

const endedAs = (outcome: Outcome<Record<string, unknown>>): Ended => {
	if (outcome.kind !== 'done') {
		return {kind: outcome.kind, reason: reasonOf(outcome)};
	}
	const {answer} = outcome;
	const reason = warningOf(outcome);
	return {kind: 'done', answer, ...(reason === undefined ? {} : {reason})};
};

const endingOf = (ended: Ended): Ending => {
	if (ended.kind !== 'done') {
		return ended;
	}
	const {answer: _answer, ...ending} = ended;
	return ending;
};

/** Notes for a refusal that a dead token may have caused. The command is not sent again: that is for the operator to decide. */
const noteOn: Partial<Record<TokenCheck, (verb: string) => string>> = {
	renewed: verb => `the token had expired; signed in anew: ${verb} again if it is still wanted`,
	dead: verb => `the service no longer takes the token: once signed in, ${verb} again if it is still wanted`,
};

const idParameters: Partial<Record<Target['kind'], readonly string[]>> = {
	campaign: ['campaign_id'],
	list: ['list_id'],
	number: ['phone_number', 'to'],
};

/** Nothing can be changed from the past: this is checked here too, not only when keys are pressed. */
const whyPast = ({lookingAt}: State): string | undefined =>
	lookingAt === undefined ? undefined : 'the screen shows the past';

/** Whether the parameters name the target that the operator has confirmed. */
const namesTarget = ({target, params}: Control): boolean =>
	idParameters[target.kind]?.some(name => params[name] === target.id) ?? true;

export const createControls = ({service, call, withhold, store, clock, poller, session, onDemand}: ControlParts) => {
	let lastId = 0;

	/** Reads the settings that are to be changed; resolves with what differs from what the operator saw. */
	const whyMovedOn = async (control: Control): Promise<string | undefined> => {
		const {id} = control.target;
		const why = await onDemand.readSettings(id);
		return why === undefined
			? movedOn(control.was, settingsOf(store.get(), id) ?? [])
			: `the settings could not be read first: ${why}`;
	};

	return {
		/** Sends a confirmed control, once; with a reason not to, it is recorded as NOT SENT. Resolves with its outcome. */
		async run(control: Control, whyNot?: string, deadline = usualDeadline): Promise<Ended> {
			const {operation, params, verb} = control;
			const elsewhere = whyElsewhere(control, service);
			if (elsewhere !== undefined) {
				await withhold(operation, params, auditNoteOn(control), elsewhere);
				return {kind: 'not-sent', reason: elsewhere, isElsewhere: true};
			}
			const id = ++lastId;
			const waits = whyNot ?? whyPast(store.get()) ?? whyNotNow(store.get(), control);
			const notSent = (reason: string): Ended => {
				const ending = {kind: 'not-sent', reason} as const;
				store.dispatch({type: 'command-ended', id, ending, now: clock.now()});
				return ending;
			};
			const audit = newAuditId();
			const command = {...control, id, audit, by: session.user(), params: withoutSecrets(operation, params)};
			store.dispatch({type: 'command-asked', command, now: clock.now()});
			if (!namesTarget(control)) {
				return notSent('what would be sent names another target than the one confirmed');
			}
			if (waits) {
				return notSent(waits);
			}
			const moved = control.was && (await whyMovedOn(control));
			if (moved) {
				return notSent(moved);
			}
			const filled = await withFiles(params);
			if (typeof filled === 'string') {
				return notSent(filled);
			}
			const used = session.token();
			const note = (text: string): void => store.dispatch({type: 'command-noted', id, note: text});
			let unwritten: AuditFailure | undefined;
			const complain = (problem: AuditFailure): void => {
				unwritten = problem;
			};
			const ended = endedAs(
				await call(operation, filled, {deadline, audit: {...auditNoteOn(control), id: audit, complain}}),
			);
			store.dispatch({type: 'command-ended', id, ending: endingOf(ended), now: clock.now()});
			if (unwritten) {
				note(`its outcome is not in the audit yet: ${unwritten.message}`);
			}
			// Poll at once; whether a dead token caused a refusal is found out after.
			poller.look();
			if (control.was) {
				void onDemand.followSettings(id);
			}
			if (writesAccounts.includes(operation)) {
				void onDemand.readAccountsAgain();
			}
			const why = ended.kind === 'refused' ? noteOn[await poller.checkToken(used)] : undefined;
			if (why) {
				note(why(verb));
			}
			return ended;
		},
	};
};
