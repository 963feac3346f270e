/** Steers campaigns and lists: looks, asks, sends one after another, and waits until the service shows it. */
import {WireError} from '../api/errors.ts';
import {UsageError} from '../config/errors.ts';
import {exits} from '../config/exits.ts';
import {type Control, isAwaited, isOpen, isSameControl, type Pending} from '../model/pending.ts';
import type {State} from '../model/state.ts';
import {batchOf, named, whyNoControl} from '../ui/controls/offer.ts';
import {promptFor, questionOf} from '../ui/controls/question.ts';
import {statusOfTarget, whyNoLonger} from '../ui/controls/still.ts';
import {confirm} from './confirm.ts';
import {type Headless, withMonitor} from './headless.ts';
import {watchLeaving} from './leaving.ts';
import {say} from './out.ts';
import {exitOf, type ServiceFlagsGiven} from './reach.ts';
import {exitOfSteered, type Steered, steeredOf} from './steered.ts';
import type {Plan, Steering} from './steering.ts';

/** What was given beside the targets. */
export type SteerOptions = {
	yes: boolean;
	confirm: string | undefined;
	/** Seconds to wait until the service shows it. */
	wait: number;
};

/** How it ended: the rows to print, and the exit code. */
export type SteerEnd = {rows: readonly Steered[]; code: number};

/** Milliseconds between polls. */
const interval = 1000;

/** How long the service may take to show the targets, and how long a command of an earlier run is looked for. */
const lookFor = 10_000;
const settleFor = 35_000;

type Plans = readonly [id: string, plan: Plan][];

const nothingSent = (code: number): SteerEnd => ({rows: [], code});

/** Waits until the targets are known, with the figures of which the question tells. */
const look = async ({until, monitor, host, service, store}: Headless, steering: Steering, ids: readonly string[]) => {
	monitor.watch(steering.attention(new Set(ids)));
	const isKnown = (state: State): boolean =>
		steering.isListed(state) && ids.every(id => !steering.plan(state, id) || steering.isSeen(state, id));
	const isOver = ({link}: State): boolean => link.kind === 'signed-out' || link.kind === 'retrying';
	const isRefused = (state: State): boolean => steering.kind === 'list' && steering.failure(state)?.refused === true;
	await until(state => isKnown(state) || isOver(state) || isRefused(state), lookFor);
	const state = store.get();
	const {link} = state;
	if (link.kind === 'signed-out') {
		return exitOf({kind: 'not-sent', cause: new WireError('signed-out', link.reason || 'no token at hand')}, service);
	}
	if (steering.isListed(state)) {
		return undefined;
	}
	const failure = steering.failure(state);
	const reason = link.kind === 'retrying' ? link.reason : (failure?.reason ?? `no answer within ${lookFor / 1000} s`);
	say(`nothing was sent: the ${steering.kind}s of ${host} could not be read: ${reason}`);
	return isRefused(state) ? exits.refused : exits.notSent;
};

const earlierOn = ({commands}: State, {operation, kind}: Steering, id: string): Pending | undefined =>
	commands.findLast(
		one => isOpen(one) && one.command.id < 0 && isSameControl(one.command, {operation, target: {kind, id, name: ''}}),
	);

/** A command of an earlier run whose outcome is not known holds its control: what became of it is looked for first. */
const settleEarlier = async ({until, store}: Headless, steering: Steering, ids: readonly string[]): Promise<void> => {
	const held = ids.flatMap(id => earlierOn(store.get(), steering, id) ?? []);
	for (const {command, reason} of held) {
		const what = `${command.verb} ${named(command.target)}`;
		say(
			`${what}, ${reason}: its outcome is not known, so whether the service shows it is looked for first, 30 s at most`,
		);
	}
	if (held.length > 0) {
		await until(state => !ids.some(id => earlierOn(state, steering, id)), settleFor);
	}
};

