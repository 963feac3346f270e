/**
 * Makes rows of what the state shows, after each of its changes. Nothing of people is recorded: no searches, accounts, complaints
 * or parameters of commands; and texts pass through the masks of the audit.
 */
import {masked} from '../audit/mask.ts';
import type {Alert, Alerts} from '../model/alert.ts';
import {dialStateOf} from '../model/campaign.ts';
import type {CallingList} from '../model/list.ts';
import type {Failure} from '../model/loaded.ts';
import {changesText} from '../model/outside-changes.ts';
import type {Pending, TargetName} from '../model/pending.ts';
import type {CampaignDashboard, OutsideChange, State} from '../model/state.ts';
import type {Store} from '../model/store.ts';
import {day, type Moment, type Span} from '../model/time.ts';
import type {Figures, Setting} from '../model/wire.ts';
import {struck} from '../wire/secrets.ts';
import {isSecretField} from '../wire/sensitive.ts';
import {hidden} from '../wire/words.ts';
import {GraphRows} from './graphs.ts';
import {valuesOfMark} from './reader.ts';
import {rowOfDay} from './recorded-days.ts';
import type {Mark, RecordedCommand, RecordingWriter, Value, Values} from './recording.ts';

/** Figures of a dashboard that an operator sets, and the settings that they show: a change of one is a mark. */
const settingFigures = [
	{name: 'dropLimit', words: 'drop limit', settings: ['adaptive_dropped_percentage']},
	{name: 'paceMethod', words: 'method', settings: ['dial_method']},
	{name: 'callerId', words: 'caller ID', settings: ['campaign_cid']},
	{name: 'recording', words: 'recording', settings: ['campaign_recording']},
	{name: 'machineDetection', words: 'machine detection', settings: ['amd']},
	{name: 'leaveMessage', words: 'message on machines', settings: ['msg']},
	{name: 'agentLevel', words: 'agent level', settings: ['AgentLevel']},
	{name: 'script', words: 'script', settings: ['script']},
	{name: 'schedule', words: 'schedule', settings: ['local_call_time']},
	{name: 'transferQueue', words: 'transfer queue', settings: ['conf_exten']},
	{name: 'callBackNumber', words: 'call-back number', settings: ['call_back_number']},
] as const;

/** The numbers and texts of an object, struck; `unreadable` names fields that could not be read. */
const plain = (object: object): Values => {
	const values: Record<string, Value> = {};
	for (const [name, value] of Object.entries(object)) {
		if (typeof value === 'number') {
			values[name] = value;
		} else if (typeof value === 'string') {
			values[name] = struck(value);
		} else if (name === 'unreadable' && Array.isArray(value) && value.length > 0) {
			values[name] = value.join('\n');
		}
	}
	return values;
};

const isSame = (a: Values | undefined, b: Values): boolean => {
	const entries = Object.entries(b);
	return (
		a !== undefined && Object.keys(a).length === entries.length && entries.every(([name, value]) => a[name] === value)
	);
};

/** Milliseconds of a request, in tens: more would cost more than all else of a quiet campaign. */
const tookOf = ({sentAt, receivedAt}: Span): number =>
	Math.max(0, Math.round((receivedAt.mono - sentAt.mono) / 10) * 10);

/** A value as JSON keeps it: moments by the wall clock alone, since the monotonic clock of another run means nothing. */
const portable = (value: unknown): unknown =>
	JSON.parse(
		struck(
			JSON.stringify(value, (_name, part: unknown) => {
				const moment = part as Moment | null;
				return typeof moment === 'object' && moment !== null && 'wall' in moment && 'mono' in moment
					? {wall: Math.floor(moment.wall), mono: Math.floor(moment.wall)}
					: part;
			}),
		),
	);

/** What each poll may change of an alert. */
const measuredIn = ({id, rule, level, unit, partOf, value, threshold, worst, seenAt, ...alert}: Alert): Values => ({
	id,
	rule,
	level,
	unit,
	...(partOf !== undefined && {partOf}),
	value,
	threshold,
	worst: worst.value,
	seenAt: Math.floor(seenAt.wall),
	// Infinite for the service as a whole.
	...(Number.isFinite(alert.concerns) && {concerns: alert.concerns}),
	...(alert.inVain !== undefined && {inVain: alert.inVain}),
	...(alert.limit !== undefined && {limit: alert.limit}),
	...(alert.note !== '' && {note: masked(alert.note)}),
});

/** Targets that are people, or belong to them. */
const isPerson = ({kind}: TargetName): boolean => kind === 'number' || kind === 'account';

