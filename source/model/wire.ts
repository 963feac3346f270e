/** The types of the wire that the model speaks of; types only, so that the model stays pure. */
import type {Dashboard} from '../api/dashboard.ts';
import type {AnswerOf} from '../api/operations/index.ts';

export type {
	AgentsPoint,
	CallsPoint,
	Dashboard,
	DashboardFigures,
	LeadsPoint,
	LiveCallsPoint,
} from '../api/dashboard.ts';
export type {WireError} from '../api/errors.ts';
export type {Effect} from '../api/operation.ts';
export type {OperationType} from '../api/operations/index.ts';
export type {CallLogEntry, SearchResult} from '../api/search.ts';
export type {Setting, SettingOption} from '../api/settings.ts';

/** A campaign as get_campaigns lists it. */
export type CampaignRecord = AnswerOf<'get_campaigns'>['records'][number];

/** A list as get_lists lists it. */
export type ListRecord = AnswerOf<'get_lists'>['records'][number];

/** The figures of a dashboard alone. */
export type Figures = NonNullable<Dashboard['figures']>;
