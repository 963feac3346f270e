/** Asks before anything is steered, as the screen does. */
import {UsageError} from '../../config/errors.ts';
import type {Control} from '../../model/pending.ts';
import {batchOf, named} from '../../ui/controls/offer.ts';
import {promptFor, questionOf} from '../../ui/controls/question.ts';
import {confirm} from '../frame/confirm.ts';
import {say} from '../frame/out.ts';
import type {Headless} from '../service/headless.ts';
import type {Plan, Steering} from './steering.ts';

/** What was said of the question on the command line. */
export type Said = {
	yes: boolean;
	confirm: string | undefined;
};

/** What is to become of each target, by its id. */
export type Plans = readonly [id: string, plan: Plan][];

/** What would be sent. */
export const controlsOf = (plans: Plans): Control[] =>
	plans.flatMap(([, plan]) => (plan.kind === 'send' ? plan.control : []));

/** What a word of the shell has to look like to mean this text. */
const quoted = (text: string): string => (/^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** Asks. @throws UsageError where there is nobody to ask, and no flag that answers */
export const isConfirmed = async (
	{store, monitor}: Headless,
	{verb, kind, operation}: Steering,
	plans: Plans,
	{yes, confirm: given}: Said,
): Promise<boolean> => {
	const controls = controlsOf(plans);
	const left = plans.flatMap(([, plan]) => (plan.kind === 'send' ? [] : `${named(plan.target)}: ${plan.why}`));
	const batch = batchOf(controls, left);
	if (!batch) {
		return false;
	}
	const state = store.get();
	const prompt = promptFor(batch, monitor.effectOf(operation));
	const expected = prompt.kind === 'type' ? prompt.expected : undefined;
	const [{target}] = batch.controls;
	const which = controls.length > 1 ? `${controls.length} ${kind}s` : named(target);
	const what = `${verb} ${which} in ${state.source.environment}`;
	const flag = expected === undefined ? '--yes' : `--confirm ${quoted(expected)}`;
	switch (await confirm({question: questionOf(state, prompt), expected, yes, confirm: given})) {
		case 'confirmed':
			return true;
		case 'mismatch':
			throw new UsageError(`nothing was sent: to ${what} takes ${flag}, not ${quoted(given ?? '')}`);
		case 'no-terminal':
			throw new UsageError(
				`nothing was sent: to ${what} has to be confirmed, and there is no terminal to ask on; ${flag} confirms it${yes ? ', --yes is not enough' : ''}`,
			);
		default:
			say('nothing was sent');
			return false;
	}
};
