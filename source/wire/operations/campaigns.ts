/** Campaigns: listing, control, settings, test call (sections 2.2, 3 and 4.1). */
import {fieldsAnswer, ownAnswer, recordsAnswer} from '../answer.ts';
import {settingsAnswer} from '../campaign-settings.ts';
import {id, text} from '../codecs.ts';
import {family} from '../operation.ts';
import * as p from '../parameters.ts';
import {field, record} from '../record.ts';

/** A campaign as get_campaigns lists it; the interface does not show its fields, so the aliases are ours. */
export const campaignRecord = record({
	id: field(id, 'campaign_id', 'id'),
	name: field(text, 'campaign_name', 'name'),
	active: field(text, 'active'),
	dialMethod: field(text, 'dial_method', 'method', 'pace_method'),
	status: field(text, 'display_status', 'status', 'campaign_status', 'state'),
	created: field(text, 'created', 'created_at', 'created_date'),
});

const campaign = {campaign_id: p.required(p.idNumber('campaign'))};

/** The state of a campaign after a command. */
const stateAnswer = ownAnswer({campaign_id: id, display_status: text});

/** The settings that update_campaign writes (section 2.2), by the interface's own names. */
export const campaignSettings = p.filled({
	amd: p.given('2.2', p.yesNo('answering-machine detection')),
	msg: p.given('2.2', p.yesNo('play the campaign message')),
	customcid: p.given('2.2', p.yesNo('use a custom caller-ID list')),
	override: p.given('2.2', p.yesNo('override existing settings')),
	autodiallevel: p.given('2.2', p.number('lines dialed per available agent', {min: 0, max: 10})),
	autodiallevel2: p.number('secondary dial level for adaptive dial methods'),
	dial_method: p.given(
		'2.2',
		p.choice('how numbers are dialed; RATIO is Power, MANUAL is Preview, SMSB is SMS Broadcast', [
			'BROADCAST',
			'PREDICTIVE',
			'RATIO',
			'MANUAL',
			'SMSB',
		]),
	),
	ext_queue_status: p.given('2.2', p.yesNo('send answered calls to an external queue')),
	AgentLevel: p.text('agent level for predictive dialing', 40),
	script: p.asId(p.text('ID of the agent script', 40)),
	call_back_number: p.clearable(p.text('number that account holders can call back', 40)),
	conf_exten: p.text('extension or queue that answered calls are transferred to', 40),
	custom_cid_list: p.asId(p.text('ID of the caller-ID list to rotate through', 40)),
	campaign_cid: p.text('caller ID shown to account holders', 40),
	number_of_lines: p.integer('maximum simultaneous lines', {min: 0}),
	adaptive_dropped_percentage: p.given(
		'2.2',
		p.number('maximum dropped-call percentage for adaptive dialing', {min: 0, max: 100}),
	),
	campaign_recording: p.given('2.2', p.choice('record calls or not', ['ALLCALLS', 'NEVER'])),
	local_call_time: p.asId(p.text('ID of the calling-hours schedule', 40)),
	velocity: p.number('dialing speed for broadcast campaigns', {min: 0}),
	dial_prefix: p.given('2.2', p.choice('8 is on, 9 is off', ['8', '9'])),
});

export const campaigns = family('campaigns', {
	get_campaigns: {
		effect: 'read',
		summary: 'Lists the campaigns you may access, newest first, with status.',
		documented: true,
		params: {},
		answer: recordsAnswer('campaigns', campaignRecord),
	},
	play_campaign: {
		effect: 'write',
		summary: 'Starts outbound dialing.',
		documented: true,
		params: campaign,
		answer: stateAnswer,
	},
	pause_campaign: {
		effect: 'write',
		summary: 'Suspends dialing; calls in progress finish.',
		documented: true,
		params: campaign,
		answer: stateAnswer,
	},
	stop_campaign: {
		effect: 'irreversible',
		summary: 'Stops and deactivates the campaign and clears its dialing queue.',
		documented: true,
		params: campaign,
		answer: stateAnswer,
	},
	get_campaign_settings: {
		effect: 'read',
		summary: 'Returns the settings, their current values and the allowed options.',
		documented: true,
		params: campaign,
		answer: settingsAnswer,
	},
	update_campaign: {
		effect: 'write',
		summary: 'Changes the settings you send and leaves the others.',
		documented: true,
		params: {...campaign, ...campaignSettings},
		answer: ownAnswer({campaign_id: id}),
	},
	dial_number: {
		effect: 'irreversible',
		summary: "Places one test call with the campaign's settings.",
		documented: true,
		params: {
			...campaign,
			phone_number: p.required(p.given('4.1', p.phone('number to call'))),
			callerid: p.required(p.text('caller ID to show', 40)),
		},
		answer: fieldsAnswer(
			record({uniqueId: field(text, 'uniqueid'), status: field(text, 'status'), note: field(text, 'note')}),
		),
	},
});
