/** Searching for leads and calls. */
import type {SearchQuestion} from '../../model/wire.ts';
import {type Context, onEach} from '../store/context.ts';

/** Asks every service on screen, each within its own budget: what one of them finds does not wait for another. */
export const searchAll = (context: Context, question: SearchQuestion): void => {
	for (const {monitor} of onEach(context)) {
		void monitor?.search(question);
	}
};
