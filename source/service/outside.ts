/**
 * Reports what was changed elsewhere: changes between two reads that neither a command of this run nor one in the audit, which
 * other runs of dialtop write too, has made. The first reads of a run are compared with what an earlier one recorded.
 */
import {readLine} from '../audit/entry.ts';
import {lastLines, linesFrom} from '../audit/read.ts';
import {
	betweenText,
	changesIn,
	listValues,
	type Recalled,
	type SeenChange,
	type Shown,
	type ShownValue,
	valuesIn,
} from '../model/outside-changes.ts';
import {serviceZone} from '../model/service-clock.ts';
import type {Message, OutsideChange, State} from '../model/state.ts';
import type {Store} from '../model/store.ts';
import {hour, type Moment} from '../model/time.ts';
import type {Recording, Row} from '../recording/recording.ts';
import {listOf, polledIn} from '../recording/row-values.ts';
import type {Clock} from '../system/clock.ts';
import {endpoint} from '../wire/address.ts';
import {striker} from '../wire/secrets.ts';

/** What earlier runs recorded last. */
export type Earlier = Pick<Recording, 'streams' | 'rows' | 'last'>;

export type OutsideParts = {
	store: Pick<Store<State, Message>, 'get' | 'dispatch'>;
	clock: Pick<Clock, 'now'>;
	/** The file of the audit. */
	audit: string;
	/** The service's base address. */
	url: string;
	/** Resolves once the recording is open, to undefined if there is none. Without it nothing of earlier runs is known. */
	earlier?: Promise<Earlier | undefined> | undefined;
};

/** Bytes at the end of the audit that are read. */
const bytesRead = 256 * 1024;

/** How long before the last read without the change its command may have been asked for: the request takes a while. */
const near = 60_000;

/** A value that changed so often within an hour is moved by the service itself, such as a caller ID that rotates. */
const oftenest = 3;

/** What a command was for: the parameters that it sent, and its target. */
type Made = {operation: string; params: Readonly<Record<string, unknown>>; target: {kind: string; id: string} | null};

/** Whether a command makes the change that was seen. */
const changes = ({operation, params, target}: Made, {campaignId, listId, parameters}: SeenChange): boolean =>
	listId === undefined
		? operation === 'update_campaign' &&
			target?.id === campaignId &&
			parameters.some(name => Object.hasOwn(params, name))
		: operation === 'change_status' && target?.id === listId;

const streamOf = ({campaignId, listId}: Pick<ShownValue, 'campaignId' | 'listId'>): string =>
	listId === undefined ? `figures/${campaignId}` : `switches/${listId}`;

/** A value as a recorded row shows it; undefined if it does not. */
const valueIn = ({values}: Row, {campaignId, listId, what}: Pick<ShownValue, 'campaignId' | 'listId' | 'what'>) =>
	listId === undefined
		? valuesIn(campaignId, polledIn(values)).find(one => one.what === what)?.value
		: listValues([listOf(listId, values)])[0]?.value;

const recalledFrom = (earlier: Earlier): Recalled => {
	const streams = new Set(earlier.streams());
	return (value, before) => {
		const stream = streamOf(value);
		const row = streams.has(stream) ? earlier.last(stream, before) : undefined;
		const recorded = row && valueIn(row, value);
		return row && recorded !== undefined ? {value: recorded, at: row.at} : undefined;
	};
};

