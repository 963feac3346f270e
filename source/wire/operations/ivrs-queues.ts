/** IVRs and queues (section 4.2; parameters and answers ours). */
import {ownAnswer} from '../answer.ts';
import {count, id, text, yesNo} from '../codecs.ts';
import {family} from '../operation.ts';
import * as p from '../parameters.ts';

/** How a queue chooses among its agents. */
const queueStrategies = ['longest-idle', 'round-robin', 'fewest-calls', 'ring-all'] as const;

const ivrs = [
	{
		ivr_id: id,
		name: text,
		prompt: text,
		timeout: count,
		repeat: count,
		options: [{key: text, action: text}],
	},
];

const queues = [
	{
		queue_id: id,
		name: text,
		active: yesNo,
		strategy: text,
		waiting: count,
		agents: count,
		answered: count,
		abandoned: count,
		average_hold: count,
	},
];

export const ivrsAndQueues = family('ivrs and queues', {
	list_ivrs: {
		effect: 'read',
		summary: 'Lists the IVRs, oldest first.',
		params: {},
		answer: ownAnswer({ivrs}),
	},
	add_ivr: {
		effect: 'write',
		summary: 'Adds an IVR and lists all of them.',
		params: {
			name: p.required(p.text('name', 100)),
			prompt: p.text('text to speak', 2000),
			options: p.repeatedGroup('what each key does', {
				key: p.required(p.shaped('key', /^[\d*#]$/, 'one key: 0 to 9, * or #')),
				action: p.required(
					p.shaped(
						'transfer:<queue>, repeat, hangup or opt-out',
						/^(?:transfer:\d{1,15}|repeat|hangup|opt-out)$/,
						'transfer:<queue>, repeat, hangup or opt-out',
					),
				),
			}),
		},
		answer: ownAnswer({ivr_id: id, ivrs}),
	},
	delete_ivr: {
		effect: 'irreversible',
		summary: 'Deletes an unused IVR and lists the others.',
		params: {ivr_id: p.required(p.idNumber('IVR'))},
		answer: ownAnswer({ivrs}),
	},
	get_queues: {
		effect: 'read',
		summary:
			'Lists the queues, oldest first, with their waiting calls, the agents signed in, and the calls transferred to them ' +
			'today: answered, abandoned, and how many seconds the answered ones were held on average.',
		params: {},
		answer: ownAnswer({queues}),
	},
	add_queue: {
		effect: 'write',
		summary: 'Adds a queue and lists all of them.',
		params: {
			name: p.required(p.text('name', 100)),
			strategy: p.choice('how agents are chosen; longest-idle when omitted', queueStrategies),
			max_wait: p.integer('longest wait in seconds; 300 when omitted', {min: 0, max: 3600}),
			agents: p.repeated('agents, by user name as in call results', p.text('agent', 200)),
		},
		answer: ownAnswer({queue_id: id, queues}),
	},
	delete_queue: {
		effect: 'irreversible',
		summary: 'Deletes an unused queue and lists the others.',
		params: {queue_id: p.required(p.idNumber('queue'))},
		answer: ownAnswer({queues}),
	},
});
