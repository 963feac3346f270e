/** From what a control offers to the question on screen. */
import type {Context} from '../context.ts';
import type {Controls} from '../prompt.ts';
import type {Offer} from './offer.ts';
import {fits, promptFor} from './question.ts';

/** Those confirmed together know each other by the number of their prompt, so that they can be taken back together. */
const together = (controls: Controls, batch: number): Controls => {
	const [first, ...others] = controls;
	return others.length === 0 ? controls : [{...first, batch}, ...others.map(control => ({...control, batch}))];
};

/** Asks the operator to confirm what is offered, or says why there is nothing to confirm. Nothing is sent by it. */
export const ask = (context: Context, offer: Offer): void => {
	const {monitor, ui, dispatch, say} = context;
	if ('why' in offer) {
		say(`Not now: ${offer.why}`, 'error');
	} else if ('which' in offer) {
		dispatch({type: 'prompt', prompt: {kind: 'which', ...offer}});
	} else if (monitor) {
		const {controls, left} = offer;
		const batch = {controls: together(controls, ui.promptNumber + 1), left};
		const prompt = promptFor(batch, monitor.effectOf(controls[0].operation));
		if (fits(context, prompt)) {
			dispatch({type: 'prompt', prompt});
		} else {
			say('Not asked: the whole question does not fit on this screen; enlarge it, or mark fewer', 'error');
		}
	}
};
