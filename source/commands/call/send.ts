/** Sends a confirmed command once, with its line in the audit, and says what came of it. */

import type {Out} from '../../cli/out.ts';
import {say} from '../../cli/out.ts';
import {watchLeaving} from '../../cli/signals.ts';
import type {Control} from '../../model/pending.ts';
import {auditNoteOn} from '../../service/audited.ts';
import type {OperationType} from '../../wire/operations/index.ts';
import type {Outcome} from '../../wire/outcome.ts';
import type {Reached} from '../connect/reach.ts';

/** Seconds that the answer to a command is waited for. */
export const commandDeadline = 15;

/**
 * Sends a command. A signal waits for its outcome; a second one does not: then it resolves with undefined, and what to
 * do is printed.
 *
 * @param deadline milliseconds
 */
export const sendConfirmed = async (
	reached: Reached,
	control: Control,
	params: Readonly<Record<string, unknown>>,
	{deadline, out}: {deadline: number; out: Out},
): Promise<Outcome<Record<string, unknown>> | undefined> => {
	const type: OperationType = control.operation;
	const leaving = watchLeaving();
	const audit = {
		...auditNoteOn(control),
		complain: ({message}: {message: string}) => say(`${type}: its outcome stands in no audit yet: ${message}`),
	};
	try {
		const outcome = await leaving.through(type, reached.ask(type, params, {deadline, audit}));
		if (!outcome) {
			say(`${type}: left before its outcome was known; dialtop log --outcome unknown lists it`);
		} else if (outcome.kind === 'done') {
			out.ifLost(() => {
				say(`${type}: done, but its answer could not be written`);
				return 0;
			});
		}
		return outcome;
	} finally {
		leaving.close();
	}
};
