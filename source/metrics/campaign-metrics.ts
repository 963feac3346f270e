/** The metrics of a campaign, a row each: its name, what it means, and which figures it shows. */
import type {DialState} from '../model/campaign.ts';
import {timeLeft} from '../model/derived.ts';
import {dropRateOf} from '../model/drops.ts';
import type {CampaignRow} from '../model/select.ts';
import {numberIn} from '../model/setting-values.ts';
import type {Figures} from '../model/wire.ts';
import type {Family} from './format.ts';

/** A value with the labels that it has beside the profile and the campaign. */
export type Sample = {labels?: Readonly<Record<string, string | undefined>>; value: number | undefined};

/** The labels of a sample, as they are read. */
export type Labels = Readonly<Record<string, string>>;

/** A metric of a campaign. */
export type CampaignMetric = Family & {
	/** The names of its labels beside the profile and the campaign. */
	labels: readonly string[];
	/** The figures that it shows, by their names in the model. */
	figures: readonly (keyof Figures)[];
	/** Until when it is shown: as long as its figures are fresh, or the status of the campaign is, or the campaign is listed. */
	shown: 'fresh' | 'status' | 'listed';
	samples(row: CampaignRow): readonly Sample[];
	/** The figures that a sample of it shows: what `samples` made it of, as far as its value shows that. */
	read(labels: Labels, value: number): Partial<Figures>;
};

type Name = keyof Figures;

/** Figures that are numbers. */
type Numeric = {[N in Name]-?: Exclude<Figures[N], undefined> extends number ? N : never}[Name];

const shown = 'fresh';

/** Without the digits that binary fractions add. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

/** A metric of one figure, times a factor that makes it the base unit. */
const one = (kind: Family['kind'], name: string, figure: Numeric, help: string, factor = 1): CampaignMetric => ({
	name: `dialtop_campaign_${name}`,
	kind,
	help,
	labels: [],
	figures: [figure],
	shown,
	samples({figures}) {
		const value = figures?.[figure];
		return [{value: value === undefined ? undefined : rounded(value * factor)}];
	},
	read: (_labels, value) => ({[figure]: rounded(value / factor)}),
});

const gauge = (name: string, figure: Numeric, help: string): CampaignMetric => one('gauge', name, figure, help);

/** What a counter's help says of its beginning. */
const beginsAnew =
	"begins anew with the service's day; where the service's total falls within a day, the higher one stays";

const today = (name: string, figure: Numeric, help: string, factor?: number): CampaignMetric =>
	one('counter', name, figure, `${help}; ${beginsAnew}`, factor);

const thisMonth = (name: string, figure: Numeric, help: string, factor?: number): CampaignMetric =>
	one('counter', name, figure, `${help} this month; begins anew with the service's month`, factor);

/** What the help of every ratio says. */
const ratioHelp = (help: string): string => `${help}; a ratio from 0 to 1: do not average it over campaigns`;

/** Parts of one whole, distinguished by a label: their sum is meaningful. */
const parts = (name: string, label: string, of: Readonly<Record<string, Numeric>>, help: string): CampaignMetric => ({
	name: `dialtop_campaign_${name}`,
	kind: 'gauge',
	help,
	labels: [label],
	figures: Object.values(of),
	shown,
	samples: ({figures}) =>
		Object.entries(of).map(([part, figure]) => ({labels: {[label]: part}, value: figures?.[figure]})),
	read(labels, value) {
		const figure = of[labels[label] ?? ''];
		return figure ? {[figure]: value} : {};
	},
});

const part = (percent: number | undefined): number | undefined =>
	percent === undefined ? undefined : rounded(percent / 100);

const percentOf = (ratio: number): number => rounded(ratio * 100);

const states: readonly DialState[] = ['dialing', 'paused', 'stopped', 'unknown'];

/** A word of the service for each state; its own word for an unknown one is not exported. */
const words: Readonly<Record<string, string>> = {dialing: 'PLAY', paused: 'PAUSE', stopped: 'STOP'};

/** A figure that the service sends as a word, where it is a number. */
const spoken = (name: string, figure: 'paceTempo' | 'throttle', help: string): CampaignMetric => ({
	name: `dialtop_campaign_${name}`,
	kind: 'gauge',
	help,
	labels: [],
	figures: [figure],
	shown,
	samples: ({figures}) => [{value: numberIn(figures?.[figure])}],
	read: (_labels, value) => ({[figure]: String(value)}),
});

/** The metric of the time of the newest poll, seconds since 1970. */
export const lastPoll = 'dialtop_campaign_last_poll_timestamp_seconds';

