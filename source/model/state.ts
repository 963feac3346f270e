/** Everything that dialtop knows of the service, and the messages that change it. */
import type {Account} from './account.ts';
import {type Acknowledgement, type AlertSettings, type Alerts, noAlerts} from './alert.ts';
import {ById} from './by-id.ts';
import type {CallingHours} from './calling-hours.ts';
import type {Campaign, StatusWords} from './campaign.ts';
import type {CloseRecord} from './close-record.ts';
import type {Complaint, ComplaintMessage} from './complaint.ts';
import type {Compliance} from './compliance.ts';
import type {DropDay, DropDays} from './drop-days.ts';
import type {DropPeriod} from './drop-period.ts';
import type {History} from './history.ts';
import type {CallingList} from './list.ts';
import {type Failure, type Loaded, notLoaded} from './loaded.ts';
import type {Command, Pending, RecalledCommand} from './pending.ts';
import type {Moment, Span} from './time.ts';
import type {
	CallOutcomes,
	CampaignRecord,
	Dashboard,
	ListRecord,
	ListsQuestion,
	SearchQuestion,
	SearchResult,
	Setting,
} from './wire.ts';

/** Which service this is. */
export type Source = {
	profile: string;
	/** The same name while several services are on screen, so that texts name the service; undefined while it is the only one. */
	floor?: string | undefined;
	/** The options that choose it on a command line, behind a space: ` -p prod`, ` --url https://dialer.example.com --user ann`. */
	flags?: string;
	/** `PRODUCTION`, `QA` or `SANDBOX`; always on screen. */
	environment: string;
	host: string;
	/** True if the lock may not be released. */
	readOnly: boolean;
	/** True if it is a recording, without its service: there is no present. */
	isRecording?: boolean;
	/** Set if all that is shown comes from this metrics engine, by its host: nothing is asked of the service, or sent to it. */
	watchOnly?: {readonly engine: string} | undefined;
	/** Plain http to another machine, which others on the network can read. */
	isPlain?: boolean;
	/** Its days are those of this time zone; undefined for this machine's own. */
	timeZone?: string | undefined;
	/** What the service's own status words mean, if its profile says so. */
	statusWords?: StatusWords | undefined;
	/** When calls are allowed, if its profile says so. */
	callingHours?: CallingHours | undefined;
	/** The time zones of its leads, if its profile says so. */
	callingZones?: readonly string[] | undefined;
	/** The rule by which the drops of a longer time are counted, if its profile sets one. */
	compliance?: Compliance | undefined;
};

/** What is known of figures that come from a metrics engine. */
export type FromMetrics = {
	/** Milliseconds between two polls of a campaign, as far as the engine has them. */
	pace: number;
	/** Why what is shown may be incomplete, in a word or two: `partial`; undefined if nothing says so. */
	doubt: string | undefined;
};

/** The state of the connection. */
export type Link =
	| {kind: 'starting'}
	/**
	 * `silentSince` is when the first request was sent that waits for its answer for long, with no answer since. `metrics` is set while
	 * the figures come from a metrics engine.
	 */
	| {kind: 'live'; latency: number; silentSince?: Moment | undefined; metrics?: FromMetrics}
	| {kind: 'retrying'; reason: string; advice: string; since: Moment; nextAt: Moment}
	| {kind: 'signed-out'; reason: string}
	/** The embedded sandbox has ended, and what it held is lost. */
	| {kind: 'gone'; reason: string};

/** The error of a forecast, so far ahead. */
export type ForecastError = {
	/** Minutes. */
	ahead: number;
	/** The median of how far off it was, minutes; infinite if it was further off than four times as far as it was ahead. */
	within: number;
	/** The number of forecasts that it is the median of. */
	forecasts: number;
};

/** A change of a campaign that no command of dialtop made. */
export type OutsideChange = {
	campaignId: string;
	/** What was changed, in words: `drop limit`. */
	what: string;
	before: string;
	after: string;
	at: Moment;
	/** Undefined if it was seen to change. Otherwise what it was before was recorded by an earlier run of dialtop. */
	between?: {
		/** When that was recorded, UTC milliseconds. */
		since: number;
		/** In words: `between 02:10 and 06:00`. */
		text: string;
	};
};

