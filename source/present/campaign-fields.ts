/** Every field of a campaign, in the groups of section 2.6. */

import type {DialState} from '../model/campaign.ts';
import {type DropAtClose, dropAtClose} from '../model/close-forecast.ts';
import {
	contactsPerAgentHour,
	liveAnswerRate,
	occupancy,
	occupancyOfSignedIn,
	salesPerAgentHour,
} from '../model/derived.ts';
import type {DropPeriod} from '../model/drop-period.ts';
import {
	type DropCounting,
	dialsForAgents,
	dropCounting,
	dropRateOf,
	dropStatusOf,
	placesCalls,
	rowOfFigures,
} from '../model/drops.ts';
import {outcomeMix} from '../model/outcomes.ts';
import {projectionOf} from '../model/projection.ts';
import {readinessOf} from '../model/readiness.ts';
import type {CampaignRow} from '../model/select.ts';
import {type Staffing, staffingOf} from '../model/staffing.ts';
import type {Figures} from '../model/wire.ts';
import {readyRole, timeLeftText} from './board-cells.ts';
import type {Field, FieldGroup} from './fields.ts';
import {closeText, closeTime, idleText, insideText, outAt, salesSignedInText, usuallyWithin} from './forecast-text.ts';
import {decimals, nothing, number, percent, span} from './format.ts';
import {knownText, periodBudgetText, periodRole, periodText} from './period-text.ts';
import type {Role} from './theme.ts';

/** A field: its label, its name on the wire, and how its value is taken from a row. */
export type CampaignField = {
	label: string;
	/** The name on the wire, to find it among the unreadable ones; undefined if it is derived. */
	wire?: string;
	of(row: CampaignRow): string | undefined;
	/** The bare figure, and in which unit, for an export. */
	raw?(figures: Figures): number | undefined;
	unit?: string | undefined;
	/** The role and unit of a figure. */
	look?(figures: Figures, row: CampaignRow): Pick<Field, 'role' | 'unit'>;
	/** What a status word means. */
	means?(row: CampaignRow): DialState;
	/** Whether a row has this field; by default every row has it. */
	isOf?(row: CampaignRow): boolean;
};

type Group = {title: string; kind: FieldGroup['kind']; fields: readonly CampaignField[]};

const word = (label: string, wire: string, of: (figures: Figures) => string | undefined): CampaignField => ({
	label,
	wire,
	of: ({figures}) => figures && of(figures),
});

type Show = (value: number | undefined) => string;

const one: Show = value => decimals(value, 1);
const two: Show = value => decimals(value, 2);
const rate: Show = value => percent(value, 2);

const figure = (
	label: string,
	wire: string,
	of: (figures: Figures) => number | undefined,
	show: Show = number,
	look: CampaignField['look'] = () => ({}),
): CampaignField => ({
	label,
	wire,
	of: ({figures}) => figures && show(of(figures)),
	raw: of,
	unit: show === span ? 's' : show === rate ? '%' : undefined,
	look,
});

const derived = (label: string, of: (row: CampaignRow) => string | undefined): CampaignField => ({
	label: `${label}*`,
	of,
});

const inRole =
	(role: Role): CampaignField['look'] =>
	() => ({role});

/** The marks of the board, with a word, since there is room for it. */
const dropLook: CampaignField['look'] = figures => {
	const status = dropStatusOf(rowOfFigures(figures));
	if (status === 'high') {
		return {role: 'drop.high', unit: ' ! high'};
	}
	return status === 'near' ? {role: 'drop.near', unit: ' ~ near'} : {};
};

/** Which calls the service seems to count drops over. */
const countingText = ({over}: DropCounting): string => (over === 'unclear' ? nothing : over);

/** Contacts an hour; undefined unless the service reports which numbers were wrong. */
const contactsIn = (figures: Figures, dashboard: CampaignRow['dashboard']): number | undefined => {
	const mix = dashboard?.outcomes?.statuses && outcomeMix(dashboard.outcomes.statuses);
	return mix && mix.total > 0 ? contactsPerAgentHour(figures, mix.wrongNumbers) : undefined;
};

const staffingIn = ({dashboard}: CampaignRow): Staffing | undefined =>
	dashboard && staffingOf({past: dashboard.history.past, agents: dashboard.agents});

/** What a rule of compliance says; only where the profile sets one. */
const ofPeriod = (label: string, text: (period: DropPeriod) => string | undefined): CampaignField => ({
	...derived(label, ({dashboard}) => dashboard?.period && text(dashboard.period)),
	look: (_figures, {dashboard}) => (dashboard?.period ? {role: periodRole[dashboard.period.status]} : {}),
	isOf: ({source}) => source.compliance !== undefined,
});

/** The fields for the drop rate at close, if there is a forecast of it. */
const ofClose = (label: string, text: (forecast: DropAtClose) => string): CampaignField => {
	const forecastIn = (row: CampaignRow): DropAtClose | undefined => {
		const forecast = dialsForAgents(row) ? dropAtClose(row) : undefined;
		return typeof forecast === 'object' ? forecast : undefined;
	};
	return {
		...derived(label, row => {
			const forecast = forecastIn(row);
			return forecast && text(forecast);
		}),
		isOf: row => forecastIn(row) !== undefined,
	};
};

