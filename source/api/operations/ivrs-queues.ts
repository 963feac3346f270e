/** IVRs and queues (section 4.2; parameters ours). */
import {openAnswer} from '../answer.ts';
import {operation} from '../operation.ts';
import * as p from '../parameters.ts';

export const ivrsAndQueues = {
	list_ivrs: operation({
		family: 'ivrs and queues',
		effect: 'read',
		summary: 'Lists the IVRs.',
		documented: false,
		params: {},
		answer: openAnswer,
	}),
	add_ivr: operation({
		family: 'ivrs and queues',
		effect: 'write',
		summary: 'Adds an IVR.',
		documented: false,
		params: {
			name: p.required(p.text('name', 100)),
			prompt: p.text('what is said', 2000),
			options: p.repeatedGroup('what a key does', {
				key: p.required(p.shaped('key', /^[\d*#]$/, 'one key: 0 to 9, * or #')),
				action: p.required(p.text('what it does', 100)),
			}),
		},
		answer: openAnswer,
	}),
	delete_ivr: operation({
		family: 'ivrs and queues',
		effect: 'irreversible',
		summary: 'Deletes an IVR.',
		documented: false,
		params: {ivr_id: p.required(p.idNumber('IVR'))},
		answer: openAnswer,
	}),
	get_queues: operation({
		family: 'ivrs and queues',
		effect: 'read',
		summary: 'Lists the queues.',
		documented: false,
		params: {},
		answer: openAnswer,
	}),
	add_queue: operation({
		family: 'ivrs and queues',
		effect: 'write',
		summary: 'Adds a queue.',
		documented: false,
		params: {
			name: p.required(p.text('name', 100)),
			strategy: p.text('how agents are chosen', 40),
			max_wait: p.integer('longest wait, seconds', {min: 0}),
			agents: p.repeated('agents', p.text('agent', 200)),
		},
		answer: openAnswer,
	}),
	delete_queue: operation({
		family: 'ivrs and queues',
		effect: 'irreversible',
		summary: 'Deletes a queue.',
		documented: false,
		params: {queue_id: p.required(p.idNumber('queue'))},
		answer: openAnswer,
	}),
};