/** What get_dashboard_stats reported of a campaign. */
export type CampaignDashboard = Dashboard & {
	/** When the first poll that showed its status word, and no other since, was sent. */
	statusSince: Moment;
	/** The word that it showed before this one; undefined if it was not seen to show another. */
	statusWas?: string | undefined;
	/** What is remembered of its answers, and what these say is wrong. */
	history: History;
	/** Its lists, once they were needed: it is selected, or ran dry beside leads on lists that are off. Undefined until they are read. */
	lists?: readonly CallingList[] | undefined;
	/** How its calls ended today, and when that was read; undefined unless the service was asked and answered. */
	outcomes?: (CallOutcomes & {at: Moment}) | undefined;
	/** What was changed elsewhere within the last hour; undefined if nothing was. */
	changes?: readonly OutsideChange[] | undefined;
	/** How far off the forecast of its leads was over the last days; undefined until that is known. */
	forecastErrors?: readonly ForecastError[] | undefined;
	/** What the recorded days say of the drop rate at close; undefined until they are read. */
	closeRecord?: CloseRecord | undefined;
	/** The drops of the running period; undefined unless a rule of compliance is set and its calls can be dropped. */
	period?: DropPeriod | undefined;
};

/** Lists, and which were asked for; those of all campaigns if none is named. */
export type ListsRead = ListsQuestion & {lists: readonly CallingList[]};

/** Why the lists last asked for could not be read. */
export type ListsFailure = Failure & {question?: ListsQuestion};

/** The accounts of a company. */
export type CompanyAccounts = Loaded<readonly Account[]> & {
	companyId: string;
	/** How many there are, if the service says that they are more than it sent. */
	total?: number | undefined;
	/** When the newest try was sent. */
	askedAt: Moment;
};

/** The filters of a search, beside its query. */
export type SearchFilters = Omit<SearchQuestion, 'query'>;

/** A search: what was asked, and what came; neither value nor failure while it is under way. */
export type Search = Loaded<SearchResult> & {
	/** Empty if only filters were given. */
	query: string;
	filters: SearchFilters;
	askedAt: Moment;
};

/** The whole state; never changed in place. */
export type State = {
	source: Source;
	now: Moment;
	/** What was received at or before this monotonic time is stale: the clocks parted. */
	staleBefore: number;
	link: Link;
	/** When the newest answer to a poll came; undefined before the first. */
	heardAt: Moment | undefined;
	/** The read-only lock. */
	locked: boolean;
	/** The moment of the past that the operator looks at (UTC milliseconds): nothing can be changed from there. Undefined for the present. */
	lookingAt: number | undefined;
	/** In the service's own order, newest first. */
	campaigns: Loaded<ReadonlyMap<string, Campaign>>;
	/** By campaign, as are settings. */
	dashboards: ById<Loaded<CampaignDashboard>>;
	/** The drops of each campaign day by day, if a rule of compliance is set. */
	dropDays: ById<DropDays>;
	lists: Loaded<ListsRead, ListsFailure>;
	/** The lists of all campaigns, as they were last read to notice switches; undefined until they are. */
	listsSeen: {lists: readonly CallingList[]; at: Moment} | undefined;
	/** Read when asked for, not polled. */
	settings: ById<Loaded<readonly Setting[]>>;
	search: Search | undefined;
	/** The complaint that was asked about last. */
	complaint: Complaint | undefined;
	/** Read when asked for, not polled. */
	accounts: CompanyAccounts | undefined;
	/** Commands of this run, oldest first, behind those of earlier runs whose outcome is not known. */
	commands: readonly Pending[];
	alerts: Alerts;
	/** The rules in force. */
	alertSettings: AlertSettings;
};

/** How a command ended, as the model stores it; the reason of one that is done is what the service warned of. */
export type Ending = {kind: 'done'; reason?: string} | {kind: 'refused' | 'not-sent' | 'unknown'; reason: string};