/** Agents who are ready: what that means now. */
const readyLook: CampaignField['look'] = (_figures, row) => {
	const readiness = readinessOf(row);
	return readiness ? {role: readyRole[readiness], ...(readiness === 'idle' && {unit: ' ! idle'})} : {};
};

const idLabel = 'campaign';
const listedLabel = 'listed method';

/** The groups; the fields of get_campaigns are with the identity. */
export const campaignGroups: readonly Group[] = [
	{
		title: 'Identity and pace',
		kind: 'words',
		fields: [
			{label: idLabel, of: ({campaign}) => campaign.id},
			{label: listedLabel, of: ({campaign}) => campaign.dialMethod},
			{label: 'created', of: ({campaign}) => campaign.created},
			word('method', 'pace_method', figures => figures.paceMethod),
			word('level', 'pace_tempo', figures => figures.paceTempo),
			{
				...word('throttle', 'intensity_throttle', figures => figures.throttle),
				look: () => ({unit: ' (meaning unknown)'}),
			},
			word('drop limit', 'adaptive_dropped_percentage', ({dropLimit}) => rate(dropLimit)),
			word('agent level', 'agent_level', figures => figures.agentLevel),
			word('caller id', 'caller_id', figures => figures.callerId),
			word('script', 'campaign_script', figures => figures.script),
			word('recording', 'recording', figures => figures.recording),
			word('scheduled', 'scheduled_campaign', figures => figures.scheduled),
			word('calling hours', 'contact_schedule', figures => figures.schedule),
		],
	},
	{
		title: 'Leads',
		kind: 'figures',
		fields: [
			figure('total', 'total_leads', figures => figures.totalLeads),
			figure('active', 'active_leads', figures => figures.activeLeads),
			figure('remaining', 'remaining_leads', figures => figures.remainingLeads),
			figure('complete', 'percentage_complete', figures => figures.percentComplete, rate),
			figure('recycled', 'recycled', figures => figures.recycled),
		],
	},
	{
		title: 'Today',
		kind: 'figures',
		fields: [
			figure('called', 'called_today', figures => figures.calledToday),
			figure('answered', 'answered_today', figures => figures.answeredToday),
			figure('by humans', 'human_answered_calls', figures => figures.humanAnswered),
			figure('by machines', 'answering_machine', figures => figures.machineAnswered),
			derived('live answer', row =>
				row.figures && placesCalls(row) ? percent(liveAnswerRate(row.figures)) : undefined,
			),
			figure('dropped', 'percentage_dropped', figures => dropRateOf(rowOfFigures(figures)), rate, dropLook),
			derived('dropped of', ({figures}) => {
				const counting = figures && dropCounting([figures]);
				return counting && countingText(counting);
			}),
			{...derived('drop at close', row => row.figures && closeText(dropAtClose(row))), isOf: dialsForAgents},
			ofClose('inside its band', insideText),
			ofClose('day closes', closeTime),
			ofPeriod('period', periodText),
			ofPeriod('period allows', periodBudgetText),
			ofPeriod('period known', knownText),
			figure('transfers', 'transfers', figures => figures.transfers),
			figure('sales', 'sales', figures => figures.sales),
			derived('sales/h', ({figures}) => figures && decimals(salesPerAgentHour(figures), 2)),
			derived('live answers/h', ({figures}) => figures && decimals(contactsPerAgentHour(figures, 0), 1)),
			derived('contacts/h', ({figures, dashboard}) => figures && decimals(contactsIn(figures, dashboard), 1)),
			derived('sales/h signed in', row => salesSignedInText(staffingIn(row))),
		],
	},
	{
		title: 'Agents',
		kind: 'figures',
		fields: [
			figure('signed in', 'total', figures => figures.agents),
			figure('ready', 'ready', figures => figures.ready, number, readyLook),
			figure('on call', 'oncalls', figures => figures.onCall, number, inRole('agent.onCall')),
			figure('wrapping up', 'wrappingup', figures => figures.wrapUp, number, inRole('agent.wrapUp')),
			figure('paused', 'paused', figures => figures.paused, number, inRole('agent.paused')),
			figure('dead', 'dead', figures => figures.dead, number, inRole('agent.dead')),
			figure('active', 'active', figures => figures.activeAgents),
			derived('occupancy', ({figures}) => figures && percent(occupancy(figures))),
			derived('of signed in', ({figures}) => figures && percent(occupancyOfSignedIn(figures))),
			derived('idle minutes', row => idleText(staffingIn(row))),
		],
	},
	{
		title: 'Live calls',
		kind: 'figures',
		fields: [
			figure('active', 'active_calls', figures => figures.activeCalls),
			figure('ringing', 'calls_ringings', figures => figures.ringing),
			figure('waiting', 'calls_waiting', figures => figures.waiting),
			figure('in IVR', 'calls_in_ivr', figures => figures.inIvr),
		],
	},
	{
		title: 'Timing',
		kind: 'figures',
		fields: [
			figure('average talk', 'average_talkoff_time', figures => figures.averageTalk, span),
			figure('average wrap-up', 'average_wrap_time', figures => figures.averageWrap, span),
			figure('between calls', 'average_call_interval', figures => figures.averageInterval, span),
			figure('average agents', 'average_no_of_agents', figures => figures.averageAgents, one),
			{
				label: 'time left',
				wire: 'remaining_time',
				of: timeLeftText,
			},
			derived('leads run out', row => {
				const projection = projectionOf(row);
				return projection && outAt(projection);
			}),
			{
				...derived('usually within', row => {
					const projection = projectionOf(row);
					return projection && usuallyWithin(projection, row.dashboard?.forecastErrors);
				}),
				isOf: ({dashboard}) => (dashboard?.forecastErrors ?? []).length > 0,
			},
		],
	},
	{
		title: 'Status',
		kind: 'words',
		fields: [
			{label: 'listed as', of: ({campaign}) => campaign.status, means: row => row.listedState},
			{...word('display', 'display_status', figures => figures.status), means: row => row.shownState},
			word('scheduler', 'scheduler_status', figures => figures.schedulerStatus),
		],
	},
	{
		title: 'Volume and charges',
		kind: 'figures',
		fields: [
			figure('connected calls', 'connected_calls', figures => figures.connectedCalls),
			figure('total calls', 'total_calls', figures => figures.totalCalls),
			figure('minutes today', 'todays_minutes', figures => figures.minutesToday, one),
			figure('charge today', 'todays_charge', figures => figures.chargeToday, two),
			figure('minutes this month', 'mtd_minutes', figures => figures.minutesMonth, one),
			figure('charge this month', 'mtd_charge', figures => figures.chargeMonth, two),
		],
	},
	{
		title: 'Other',
		kind: 'words',
		fields: [
			word('detects machines', 'am_detection', figures => figures.machineDetection),
			word('leave a message', 'am_leave_message', figures => figures.leaveMessage),
			word('call-back number', 'call_back_number', figures => figures.callBackNumber),
			word('transfer queue', 'transfer_queue', figures => figures.transferQueue),
		],
	},
];

