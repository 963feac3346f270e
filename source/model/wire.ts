/** The types of the wire that the model speaks of; types only, so that the model stays pure. */
import type {Dashboard} from '../wire/dashboard.ts';
import type {AnswerOf, ParamsOf} from '../wire/operations/index.ts';

export type {AccountPhone, AccountRecord} from '../wire/account.ts';
export type {Setting, SettingOption} from '../wire/campaign-settings.ts';
export type {
	AgentsPoint,
	CallsPoint,
	Dashboard,
	DashboardFigures,
	LeadsPoint,
	LiveCallsPoint,
} from '../wire/dashboard.ts';
export type {WireError} from '../wire/errors.ts';
export type {Effect} from '../wire/operation.ts';
export type {OperationType} from '../wire/operations/index.ts';
export type {CallLogEntry, SearchResult} from '../wire/operations/lists.ts';
export type {CallOutcomes} from '../wire/outcomes.ts';

/** A campaign as get_campaigns lists it. */
export type CampaignRecord = AnswerOf<'get_campaigns'>['records'][number];

/** A list as get_lists lists it. */
export type ListRecord = AnswerOf<'get_lists'>['records'][number];

/** The figures of a dashboard alone. */
export type Figures = NonNullable<Dashboard['figures']>;

/** What a search asks for, by the names of search_lead's own parameters. */
export type SearchQuestion = ParamsOf<'search_lead'>;

/** Which lists get_lists is asked for: of one campaign or of all; on or off; recently added (RA) or dialed (RD). */
export type ListsQuestion = Pick<ParamsOf<'get_lists'>, 'status' | 'filter'> & {campaignId: string | undefined};
