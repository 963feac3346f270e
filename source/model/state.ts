/** Everything that dialtop knows of the service, and the messages that change it. */
import type {Account, AccountsEntry} from './account.ts';
import type {Alerts} from './alert.ts';
import type {AlertSettings} from './alert-settings.ts';
import type {Campaign, StatusWords} from './campaign.ts';
import type {LiveCalls} from './history.ts';
import type {CallingList} from './list.ts';
import type {Failure} from './loaded.ts';
import type {Command, Pending} from './pending.ts';
import type {RecalledCommand} from './recalled.ts';
import type {Moment, Span} from './time.ts';
import type {
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
	/** `PRODUCTION`, `QA` or `SANDBOX`; always on screen. */
	environment: string;
	host: string;
	/** True where the lock may not be taken off. */
	readOnly: boolean;
	/** Plain http to another machine, which others on the network can read. */
	isPlain?: boolean;
	/** Its days are those of this time zone; undefined for this machine's own. */
	timeZone?: string | undefined;
	/** What the service's own status words mean, if its profile says so. */
	statusWords?: StatusWords | undefined;
};

/** How the connection stands. */
export type Link =
	| {kind: 'starting'}
	| {kind: 'live'; latency: number}
	| {kind: 'retrying'; reason: string; advice: string; since: Moment; nextAt: Moment}
	| {kind: 'signed-out'; reason: string};

/** What get_dashboard_stats last said of a campaign. */
export type DashboardEntry = Span & {
	dashboard: Dashboard;
	/** When the first poll that showed its status word, and no other since, was sent. */
	statusSince: Moment;
};

/** The lists last read, and which were asked for (those of all campaigns, where none is named). */
export type ListsEntry = Span & ListsQuestion & {lists: readonly CallingList[]};

/** The settings of a campaign as they were last read. */
export type SettingsEntry = Span & {settings: readonly Setting[]};

/** Why the lists last asked for could not be read. */
export type ListsFailure = Failure & {question?: ListsQuestion};

/** The filters of a search, beside its query. */
export type SearchFilters = Omit<SearchQuestion, 'query'>;

/** A search: what was asked, and what came. */
export type Search = {
	/** Empty where the filters are all. */
	query: string;
	filters: SearchFilters;
	askedAt: Moment;
	state: 'asking' | 'answered' | 'failed';
	result: SearchResult | undefined;
	failure: Failure | undefined;
	answeredAt: Moment | undefined;
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
	/** In the service's own order, newest first; undefined before the first answer. */
	campaigns: ReadonlyMap<string, Campaign> | undefined;
	/** When they were listed, be it that there are none. */
	campaignsSpan: Span | undefined;
	campaignsFailure: Failure | undefined;
	dashboards: ReadonlyMap<string, DashboardEntry>;
	/** Why the last poll of a campaign's figures failed; none for those whose last poll went well. */
	dashboardFailures: ReadonlyMap<string, Failure>;
	history: ReadonlyMap<string, readonly LiveCalls[]>;
	lists: ListsEntry | undefined;
	listsFailure: ListsFailure | undefined;
	/** By campaign; read when asked for, not polled. */
	settings: ReadonlyMap<string, SettingsEntry>;
	/** Why the last try to read a campaign's settings failed. */
	settingsFailures: ReadonlyMap<string, Failure>;
	search: Search | undefined;
	/** Of one company; read when asked for, not polled. */
	accounts: AccountsEntry | undefined;
	/** Commands of this run, oldest first, behind those of earlier runs whose outcome is not known. */
	commands: readonly Pending[];
	alerts: Alerts;
	/** The rules in force. */
	alertSettings: AlertSettings;
};

/** How a command ended, as the model keeps it; the reason of one that is done is what the service warned of. */
export type Ending = {kind: 'done'; reason?: string} | {kind: 'refused' | 'not-sent' | 'unknown'; reason: string};

/** What can happen. Time arrives inside the messages. */
export type Message =
	| {type: 'tick'; now: Moment}
	/** Another service is watched from now on: everything known so far is dropped. */
	| {type: 'service-changed'; source: Source; now: Moment}
	| {type: 'link'; link: Link; now: Moment}
	| {type: 'campaigns-polled'; span: Span; records: readonly CampaignRecord[]}
	| {type: 'campaigns-failed'; failure: Failure}
	| {type: 'dashboard-polled'; campaignId: string; span: Span; dashboard: Dashboard}
	| {type: 'dashboard-failed'; campaignId: string; failure: Failure}
	| ({type: 'lists-polled'; span: Span; records: readonly ListRecord[]} & ListsQuestion)
	| {type: 'lists-seen'; span: Span; records: readonly ListRecord[]}
	| {type: 'lists-failed'; failure: ListsFailure}
	| {type: 'settings-polled'; campaignId: string; span: Span; settings: readonly Setting[]}
	| {type: 'settings-failed'; campaignId: string; failure: Failure}
	| {type: 'search-asked'; question: SearchQuestion; now: Moment}
	| {type: 'search-answered'; askedAt: Moment; result: SearchResult; now: Moment}
	| {type: 'search-failed'; askedAt: Moment; failure: Failure}
	| {type: 'accounts-polled'; companyId: string; span: Span; accounts: readonly Account[]}
	| {type: 'accounts-failed'; companyId: string; span: Span; failure: Failure}
	| {type: 'commands-recalled'; commands: readonly RecalledCommand[]; now: Moment}
	| {type: 'command-asked'; command: Command; now: Moment}
	| {type: 'command-ended'; id: number; ending: Ending; now: Moment}
	| {type: 'command-noted'; id: number; note: string}
	| {type: 'command-set-aside'; id: number; now: Moment}
	| {type: 'alert-acknowledged'; id: number}
	| {type: 'lock'; locked: boolean};