/** What a word of the shell has to look like to mean this text. */
const quoted = (text: string): string => (/^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** Asks. @throws UsageError where there is nobody to ask, and no flag that answers */
const isConfirmed = async (
	{store, monitor}: Headless,
	{verb, kind, operation}: Steering,
	plans: Plans,
	{yes, confirm: given}: SteerOptions,
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

const controlsOf = (plans: Plans): Control[] => plans.flatMap(([, plan]) => (plan.kind === 'send' ? plan.control : []));

const unsent = ({target, operation, verb}: Control, shows: string | undefined, reason: string): Steered => ({
	id: target.id,
	name: target.name,
	operation,
	verb,
	outcome: 'not-sent',
	observed: undefined,
	shows,
	reason,
	ms: undefined,
});

const plannedRow = ({verb, operation}: Steering, plan: Exclude<Plan, {kind: 'send'}>): Steered => ({
	id: plan.target.id,
	name: plan.target.name,
	operation,
	verb,
	outcome: plan.kind === 'nothing' ? 'nothing-to-do' : 'not-sent',
	observed: plan.kind === 'nothing' && plan.isThere ? true : undefined,
	shows: plan.shows,
	reason: plan.why,
	ms: undefined,
});

/** Sends one after another and waits until each is seen; what became of each, by its id. */
const send = async (
	{store, monitor, until}: Headless,
	controls: readonly Control[],
	wait: number,
): Promise<Map<string, Steered>> => {
	const leaving = watchLeaving();
	const why = new Map<string, string>();
	const pendingOf = ({operation, target}: Control): Pending | undefined =>
		store
			.get()
			.commands.findLast(
				({command}) => command.id > 0 && command.operation === operation && command.target.id === target.id,
			);
	try {
		// An outcome that is unknown does not hold up the others, each of which has its own.
		for (const control of controls) {
			const no = leaving.isAsked() ? 'interrupted before its turn' : whyNoLonger(store.get(), control);
			if (no === undefined) {
				await leaving.through(`${control.verb} ${named(control.target)}`, monitor.control(control));
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
			await until(isSettled, wait * 1000, leaving.now);
		}
		const waited = isWaiting && !leaving.isAsked();
		return new Map(
			controls.map(control => {
				const shows = statusOfTarget(store.get(), control);
				const pending = pendingOf(control);
				const row =
					pending && !why.has(control.target.id)
						? steeredOf(pending, shows, waited)
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
	ids: readonly string[],
	options: SteerOptions,
): Promise<SteerEnd> => {
	const {store, service, host} = headless;
	const {verb, operation, kind} = steering;
	if (store.get().locked) {
		const reason = whyNoControl(store.get()) ?? '';
		const rows = ids.map(id => unsent({target: {kind, id}, operation, verb} as Control, undefined, reason));
		return {rows, code: exits.notSent};
	}
	const failed = await look(headless, steering, ids);
	if (failed !== undefined) {
		return nothingSent(failed);
	}
	const unlisted = ids.filter(id => !steering.plan(store.get(), id));
	if (unlisted.length > 0) {
		say(
			`nothing was sent: ${host} lists no ${kind} ${unlisted.map(id => `"${id}"`).join(', ')}; dialtop ${kind}s shows them with their ids`,
		);
		return nothingSent(exits.refused);
	}
	await settleEarlier(headless, steering, ids);
	const plans: Plans = ids.flatMap(id => {
		const plan = steering.plan(store.get(), id);
		return plan ? [[id, plan] as const satisfies [string, Plan]] : [];
	});
	const controls = controlsOf(plans);
	if (controls.length > 0 && !(await isConfirmed(headless, steering, plans, options))) {
		return nothingSent(exits.notSent);
	}
	const sent = await send(headless, controls, options.wait);
	const rows = plans.flatMap(([id, plan]) =>
		plan.kind === 'send' ? (sent.get(id) ?? []) : plannedRow(steering, plan),
	);
	const code = exitOfSteered(rows);
	const isOut = store.get().link.kind === 'signed-out' && code !== exits.done && code !== exits.unknown;
	if (isOut) {
		exitOf({kind: 'not-sent', cause: new WireError('signed-out', 'the service no longer takes the token')}, service);
	}
	return {rows, code: isOut ? exits.notSignedIn : code};
};

/**
 * Does to each target what a verb says, once it is confirmed.
 *
 * @param ids the targets; one given twice is one
 * @throws UsageError
 */
export const steer = (
	flags: ServiceFlagsGiven,
	steering: Steering,
	ids: readonly string[],
	options: SteerOptions,
): Promise<SteerEnd> =>
	withMonitor(flags, {interval}, headless => steerWith(headless, steering, [...new Set(ids)], options));
