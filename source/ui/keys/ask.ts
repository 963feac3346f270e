/** From what a control offers to the question on screen. */

import {tooSoon} from '../../control/answer.ts';
import type {Batch, Controls, Offer} from '../../control/offer.ts';
import {type Confirmation, fits, promptFor} from '../../control/question.ts';
import {whyVoid} from '../../control/void.ts';
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
