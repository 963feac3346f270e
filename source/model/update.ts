/** The one reducer: update(state, message) -> state. */
import type {Account} from './account.ts';
import type {ById} from './by-id.ts';
import {campaignOf, dialStateOf} from './campaign.ts';
import {complaintAfter} from './complaint.ts';
import {talliedAfter, withDaysRead} from './drop-tally.ts';
import {after, afterNoFigures, type History, noHistory} from './history.ts';
import {type CallingList, callingLists} from './list.ts';
import {type Failure, type Loaded, loadedAfter, notLoaded, type Try} from './loaded.ts';
import {recentChanges} from './outside-changes.ts';
import {
	type Command,
	expire,
	isAwaited,
	isSettable,
	observe,
	observeSettings,
	type Pending,
	type Phase,
	type RecalledCommand,
	type StatusSource,
} from './pending.ts';
import {accountsOf, listIn} from './select.ts';
import {type CampaignDashboard, type Ending, initialState, type Message, type State} from './state.ts';
import {withTexts} from './texts.ts';
import {clocksDisagree, type Moment, type Span} from './time.ts';
import type {SearchResult} from './wire.ts';

/** Most commands of this run that are stored. */
export const mostCommands = 500;

/** Maps an array; returns the same one if no item changed, so that nothing is redrawn. */
const mapped = <T>(items: readonly T[], change: (item: T) => T): readonly T[] => {
	const next = items.map(change);
	return next.some((item, index) => item !== items[index]) ? next : items;
};

/** The next object, or the one before if both are made of the same parts. */
const withParts = <T extends object>(before: T | undefined, next: T): T =>
	before && Object.entries(next).every(([name, part]) => before[name as keyof T] === part) ? before : next;

/** A map after a try to read one of its values; the same map if the answer is older than what is known. */
const withTry = <T>(map: ById<Loaded<T>>, id: string, tried: Try<T>): ById<Loaded<T>> => {
	const known = map.get(id) ?? notLoaded;
	const next = loadedAfter<T, Failure>(known, tried);
	return next === known ? map : map.with(id, next);
};

/** True if an answer came after its campaign had gone. */
const isGone = ({campaigns}: State, id: string): boolean => campaigns.value?.has(id) === false;

/** The state after something was read of a campaign beside its figures; the same where these are not known, or it has gone. */
const withRead = (
	state: State,
	campaignId: string,
	read: (known: CampaignDashboard) => Partial<CampaignDashboard>,
): State => {
	const known = state.dashboards.get(campaignId);
	return known?.value && !isGone(state, campaignId)
		? {
				...state,
				dashboards: state.dashboards.with(campaignId, {...known, value: {...known.value, ...read(known.value)}}),
			}
		: state;
};

/** Compares the commands with what a poll showed of some targets, or of all if `isWhole`. */
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
			? observe(pending, {...where, status: words.get(id)}, statusWords, span.sentAt, span.receivedAt)
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
				? {listing: state.campaigns.value?.get(id)?.status, dashboard: state.dashboards.get(id)?.value?.figures?.status}
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

/** The command as an UNKNOWN one of this run: only polls from now on can observe it. */
const recalled = ({command, askedAt, reason}: RecalledCommand, now: Moment): Pending => ({
	command,
	words: {listing: undefined, dashboard: undefined},
	shown: {},
	phase: 'unknown',
	askedAt: {wall: askedAt, mono: now.mono - (now.wall - askedAt)},
	endedAt: now,
	wasUnknown: true,
	reason,
	seen: undefined,
	reading: undefined,
	at: now,
});

const ended = (pending: Pending, ending: Ending, now: Moment): Pending => ({
	...pending,
	phase: ending.kind === 'done' && pending.command.expected === undefined ? 'done' : phaseAfter[ending.kind],
	endedAt: now,
	wasUnknown: ending.kind === 'unknown',
	reason: ending.reason ?? '',
	at: now,
});