/** The metrics, in the order of the page. */
export const campaignMetrics: readonly CampaignMetric[] = [
	{
		name: 'dialtop_campaign_info',
		kind: 'gauge',
		help: 'always 1; its labels say what the campaign is called, and how it dials',
		labels: ['name', 'method', 'caller_id'],
		figures: ['paceMethod', 'callerId'],
		shown: 'listed',
		samples: ({campaign, figures}) => [
			{
				labels: {
					name: campaign.name,
					method: campaign.dialMethod ?? figures?.paceMethod,
					caller_id: figures?.callerId,
				},
				value: 1,
			},
		],
		read: ({name, method, caller_id: callerId}) => ({
			...(name !== undefined && {campaignName: name}),
			...(method !== undefined && {paceMethod: method}),
			...(callerId !== undefined && {callerId}),
		}),
	},
	{
		name: 'dialtop_campaign_state',
		kind: 'gauge',
		help: '1 for the state that the campaign is in, 0 for the others; a word that dialtop does not know is unknown',
		labels: ['state'],
		figures: ['status'],
		shown: 'status',
		samples: ({state}) => states.map(name => ({labels: {state: name}, value: Number(name === state)})),
		read({state}, value) {
			const word = words[state ?? ''];
			return value === 1 && word !== undefined ? {status: word} : {};
		},
	},
	{
		name: lastPoll,
		kind: 'gauge',
		help: 'when the figures were asked for, in seconds since 1970; it stays when they are too old to be shown',
		labels: [],
		figures: [],
		shown: 'listed',
		samples: ({span}) => [{value: span && span.sentAt.wall / 1000}],
		read: () => ({}),
	},
	parts(
		'agents',
		'state',
		{ready: 'ready', on_call: 'onCall', wrap_up: 'wrapUp', paused: 'paused', dead: 'dead'},
		'agents by what they do',
	),
	gauge('agents_signed_in', 'agents', 'agents who are signed in, whatever they do'),
	gauge('agents_active', 'activeAgents', 'agents who are signed in and not paused'),
	parts(
		'calls',
		'stage',
		{ringing: 'ringing', waiting: 'waiting', ivr: 'inIvr'},
		'calls without an agent by their stage; waiting ones are answered',
	),
	gauge('calls_active', 'activeCalls', 'calls on a line without an agent, which ring, wait or listen to an IVR'),
	gauge('leads', 'totalLeads', 'leads on all lists; other metrics of leads are among them'),
	gauge('leads_active', 'activeLeads', 'leads on lists that are switched on'),
	gauge('leads_remaining', 'remainingLeads', 'leads that can still be dialed'),
	gauge('leads_recycled', 'recycled', 'leads that were called without success and will be dialed again'),
	one('gauge', 'leads_done_ratio', 'percentComplete', ratioHelp('the share of the active leads that is done'), 0.01),
	today('dialed', 'calledToday', 'calls placed today'),
	today('answers', 'answeredToday', 'calls answered today, by people and by machines'),
	today('live_answers', 'humanAnswered', 'calls that a person answered today, dropped ones included'),
	today('machine_answers', 'machineAnswered', 'calls that a machine answered today'),
	today('connected', 'connectedCalls', 'calls connected today'),
	today('calls_placed', 'totalCalls', 'total_calls of the service, which the interface does not explain'),
	today('transfers', 'transfers', 'calls transferred today'),
	today('sales', 'sales', 'sales today, as the agents record them'),
	today('billed_seconds', 'minutesToday', 'seconds of calls today that are billed', 60),
	today('charges', 'chargeToday', "charges of today, in the account's currency"),
	thisMonth('month_billed_seconds', 'minutesMonth', 'seconds of calls that are billed', 60),
	thisMonth('month_charges', 'chargeMonth', "charges in the account's currency"),
	{
		name: 'dialtop_campaign_drop_ratio',
		kind: 'gauge',
		help: ratioHelp('drops of the day per live answer, rounded by the service, which gives no count of drops'),
		labels: ['rule'],
		figures: ['dropRate'],
		shown,
		samples: row => [{labels: {rule: 'day'}, value: part(dropRateOf(row))}],
		read: ({rule}, value) => (rule === 'day' ? {dropRate: percentOf(value)} : {}),
	},
	{
		name: 'dialtop_campaign_drop_limit_ratio',
		kind: 'gauge',
		help: ratioHelp(
			"the most drops per live answer: the campaign's own limit for the day, and that of the rule of compliance",
		),
		labels: ['rule'],
		figures: ['dropLimit'],
		shown,
		samples: ({figures, dashboard}) => [
			{labels: {rule: 'day'}, value: part(figures?.dropLimit)},
			{labels: {rule: dashboard?.period?.rule}, value: part(dashboard?.period?.limit)},
		],
		read: ({rule}, value) => (rule === 'day' ? {dropLimit: percentOf(value)} : {}),
	},
	{
		name: 'dialtop_campaign_period_drop_ratio',
		kind: 'gauge',
		help: ratioHelp(
			'drops per live answer in the period of the rule of compliance that the profile sets; an indicator, not legal advice',
		),
		labels: ['rule'],
		figures: [],
		shown,
		samples: ({dashboard}) => [{labels: {rule: dashboard?.period?.rule}, value: part(dashboard?.period?.rate)}],
		read: () => ({}),
	},
	spoken('dial_level', 'paceTempo', 'lines dialed per available agent'),
	spoken('throttle', 'throttle', 'intensity_throttle of the service, which the interface does not explain'),
	{
		name: 'dialtop_campaign_time_left_seconds',
		kind: 'gauge',
		help: 'how long the leads last at the present pace, as if it dialed day and night',
		labels: [],
		figures: ['remainingTime'],
		shown,
		samples: row => [{value: timeLeft(row)?.seconds}],
		read: (_labels, value) => ({remainingTime: value}),
	},
	gauge('average_talk_seconds', 'averageTalk', 'the average length of a conversation today; do not average it'),
	gauge(
		'average_wrap_up_seconds',
		'averageWrap',
		'the average time of writing down what came of a call; do not average it',
	),
	gauge(
		'average_idle_seconds',
		'averageInterval',
		'how long an agent waits for the next call on average; do not average it',
	),
	gauge('average_agents', 'averageAgents', 'agents on average today'),
];
