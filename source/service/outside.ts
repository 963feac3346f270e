/**
 * Tells of what was changed elsewhere: what two reads show, and neither a command of this run nor one in the audit, which other
 * runs of dialtop write too, has changed.
 */
import {readLine} from '../audit/entry.ts';
import {lastLines} from '../audit/read.ts';
import {changesIn, type SeenChange, type Shown} from '../model/outside-changes.ts';
import type {Message, State} from '../model/state.ts';
import type {Store} from '../model/store.ts';
import {hour} from '../model/time.ts';
import type {Clock} from '../system/clock.ts';
import {endpoint} from '../wire/address.ts';

export type OutsideParts = {
	store: Pick<Store<State, Message>, 'get' | 'dispatch'>;
	clock: Pick<Clock, 'now'>;
	/** The file of the audit. */
	audit: string;
	/** The service's base address. */
	url: string;
};

/** Bytes at the end of the audit that are read. */
const bytesRead = 256 * 1024;

/** How long before the read that does not show it yet a command may have been asked for: its request takes a while. */
const near = 60_000;

/** A value that changed so often within an hour is moved by the service itself, such as a caller ID that rotates. */
const oftenest = 3;

/** What a command was for: the parameters that it sent, and its target. */
type Made = {operation: string; params: Readonly<Record<string, unknown>>; target: {kind: string; id: string} | null};

/** Whether a command changes what was seen to change. */
const changes = ({operation, params, target}: Made, {campaignId, listId, parameters}: SeenChange): boolean =>
	listId === undefined
		? operation === 'update_campaign' &&
			target?.id === campaignId &&
			parameters.some(name => Object.hasOwn(params, name))
		: operation === 'change_status' && target?.id === listId;

/** Makes what looks at each message of a read. */
export const createOutsideWatch = ({store, clock, audit, url}: OutsideParts) => {
	const shown: Shown = new Map();
	const service = endpoint(url).href;
	/** When each value changed, by what it is of. */
	const times = new Map<string, number[]>();

	const isOwn = (change: SeenChange): boolean =>
		store
			.get()
			.commands.some(
				({command, askedAt, phase}) =>
					phase !== 'refused' &&
					phase !== 'not-sent' &&
					askedAt.mono >= change.since.mono - near &&
					changes(command, change),
			);

	/** Whether the audit has a command near that time; not if it cannot be read. */
	const isAudited = (change: SeenChange): boolean => {
		try {
			for (const written of lastLines(audit, bytesRead)) {
				const {line} = readLine(written);
				if (
					line?.kind === 'intent' &&
					line.url === service &&
					Date.parse(line.at) >= change.since.wall - near &&
					changes(line, change)
				) {
					return true;
				}
			}
		} catch {
			// A file that cannot be read cannot be written either, and that is reported when a command is sent.
		}
		return false;
	};

	const movesByItself = ({campaignId, what, at}: SeenChange): boolean => {
		const key = `${campaignId} ${what}`;
		const recent = [...(times.get(key) ?? []).filter(time => at.mono - time < hour), at.mono];
		times.set(key, recent.slice(-oftenest));
		return recent.length >= oftenest;
	};

	return {
		/** Looks at a message that was dispatched. */
		see(message: Message): void {
			for (const change of changesIn(shown, message, clock.now())) {
				if (!isOwn(change) && !movesByItself(change) && !isAudited(change)) {
					const {campaignId, what, before, after, at} = change;
					store.dispatch({type: 'changed-outside', change: {campaignId, what, before, after, at}});
				}
			}
		},
	};
};
