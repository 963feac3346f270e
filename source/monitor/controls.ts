/** Carries out what the operator has confirmed: sent once, its outcome told, the service asked at once what it shows. */
import type {Dialer, Outcome} from '../api/dialer.ts';
import {type Control, isOpen, type Target} from '../model/pending.ts';
import {commandOn} from '../model/select.ts';
import type {Ending, Message, State} from '../model/state.ts';
import type {TokenCheck} from './access.ts';
import type {Clock} from './clock.ts';
import type {Poller} from './poller.ts';
import {reasonOf, type Session} from './session.ts';
import type {Store} from './store.ts';

/** What the controls are made of. */
export type ControlParts = {
	call: Dialer['call'];
	store: Store<State, Message>;
	clock: Clock;
	poller: Pick<Poller, 'look' | 'checkToken'>;
	session: Pick<Session, 'token'>;
};

/** How long a command may take before its outcome counts as unknown, milliseconds. */
const deadline = 15_000;

const endingOf = (outcome: Outcome<unknown>): Ending =>
	outcome.kind === 'done' ? {kind: 'done'} : {kind: outcome.kind, reason: reasonOf(outcome)};

/** The refusal may have been the token's. A command is never replayed: that is for the operator to decide. */
const noteOn: Partial<Record<TokenCheck, (verb: string) => string>> = {
	renewed: verb => `the token had expired; signed in anew: ${verb} again if it is still wanted`,
	dead: verb => `the service no longer takes the token: once signed in, ${verb} again if it is still wanted`,
};

const idParameter: Partial<Record<Target['kind'], string>> = {campaign: 'campaign_id', list: 'list_id'};

/** Whether the parameters name the target that the operator has confirmed. */
const isMeant = ({target, params}: Control): boolean => {
	const name = idParameter[target.kind];
	return name === undefined || params[name] === target.id;
};

/** Makes the controls. */
export const createControls = ({call, store, clock, poller, session}: ControlParts) => {
	let lastId = 0;

	return {
		/** Sends a confirmed control, once. Resolves when its outcome is known or known to be unknown. */
		async run(control: Control): Promise<void> {
			const id = ++lastId;
			const {target, verb} = control;
			const before = commandOn(store.get(), target);
			const notSent = (reason: string): void =>
				store.dispatch({type: 'command-ended', id, ending: {kind: 'not-sent', reason}, now: clock.now()});
			store.dispatch({type: 'command-asked', command: {...control, id}, now: clock.now()});
			if (!isMeant(control)) {
				notSent('what would be sent names another target than the one confirmed');
				return;
			}
			if (before && isOpen(before)) {
				notSent(`${before.command.verb} is still under way on it`);
				return;
			}
			const used = session.token();
			const ending = endingOf(await call(control.operation, control.params as never, {deadline}));
			store.dispatch({type: 'command-ended', id, ending, now: clock.now()});
			// Look at once, though a refusal may still turn out to be the token's.
			poller.look();
			const note = ending.kind === 'refused' ? noteOn[await poller.checkToken(used)] : undefined;
			if (note) {
				store.dispatch({type: 'command-noted', id, note: note(verb)});
			}
		},
	};
};