/** A command without what was written in it: its parameters and texts may hold names. */
const withoutPeople = (pending: Pending): RecordedCommand => {
	const {operation, target, doing, verb, expected, before, campaign, batch, undoes, all, id, by, audit} =
		pending.command;
	const {kind} = target;
	const person = isPerson(target);
	return {
		...pending,
		reason: person ? '' : masked(pending.reason),
		seen: person || pending.seen === undefined ? undefined : masked(pending.seen),
		command: {
			operation,
			params: {},
			target: person ? {kind, id: hidden, name: hidden} : {kind, id: struck(target.id), name: masked(target.name)},
			doing,
			verb,
			expected,
			before,
			id,
			...(campaign && {campaign}),
			...(batch !== undefined && {batch}),
			...(undoes !== undefined && {undoes}),
			...(all && {all}),
			...(by !== undefined && {by: struck(by)}),
			...(audit !== undefined && {audit}),
		},
	};
};

/** Records the changes of a store's state. */
export class Recorder {
	readonly #writer: Pick<RecordingWriter, 'append'>;
	readonly #run: number;
	readonly #by: string | undefined;
	#before: State | undefined;
	/** The row that was last written of each stream of changes. */
	readonly #written = new Map<string, Values>();
	readonly #graphs = new Map<string, GraphRows>();
	/** What each campaign was doing by its last mark. */
	readonly #doing = new Map<string, string>();
	/** What was last recorded of the lists of all campaigns. */
	#listsSeen: State['listsSeen'];
	#day = 0;
	#lostSince: number | undefined;

	/** @param by the user of this machine, who acknowledges alerts */
	constructor(writer: Pick<RecordingWriter, 'append'>, now: Moment, by?: string) {
		this.#by = by;
		this.#writer = writer;
		this.#run = Math.floor(now.wall);
	}

	/** What was recorded since a moment was lost: it is recorded again with the next change. */
	forget(since: number): void {
		this.#again();
		this.#lostSince = since;
	}

