/** Asks a service each read operation once, and finds out what was read, by which rules, and what was not. */

import {campaignRules} from '../../alerts/rules.ts';
import {type DialState, dialStateOf, plainWord, type StatusWords} from '../../model/campaign.ts';
import {type DropCounting, dropCounting} from '../../model/drops.ts';
import {unreadOf} from '../../model/unread.ts';
import type {Dashboard, Figures} from '../../model/wire.ts';
import {accountFields} from '../../wire/account.ts';
import type {AnyRecord} from '../../wire/answer.ts';
import type {Exchange} from '../../wire/client/exchange.ts';
import {dashboardRecord} from '../../wire/dashboard.ts';
import type {Outcome} from '../../wire/errors.ts';
import type {AnyOperation} from '../../wire/operation.ts';
import {campaignRecord} from '../../wire/operations/campaigns.ts';
import {type HarmlessType, type OperationType, operations, type ParamsOf} from '../../wire/operations/index.ts';
import {callLogRecord, listRecord} from '../../wire/operations/lists.ts';
import type {Parameter} from '../../wire/parameters.ts';
import {isObject, type RecordOf} from '../../wire/record.ts';
import type {RulesUsed, ToleranceRule} from '../../wire/tolerance.ts';

/** How a read ended. */
export type Ending = 'read' | 'refused' | 'unreadable' | 'no answer' | 'skipped';

/** What came of one operation. */
export type Examined = {
	operation: OperationType;
	ending: Ending;
	/** Why it was skipped or not read, in words of dialtop's own. */
	reason: string | undefined;
	/** How many records came; undefined if it answers none, or none that dialtop reads by their fields. */
	records: number | undefined;
	rules: RulesUsed;
	/** Fields by their wire names: those that came and cannot be read, that came in no record, and that dialtop does not know. */
	unreadable: readonly string[];
	missing: readonly string[];
	further: readonly string[];
	/** Unknown fields whose names might be data, and are not shown. */
	hidden: number;
	/** What is missing on the screen because of it; empty if nothing. */
	costs: readonly string[];
};

/** A status word that the service sent, and its meaning for dialtop. */
export type MetWord = {word: string; means: DialState; from: 'the interface' | 'dialtop' | 'the profile' | undefined};

/** The results for a service. */
export type Examination = {
	operations: readonly Examined[];
	words: readonly MetWord[];
	/** Status words that might be data, and are not shown. */
	hiddenWords: number;
	counting: DropCounting | undefined;
};

/** Asks one operation that changes nothing. */
export type Ask = <T extends HarmlessType>(type: T, params: ParamsOf<T>) => Promise<Outcome<unknown>>;

type ReadType = Exclude<HarmlessType, 'login_user'>;

/** The reads of the catalogue, the one that lists the campaigns first. */
const reads = (Object.entries<AnyOperation>(operations) as [ReadType, AnyOperation][])
	.filter(([, {effect}]) => effect === 'read')
	.map(([type]) => type)
	.toSorted((one, other) => Number(other === 'get_campaigns') - Number(one === 'get_campaigns'));

/** The ids that can be known: of the first campaign, preferably one that dials, of the first list, and the given company. */
type Known = {campaign_id?: string | undefined; list_id?: string | undefined; company_id?: number | undefined};

/** The parameters of reads besides ids. */
const fixed: {[T in ReadType]?: Partial<ParamsOf<T>>} = {
	search_lead: {days: 0},
	get_graph_data: {graph: 'calls_graph_data'},
	check_permission: {permission: 'get_campaigns'},
};

/** The ids of which a read needs one, though none of them is required. */
const anyOf: {[T in ReadType]?: readonly string[]} = {get_payment_status: ['payment_id', 'link_id']};

/** The parameters of a read, or the name of an id that cannot be known. */
const paramsFor = (type: ReadType, known: Known): {params: Record<string, unknown>} | {unknown: string} => {
	const {params}: AnyOperation = operations[type];
	const given: Record<string, unknown> = {...fixed[type]};
	for (const [name, {required}] of Object.entries<Parameter>(params)) {
		const isAsked = required || (type === 'get_campaign_lists' && name === 'campaign_id');
		if (!isAsked || given[name] !== undefined) {
			continue;
		}
		const value = known[name as keyof Known];
		if (value === undefined) {
			return {unknown: name};
		}
		given[name] = value;
	}
	const [needed] = anyOf[type] ?? [];
	return needed === undefined ? {params: given} : {unknown: needed};
};

/** What the screen lacks without the answer of an operation. */
const withoutAnswer: {[T in ReadType]?: string} = {
	get_campaigns: 'nothing can be shown: the board and every control need the list of campaigns',
	get_dashboard_stats: 'no figures, graphs and alerts of campaigns',
	get_lists: 'no view of lists, and lists cannot be switched',
	get_list: 'dialtop list shows nothing',
	get_campaign_settings: 'no view of settings, and settings cannot be changed there',
	search_lead: 'no search',
	fetch_accounts: 'no view of accounts',
};

