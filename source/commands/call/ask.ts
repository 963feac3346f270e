/** Asks the monitor's own question before `dialtop call` sends a command. */

import {type Answer, confirm, type GivenAnswers} from '../../cli/confirm.ts';
import {say} from '../../cli/out.ts';
import {UsageError} from '../../config/errors.ts';
import {exits} from '../../config/exits.ts';
import {type Control, isOpen, isSameControl, type Pending} from '../../model/pending.ts';
import type {State} from '../../model/state.ts';
import {forms} from '../../service/forms.ts';
import {controlOf} from '../../steering/operation.ts';
import {aboutOf, promptFor, questionOf} from '../../steering/question.ts';
import {changeOf} from '../../steering/void.ts';
import {quoted} from '../../system/private.ts';
import type {OperationType} from '../../wire/operations/index.ts';
import {struck} from '../../wire/secrets.ts';
import type {Board} from '../connect/board.ts';
import {exitOf, type Reached} from '../connect/reach.ts';

/** What the command line answers before it is asked. */
export type CallAnswers = GivenAnswers & {
	/** `--again`: send it although the same command was sent before and its outcome is not known. */
	again: boolean;
};

type Params = Readonly<Record<string, unknown>>;

/**
 * Reads what the question names: the campaigns, the figures of the target, the lists. Resolves with the exit code; the
 * command itself has not been sent, whatever the code.
 */
const readTargets = async (
	type: OperationType,
	{campaign_id: campaign, list_id: list}: Params,
	{board, reached, willAsk}: {board: Board; reached: Reached; willAsk: boolean},
): Promise<number> => {
	const {outcome} = await board.campaigns();
	if (outcome.kind === 'unknown') {
		return exitOf({kind: 'not-sent', cause: outcome.cause}, reached.service, type);
	}
	if (outcome.kind !== 'done') {
		return exitOf(outcome, reached.service, type);
	}
	if (willAsk && typeof campaign === 'string' && board.get().campaigns.value?.has(campaign)) {
		await board.figures([campaign]);
	}
	if (typeof list === 'string') {
		// If this fails, the question shows the id instead of the name.
		await board.lists({campaignId: undefined});
	}
	return exits.done;
};

/** An earlier command with an unknown outcome that this one would repeat. */
const heldBy = ({commands}: State, control: Control): Pending | undefined =>
	commands.findLast(one => isOpen(one) && isSameControl(one.command, control));

/** True for a phone number, which no message may show. */
const isHidden = (expected: string): boolean => struck(expected) !== expected;

/** The flag that answers the question. */
const flagFor = (expected: string | undefined): string =>
	expected === undefined ? '--yes' : isHidden(expected) ? '--confirm and the number' : `--confirm ${quoted(expected)}`;

/** Reports why nothing is sent; returns the exit code. @throws UsageError */
const notConfirmed = (
	type: OperationType,
	answer: Answer,
	{expected, about}: {expected: string | undefined; about: string},
): number => {
	switch (answer) {
		case 'mismatch':
			throw new UsageError(
				`${type}: --confirm must be ${isHidden(expected ?? '') ? 'the number' : `"${expected}"`}, and is not; nothing was sent. ${about}`,
			);
		case 'no-terminal':
			throw new UsageError(`${type}: there is no terminal to ask on: give ${flagFor(expected)}. ${about}`);
		default:
			say('nothing was sent');
			return exits.notSent;
	}
};

/** What a question is made from. */
type Asking = {
	board: Board;
	reached: Reached;
	given: CallAnswers;
	/** Words the command; without it the question lists the fields that are sent. */
	control?(state: State): Control;
};

/** Asks; resolves with the confirmed control, or with an exit code. @throws UsageError */
export const askFirst = async (
	type: OperationType,
	params: Params,
	{board, reached, given, control}: Asking,
): Promise<Control | number> => {
	const operation = forms.operations.find(one => one.type === type);
	const {service} = reached;
	if (service.readOnly) {
		say(`${type}: not sent: this session is read-only`);
		return exits.notSent;
	}
	if (!operation) {
		throw new UsageError(`there is no operation "${type}"`);
	}
	const isTyped = operation.effect === 'irreversible' || operation.effect === 'money';
	const willAsk = isTyped ? given.confirm === undefined : !given.yes;
	const controlNow = (): Control =>
		control?.(board.get()) ?? controlOf(operation, params, forms.sentFields(type, params), board.get());
	board.recall();
	const unread = await readTargets(type, params, {board, reached, willAsk});
	if (unread !== exits.done) {
		return unread;
	}
	const held = given.again ? undefined : heldBy(board.get(), controlNow());
	if (held) {
		say(`${type}: not sent: the same was ${held.reason}. Check what the service shows; --again sends it anyway`);
		return exits.notSent;
	}
	for (let isAnew = false; ; isAnew = true) {
		const state = board.get();
		const asked = controlNow();
		const prompt = promptFor({controls: [asked], left: [], again: () => ({why: ''})}, operation.effect);
		const expected = prompt.kind === 'type' ? prompt.expected : undefined;
		const answer = await confirm({
			question: () => questionOf(state, prompt),
			expected,
			yes: given.yes,
			confirm: given.confirm,
			isAnew,
		});
		if (answer !== 'confirmed') {
			return notConfirmed(type, answer, {expected, about: aboutOf(state, prompt)});
		}
		if (!willAsk) {
			return asked;
		}
		// The question may have been open for a long time.
		const unreadNow = await readTargets(type, params, {board, reached, willAsk: false});
		if (unreadNow !== exits.done) {
			return unreadNow;
		}
		const change = changeOf(board.get(), asked);
		if (change === undefined) {
			return asked;
		}
		say(`${type}: not sent: ${change}`);
	}
};
