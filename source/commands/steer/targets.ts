/** Waits for what has to be known before a question: that the targets exist, and what is still under way on them. */
import {WireError} from '../../api/errors.ts';
import {exits} from '../../config/exits.ts';
import {idOf, nameOf, sentence} from '../../look/sentence.ts';
import {isOpen, isSameControl, observeWithin, type Pending} from '../../model/pending.ts';
import type {State} from '../../model/state.ts';
import {say} from '../frame/out.ts';
import type {Headless} from '../service/headless.ts';
import {exitOf} from '../service/reach.ts';
import type {Steering} from './plan.ts';

/**
 * Milliseconds that reading the targets may take: at least, and more for each, since requests are limited per second.
 */
const patience = {start: 10_000, each: 250};

/** Milliseconds after which the model has given up on a command that was not observed. */
export const giveUpAfter = observeWithin + 2000;

/**
 * Waits until the targets and the figures in the question are known. If they cannot be read, prints why and resolves
 * with an exit code.
 */
export const waitForTargets = async (
	{until, monitor, host, service, store}: Headless,
	steering: Steering,
	ids: readonly string[],
) => {
	monitor.watch(steering.attention(new Set(ids)));
	const isKnown = (state: State): boolean =>
		steering.isListed(state) && ids.every(id => !steering.plan(state, id) || steering.isSeen(state, id));
	const isOver = ({link}: State): boolean => link.kind === 'signed-out' || link.kind === 'retrying';
	const isRefused = (state: State): boolean => steering.kind === 'list' && steering.failure(state)?.refused === true;
	const time = patience.start + patience.each * ids.length;
	await until(state => isKnown(state) || isOver(state) || isRefused(state), time);
	const state = store.get();
	const {link} = state;
	if (link.kind === 'signed-out') {
		return exitOf({kind: 'not-sent', cause: new WireError('signed-out', link.reason || 'no token at hand')}, service);
	}
	if (steering.isListed(state)) {
		return undefined;
	}
	const failure = steering.failure(state);
	const reason =
		link.kind === 'retrying' ? link.reason : (failure?.reason ?? `no answer within ${patience.start / 1000} s`);
	say(`nothing was sent: the ${steering.kind}s of ${host} could not be read: ${reason}`);
	return isRefused(state) ? exits.refused : exits.notSent;
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
