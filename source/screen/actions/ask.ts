/** Asks the operator for what a control needs and to confirm it, and sends it once it is confirmed. */

import {outcomeKinds} from '../../model/command-outcomes.ts';
import type {Control} from '../../model/pending.ts';
import type {OperationType} from '../../model/wire.ts';
import type {Monitor} from '../../service/monitor.ts';
import {tooSoon} from '../../steering/answer.ts';
import {afterUpdate} from '../../steering/changes.ts';
import {questionAbout, sendInTurn, type Voided} from '../../steering/conductor.ts';
import {type Batch, type Offer, skippedTexts} from '../../steering/offer.ts';
import {type Confirmation, fitsOn, fitted, rowsFor} from '../../steering/question.ts';
import {asShown} from '../../steering/void.ts';
import type {Ask} from '../state/prompt.ts';
import {type FormEnd, operationOf} from '../state/sheet.ts';
import {type Context, promptText} from '../store/context.ts';

/** Why nothing can be sent yet. */
const notConnected = 'not connected yet';

const open = (context: Context, batch: Batch, change?: string): void => {
	const {monitor, state, ui, dispatch, say} = context;
	if (!monitor) {
		return;
	}
	const {effectOf} = monitor;
	const prompt = fitted(state, questionAbout(batch, {effectOf, number: ui.promptNumber + 1}, change), ui);
	const needed = rowsFor(state, prompt, ui.columns);
	if (needed <= ui.rows) {
		dispatch({type: 'prompt', prompt});
	} else {
		const fewer = prompt.controls.length > 1 ? ', or mark fewer' : '';
		say(
			`Not asked: the whole question does not fit on this screen; make it ${needed} rows high or wider${fewer}`,
			'error',
		);
	}
};

/** Asks the operator to confirm what is offered, or shows why there is nothing to confirm. It sends nothing. */
export const ask = (context: Context, offer: Offer): void => {
	const {dispatch, say, guard} = context;
	if ('why' in offer) {
		say(`Not now: ${offer.why}`, 'error');
	} else if (guard.isTyping()) {
		say(tooSoon, 'error');
	} else if ('which' in offer) {
		dispatch({type: 'prompt', prompt: {kind: 'which', ...offer}});
	} else {
		open(context, offer);
	}
};

/** Closes a question that is void, shows what changed, and asks again if the same can still be done. */
export const askAnew = (context: Context, {change, instead}: Voided): void => {
	context.dispatch({type: 'close-prompt'});
	if ('controls' in instead) {
		open(context, instead, change);
	} else {
		context.say(`Not asked any longer, nothing was sent: ${change}`, 'error');
	}
};

/** Reports the outcome of a control to the form that it came from. */
const reportToForm = (
	{ui, state, dispatch}: Context,
	control: Control,
	ended: Awaited<ReturnType<Monitor['control']>>,
): void => {
	const asked = ui.sheet?.form?.asked;
	// A question that was asked again may name its target differently; its parameters are the same object.
	const operation =
		asked?.control?.params === control.params ? operationOf(ui.catalogue, control.operation) : undefined;
	if (!asked || !operation) {
		return;
	}
	const end: FormEnd =
		ended.kind === 'done'
			? {kind: 'done', answer: ended.answer, at: state.now}
			: {
					kind: ended.kind === 'not-sent' ? 'not-sent' : 'failed',
					text: `${outcomeKinds[ended.kind].word}: ${ended.reason}${ended.kind === 'unknown' ? '; it may have been carried out' : ''}`,
				};
	dispatch({type: 'form-ended', asked, operation, end});
};

/** Sends what was confirmed; controls that it does not send are recorded with the reason, unless another service is on screen by then. */
const send = async (now: Context['now'], batch: Batch): Promise<void> => {
	const {source} = now().state;
	const sent = await sendInTurn(batch, {
		state: () => now().state,
		send: async (control, whyNot) =>
			(await now().monitor?.control(control, whyNot)) ?? {kind: 'not-sent', reason: notConnected},
		whyOver: () => (now().state.source === source ? undefined : 'another service is on screen now'),
		onEnded({control, ended}) {
			const here = now();
			for (const message of afterUpdate(here.ui, control, ended)) {
				here.dispatch(message);
			}
			reportToForm(here, control, ended);
		},
	});
	const unsent = sent.flatMap(({control: {target}, whyNot: why}) => (why === undefined ? [] : {target, why}));
	if (unsent.length > 0) {
		now().say(`Not sent: ${skippedTexts(unsent, true).join('; ')}`, 'error');
	}
};

/** Sends what the operator has confirmed. */
export const carryOut = (context: Context, prompt: Confirmation): void => {
	const {state, ui, dispatch, say, now} = context;
	dispatch({type: 'close-prompt'});
	if (!fitsOn(state, prompt, ui)) {
		say('Not sent: the question no longer fits on this screen', 'error');
		return;
	}
	const {controls, skipped, ofAll} = prompt;
	const [{undoes, batch = 0}, ...others] = controls;
	if (ofAll) {
		const targets = controls.map(control => asShown(state, control).target);
		dispatch({type: 'paused-all', run: {batch, at: state.now, targets, skipped}});
	} else if (others.length + skipped.length > 0 && undoes === undefined) {
		// The marks are no longer needed.
		dispatch({type: 'mark', ids: new Set()});
	}
	void send(now, prompt);
};

/** What is wrong with a value of one parameter, by the catalogue. */
export const whyNotParameter = (
	{monitor}: Pick<Context, 'monitor'>,
	operation: OperationType,
	name: string,
	value: string,
): string | undefined => {
	if (value.trim() === '') {
		return 'type something, or Esc to leave';
	}
	const checked = monitor?.check(operation, {[name]: value});
	const problems = checked === undefined || checked.ok ? [] : checked.problems;
	return problems.find(problem => problem.name === name)?.message;
};

/** Asks for the value of one parameter, within what the catalogue allows. */
export const askParameter = (
	context: Context,
	[operation, name]: readonly [OperationType, string],
	parts: Pick<Ask, 'about' | 'label' | 'value'>,
	next: (value: string, context: Context) => void,
): void => {
	promptText(context, {
		...parts,
		check: value => whyNotParameter(context.now(), operation, name, value),
		next: value => next(value.trim(), context.now()),
	});
};
