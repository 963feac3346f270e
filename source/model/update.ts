/** The one reducer: update(state, message) -> state. */
import {accountsOf} from './account.ts';
import {acknowledged, alertsAfter} from './alerts.ts';
import {type Campaign, campaignOf} from './campaign.ts';
import {remember} from './history.ts';
import {initialState} from './initial-state.ts';
import {type CallingList, callingLists} from './list.ts';
import type {Failure} from './loaded.ts';
import {
	type Command,
	expire,
	isAwaited,
	isSettable,
	observe,
	observeSettings,
	type Pending,
	type Phase,
	type StatusSource,
} from './pending.ts';
import {recalled} from './recalled.ts';
import {answeredSearch, askedSearch} from './search.ts';
import {listIn} from './select.ts';
import type {Ending, Message, State} from './state.ts';
import {clocksDisagree, type Moment, type Span} from './time.ts';

/** Commands of this run that are kept. */
const commandsKept = 500;

/** Maps an array; returns the same one if no item changed, so that nothing is redrawn. */
const mapped = <T>(items: readonly T[], change: (item: T) => T): readonly T[] => {
	const next = items.map(change);
	return next.some((item, index) => item !== items[index]) ? next : items;
};

const withEntry = <K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> => new Map(map).set(key, value);

const without = <K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> => {
	if (!map.has(key)) {
		return map;
	}
	const next = new Map(map);
	next.delete(key);
	return next;
};

/** Drops entries of campaigns that are no longer listed, which would pile up over weeks. */
const listedOnly = <V>(
	map: ReadonlyMap<string, V>,
	campaigns: ReadonlyMap<string, Campaign>,
): ReadonlyMap<string, V> =>
	[...map.keys()].every(id => campaigns.has(id)) ? map : new Map([...map].filter(([id]) => campaigns.has(id)));

const isOlder = (span: Span, known: Span | undefined): boolean =>
	known !== undefined && span.sentAt.mono < known.sentAt.mono;

/** True if an answer came after its campaign had gone. */
const isGone = ({campaigns}: State, id: string): boolean => campaigns !== undefined && !campaigns.has(id);

/** Holds the commands against what a poll showed of some targets, or of all if `isWhole`. */
const observed = (
	state: State,
	where: {kind: 'campaign' | 'list'; source: StatusSource; isWhole?: true; isFailed?: true},
	statuses: Iterable<readonly [id: string, status: string | undefined]>,
	span: Span,
): readonly Pending[] => {
	if (!state.commands.some(isAwaited)) {
		return state.commands;
	}
	const words = new Map(statuses);
	const {statusWords} = state.source;
	return mapped(state.commands, pending => {
		const {id} = pending.command.target;
		const isOver = where.isFailed && pending.shown[where.source] !== undefined;
		return (where.isWhole || words.has(id)) && !isOver
			? observe(pending, {...where, id, status: words.get(id)}, statusWords, span.sentAt, span.receivedAt)
			: pending;
	});
};

/** A source that cannot be read is not waited for; what it showed before still counts. */
const unread = (
	state: State,
	where: {source: StatusSource; isWhole?: true},
	ids: readonly string[],
	{at}: Failure,
): readonly Pending[] =>
	observed(
		state,
		{...where, kind: 'campaign', isFailed: true},
		ids.map(id => [id, undefined] as const),
		{sentAt: at, receivedAt: at},
	);

const listsSeen = (state: State, lists: readonly CallingList[], span: Span): readonly Pending[] =>
	observed(
		state,
		{kind: 'list', source: 'listing'},
		lists.map(({id, status}) => [id, status] as const),
		span,
	);

const phaseAfter: Record<Ending['kind'], Phase> = {
	done: 'acknowledged',
	refused: 'refused',
	'not-sent': 'not-sent',
	unknown: 'unknown',
};