const unreadable = (label: string): Field => ({label, value: `${nothing} unreadable`, role: 'warning'});

/** A status word is followed by its meaning for dialtop. */
const taken = (state: DialState): Pick<Field, 'role' | 'unit'> =>
	state === 'unknown' ? {unit: ' (not known)', role: 'warning'} : {unit: ` (${state})`};

const fieldOf = ({label, wire, of, look, means}: CampaignField, row: CampaignRow): Field => {
	if (wire !== undefined && row.figures?.unreadable.includes(wire)) {
		return unreadable(label);
	}
	const value = of(row) || nothing;
	return value === nothing || value === '0'
		? {label, value, role: 'faint'}
		: {label, value, ...(row.figures && look?.(row.figures, row)), ...(means && taken(means(row)))};
};

/** Those of some fields that a row has. */
export const fieldsIn = (fields: readonly CampaignField[], row: CampaignRow): CampaignField[] =>
	fields.filter(({isOf}) => isOf?.(row) ?? true);

/** The fields of a row, group by group. */
export const fieldsOfCampaign = (row: CampaignRow): FieldGroup[] =>
	campaignGroups.map(({title, kind, fields}) => ({
		title,
		kind,
		fields: fieldsIn(fields, row).map(shown => fieldOf(shown, row)),
	}));

/** The groups in the order in which people look for them: what moves first. */
const byUse = [
	'Today',
	'Agents',
	'Leads',
	'Live calls',
	'Identity and pace',
	'Timing',
	'Volume and charges',
	'Other',
	'Status',
];

/** The same in the order of use, for a page with the campaign's id in its title; a method that both sources name is shown once. */
export const fieldsByUse = (row: CampaignRow): FieldGroup[] =>
	fieldsOfCampaign(row)
		.toSorted((one, other) => byUse.indexOf(one.title) - byUse.indexOf(other.title))
		.map(group => ({...group, fields: group.fields.filter(({label}) => !isShownElsewhere(label, row))}));

const isShownElsewhere = (label: string, {campaign, figures}: CampaignRow): boolean =>
	label === idLabel || (label === listedLabel && figures?.paceMethod === campaign.dialMethod);

/** Fields that came beyond those of the interface, by the names on the wire. */
export const moreOfCampaign = ({campaign, figures}: CampaignRow): Field[] => {
	const known = new Set(campaignGroups.flatMap(({fields}) => fields.flatMap(({wire}) => wire ?? [])));
	return [
		...Object.entries({...campaign.extra, ...figures?.extra}).map(([label, value]) => ({label, value})),
		...(figures?.unreadable ?? []).filter(name => !known.has(name)).map(unreadable),
	];
};