/** The operations whose answers the screen shows. */
const isShown = (type: ReadType): boolean => type !== 'get_list' && withoutAnswer[type] !== undefined;

/** True for an operation without whose answer something is missing on the screen. */
export const isNeeded = (type: OperationType): boolean => isShown(type as ReadType) && type !== 'fetch_accounts';

const reasons: Partial<Record<string, string>> = {
	unreadable: 'nothing in it can be read as what was asked for',
	'not-json': 'it is not JSON',
	'bad-shape': 'it has no envelope',
	'odd-flag': 'its success is neither yes nor no',
	'other-target': 'it is about another campaign or list than was asked for',
	'http-status': 'its HTTP status is an error or a redirect',
	'rate-limited': 'the service asks for a pause',
	'too-large': 'it is too large',
	deadline: 'it did not come in time',
};

/** The codecs of the answers that are read field by field. */
const codecs: {[T in ReadType]?: AnyRecord} = {
	get_campaigns: campaignRecord,
	get_lists: listRecord,
	get_campaign_lists: listRecord,
	get_list: listRecord,
	fetch_accounts: accountFields,
	search_lead: callLogRecord,
	get_dashboard_stats: dashboardRecord,
};

type ReadRecord = RecordOf<Record<string, never>>;

/** The records of an answer that is read field by field. */
const recordsIn = (answer: Record<string, unknown>): ReadRecord[] | undefined => {
	const {records, record, entries, figures} = answer as Record<string, ReadRecord | ReadRecord[] | undefined>;
	const found = records ?? entries ?? record ?? figures;
	return found === undefined ? undefined : Array.isArray(found) ? found : [found];
};

/**
 * A field's name is shown only if it is written like one (`wait_sla`, `waitSla`, `WaitSla`): it could be data, such as a
 * person's name or a number.
 */
const isName = (name: string): boolean =>
	/^[A-Za-z]{1,30}(?:[_-]?[A-Za-z]{1,30}){0,6}\d{0,2}$/.test(name) && /^[a-z]|^[A-Z][a-z]+[A-Z]|_/.test(name);

/** A status word is shown if it looks like one: letters, and blanks between a few words. */
const isWord = (word: string): boolean => /^[A-Za-z]{1,20}(?:[ _-][A-Za-z]{1,20}){0,3}$/.test(word);

/** The field names of records, by how they were read. */
const fieldsOf = (codec: AnyRecord, records: readonly ReadRecord[]) => {
	const rows = Object.entries(codec.fields as Record<string, {wire: readonly [string, ...string[]]}>);
	const unreadable = new Set(records.flatMap(record => record.unreadable));
	const strangers = [...new Set(records.flatMap(record => Object.keys(record.extra)))];
	const missing = rows.flatMap(([name, {wire}]) =>
		records.some(record => (record as Record<string, unknown>)[name] !== undefined) ||
		wire.some(one => unreadable.has(one))
			? []
			: [wire[0]],
	);
	const named = [...unreadable].filter(isName);
	return {
		unreadable: named,
		missing: records.length === 0 ? [] : missing,
		further: strangers.filter(isName),
		hidden: strangers.filter(name => !isName(name)).length + unreadable.size - named.length,
	};
};

/** What the alert rules cannot judge by these figures. */
const rulesWithout = (figures: Figures, dashboard: Dashboard): string[] => {
	const blind = campaignRules.flatMap(rule => {
		const {garbled, missing} = unreadOf(rule, {figures, dashboard});
		return garbled.length + missing.length > 0 ? [`${rule.id} (${[...garbled, ...missing].join(', ')})`] : [];
	});
	return blind.length === 0 ? [] : [`alert rules that cannot judge: ${blind.join('; ')}`];
};

const graphs = {calls: 'calls', agents: 'agents', leads: 'leads', liveCalls: 'live calls'} as const;

/** What is missing on the screen because an answer lacks it. */
const costsOf = (type: ReadType, answer: unknown, lost: readonly string[]): string[] => {
	const dashes = lost.length === 0 ? [] : [`shown as —: ${lost.join(', ')}`];
	if (type !== 'get_dashboard_stats') {
		return isShown(type) ? dashes : [];
	}
	const dashboard = answer as Dashboard;
	const undrawn = Object.entries(graphs).flatMap(([name, words]) =>
		dashboard[name as keyof Dashboard] ? [] : [words],
	);
	return [
		...(dashboard.figures ? [...dashes, ...rulesWithout(dashboard.figures, dashboard)] : ['no figures of campaigns']),
		...(undrawn.length > 0 ? [`no graph of ${undrawn.join(', ')}`] : []),
	];
};

const none: Pick<Examined, 'records' | 'unreadable' | 'missing' | 'further' | 'hidden' | 'costs'> = {
	records: undefined,
	unreadable: [],
	missing: [],
	further: [],
	hidden: 0,
	costs: [],
};