	/** Writes the rows of streams of changes again. */
	#again(): void {
		this.#written.clear();
		this.#graphs.clear();
		this.#listsSeen = undefined;
	}

	/** Records what has changed. */
	record(state: State): void {
		const {wall} = state.now;
		// So that the files of each day have what does not change for long.
		if (Math.floor(wall / day) !== this.#day) {
			this.#day = Math.floor(wall / day);
			this.#again();
			for (const alert of this.#before?.alerts.active.values() ?? []) {
				this.#alert('alert-changed', alert, wall);
			}
		}
		const before = this.#lostSince === undefined ? this.#before : undefined;
		this.#before = state;
		const lostSince = this.#lostSince;
		this.#lostSince = undefined;
		this.#link(state);
		if (state.campaigns !== before?.campaigns) {
			this.#campaigns(state, before);
		}
		const dashboards = before ? state.dashboards.changes(before.dashboards) : [...state.dashboards].map(([id]) => id);
		for (const id of dashboards) {
			this.#dashboard(id, state, before);
		}
		for (const id of before ? state.dropDays.changes(before.dropDays) : []) {
			this.#days(id, state, before);
		}
		if (state.lists !== before?.lists) {
			const {value, span, failure} = state.lists;
			this.#lists(value?.lists ?? [], span?.receivedAt ?? state.now);
			this.#failed('lists', undefined, failure, before?.lists.failure);
		}
		if (state.listsSeen && state.listsSeen !== this.#listsSeen) {
			this.#listsSeen = state.listsSeen;
			this.#switches(state.listsSeen.lists, state.listsSeen.at);
		}
		const settings = before ? state.settings.changes(before.settings) : [...state.settings].map(([id]) => id);
		for (const id of settings) {
			const read = state.settings.get(id);
			if (read?.value && read.span) {
				this.#settings(id, read.value, read.span.receivedAt, state.dashboards.get(id)?.value?.figures);
			}
			this.#failed('settings', id, read?.failure, before?.settings.get(id)?.failure);
		}
		if (state.alerts !== before?.alerts) {
			this.#alerts(state.alerts, before?.alerts, wall, lostSince);
		}
		if (state.commands !== before?.commands) {
			this.#commands(state.commands, before?.commands, lostSince);
		}
	}

	#mark(at: number, mark: Omit<Mark, 'at' | 'seq' | 'run'>): void {
		this.#writer.append('marks', at, valuesOfMark({...mark, run: this.#run}));
	}

	/** Writes a row unless it is the one that was written last; returns that one if so. */
	#changed(stream: string, at: number, values: Values): {before: Values | undefined} | undefined {
		const before = this.#written.get(stream);
		if (isSame(before, values)) {
			return undefined;
		}
		this.#written.set(stream, values);
		this.#writer.append(stream, at, values);
		return {before};
	}

	#failed(what: string, campaign: string | undefined, failure: Failure | undefined, before: Failure | undefined): void {
		if (failure && failure !== before) {
			const {at, reason, refused} = failure;
			this.#writer.append('reads', at.wall, {
				what,
				...(campaign !== undefined && {campaign}),
				reason: masked(reason),
				...(refused && {refused: 1}),
			});
		}
	}

	#link({link, now}: State): void {
		// The latency and the next try change with every answer.
		const reason = 'reason' in link ? {reason: masked(link.reason)} : {};
		const silent = 'silentSince' in link && link.silentSince ? {silentSince: Math.floor(link.silentSince.wall)} : {};
		const since = 'since' in link ? {since: Math.floor(link.since.wall)} : {};
		this.#changed('link', now.wall, {kind: link.kind, ...reason, ...silent, ...since});
	}

	#campaigns({campaigns, source}: State, before: State | undefined): void {
		const {value, span, failure} = campaigns;
		this.#failed('campaigns', undefined, failure, before?.campaigns.failure);
		if (!value || !span || span === before?.campaigns.span) {
			return;
		}
		const at = span.receivedAt.wall;
		this.#writer.append('reads', at, {what: 'campaigns', took: tookOf(span), count: value.size});
		for (const [order, {statusSince, listed: _, extra: __, ...campaign}] of [...value.values()].entries()) {
			this.#changed(`listing/${campaign.id}`, at, {
				...plain(campaign),
				order,
				statusSince: Math.floor(statusSince.wall),
			});
			this.#doingOf(campaign.id, campaign.status, source.statusWords, at);
		}
		for (const id of before?.campaigns.value?.keys() ?? []) {
			if (!value.has(id)) {
				this.#changed(`listing/${id}`, at, {gone: 1});
			}
		}
	}

	/** Marks a campaign whose state has changed, by whichever source shows it first. */
	#doingOf(id: string, word: string | undefined, words: State['source']['statusWords'], at: number): void {
		if (word === undefined) {
			return;
		}
		const meaning = dialStateOf(word, words);
		const is = meaning === 'unknown' ? word : meaning;
		const was = this.#doing.get(id);
		this.#doing.set(id, is);
		if (was !== undefined && was !== is) {
			this.#mark(at, {kind: 'state', campaignId: id, text: `${was} → ${is}`});
		}
	}

	#dashboard(id: string, state: State, before: State | undefined): void {
		const loaded = state.dashboards.get(id);
		const known = before?.dashboards.get(id);
		this.#failed('dashboard', id, loaded?.failure, known?.failure);
		const {value, span} = loaded ?? {};
		if (!value || !span) {
			return;
		}
		if (span !== known?.span) {
			this.#figures(id, value, span, known?.value);
			this.#doingOf(id, value.figures?.status, state.source.statusWords, span.receivedAt.wall);
		}
		if (value.lists && value.lists !== known?.value?.lists) {
			this.#lists(value.lists, state.now);
		}
		if (value.changes && value.changes !== known?.value?.changes) {
			this.#outside(id, value.changes, known?.value?.changes);
		}
		if (value.outcomes && value.outcomes !== known?.value?.outcomes) {
			const {statuses = [], callbacksDue, at} = value.outcomes;
			const counts = Object.fromEntries(statuses.map(({status, count}) => [masked(status), count]));
			const due = callbacksDue === undefined ? {} : {callbacksDue};
			this.#writer.append(`outcomes/${id}`, at.wall, {...counts, ...due});
		}
	}

	#figures(id: string, dashboard: CampaignDashboard, span: Span, before: CampaignDashboard | undefined): void {
		const {figures, statusSince, statusWas} = dashboard;
		const at = span.receivedAt.wall;
		if (figures) {
			this.#writer.append(`figures/${id}`, at, {
				...plain(figures),
				took: tookOf(span),
				statusSince: Math.floor(statusSince.wall),
				...(statusWas !== undefined && {statusWas: struck(statusWas)}),
			});
			// What was changed elsewhere gets a mark that says so.
			const elsewhere = (dashboard.changes ?? []).filter(change => !before?.changes?.includes(change));
			const changes = settingFigures.flatMap(({name, words}) => {
				const [from, to] = [before?.figures, figures].map(one => one?.[name]);
				const isElsewhere = elsewhere.some(({what}) => what === words);
				return from === undefined || to === undefined || from === to || isElsewhere
					? []
					: {name, words, from: struck(String(from)), to: struck(String(to))};
			});
			if (changes.length > 0) {
				const text = changes.map(({words, from, to}) => `${words} ${from} → ${to}`).join(', ');
				this.#mark(at, {
					kind: 'settings',
					campaignId: id,
					text,
					data: changes.map(({name, from, to}) => ({name, from, to})),
				});
			}
		}
		const graphs = this.#graphs.get(id) ?? new GraphRows();
		this.#graphs.set(id, graphs);
		for (const values of graphs.rowsOf(dashboard)) {
			this.#writer.append(`graphs/${id}`, at, values);
		}
	}

	/** Days that the service reported. */
	#days(id: string, {dropDays, now}: State, before: State | undefined): void {
		const past = dropDays.get(id)?.past;
		const known = before?.dropDays.get(id)?.past;
		for (const day of past && past !== known ? past : []) {
			const row = known?.includes(day) ? undefined : rowOfDay(id, day);
			if (row) {
				this.#writer.append(row.stream, now.wall, row.values);
			}
		}
	}

	/** What was changed elsewhere. */
	#outside(id: string, changes: readonly OutsideChange[], known: readonly OutsideChange[] = []): void {
		for (const change of changes.filter(one => !known.includes(one))) {
			const {what, before, after, at} = change;
			const data = [{name: masked(what), from: masked(before), to: masked(after)}];
			this.#mark(at.wall, {kind: 'outside', campaignId: id, text: masked(changesText([change])), data});
		}
	}

	#lists(lists: readonly CallingList[], at: Moment): void {
		for (const {extra: _, ...list} of lists) {
			this.#changed(`lists/${list.id}`, at.wall, plain(list));
		}
		this.#switches(lists, at);
	}

	/** Whether lists are on. Counts are recorded only for lists that are read: all of them would fill the disk. */
	#switches(lists: readonly CallingList[], at: Moment): void {
		for (const {id, name, status, campaignId} of lists) {
			this.#changed(`switches/${id}`, at.wall, plain({name, status, campaignId}));
		}
	}

	/** @param figures what its dashboard shows: a change of that gets its mark by a poll */
	#settings(id: string, settings: readonly Setting[], at: Moment, figures: Figures | undefined): void {
		const values = Object.fromEntries(
			settings.map(({name, value}) => [name, isSecretField(name, undefined) ? hidden : struck(value)]),
		);
		const known = this.#changed(`settings/${id}`, at.wall, values)?.before;
		const polled = settingFigures.flatMap(({name, settings: names}): readonly string[] =>
			figures?.[name] === undefined ? [] : names,
		);
		const changes = Object.entries(values).flatMap(([name, to]) => {
			const from = known?.[name];
			return from === undefined || from === to || polled.includes(name) ? [] : {name, from, to};
		});
		if (changes.length > 0) {
			const text = changes.map(({name, from, to}) => `${name} ${from} → ${to}`).join(', ');
			this.#mark(at.wall, {kind: 'settings', campaignId: id, text, data: changes});
		}
	}

	#alert(kind: Mark['kind'], alert: Alert, at: number): void {
		const {campaignId, id, rule, acknowledgedAt, acknowledgement} = alert;
		const by = acknowledgedAt && (acknowledgement?.by ?? this.#by);
		this.#mark(at, {kind, campaignId, id, by, text: rule, data: portable(alert)});
	}

	#alerts(alerts: Alerts, before: Alerts | undefined, now: number, lostSince = 0): void {
		for (const [key, alert] of alerts.active) {
			if (alert !== before?.active.get(key)) {
				this.#changed(`alerts/${key}`, now, measuredIn(alert));
			}
		}
		if (alerts.changes === before?.changes) {
			return;
		}
		for (const [key, alert] of alerts.active) {
			const known = before?.active.get(key);
			const isNews = before ? known?.id !== alert.id || known.news !== alert.news : alert.newsAt.wall >= lostSince;
			if (isNews) {
				this.#alert('alert', alert, now);
			} else if (known?.acknowledgedAt !== alert.acknowledgedAt || known?.wellSince !== alert.wellSince) {
				this.#alert('alert-changed', alert, now);
			}
		}
		const ended = new Set(before?.past.map(({id}) => id));
		for (const alert of alerts.past.toReversed()) {
			if (before ? !ended.has(alert.id) : (alert.resolvedAt?.wall ?? 0) >= lostSince) {
				this.#alert('alert-ended', alert, now);
			}
		}
	}

	#commands(commands: readonly Pending[], before: readonly Pending[] | undefined, lostSince = 0): void {
		const known = new Set(before);
		for (const pending of commands) {
			// Those of earlier runs were recorded then.
			const isOwn = pending.phase !== 'unknown' || pending.askedAt.wall >= this.#run;
			if (isOwn && (before ? !known.has(pending) : pending.at.wall >= lostSince)) {
				const {id, verb, target, campaign} = pending.command;
				const campaignId = target.kind === 'campaign' ? target.id : campaign?.id;
				this.#mark(pending.at.wall, {
					kind: 'command',
					campaignId,
					id,
					text: verb,
					data: portable(withoutPeople(pending)),
				});
			}
		}
	}
}

/** Records the changes of a store's state from now on; returns how to stop. */
export const recordStore = (
	store: Pick<Store<State, never>, 'get' | 'subscribe'>,
	recorder: Recorder,
): (() => void) => {
	recorder.record(store.get());
	return store.subscribe(() => recorder.record(store.get()));
};