/** What can happen. Time arrives inside the messages. */
export type Message =
	| {type: 'tick'; now: Moment}
	/** Another service is watched from now on: everything known so far is dropped. */
	| {type: 'service-changed'; source: Source; now: Moment}
	| {type: 'link'; link: Link; now: Moment}
	| {type: 'campaigns-polled'; span: Span; records: readonly CampaignRecord[]}
	| {type: 'campaigns-failed'; failure: Failure}
	| {
			type: 'dashboard-polled';
			campaignId: string;
			span: Span;
			dashboard: Dashboard;
			/** What it shows to have been changed, and not by dialtop. */
			changes?: readonly OutsideChange[];
	  }
	| {type: 'dashboard-failed'; campaignId: string; failure: Failure}
	| ({type: 'lists-polled'; span: Span; records: readonly ListRecord[]} & ListsQuestion)
	/** All lists of a campaign; undefined if they could not be read. */
	| {type: 'lists-of-polled'; campaignId: string; records: readonly ListRecord[] | undefined}
	/** A setting or a list of a campaign was changed, and not by dialtop. */
	| {type: 'changed-outside'; change: OutsideChange}
	/** Days of a campaign before today, from a recording, the service's statistics or its call log. */
	| {type: 'days-read'; campaignId: string; days: readonly DropDay[]}
	/** How far off the forecasts of a campaign were, by its recording. */
	| {type: 'forecasts-judged'; campaignId: string; errors: readonly ForecastError[]; close: CloseRecord}
	/** How a campaign's calls ended today. */
	| {type: 'outcomes-polled'; campaignId: string; outcomes: CallOutcomes; at: Moment}
	| {type: 'lists-seen'; span: Span; records: readonly ListRecord[]; isOfAll?: boolean}
	| {type: 'lists-failed'; failure: ListsFailure}
	| {type: 'settings-polled'; campaignId: string; span: Span; settings: readonly Setting[]}
	| {type: 'settings-failed'; campaignId: string; failure: Failure}
	| {type: 'search-asked'; question: SearchQuestion; now: Moment}
	| {type: 'search-answered'; askedAt: Moment; result: SearchResult; now: Moment}
	| {type: 'search-failed'; askedAt: Moment; failure: Failure}
	| ComplaintMessage
	| {type: 'accounts-polled'; companyId: string; span: Span; accounts: readonly Account[]; total?: number | undefined}
	| {type: 'accounts-failed'; companyId: string; span: Span; failure: Failure}
	| {type: 'commands-recalled'; commands: readonly RecalledCommand[]; now: Moment}
	| {type: 'command-asked'; command: Command; now: Moment}
	| {type: 'command-ended'; id: number; ending: Ending; now: Moment}
	| {type: 'command-noted'; id: number; note: string}
	| {type: 'command-set-aside'; id: number; now: Moment}
	/** `key` is that of the alert by its kind and campaign. */
	| {type: 'alert-acknowledged'; key: string; acknowledgement: Acknowledgement}
	/** The configuration of the alert rules was changed. */
	| {type: 'alert-settings'; settings: AlertSettings}
	| {type: 'lock'; locked: boolean}
	| {type: 'looking-at'; at: number | undefined}
	/** A secret is known from now on; texts that came before may hold it, and `strike` takes it out of them. */
	| {type: 'secret-learnt'; strike(text: string): string};

/** The state before anything happened. */
export const initialState = (source: Source, now: Moment, alertSettings: AlertSettings): State => ({
	source,
	now,
	staleBefore: Number.NEGATIVE_INFINITY,
	link: {kind: 'starting'},
	heardAt: undefined,
	locked: source.readOnly,
	lookingAt: undefined,
	campaigns: notLoaded,
	dashboards: new ById(),
	dropDays: new ById(),
	lists: notLoaded,
	listsSeen: undefined,
	settings: new ById(),
	search: undefined,
	complaint: undefined,
	accounts: undefined,
	commands: [],
	alerts: noAlerts,
	alertSettings,
});
