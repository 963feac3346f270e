/** What comes before anything is sent: waits until the targets are known, and asks with the screen's own questions. */

import {type Answer, confirm, type GivenAnswers} from '../../cli/confirm.ts';
import {say} from '../../cli/out.ts';
import {UsageError} from '../../config/errors.ts';
import {exits} from '../../config/exits.ts';
import {type Control, isOpen, isSameControl, observeWithin, type Pending} from '../../model/pending.ts';
import type {State} from '../../model/state.ts';
import {counted} from '../../present/format.ts';
import {idOf, nameOf, sentence, someOf, word} from '../../present/sentence.ts';
import {type Batch, offerOf} from '../../steering/offer.ts';
import {promptFor, questionOf} from '../../steering/question.ts';
import {changeOf} from '../../steering/void.ts';
import {quoted} from '../../system/private.ts';
import {WireError} from '../../wire/errors.ts';
import {exitOf, type Headless} from '../connect/reach.ts';
import type {Plan, Steering} from './plan.ts';

/**
 * Milliseconds that reading the targets may take: at least, and more for each, since requests are limited per second; and what
 * is added for those that are probably not meant: who pauses everything is in a hurry.
 */
const patience = {start: 10_000, each: 250, others: 5000};

/** Milliseconds after which the model has given up on a command that was not observed. */
export const giveUpAfter = observeWithin + 2000;

/** True if the service is not reached: nothing more will be read. */
const isOver = ({link}: State): boolean => 'reason' in link;

/** The exit code if the session has ended; prints why. */
const exitIfOut = ({store, service}: Headless): number | undefined => {
	const {link} = store.get();
	return link.kind === 'signed-out'
		? exitOf({kind: 'not-sent', cause: new WireError('signed-out', link.reason || 'no token at hand')}, service)
		: undefined;
};

/**
 * Waits until the service has listed what can be steered. If it cannot be read, prints why and resolves with an exit
 * code.
 */
export const waitForListing = async (headless: Headless, steering: Steering): Promise<number | undefined> => {
	const {until, monitor, host, store} = headless;
	monitor.watch(steering.attention(new Set()));
	const isRefused = (state: State): boolean => steering.kind === 'list' && steering.failure(state)?.refused === true;
	await until(state => steering.isListed(state) || isOver(state) || isRefused(state), patience.start);
	const state = store.get();
	const out = exitIfOut(headless);
	if (out !== undefined || steering.isListed(state)) {
		return out;
	}
	const {link} = state;
	const failure = steering.failure(state);
	const reason = 'reason' in link ? link.reason : (failure?.reason ?? `no answer within ${patience.start / 1000} s`);
	say(`nothing was sent: the ${steering.kind}s of ${host} could not be read: ${reason}`);
	return isRefused(state) ? exits.refused : exits.notSent;
};

/**
 * Waits until the figures in the question are known, and for a while until those of others are, which may say that these are
 * meant too; prints how many it did not read. Resolves with an exit code if the session has ended.
 */
export const waitForTargets = async (
	headless: Headless,
	steering: Steering,
	ids: readonly string[],
	others: readonly string[] = [],
): Promise<number | undefined> => {
	const {until, monitor, store} = headless;
	const attention = steering.attention(new Set(ids));
	// What is watched is polled before what is only not left out.
	monitor.watch(others.length > 0 ? {...attention, only: new Set([...ids, ...others])} : attention);
	await Promise.all(ids.map(id => steering.read?.(monitor, id)));
	const unseenOf = (some: readonly string[], state: State): string[] =>
		some.filter(id => steering.plan(state, id) && !steering.isSeen(state, id));
	const untilSeen = (some: readonly string[], atMost: number): Promise<unknown> =>
		until(state => unseenOf(some, state).length === 0 || isOver(state), atMost);
	await untilSeen(ids, patience.start + patience.each * ids.length);
	await untilSeen(others, patience.others);
	const unseen = unseenOf(others, store.get()).length;
	if (unseen > 0 && !isOver(store.get())) {
		say(`${counted(unseen, 'campaign')} that get_campaigns lists as not dialing could not be read in time`);
	}
	return exitIfOut(headless);
};

const earlierOn = ({commands}: State, {operation, kind}: Steering, id: string): Pending | undefined =>
	commands.findLast(
		one => isOpen(one) && one.command.id < 0 && isSameControl(one.command, {operation, target: {kind, id, name: ''}}),
	);

/** Waits until commands of earlier runs with unknown outcomes are observed or given up: they lock the same control. */
export const waitForEarlier = async (
	{until, store}: Headless,
	steering: Steering,
	ids: readonly string[],
): Promise<void> => {
	const held = ids.flatMap(id => earlierOn(store.get(), steering, id) ?? []);
	for (const {command, reason} of held) {
		const what = `${command.verb} ${idOf(command.target)}, ${reason}`;
		const text = `${what}: its outcome is unknown; waiting up to 30 s for the service to show it`;
		say(sentence(text, nameOf(command.target)));
	}
	if (held.length > 0) {
		await until(state => !ids.some(id => earlierOn(state, steering, id)), giveUpAfter);
	}
};

/** The plan for each target, by its id. */
export type Plans = readonly [id: string, plan: Plan][];

/** The controls that would be sent. */
export const controlsOf = (plans: Plans): Control[] =>
	plans.flatMap(([, plan]) => (plan.kind === 'send' ? plan.control : []));

