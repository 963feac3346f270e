/** From what a control offers to the question on screen, and from its yes to the service. */

import {tooSoon} from '../../control/answer.ts';
import {afterUpdate} from '../../control/changes.ts';
import type {Batch, Controls, Offer} from '../../control/offer.ts';
import {type Confirmation, fits, promptFor} from '../../control/question.ts';
import {whyNoLonger, whyVoid} from '../../control/void.ts';
import {idOf} from '../../look/sentence.ts';
import type {Control} from '../../model/pending.ts';
import type {Monitor} from '../../monitor/monitor.ts';
import type {FormEnd} from '../forms/end.ts';
import {operationOf} from '../forms/memory.ts';
import type {Context} from '../screen/context.ts';

/** Those confirmed together know each other by the number of their prompt, so that they can be taken back together. */
const together = (controls: Controls, batch: number): Controls => {
	const [first, ...others] = controls;
	return others.length === 0 ? controls : [{...first, batch}, ...others.map(control => ({...control, batch}))];
};

const open = ({monitor, state, ui, dispatch, say}: Context, batch: Batch, changed?: string): void => {
	if (!monitor) {
		return;
	}
	const controls = together(batch.controls, ui.promptNumber + 1);
	const asked = {...batch, controls, ...(changed === undefined ? {} : {changed})};
	const prompt = promptFor(asked, monitor.effectOf(controls[0].operation));
	if (fits(state, prompt, ui)) {
		dispatch({type: 'prompt', prompt});
	} else {
		say('Not asked: the whole question does not fit on this screen; enlarge it, or mark fewer', 'error');
	}
};

/** Asks the operator to confirm what is offered, or says why there is nothing to confirm. Nothing is sent by it. */
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

/** Asks a question anew if it is void: says what changed, and asks if the same can still be done. True if it was void. */
export const askAnewIfVoid = (context: Context, prompt: Confirmation): boolean => {
	const {dispatch, say} = context;
	const change = whyVoid(context, prompt);
	if (change === undefined) {
		return false;
	}
	const offer = prompt.again(context);
	dispatch({type: 'close-prompt'});
	if ('controls' in offer) {
		open(context, offer, `Asked anew, nothing was sent: ${change}`);
	} else {
		say(`Not asked any longer, nothing was sent: ${change}`, 'error');
	}
	return true;
};

/** Tells the form whose control it was how it ended. */
const tellForm = (
	{ui, state, dispatch}: Context,
	control: Control,
	ended: Awaited<ReturnType<Monitor['control']>>,
): void => {
	const asked = ui.sheet?.form?.asked;
	// Asked anew, it may name its target otherwise; what is sent stays the same.
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

/** One after another: an outcome that is unknown does not hold up the others, each of which has its own. */
const sendAll = async (now: Context['now'], controls: readonly Control[]): Promise<void> => {
	const unsent: string[] = [];
	const {source} = now().state;
	for (const control of controls) {
		const {state, monitor} = now();
		// What has changed since it was confirmed is not what was confirmed.
		const why =
			state.source !== source
				? 'another service is on screen now'
				: monitor
					? whyNoLonger(state, control)
					: 'not connected yet';
		if (why || !monitor) {
			unsent.push(`${controls.length > 1 ? `${idOf(control.target)}: ` : ''}${why ?? ''}`);
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
		now().say(`Not sent: ${unsent.join('; ')}`, 'error');
	}
};

/** Sends what a question asked to be confirmed, unless it is void by now: then it is asked anew. */
export const carryOut = (context: Context, prompt: Confirmation): void => {
	const {state, ui, dispatch, say, now} = context;
	if (askAnewIfVoid(context, prompt)) {
		return;
	}
	dispatch({type: 'close-prompt'});
	if (!fits(state, prompt, ui)) {
		say('Not sent: the question no longer fits on this screen', 'error');
		return;
	}
	const [{undoes}, ...others] = prompt.controls;
	// It was for the marked rows: they are dealt with.
	if (others.length + prompt.left.length > 0 && undoes === undefined) {
		dispatch({type: 'mark', ids: new Set()});
	}
	void sendAll(now, prompt.controls);
};
