/** Writes one operation: reads what its question names, asks, sends it once and waits until the service shows it. */

import type {GivenAnswers} from '../../cli/confirm.ts';
import {type Out, say} from '../../cli/out.ts';
import {UsageError} from '../../config/errors.ts';
import {exits} from '../../config/exits.ts';
import {type Control, isOpen, isSameControl, meaningOf, type Pending} from '../../model/pending.ts';
import type {State} from '../../model/state.ts';
import {forms} from '../../service/forms.ts';
import {commandOf} from '../../steering/conductor.ts';
import {offerControl, whyNoControl} from '../../steering/offer.ts';
import {controlOf} from '../../steering/operation.ts';
import {statusOfTarget} from '../../steering/void.ts';
import type {OperationType} from '../../wire/operations/index.ts';
import {campaignListing, carryOut, confirmed, isOver, readWithin, waitForListing} from '../connect/carry-out.ts';
import {exitOfRows, isQuiet, notSentText, outcomeIn} from '../connect/outcome-rows.ts';
import type {Headless} from '../connect/reach.ts';

type Params = Readonly<Record<string, unknown>>;

/** Seconds that the answer to a command is waited for. */
export const commandDeadline = 15;

/** How it is written. */
export type WriteOptions = {
	given: GivenAnswers & {
		/** `--again`: send it although the same command was sent before and its outcome is not known. */
		again: boolean;
	};
	/** Seconds that the answer is waited for. */
	deadline: number | undefined;
	/** Seconds to wait until the service shows the change. */
	wait: number;
	out: Out;
	/** Words the command; without it the question lists the fields that are sent. */
	control?(state: State): Control;
};

/**
 * Lists the campaigns, and reads what else the question names: the figures of its campaign, the lists. Resolves with an exit code
 * if the service cannot be read; what else cannot be is named by its id.
 */
export const readTargets = async (
	headless: Headless,
	{campaign_id: campaign, list_id: list}: Params,
	willAsk: boolean,
): Promise<number | undefined> => {
	const ids = new Set(typeof campaign === 'string' ? [campaign] : []);
	const lists = typeof list === 'string' ? {campaignId: undefined} : undefined;
	const attention = {selected: undefined, visible: ids, only: ids, lists};
	const unread = await waitForListing(headless, campaignListing, attention);
	const isRead = ({campaigns, dashboards, lists: loaded}: State): boolean =>
		[...ids].every(id => !willAsk || !campaigns.value?.has(id) || dashboards.has(id)) &&
		(lists === undefined || loaded.value !== undefined || loaded.failure !== undefined);
	if (unread === undefined) {
		await headless.until(state => isRead(state) || isOver(state), readWithin);
	}
	return unread;
};

/** An earlier command with an unknown outcome that this one would repeat. */
const heldBy = ({commands}: State, control: Control): Pending | undefined =>
	commands.findLast(one => isOpen(one) && isSameControl(one.command, control));

/** Whether the service shows already what a command asks for. */
const isSoAlready = (state: State, control: Control): boolean => {
	const {expected} = control;
	const shows = statusOfTarget(state, control);
	return (
		typeof expected === 'string' &&
		shows !== undefined &&
		meaningOf(expected, shows, state.source.statusWords) === 'asked'
	);
};

/**
 * Writes an operation, once it is confirmed. Prints the outcome, but not the answer of one that is done, which it resolves
 * with.
 *
 * @throws UsageError
 */
export const write = async (
	headless: Headless,
	type: OperationType,
	params: Params,
	{given, deadline = commandDeadline, wait, out, control}: WriteOptions,
): Promise<{code: number; answer?: Params}> => {
	const {store, monitor} = headless;
	const operation = forms.operations.find(one => one.type === type);
	if (!operation) {
		throw new UsageError(`there is no operation "${type}"`);
	}
	if (store.get().locked) {
		say(notSentText(type, whyNoControl(store.get()) ?? ''));
		return {code: exits.notSent};
	}
	const isTyped = operation.effect === 'irreversible' || operation.effect === 'money';
	const unread = await readTargets(headless, params, isTyped ? given.confirm === undefined : !given.yes);
	if (unread !== undefined) {
		return {code: unread};
	}
	const controlIn = (state: State): Control =>
		control?.(state) ?? controlOf(operation, params, forms.sentFields(type, params), state);
	const held = heldBy(store.get(), controlIn(store.get()));
	if (held && !given.again) {
		say(notSentText(type, `the same was ${held.reason}. Check what the service shows; --again sends it anyway`));
		return {code: exits.notSent};
	}
	const batch = await confirmed(headless, offerControl(controlIn, store.get()), given);
	if (!batch || 'why' in batch) {
		if (batch) {
			say(`nothing was sent: ${batch.why}`);
		}
		return {code: exits.notSent};
	}
	if (held) {
		monitor.setAside(held.command.id);
	}
	// A change cannot be observed if the service shows the wanted state already.
	const seconds = isSoAlready(store.get(), batch.controls[0]) ? 0 : wait;
	const {sent, waited} = await carryOut(headless, batch, {wait: seconds, deadline: deadline * 1000});
	const rows = sent.map(one => outcomeIn(one, commandOf(store.get(), one.control), undefined, waited));
	for (const row of rows.filter(one => !isQuiet(one))) {
		say(row.says(type, true));
	}
	const ended = sent[0]?.ended;
	const code = exitOfRows(headless, rows);
	if (ended?.kind !== 'done') {
		return {code};
	}
	out.ifLost(() => {
		say(`${type}: done, but its answer could not be written`);
		return code;
	});
	return {code, answer: ended.answer};
};