/** A campaign's history after a poll. */
const historyAfter = (
	{source, staleBefore}: State,
	known: History = noHistory,
	{dashboard, span}: Extract<Message, {type: 'dashboard-polled'}>,
): History => {
	const {figures} = dashboard;
	return figures
		? after(known, {...dashboard, figures, span, state: dialStateOf(figures.status, source.statusWords)}, staleBefore)
		: afterNoFigures(known);
};

/** The state after a message, with its alerts as they were: `alerts/reducer.ts` adds those. Enough for what shows none. */
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
			return {
				...state,
				link: message.link,
				heardAt: message.link.kind === 'live' && !message.link.silentSince ? message.now : state.heardAt,
			};
		case 'campaigns-polled': {
			const {span, records} = message;
			const before = state.campaigns.value;
			const listed = records.flatMap(record => campaignOf(record, span, before) ?? []);
			const nameless = records.length - listed.length;
			const value = new Map([
				...listed.map(campaign => [campaign.id, campaign] as const),
				// A campaign without an id may be any of those not listed, so none of them counts as gone.
				...[...(nameless > 0 ? (before ?? []) : [])].filter(([id]) => listed.every(one => one.id !== id)),
			]);
			const reason = `${nameless} of ${records.length} came without an id that can be read`;
			const failure = nameless > 0 ? {at: span.receivedAt, reason} : undefined;
			const campaigns = loadedAfter(state.campaigns, {value, span, failure});
			// What is known of others would pile up over weeks.
			const isListed = (id: string): boolean => value.has(id);
			return campaigns === state.campaigns
				? state
				: {
						...state,
						campaigns,
						dashboards: state.dashboards.filter(isListed),
						dropDays: state.dropDays.filter(isListed),
						settings: state.settings.filter(isListed),
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
				campaigns: loadedAfter(state.campaigns, message),
				commands: unread(state, {source: 'listing', isWhole: true}, [], message.failure),
			};
		case 'dashboard-polled': {
			const {campaignId, span, dashboard, changes} = message;
			const {figures} = dashboard;
			const known = state.dashboards.get(campaignId) ?? notLoaded;
			const isSame = known.value?.figures?.status === figures?.status;
			const statusSince = (isSame ? known.value?.statusSince : undefined) ?? span.sentAt;
			const statusWas = isSame ? known.value?.statusWas : known.value?.figures?.status;
			const seen = {
				...dashboard,
				statusSince,
				statusWas,
				history: historyAfter(state, known.value?.history, message),
				lists: known.value?.lists,
				outcomes: known.value?.outcomes,
				...(known.value?.forecastErrors && {forecastErrors: known.value.forecastErrors}),
				...(known.value?.closeRecord && {closeRecord: known.value.closeRecord}),
				...((known.value?.changes || changes) && {
					changes: [...recentChanges(known.value?.changes, span.receivedAt), ...(changes ?? [])],
				}),
			};
			const {dropDays, period} = talliedAfter(state, campaignId, seen, span);
			const value = withParts(known.value, state.source.compliance ? {...seen, period} : seen);
			const next = loadedAfter(known, {value, span});
			if (next === known || isGone(state, campaignId)) {
				return state;
			}
			return {
				...state,
				dashboards: state.dashboards.with(campaignId, next),
				dropDays,
				commands: figures
					? observed(state, {kind: 'campaign', source: 'dashboard'}, [[campaignId, figures.status]], span)
					: state.commands,
			};
		}
		case 'dashboard-failed': {
			const {campaignId, failure} = message;
			return isGone(state, campaignId)
				? state
				: {
						...state,
						dashboards: withTry(state.dashboards, campaignId, {failure}),
						commands: unread(state, {source: 'dashboard'}, [campaignId], failure),
					};
		}
		case 'lists-polled': {
			const {campaignId, status, filter, span, records} = message;
			const value = {campaignId, status, filter, lists: callingLists(records)};
			const lists = loadedAfter(state.lists, {value, span});
			return lists === state.lists ? state : {...state, lists, commands: listsSeen(state, value.lists, span)};
		}
		case 'lists-of-polled':
			return withRead(state, message.campaignId, ({lists}) => ({
				lists: message.records ? callingLists(message.records) : lists,
			}));
		case 'changed-outside': {
			const {change} = message;
			return withRead(state, change.campaignId, ({changes = []}) => ({changes: [...changes, change]}));
		}
		case 'days-read':
			return isGone(state, message.campaignId) ? state : withDaysRead(state, message.campaignId, message.days);
		case 'forecasts-judged':
			return withRead(state, message.campaignId, () => ({forecastErrors: message.errors, closeRecord: message.close}));
		case 'outcomes-polled':
			return withRead(state, message.campaignId, () => ({outcomes: {...message.outcomes, at: message.at}}));
		case 'lists-seen': {
			const {records, span, isOfAll} = message;
			const lists = callingLists(records);
			const commands = listsSeen(state, lists, span);
			const seen = isOfAll ? {lists, at: span.receivedAt} : state.listsSeen;
			return commands === state.commands && !isOfAll ? state : {...state, commands, listsSeen: seen};
		}
		case 'lists-failed':
			return {...state, lists: loadedAfter(state.lists, message)};
		case 'settings-polled': {
			const {campaignId, span, settings} = message;
			const next = withTry(state.settings, campaignId, {value: settings, span});
			return next === state.settings || isGone(state, campaignId)
				? state
				: {
						...state,
						settings: next,
						commands: mapped(state.commands, pending =>
							observeSettings(pending, campaignId, settings, span.sentAt, span.receivedAt),
						),
					};
		}
		case 'settings-failed':
			return isGone(state, message.campaignId)
				? state
				: {...state, settings: withTry(state.settings, message.campaignId, message)};
		case 'search-asked': {
			const {query = '', ...filters} = message.question;
			return {...state, search: {...notLoaded, query, filters, askedAt: message.now}};
		}
		case 'search-answered':
		case 'search-failed': {
			const {search} = state;
			const tried =
				message.type === 'search-answered'
					? {value: message.result, span: {sentAt: message.askedAt, receivedAt: message.now}}
					: message;
			// The moment object identifies the search: an answer to an earlier one is dropped.
			return search && !search.value && !search.failure && search.askedAt === message.askedAt
				? {...state, search: {...search, ...loadedAfter<SearchResult, Failure>(search, tried)}}
				: state;
		}
		case 'complaint-asked':
		case 'complaint-answered':
		case 'complaint-failed':
		case 'complaint-chosen':
		case 'barring-read':
		case 'complaint-left':
			return {...state, complaint: complaintAfter(state.complaint, message)};
		case 'accounts-polled':
		case 'accounts-failed': {
			const {companyId, span} = message;
			if (state.accounts && span.sentAt.mono < state.accounts.askedAt.mono) {
				return state;
			}
			const tried = message.type === 'accounts-polled' ? {value: message.accounts, span} : message;
			const before = accountsOf(state, companyId);
			const total = message.type === 'accounts-polled' ? message.total : before?.total;
			const known: Loaded<readonly Account[]> = before ?? notLoaded;
			return {...state, accounts: {...loadedAfter(known, tried), companyId, total, askedAt: span.sentAt}};
		}
		case 'commands-recalled':
			return message.commands.length === 0
				? state
				: {...state, commands: [...message.commands.map(one => recalled(one, message.now)), ...state.commands]};
		case 'command-asked':
			return {
				...state,
				commands: [...state.commands.slice(-(mostCommands - 1)), asked(state, message.command, message.now)],
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
			// Alerts are not the model's.
			return state;
		case 'alert-settings':
			return {...state, alertSettings: message.settings};
		case 'secret-learnt': {
			const {source, alertSettings, ...texts} = state;
			const next = withTexts(texts, message.strike);
			return next === texts ? state : {...next, source, alertSettings};
		}
		case 'lock':
			return {...state, locked: message.locked || state.source.readOnly};
		case 'looking-at':
			return {...state, lookingAt: message.at};
	}
};
