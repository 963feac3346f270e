/**
 * Plays, pauses, stops or switches targets: reads them, asks, sends one after another and waits until the service shows
 * it.
 */

import type {GivenAnswers} from '../../cli/confirm.ts';
import {say} from '../../cli/out.ts';
import type {ServiceFlagsGiven} from '../../cli/service-flags.ts';
import {watchLeaving} from '../../cli/signals.ts';
import {exits} from '../../config/exits.ts';
import {type Control, isAwaited, observeWithin, type Pending} from '../../model/pending.ts';
import type {State} from '../../model/state.ts';
import {idOf} from '../../present/sentence.ts';
import {whyNoControl} from '../../steering/offer.ts';
import {whyNoLonger} from '../../steering/void.ts';
import {WireError} from '../../wire/errors.ts';
import {idsOfNamed} from '../connect/campaign-named.ts';
import {exitOf, type Headless, withMonitor} from '../connect/reach.ts';
import {
	confirmedPlans,
	controlsOf,
	everyOf,
	giveUpAfter,
	plansFor,
	plansForAll,
	waitForEarlier,
	waitForListing,
	waitForTargets,
} from './ask.ts';
import {exitOfOutcomes, outcomeOf, type TargetOutcome} from './outcome.ts';
import type {Plan, Steering} from './plan.ts';

/** The options besides the targets. */
export type SteerOptions = GivenAnswers & {
	/** Seconds to wait until the service shows the change. */
	wait: number;
};

/** The rows to print, and the exit code. */
export type SteerEnd = {
	rows: readonly TargetOutcome[];
	code: number /** The state at the end, if anything was asked. */;
	end?: State;
};

/** Milliseconds between polls. */
const interval = 1000;

const nothingSent = (code: number): SteerEnd => ({rows: [], code});

const unsent = ({target, operation, verb}: Control, shows: string | undefined, reason: string): TargetOutcome => ({
	id: target.id,
	name: target.name,
	operation,
	verb,
	outcome: 'not-sent',
	observed: undefined,
	shows,
	reading: undefined,
	reason,
	ms: undefined,
});

const plannedRow = ({verb, operation}: Steering, plan: Exclude<Plan, {kind: 'send'}>): TargetOutcome => ({
	id: plan.target.id,
	name: plan.target.name,
	operation,
	verb,
	outcome: plan.kind === 'nothing' ? 'nothing-to-do' : 'not-sent',
	observed: plan.kind === 'nothing' && plan.isThere ? true : undefined,
	shows: plan.shows,
	reading: undefined,
	reason: plan.why,
	ms: undefined,
});

/** Sends the controls one after another and waits until each is observed; resolves with the outcomes by id. */
const send = async (
	{store, monitor, until}: Headless,
	steering: Steering,
	controls: readonly Control[],
	wait: number,
): Promise<Map<string, TargetOutcome>> => {
	const leaving = watchLeaving();
	const why = new Map<string, string>();
	const pendingOf = ({operation, target}: Control): Pending | undefined =>
		store
			.get()
			.commands.findLast(
				({command}) => command.id > 0 && command.operation === operation && command.target.id === target.id,
			);
	try {
		// An unknown outcome does not hold up the others.
		for (const control of controls) {
			const no = leaving.isAsked()
				? 'interrupted before its turn'
				: (steering.whyNot ?? whyNoLonger)(store.get(), control);
			if (no === undefined) {
				await leaving.through(`${control.verb} ${idOf(control.target)}`, monitor.control(control));
			} else {
				why.set(control.target.id, no);
			}
		}
		const isSettled = (): boolean =>
			controls.every(control => {
				const pending = pendingOf(control);
				return !pending || !isAwaited(pending);
			});
		const isWaiting = wait > 0 && !leaving.isAsked();
		if (isWaiting) {
			// At the longest wait the model gives up first, so that the audit records it.
			await until(isSettled, wait * 1000 < observeWithin ? wait * 1000 : giveUpAfter, leaving.now);
		}
		const waited = isWaiting && !leaving.isAsked();
		return new Map(
			controls.map(control => {
				const shows = steering.shown(store.get(), control.target.id);
				const pending = pendingOf(control);
				const row =
					pending && !why.has(control.target.id)
						? outcomeOf(pending, shows, waited)
						: unsent(control, shows, why.get(control.target.id) ?? '');
				return [control.target.id, row];
			}),
		);
	} finally {
		leaving.close();
	}
};

const steerWith = async (
	headless: Headless,
	steering: Steering,
	words: readonly string[],
	options: SteerOptions,
): Promise<SteerEnd> => {
	const {store, service, host} = headless;
	const {verb, operation, kind} = steering;
	if (store.get().locked) {
		const reason = whyNoControl(store.get()) ?? '';
		if (steering.all) {
			say(`nothing was sent: ${reason}`);
		}
		const rows = words.map(id => unsent({target: {kind, id}, operation, verb} as Control, undefined, reason));
		return {rows, code: exits.notSent};
	}
	const unread = await waitForListing(headless, steering);
	if (unread !== undefined) {
		return nothingSent(unread);
	}
	const named = kind === 'campaign' ? idsOfNamed(store.get().campaigns.value, words, 'whole') : words;
	const all = steering.all?.(store.get());
	const ids = all ? everyOf(all) : named;
	const out = await waitForTargets(headless, steering, all?.likely ?? named, all?.others);
	if (out !== undefined) {
		return nothingSent(out);
	}
	const unlisted = ids.filter(id => !steering.plan(store.get(), id));
	if (unlisted.length > 0) {
		say(
			`nothing was sent: ${host} lists no ${kind} ${unlisted.map(id => `"${id}"`).join(', ')}; dialtop ${kind}s shows them with their ids${kind === 'campaign' ? ' and names, of which a command takes whole ones only' : ''}`,
		);
		return nothingSent(exits.refused);
	}
	await waitForEarlier(headless, steering, ids);
	const wanted = steering.all ? plansForAll(headless, steering, steering.all) : plansFor(headless, steering, ids);
	if (steering.all && wanted.length === 0) {
		say(`nothing was sent: no campaign dials in ${store.get().source.environment}`);
		return nothingSent(exits.done);
	}
	const plans = await confirmedPlans(headless, steering, wanted, options);
	if (!plans) {
		return nothingSent(exits.notSent);
	}
	const sent = await send(headless, steering, controlsOf(plans), options.wait);
	const rows = plans.flatMap(([id, plan]) =>
		plan.kind === 'send' ? (sent.get(id) ?? []) : plannedRow(steering, plan),
	);
	const code = exitOfOutcomes(rows);
	const isOut = store.get().link.kind === 'signed-out' && code !== exits.done && code !== exits.unknown;
	if (isOut) {
		exitOf({kind: 'not-sent', cause: new WireError('signed-out', 'the service no longer takes the token')}, service);
	}
	return {rows, code: isOut ? exits.notSignedIn : code, end: store.get()};
};

/**
 * Carries out a verb on each target, once it is confirmed.
 *
 * @param ids the targets; duplicates are dropped
 * @throws UsageError
 */
export const steer = (
	flags: ServiceFlagsGiven,
	steering: Steering,
	ids: readonly string[],
	options: SteerOptions,
): Promise<SteerEnd> =>
	withMonitor(flags, {interval}, headless => steerWith(headless, steering, [...new Set(ids)], options));