const asked = (state: State, command: Command, now: Moment): Pending => {
	const {kind, id} = command.target;
	return {
		command,
		words:
			kind === 'campaign'
				? {listing: state.campaigns?.get(id)?.status, dashboard: state.dashboards.get(id)?.dashboard.figures?.status}
				: {listing: listIn(state, id)?.status, dashboard: undefined},
		phase: 'sending',
		askedAt: now,
		endedAt: undefined,
		wasUnknown: false,
		reason: '',
		shown: {},
		seen: undefined,
		reading: undefined,
		at: now,
	};
};

const ended = (pending: Pending, ending: Ending, now: Moment): Pending => ({
	...pending,
	phase: ending.kind === 'done' && pending.command.expected === undefined ? 'done' : phaseAfter[ending.kind],
	endedAt: now,
	wasUnknown: ending.kind === 'unknown',
	reason: ending.reason ?? '',
	at: now,
});

/** The state after a message, with its alerts as they were: enough for what shows none. */
export const updateWithoutAlerts = (state: State, message: Message): State => {
	switch (message.type) {
		case 'service-changed':
			return initialState(message.source, message.now, state.alertSettings);
		case 'tick': {
			const parted = clocksDisagree(state.now, message.now);
			return {
				...state,
				now: message.now,
				staleBefore: parted ? message.now.mono : state.staleBefore,
				commands: mapped(state.commands, pending => expire(pending, state.source.statusWords, message.now)),
			};
		}
		case 'link':
			return {...state, link: message.link, heardAt: message.link.kind === 'live' ? message.now : state.heardAt};
		case 'campaigns-polled': {
			const {span, records} = message;
			if (isOlder(span, state.campaignsSpan)) {
				return state;
			}
			const listed = records.flatMap(record => campaignOf(record, span, state.campaigns) ?? []);
			const nameless = records.length - listed.length;
			const campaigns = new Map([
				...listed.map(campaign => [campaign.id, campaign] as const),
				// A campaign without an id may be any of those not listed, so none of them counts as gone.
				...[...(nameless > 0 ? (state.campaigns ?? []) : [])].filter(([id]) => listed.every(one => one.id !== id)),
			]);
			return {
				...state,
				campaigns,
				campaignsSpan: span,
				campaignsFailure:
					nameless === 0
						? undefined
						: {
								at: span.receivedAt,
								reason: `${nameless} of ${records.length} came without an id that can be read`,
							},
				dashboards: listedOnly(state.dashboards, campaigns),
				dashboardFailures: listedOnly(state.dashboardFailures, campaigns),
				history: listedOnly(state.history, campaigns),
				settings: listedOnly(state.settings, campaigns),
				settingsFailures: listedOnly(state.settingsFailures, campaigns),
				commands: observed(
					state,
					{kind: 'campaign', source: 'listing', ...(nameless === 0 && {isWhole: true})},
					listed.map(({id, status}) => [id, status] as const),
					span,
				),
			};
		}
		case 'campaigns-failed':
			return {
				...state,
				campaignsFailure: message.failure,
				commands: unread(state, {source: 'listing', isWhole: true}, [], message.failure),
			};
		case 'dashboard-polled': {
			const {campaignId, span, dashboard} = message;
			const known = state.dashboards.get(campaignId);
			if (isOlder(span, known) || isGone(state, campaignId)) {
				return state;
			}
			const {figures} = dashboard;
			const same = known && known.dashboard.figures?.status === figures?.status;
			const entry = {...span, dashboard, statusSince: same ? known.statusSince : span.sentAt};
			return {
				...state,
				dashboards: withEntry(state.dashboards, campaignId, entry),
				dashboardFailures: without(state.dashboardFailures, campaignId),
				history: figures
					? withEntry(state.history, campaignId, remember(state.history.get(campaignId) ?? [], figures))
					: state.history,
				commands: figures
					? observed(state, {kind: 'campaign', source: 'dashboard'}, [[campaignId, figures.status]], span)
					: state.commands,
			};
		}
		case 'dashboard-failed': {
			const {campaignId, failure} = message;
			if (isGone(state, campaignId)) {
				return state;
			}
			return {
				...state,
				dashboardFailures: withEntry(state.dashboardFailures, campaignId, failure),
				commands: unread(state, {source: 'dashboard'}, [campaignId], failure),
			};
		}
		case 'lists-polled': {
			const {campaignId, status, filter, span, records} = message;
			if (isOlder(span, state.lists)) {
				return state;
			}
			const lists = callingLists(records);
			return {
				...state,
				lists: {...span, campaignId, status, filter, lists},
				listsFailure: undefined,
				commands: listsSeen(state, lists, span),
			};
		}
		case 'lists-seen': {
			const commands = listsSeen(state, callingLists(message.records), message.span);
			return commands === state.commands ? state : {...state, commands};
		}
		case 'lists-failed':
			return {...state, listsFailure: message.failure};
		case 'settings-polled': {
			const {campaignId, span, settings} = message;
			if (isOlder(span, state.settings.get(campaignId)) || isGone(state, campaignId)) {
				return state;
			}
			return {
				...state,
				settings: withEntry(state.settings, campaignId, {...span, settings}),
				settingsFailures: without(state.settingsFailures, campaignId),
				commands: mapped(state.commands, pending =>
					observeSettings(pending, campaignId, settings, span.sentAt, span.receivedAt),
				),
			};
		}
		case 'settings-failed':
			return isGone(state, message.campaignId)
				? state
				: {...state, settingsFailures: withEntry(state.settingsFailures, message.campaignId, message.failure)};
		case 'search-asked':
			return {...state, search: askedSearch(message.question, message.now)};
		case 'search-answered':
		case 'search-failed': {
			const search = answeredSearch(state.search, message);
			return search === state.search ? state : {...state, search};
		}
		case 'accounts-polled': {
			const {companyId, span, accounts} = message;
			return isOlder(span, state.accounts?.span)
				? state
				: {...state, accounts: {companyId, span, accounts, failure: undefined}};
		}
		case 'accounts-failed': {
			const {companyId, span, failure} = message;
			const known = accountsOf(state.accounts, companyId) ?? {companyId, span, accounts: undefined};
			return isOlder(span, state.accounts?.span) ? state : {...state, accounts: {...known, failure}};
		}
		case 'commands-recalled':
			return message.commands.length === 0
				? state
				: {...state, commands: [...message.commands.map(one => recalled(one, message.now)), ...state.commands]};
		case 'command-asked':
			return {
				...state,
				commands: [...state.commands.slice(-(commandsKept - 1)), asked(state, message.command, message.now)],
			};
		case 'command-ended':
			return {
				...state,
				commands: mapped(state.commands, pending =>
					pending.command.id === message.id && pending.phase === 'sending'
						? ended(pending, message.ending, message.now)
						: pending,
				),
			};
		case 'command-noted':
			return {
				...state,
				commands: mapped(state.commands, pending =>
					pending.command.id === message.id
						? {...pending, reason: [pending.reason, message.note].filter(Boolean).join('; ')}
						: pending,
				),
			};
		case 'command-set-aside':
			return {
				...state,
				commands: mapped(state.commands, pending =>
					pending.command.id === message.id && isSettable(pending)
						? {...pending, phase: 'set-aside', at: message.now}
						: pending,
				),
			};
		case 'alert-acknowledged':
			return {...state, alerts: acknowledged(state.alerts, message.id, state.now)};
		case 'lock':
			return {...state, locked: message.locked || state.source.readOnly};
	}
};

/** The state after a message. */
export const update = (state: State, message: Message): State => {
	const next = updateWithoutAlerts(state, message);
	if (next === state) {
		return state;
	}
	const alerts = alertsAfter(message, next, state);
	return alerts === next.alerts ? next : {...next, alerts};
};
