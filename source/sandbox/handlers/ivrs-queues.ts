/** IVRs and queues (section 4.2; shapes ours). */

import type {IvrOption, Queue} from '../store/switchboard.ts';
import {callsIn} from '../world/calls.ts';
import {agentName} from '../world/people.ts';
import {invalidValue, Refusal} from '../world/refusal.ts';
import {agentState, stage, type World} from '../world/state.ts';
import type {Context, Handlers} from './handler.ts';

/** Most IVRs, and most queues. */
const mostOfEach = 100;

/** Of a new IVR the seconds it waits for a key and how often it repeats its prompt; of a new queue the longest wait. */
const defaults = {timeout: 5, repeat: 2, maxWait: 300} as const;

const transferTo = (queue: string): string => `transfer:${queue}`;

const ivrList = ({store}: Context) => store.switchboard.ivrs().map(({id, ...ivr}) => ({ivr_id: id, ...ivr}));

/** The index of an agent by user name, which ends in its number. */
const agentIndex = ({seed, agents}: World, name: string): number | undefined => {
	const index = Number(/\.([1-9]\d{0,6})$/.exec(name)?.[1] ?? 0) - 1;
	return index in agents && agentName(seed, index) === name ? index : undefined;
};

/**
 * Calls that wait in a queue and agents signed in to it: those of the campaigns that transfer to it and that the user may
 * see, and the queue's own agents.
 */
const queueFigures = ({world, access}: Context, {id, agents}: Queue) => {
	const campaigns = access.campaigns().filter(({settings}) => settings.transferTo === id);
	const members = new Set([
		...campaigns.flatMap(campaign => campaign.agents),
		...agents.flatMap(name => agentIndex(world, name) ?? []),
	]);
	return {
		waiting: campaigns.reduce((sum, campaign) => sum + callsIn(campaign, stage.waiting), 0),
		agents: [...members].filter(index => world.agents[index]?.state !== agentState.out).length,
	};
};

const isTransferredTo = ({campaigns}: World, id: string): boolean =>
	campaigns.some(({settings}) => settings.transferTo === id);

const queueList = (context: Context) =>
	context.store.switchboard.queues().map(queue => ({
		queue_id: queue.id,
		name: queue.name,
		active: isTransferredTo(context.world, queue.id),
		strategy: queue.strategy,
		...queueFigures(context, queue),
	}));

/** The trimmed name. @throws Refusal if it is blank or taken, or if there are too many already */
const uniqueName = (kind: 'IVR' | 'Queue', text: string, others: readonly {name: string}[]): string => {
	const name = text.trim();
	if (name === '') {
		throw invalidValue('name', 'must not be blank');
	}
	if (others.some(other => other.name.toLowerCase() === name.toLowerCase())) {
		throw new Refusal('wrong-state', `${kind} already exists`);
	}
	if (others.length >= mostOfEach) {
		throw new Refusal('wrong-state', `${kind} limit reached`, `there are ${others.length} already`);
	}
	return name;
};

const checkOptions = ({store}: Context, options: readonly IvrOption[]): void => {
	if (new Set(options.map(({key}) => key)).size < options.length) {
		throw invalidValue('options', 'a key can do one thing only');
	}
	const known = new Set(store.switchboard.queues().map(({id}) => transferTo(id)));
	if (options.some(({action}) => action.startsWith(transferTo('')) && !known.has(action))) {
		throw new Refusal('not-found', 'Queue not found');
	}
};

const refuseInUse = ({world, store}: Context, id: string): void => {
	if (isTransferredTo(world, id)) {
		throw new Refusal('wrong-state', 'Queue is in use', 'a campaign transfers its calls to it');
	}
	if (store.switchboard.ivrs().some(({options}) => options.some(({action}) => action === transferTo(id)))) {
		throw new Refusal('wrong-state', 'Queue is in use', 'an IVR transfers calls to it');
	}
};

const checkAgents = ({world, access}: Context, names: readonly string[]): void => {
	for (const name of names) {
		const agent = world.agents[agentIndex(world, name) ?? -1];
		const campaign = agent && world.campaigns[agent.campaign];
		if (!campaign || !access.sees(campaign)) {
			throw new Refusal('not-found', 'Agent not found');
		}
	}
};

export const ivrsAndQueues = {
	list_ivrs: {
		level: 'agent',
		run: (_, context) => ({ivrs: ivrList(context)}),
	},
	add_ivr: {
		level: 'admin',
		run({name, prompt = '', options = []}, context) {
			const {switchboard} = context.store;
			const {timeout, repeat} = defaults;
			checkOptions(context, options);
			const unique = uniqueName('IVR', name, switchboard.ivrs());
			const id = switchboard.addIvr({name: unique, prompt, timeout, repeat, options});
			return {ivr_id: id, ivrs: ivrList(context)};
		},
	},
	delete_ivr: {
		level: 'admin',
		run({ivr_id}, context) {
			if (!context.store.switchboard.deleteIvr(ivr_id)) {
				throw new Refusal('not-found', 'IVR not found');
			}
			return {ivrs: ivrList(context)};
		},
	},
	get_queues: {
		level: 'agent',
		run: (_, context) => ({queues: queueList(context)}),
	},
	add_queue: {
		level: 'admin',
		run({name, strategy = 'longest-idle', max_wait = defaults.maxWait, agents = []}, context) {
			const {switchboard} = context.store;
			checkAgents(context, agents);
			const unique = uniqueName('Queue', name, switchboard.queues());
			const id = switchboard.addQueue({name: unique, strategy, maxWait: max_wait, agents: [...new Set(agents)]});
			return {queue_id: id, queues: queueList(context)};
		},
	},
	delete_queue: {
		level: 'admin',
		run({queue_id}, context) {
			if (!context.store.switchboard.deleteQueue(queue_id)) {
				throw new Refusal('not-found', 'Queue not found');
			}
			refuseInUse(context, queue_id);
			return {queues: queueList(context)};
		},
	},
} satisfies Partial<Handlers>;
