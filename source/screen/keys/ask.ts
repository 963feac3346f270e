/** Asks the operator to confirm a control, and sends it once it is confirmed. */

import type {Control} from '../../model/pending.ts';
import {counted} from '../../present/format.ts';
import type {Monitor} from '../../service/monitor.ts';
import {askedAnew, tooSoon} from '../../steering/answer.ts';
import {afterUpdate} from '../../steering/changes.ts';
import {type Batch, type Controls, leftTexts, type Offer} from '../../steering/offer.ts';
import {whyNotInTurn} from '../../steering/pause-all.ts';
import {type Confirmation, fitsOn, fitted, promptFor, rowsFor} from '../../steering/question.ts';
import {asShown, whyNoLonger, whyVoid} from '../../steering/void.ts';
import type {FormEnd} from '../forms/end.ts';
import {operationOf} from '../forms/memory.ts';
import type {Context} from '../store/context.ts';

/** Marks controls that are confirmed together with the number of their prompt, so that they can be undone together. */
const together = (controls: Controls, batch: number): Controls => {
	const [first, ...others] = controls;
	return others.length === 0 && !first.all
		? controls
		: [{...first, batch}, ...others.map(control => ({...control, batch}))];
};

const open = ({monitor, state, ui, dispatch, say}: Context, batch: Batch, changed?: string): void => {
	if (!monitor) {
		return;
	}
	const controls = together(batch.controls, ui.promptNumber + 1);
	const asked = {...batch, controls, ...(changed === undefined ? {} : {changed})};
	const prompt = fitted(state, promptFor(asked, monitor.effectOf(controls[0].operation)), ui);
	const needed = rowsFor(state, prompt, ui.columns);
	if (needed <= ui.rows) {
		dispatch({type: 'prompt', prompt});
	} else {
		const fewer = controls.length > 1 ? ', or mark fewer' : '';
		say(
			`Not asked: the whole question does not fit on this screen; make it ${needed} rows high or wider${fewer}`,
			'error',
		);
	}
};

/** Asks the operator to confirm what is offered, or says why there is nothing to confirm. It sends nothing. */
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

/** Closes a question that is void, says what changed, and asks again if the same can still be done. True if it was void. */
export const askAnewIfVoid = (context: Context, prompt: Confirmation): boolean => {
	const {dispatch, say} = context;
	const change = whyVoid(context, prompt);
	if (change === undefined) {
		return false;
	}
	const offer = prompt.again(context);
	dispatch({type: 'close-prompt'});
	if ('controls' in offer) {
		open(context, offer, `${askedAnew} Nothing was sent: ${change}`);
	} else {
		say(`Not asked any longer, nothing was sent: ${change}`, 'error');
	}
	return true;
};

/** Tells the form that a control came from how it ended. */
const tellForm = (
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
			: ended.kind === 'not-sent'
				? {kind: 'not-sent', text: `NOT SENT: ${ended.reason}`}
				: ended.kind === 'refused'
					? {kind: 'failed', text: `Refused: ${ended.reason}`}
					: {kind: 'failed', text: `Outcome UNKNOWN: ${ended.reason}; it may have been carried out`};
	dispatch({type: 'form-ended', asked, operation, end});
};

/**
 * Sends the pauses of everything that dials one after another; one that is not sent stands in the log with why. An unknown
 * outcome does not hold up the others.
 */
const pauseAll = async (now: Context['now'], controls: readonly Control[]): Promise<void> => {
	const {source} = now().state;
	for (const [index, control] of controls.entries()) {
		const {state, monitor, say} = now();
		if (state.source !== source || !monitor) {
			say(`Not sent: ${counted(controls.length - index, 'pause')}, since another service is on screen now`, 'error');
			return;
		}
		await monitor.control(asShown(state, control), whyNotInTurn(state, control));
	}
};

/** Sends the pauses of everything that dials, as it dials now, and has the screen follow what comes of them. */
const carryOutForAll = (context: Context, {controls, left, again}: Confirmation): void => {
	const {state, dispatch, now} = context;
	const offer = again(context);
	// The same campaigns, maybe by other names or words.
	const meant = 'controls' in offer ? together(offer.controls, controls[0].batch ?? 0) : controls;
	const targets = meant.map(({target}) => target);
	dispatch({type: 'paused-all', run: {batch: controls[0].batch ?? 0, at: state.now, targets, left}});
	void pauseAll(now, meant);
};

/** Sends controls one after another. An unknown outcome does not hold up the others. */
const sendAll = async (now: Context['now'], controls: readonly Control[]): Promise<void> => {
	const unsent: {target: Control['target']; why: string}[] = [];
	const {source} = now().state;
	for (const control of controls) {
		const {state, monitor} = now();
		// The service may have changed since the operator confirmed.
		const why =
			state.source !== source
				? 'another service is on screen now'
				: monitor
					? whyNoLonger(state, control)
					: 'not connected yet';
		if (why || !monitor) {
			unsent.push({target: control.target, why: why ?? ''});
			continue;
		}
		const ending = await monitor.control(control);
		const here = now();
		for (const message of afterUpdate(here.ui, control, ending)) {
			here.dispatch(message);
		}
		tellForm(here, control, ending);
	}
	if (unsent.length > 0) {
		const told = controls.length > 1 ? leftTexts(unsent) : unsent.map(({why}) => why);
		now().say(`Not sent: ${told.join('; ')}`, 'error');
	}
};

/** Sends what the operator has confirmed; asks again if the question is void by now. */
export const carryOut = (context: Context, prompt: Confirmation): void => {
	const {state, ui, dispatch, say, now} = context;
	if (askAnewIfVoid(context, prompt)) {
		return;
	}
	dispatch({type: 'close-prompt'});
	if (!fitsOn(state, prompt, ui)) {
		say('Not sent: the question no longer fits on this screen', 'error');
		return;
	}
	if (prompt.whyVoid) {
		carryOutForAll(context, prompt);
		return;
	}
	const [{undoes}, ...others] = prompt.controls;
	// The marks have served their purpose.
	if (others.length + prompt.left.length > 0 && undoes === undefined) {
		dispatch({type: 'mark', ids: new Set()});
	}
	void sendAll(now, prompt.controls);
};