const examinedOf = (type: ReadType, outcome: Outcome<unknown>): Examined => {
	const cost = withoutAnswer[type];
	const costs = cost === undefined ? [] : [cost];
	if (outcome.kind === 'refused') {
		const reason = 'the service refused it; its words are not shown here';
		return {...none, operation: type, ending: 'refused', reason, rules: new Map(), costs};
	}
	if (outcome.kind !== 'done') {
		const {code} = outcome.cause;
		const came = ['unreadable', 'not-json', 'bad-shape', 'odd-flag', 'other-target'].includes(code);
		const ending = came ? 'unreadable' : 'no answer';
		return {...none, operation: type, ending, reason: reasons[code] ?? code, rules: new Map(), costs};
	}
	const {answer, rules = new Map<ToleranceRule, number>()} = outcome;
	const codec = codecs[type];
	const records = recordsIn(answer as Record<string, unknown>);
	if (type === 'search_lead' && records === undefined) {
		return {...none, operation: type, ending: 'unreadable', reason: 'it has no list of calls', rules, costs};
	}
	const read = {...none, operation: type, ending: 'read', reason: undefined, rules} as const;
	if (!codec || !records) {
		const settings = (answer as {settings?: unknown[]}).settings;
		const count = type === 'get_campaign_settings' ? settings?.length : undefined;
		return {...read, records: count, costs: costsOf(type, answer, [])};
	}
	const fields = fieldsOf(codec, records);
	const lost = [...fields.unreadable, ...fields.missing];
	return {...read, ...fields, records: records.length, costs: costsOf(type, answer, lost)};
};

/** The tolerant rules that signing in took. */
const signedIn = (exchanges: readonly Exchange[]): Examined[] => {
	const last = exchanges.findLast(({operation}) => operation === 'login_user');
	return last
		? [{...none, operation: 'login_user', ending: 'read', reason: undefined, rules: last.rules ?? new Map()}]
		: [];
};

const metWord = (word: string, own: StatusWords | undefined): MetWord => {
	const means = dialStateOf(word, own);
	const from = own?.has(word)
		? 'the profile'
		: means === 'unknown'
			? undefined
			: word === 'PLAY'
				? 'the interface'
				: 'dialtop';
	return {word, means, from};
};

/** The figures of every campaign in an answer of get_all_stats, if they are written as those of the dashboard. */
const allFigures = (answer: unknown): Figures[] =>
	isObject(answer)
		? Object.values(answer).flatMap(value =>
				Array.isArray(value) ? value.flatMap(wire => dashboardRecord.decode(wire) ?? []) : [],
			)
		: [];

const idOf = (records: readonly ReadRecord[] | undefined): string | undefined =>
	records?.map(record => (record as {id?: string}).id).find(id => id !== undefined);

/** Examines a service. */
export const examine = async (
	ask: Ask,
	{
		company,
		words,
		exchanges,
	}: {
		company: number | undefined;
		/** The profile's own status words. */
		words: StatusWords | undefined;
		/** The requests so far; signing in is among them. */
		exchanges: readonly Exchange[];
	},
): Promise<Examination> => {
	const known: Known = {company_id: company};
	const examined: Examined[] = [];
	const met = new Set<string>();
	const figures: Figures[] = [];

	const learn = (type: ReadType, outcome: Outcome<unknown>): void => {
		if (outcome.kind !== 'done') {
			return;
		}
		const records = recordsIn(outcome.answer as Record<string, unknown>) as
			| (ReadRecord & {status?: string})[]
			| undefined;
		if (type === 'get_campaigns') {
			const dialing = records?.filter(({status}) => dialStateOf(status, words) === 'dialing');
			known.campaign_id = idOf(dialing) ?? idOf(records);
		}
		if (type === 'get_lists') {
			known.list_id = idOf(records);
		}
		if (type === 'get_all_stats') {
			figures.push(...allFigures(outcome.answer));
		}
		if (type === 'get_dashboard_stats') {
			const own = (outcome.answer as Dashboard).figures;
			figures.push(...(own ? [own] : []));
		}
		if (type === 'get_campaigns' || type === 'get_dashboard_stats') {
			for (const {status} of records ?? []) {
				met.add(plainWord(status ?? ''));
			}
		}
	};

	// The ids of lists must be known before one list is asked for.
	const order = reads.toSorted((one, other) => Number(one === 'get_list') - Number(other === 'get_list'));
	for (const type of order) {
		const asked = paramsFor(type, known);
		if ('unknown' in asked) {
			const reason = `it needs a ${asked.unknown}, which dialtop cannot know${type === 'fetch_accounts' ? ': --company ID' : ''}`;
			examined.push({...none, operation: type, ending: 'skipped', reason, rules: new Map()});
			continue;
		}
		const outcome = await ask(type, asked.params as never);
		learn(type, outcome);
		examined.push(examinedOf(type, outcome));
	}
	for (const {status} of figures) {
		met.add(plainWord(status ?? ''));
	}
	met.delete('');
	return {
		operations: [...signedIn(exchanges), ...examined],
		words: [...met].filter(isWord).map(word => metWord(word, words)),
		hiddenWords: [...met].filter(word => !isWord(word)).length,
		counting: dropCounting([...new Map(figures.map((one, at) => [one.campaignId ?? at, one])).values()]),
	};
};