/** The plans for these targets by the state as it is now; targets that are not listed are left out. */
export const plansFor = ({store}: Pick<Headless, 'store'>, steering: Steering, ids: readonly string[]): Plans =>
	ids.flatMap(id => {
		const plan = steering.plan(store.get(), id);
		return plan ? [[id, plan] as const satisfies [string, Plan]] : [];
	});

/** Every campaign, where none is named. */
export const everyOf = ({likely, others}: {likely: readonly string[]; others: readonly string[]}): string[] => [
	...likely,
	...others,
];

/** The plans for every campaign with which there is something to do. */
export const plansForAll = (
	headless: Pick<Headless, 'store'>,
	steering: Steering,
	all: NonNullable<Steering['all']>,
): Plans => plansFor(headless, steering, everyOf(all(headless.store.get()))).filter(([, {kind}]) => kind !== 'nothing');

const offered = (plans: Plans): Batch | undefined => {
	const left = plans.flatMap(([, plan]) => (plan.kind === 'send' ? [] : [{target: plan.target, why: plan.why}]));
	// A question that became void is made again from the plans, not from its batch.
	const offer = offerOf(controlsOf(plans), left, () => ({why: 'not asked anew'}));
	return 'controls' in offer ? offer : undefined;
};

const changeOfAny = (state: State, {whyNot = changeOf}: Steering, {controls}: Batch): string | undefined =>
	controls
		.flatMap(control => {
			const change = whyNot(state, control);
			return change === undefined ? [] : [`${idOf(control.target)}: ${change}`];
		})
		.at(0);

/** Which further campaigns a question about all that dial would be about by now; undefined if it is about none. */
const furtherOf = (state: State, {all, plan}: Steering, {controls}: Batch): string | undefined => {
	const asked = new Set(controls.map(({target}) => target.id));
	const further = (all ? everyOf(all(state)) : []).filter(id => !asked.has(id) && plan(state, id)?.kind === 'send');
	return further.length > 0 ? `${someOf(further.map(id => word(id)))} may dial by now` : undefined;
};

/** Milliseconds between two readings of what is not polled, under an open question. */
const readAgain = 3000;

/** What confirms a command on all in place of their number, which a script cannot know. */
const environmentOf = ({store}: Pick<Headless, 'store'>, {all}: Steering): string | undefined =>
	all && store.get().source.environment;

/** Asks again while the state changes under the question; resolves with the answer and the plans that it was about. */
const askWhileTrue = async (
	headless: Headless,
	steering: Steering,
	plans: Plans,
	{yes, confirm: given}: GivenAnswers,
	isAnew = false,
): Promise<{answer: Answer | 'nothing'; plans: Plans; expected: string | undefined}> => {
	const {store, monitor} = headless;
	const batch = offered(plans);
	if (!batch) {
		return {answer: 'nothing', plans, expected: undefined};
	}
	const prompt = promptFor(batch, steering.all ? 'irreversible' : monitor.effectOf(steering.operation));
	const expected = prompt.kind === 'type' ? prompt.expected : undefined;
	const isVoid = new AbortController();
	let change: string | undefined;
	const stop = store.subscribe(() => {
		change ??= changeOfAny(store.get(), steering, batch) ?? furtherOf(store.get(), steering, batch);
		if (change !== undefined) {
			isVoid.abort();
		}
	});
	const state = store.get();
	const reading = setInterval(() => {
		for (const {target} of steering.read ? batch.controls : []) {
			void steering.read?.(monitor, target.id);
		}
	}, readAgain);
	const answer = await confirm({
		question: () => questionOf(state, prompt),
		expected,
		yes,
		confirm: given !== undefined && given === environmentOf(headless, steering) ? expected : given,
		isAnew,
		isVoid: isVoid.signal,
	});
	clearInterval(reading);
	stop();
	if (change === undefined || answer === 'declined') {
		return {answer, plans, expected};
	}
	say(`nothing was sent: ${change}`);
	const ids = plans.map(([id]) => id);
	const anew = steering.all ? plansForAll(headless, steering, steering.all) : plansFor(headless, steering, ids);
	// A target that is gone cannot be asked about.
	return anew.length < ids.length && !steering.all
		? {answer: 'declined', plans, expected}
		: askWhileTrue(headless, steering, anew, {yes, confirm: given}, true);
};

/**
 * Asks; resolves with the confirmed plans as they are by then, or with undefined if they were declined.
 *
 * @throws UsageError if there is no terminal to ask on and no flag answers
 */
export const confirmedPlans = async (
	headless: Headless,
	steering: Steering,
	planned: Plans,
	given: GivenAnswers,
): Promise<Plans | undefined> => {
	const {answer, plans, expected} = await askWhileTrue(headless, steering, planned, given);
	const ids = controlsOf(plans).map(({target}) => word(target.id));
	const which = ids.length > 1 ? `${ids.length} ${steering.kind}s` : ids.join('');
	const what = `${steering.verb} ${which} in ${headless.store.get().source.environment}`;
	const environment = environmentOf(headless, steering);
	const either = environment === undefined ? '' : ` or --confirm ${quoted(environment)}`;
	const flag = expected === undefined ? '--yes' : `--confirm ${quoted(expected)}${either}`;
	switch (answer) {
		case 'confirmed':
		case 'nothing':
			return plans;
		case 'mismatch':
			throw new UsageError(`nothing was sent: to ${what} takes ${flag}, not ${quoted(given.confirm ?? '')}`);
		case 'no-terminal':
			throw new UsageError(
				`nothing was sent: to ${what} has to be confirmed, and there is no terminal to ask on; ${flag} confirms it${given.yes ? ', --yes is not enough' : ''}`,
			);
		default:
			say('nothing was sent');
			return undefined;
	}
};
