/**
 * The IVRs and queues that calls go through (section 4.2; ours). A campaign's `conf_exten` names one of either, so no IVR
 * has the id of a queue.
 */
import {found} from './refusal.ts';
import type {Campaign, DialMethod, Ivr, Queue, Settings, Switchboard, World} from './state.ts';

export type NewIvr = Omit<Ivr, 'id'>;
type NewQueue = Pick<Queue, 'name' | 'strategy' | 'maxWait' | 'agents'>;

/** The action that transfers to a queue. */
export const transferTo = (queue: string): string => `transfer:${queue}`;

const nextId = (last: number, others: ReadonlyMap<string, unknown>): number => {
	let next = last + 1;
	while (others.has(String(next))) {
		next++;
	}
	return next;
};

const putIvr = ({ivrs}: Switchboard, id: string, ivr: NewIvr): Ivr => {
	const added = {id, ...ivr};
	ivrs.set(id, added);
	return added;
};

const putQueue = ({queues}: Switchboard, id: string, queue: NewQueue): Queue => {
	const added = {id, ...queue, calls: new Map(), lastAgent: -1, answered: 0, holdTime: 0, abandoned: 0};
	queues.set(id, added);
	return added;
};

/** Those of a new world. */
export const createSwitchboard = (): Switchboard => {
	const made: Switchboard = {ivrs: new Map(), queues: new Map(), lastIvr: 7002, lastQueue: 8520, held: 0};
	for (const {id, ...ivr} of firstIvrs) {
		putIvr(made, id, ivr);
	}
	for (const {id, ...queue} of firstQueues) {
		putQueue(made, id, queue);
	}
	return made;
};

const firstIvrs: readonly Ivr[] = [
	{
		id: '7001',
		name: 'Call back',
		prompt: 'Press 1 to speak with us, 2 to hear this again, or 9 to be called no more.',
		timeout: 5,
		repeat: 2,
		options: [
			{key: '1', action: transferTo('8500')},
			{key: '2', action: 'repeat'},
			{key: '9', action: 'opt-out'},
		],
	},
	{
		id: '7002',
		name: 'Utilities',
		prompt: 'Press 1 to speak with us about your account, or 9 to be called no more.',
		timeout: 5,
		repeat: 1,
		options: [
			{key: '1', action: transferTo('8510')},
			{key: '9', action: 'opt-out'},
		],
	},
];

const firstQueues: readonly (NewQueue & {id: string})[] = [
	{id: '8500', name: 'Main queue', strategy: 'longest-idle', maxWait: 300, agents: []},
	{id: '8510', name: 'Utilities queue', strategy: 'longest-idle', maxWait: 300, agents: []},
	{id: '8520', name: 'Supervisors', strategy: 'ring-all', maxWait: 120, agents: []},
];

export const addIvr = ({switchboard}: World, ivr: NewIvr): Ivr => {
	switchboard.lastIvr = nextId(switchboard.lastIvr, switchboard.queues);
	return putIvr(switchboard, String(switchboard.lastIvr), ivr);
};

/** People who hear it are hung up on at its end. @throws Refusal `IVR not found` */
export const deleteIvr = ({switchboard: {ivrs}}: World, id: string): void => {
	found(ivrs.get(id), 'IVR');
	ivrs.delete(id);
};

export const addQueue = ({switchboard}: World, queue: NewQueue): Queue => {
	switchboard.lastQueue = nextId(switchboard.lastQueue, switchboard.ivrs);
	return putQueue(switchboard, String(switchboard.lastQueue), queue);
};

/** No call may be held in it. @throws Refusal `Queue not found` */
export const deleteQueue = ({switchboard: {queues}}: World, id: string): void => {
	found(queues.get(id), 'Queue');
	queues.delete(id);
};

/** The IVRs that transfer to a queue, oldest first. */
export const ivrsLeadingTo = ({ivrs}: Switchboard, queue: string): Ivr[] =>
	[...ivrs.values()].filter(({options}) => options.some(({action}) => action === transferTo(queue)));

/** The IVR of a campaign: the one that `conf_exten` names or, if it names a queue, the first that transfers there. */
export const ivrOf = (
	{switchboard}: Pick<World, 'switchboard'>,
	{settings}: Pick<Campaign, 'settings'>,
): Ivr | undefined => switchboard.ivrs.get(settings.transferTo) ?? ivrsLeadingTo(switchboard, settings.transferTo)[0];

/** Numbers of IVRs and queues: an extension that looks like one would be a mistyped queue. */
const switchboardNumber = /^[789]\d{3}$/;

/** Whether a text is the number of an extension: a telephone of its own, which is no part of the floor (ours). */
export const isExtension = ({switchboard: {queues, ivrs}}: Pick<World, 'switchboard'>, text: string): boolean =>
	/^\d{2,6}$/.test(text) && !switchboardNumber.test(text) && !queues.has(text) && !ivrs.has(text);

/**
 * Whether answered calls go where `conf_exten` says at once, instead of to the agents or the broadcast's message. Calls that
 * agents dial themselves stay with them (ours).
 */
export const transfersAtOnce = ({externalQueue, playMessage}: Settings, method: DialMethod): boolean =>
	method === 'BROADCAST' ? externalQueue || !playMessage : externalQueue && method !== 'MANUAL';

/** Whether answered calls go to agents at once: to those of the campaign, or of the queue that `conf_exten` names. */
export const goesToAgents = (
	{switchboard: {queues}}: Pick<World, 'switchboard'>,
	settings: Settings,
	method: DialMethod,
): boolean => (transfersAtOnce(settings, method) ? queues.has(settings.transferTo) : method !== 'BROADCAST');

/** Whether an agent takes the calls of a queue: its own do, and those of the campaigns that transfer to it. */
export const isMember = ({campaigns, agents}: World, queue: Queue, agent: number): boolean =>
	queue.agents.includes(agent) || campaigns[agents[agent]?.campaign ?? -1]?.settings.transferTo === queue.id;