/** Makes what looks at each message of a read. */
export const createOutsideWatch = ({store, clock, audit, url, earlier: opening}: OutsideParts) => {
	const shown: Shown = new Map();
	const service = endpoint(url).href;
	/** When each value changed, by its campaign or list and its name. */
	const times = new Map<string, number[]>();
	/** What was read before the recording was open. */
	let waiting: {message: Message; now: Moment}[] | undefined = opening && [];
	let earlier: Earlier | undefined;
	let recalled: Recalled | undefined;

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

	/** The lines of the audit in which a command would be that made a change; undefined if they do not go back so far. */
	const linesSince = ({isRecorded, since}: SeenChange): Iterable<string> | undefined => {
		if (!isRecorded) {
			return lastLines(audit, bytesRead);
		}
		const rotated = [...linesFrom(`${audit}.1`)];
		const [first] = rotated;
		const {line} = first === undefined ? {} : readLine(first);
		return first !== undefined && !(line && Date.parse(line.at) <= since.wall)
			? undefined
			: [...rotated, ...linesFrom(audit)];
	};

	/** Whether the audit has a command near that time, or may have had it; not if it cannot be read. */
	const isAudited = (change: SeenChange): boolean => {
		try {
			const lines = linesSince(change);
			for (const written of lines ?? []) {
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
			return lines === undefined;
		} catch {
			// A file that cannot be read cannot be written either, and that is reported when a command is sent.
			return false;
		}
	};

	/** How often a value changed in the hour before an earlier run ended. */
	const recordedChanges = (change: SeenChange): number => {
		const {wall} = change.since;
		const {rows} = earlier?.rows(streamOf(change), {from: wall - hour, to: wall}, 'polled') ?? {rows: []};
		const values = rows.flatMap(row => valueIn(row, change) ?? []);
		return values.filter((value, index) => index > 0 && value !== values[index - 1]).length;
	};

	const movesByItself = (change: SeenChange): boolean => {
		const {campaignId, what, at, isRecorded} = change;
		const key = `${campaignId} ${what}`;
		const before = isRecorded ? recordedChanges(change) : 0;
		const recent = [...(times.get(key) ?? []).filter(time => at.mono - time < hour), at.mono];
		times.set(key, recent.slice(-oftenest));
		return before + recent.length >= oftenest;
	};

	/** What changed; not a secret that is struck only since it is known, as in a token that was renewed. */
	const apparentChanges = (message: Message, now: Moment): SeenChange[] => {
		const strike = striker()?.text ?? (text => text);
		return changesIn(shown, message, now, recalled)
			.map(change => ({...change, before: strike(change.before), after: strike(change.after)}))
			.filter(({before, after}) => before !== after);
	};

	const changesOf = (message: Message, now: Moment): OutsideChange[] =>
		apparentChanges(message, now)
			.filter(change => !isOwn(change) && !movesByItself(change) && !isAudited(change))
			.map(({campaignId, what, before, after, at, since, isRecorded}) => ({
				campaignId,
				what,
				before,
				after,
				at,
				...(isRecorded && {
					between: {since: since.wall, text: betweenText(serviceZone(store.get()), since.wall, at.wall)},
				}),
			}));

	/** Of a campaign that was not polled yet. */
	let early: OutsideChange[] = [];

	/** What can be reported now: the state has a campaign's changes beside its figures. */
	const reportable = (changes: readonly OutsideChange[], polled?: string): OutsideChange[] => {
		const {dashboards} = store.get();
		const all = [...early, ...changes];
		const isLoaded = ({campaignId}: OutsideChange): boolean =>
			campaignId === polled || dashboards.get(campaignId)?.value !== undefined;
		early = all.filter(change => !isLoaded(change));
		return all.filter(isLoaded);
	};

	void opening
		?.then(recording => {
			earlier = recording;
			recalled = recording && recalledFrom(recording);
		})
		.catch(() => {
			// A recording that cannot be read is reported by who writes it.
			recalled = undefined;
		})
		.then(() => {
			const changes = (waiting ?? []).flatMap(({message, now}) => changesOf(message, now));
			waiting = undefined;
			for (const change of reportable(changes)) {
				store.dispatch({type: 'changed-outside', change});
			}
		});

	return {
		/** What a message of a read shows to have been changed elsewhere. While the recording is being opened, that is reported later. */
		see(message: Message): OutsideChange[] {
			const now = clock.now();
			if (waiting) {
				waiting.push({message, now});
				return [];
			}
			return reportable(changesOf(message, now), message.type === 'dashboard-polled' ? message.campaignId : undefined);
		},
	};
};
