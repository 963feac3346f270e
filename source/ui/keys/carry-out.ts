/** What the operator has confirmed is sent, and the screen hears how it ended. */

import {afterUpdate} from '../../control/changes.ts';
import {type Confirmation, fits} from '../../control/question.ts';
import {whyNoLonger} from '../../control/void.ts';
import {idOf} from '../../look/sentence.ts';
import type {Control} from '../../model/pending.ts';
import type {Monitor} from '../../monitor/monitor.ts';
import type {FormEnd} from '../forms/end.ts';
import {operationOf} from '../forms/memory.ts';
import type {Context} from '../screen/context.ts';
import {askAnewIfVoid} from './ask.ts';

/** Tells the form whose control it was how it ended. */
const tellForm = (
	{ui, state, dispatch}: Context,
	control: Control,
	ended: Awaited<ReturnType<Monitor['control']>>,
): void => {
	const asked = ui.sheet?.form?.asked;
	const operation = operationOf(ui.catalogue, control.operation);
	// Asked anew, it may name its target otherwise; what is sent stays the same.
	if (!asked?.control || asked.control.params !== control.params || !operation) {
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
