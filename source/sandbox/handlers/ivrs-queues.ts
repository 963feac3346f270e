/** IVRs and queues (section 4.2; shapes ours). They belong to the company, so every user sees all of them. */

import {counted} from '../../wire/words.ts';
import {callsIn} from '../world/calls.ts';
import {agentIndexOf} from '../world/leads.ts';
import {found, invalidValue, Refusal} from '../world/refusal.ts';
import {agentState, type Campaign, type IvrOption, type Queue, stage} from '../world/state.ts';
import {ivrOf, ivrsLeadingTo, transferTo} from '../world/switchboard.ts';
import {second} from '../world/time.ts';
import {admin, agent, type Context, type Handlers} from './handler.ts';

/** Most IVRs, and most queues. */
const mostOfEach = 100;

/** For a new IVR, the seconds it waits for a key and how often it repeats its prompt; for a new queue, the longest wait. */
const defaults = {timeout: 5, repeat: 2, maxWait: 300} as const;

const ivrList = ({world}: Context) =>
	[...world.switchboard.ivrs.values()].map(({id, options, ...ivr}) => ({ivr_id: id, ...ivr, options: [...options]}));

/**
 * Calls that wait for an agent of a queue and its agents signed in, as far as they are of campaigns that the user may see:
 * calls held in it, and those that wait in the campaigns that transfer to it.
 */
const queueFigures = ({world, access}: Context, queue: Queue) => {
	const campaigns = access.campaigns();
	const seen = new Set(campaigns.map(({index}) => index));
	const held = [...queue.calls.keys()].filter(slot => seen.has(world.calls[slot]?.campaign ?? -1)).length;
	const own = queue.agents.filter(index => seen.has(world.agents[index]?.campaign ?? -1));
	const transferring = campaigns.filter(({settings}) => settings.transferTo === queue.id);
	const members = new Set([...transferring.flatMap(({agents}) => agents), ...own]);
	return {
		waiting: transferring.reduce((sum, campaign) => sum + callsIn(campaign, stage.waiting), held),
		agents: [...members].filter(index => world.agents[index]?.state !== agentState.out).length,
	};
};

/** Whether a campaign transfers to a queue, at once or by its IVR. */
const isActive = ({world}: Context, id: string): boolean => {
	const ways = new Set([id, ...ivrsLeadingTo(world.switchboard, id).map(ivr => ivr.id)]);
	return world.campaigns.some(({settings}) => ways.has(settings.transferTo));
};

const queueList = (context: Context) =>
	[...context.world.switchboard.queues.values()].map(queue => {
		const {id, name, strategy, answered, holdTime, abandoned} = queue;
		return {
			queue_id: id,
			name,
			active: isActive(context, id),
			strategy,
			...queueFigures(context, queue),
			answered,
			abandoned,
			average_hold: answered === 0 ? 0 : Math.round(holdTime / answered / second),
		};
	});

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

const checkOptions = ({world}: Context, options: readonly IvrOption[]): void => {
	if (new Set(options.map(({key}) => key)).size < options.length) {
		throw invalidValue('options', 'a key can have one action only');
	}
	const known = new Set([...world.switchboard.queues.keys()].map(transferTo));
	if (options.some(({action}) => action.startsWith(transferTo('')) && !known.has(action))) {
		throw new Refusal('not-found', 'Queue not found');
	}
};

/** Most campaigns that a refusal names. */
const mostNamed = 5;

/** The campaigns by id and name, as far as the user may see them: `1002 Spring, 1003 Power and 2 more campaigns`. */
const namesOf = (campaigns: readonly Campaign[], {access}: Context): string => {
	const named = campaigns.filter(access.sees).slice(0, mostNamed);
	const others = campaigns.length - named.length;
	const names = named.map(({id, name}) => `${id} ${name}`).join(', ');
	const further = others === 0 ? '' : counted(others, named.length === 0 ? 'campaign' : 'more campaign');
	return [names, further].filter(text => text !== '').join(' and ');
};

const refuseUsedQueue = (context: Context, queue: Queue): void => {
	const {world} = context;
	const campaigns = world.campaigns.filter(({settings}) => settings.transferTo === queue.id);
	const ivrs = ivrsLeadingTo(world.switchboard, queue.id).map(({id, name}) => `${id} ${name}`);
	const reasons = [
		...(campaigns.length > 0 ? [`conf_exten of ${namesOf(campaigns, context)}`] : []),
		...(ivrs.length > 0 ? [`IVR ${ivrs.join(', ')}`] : []),
		...(queue.calls.size > 0 ? [counted(queue.calls.size, 'held call')] : []),
	];
	if (reasons.length > 0) {
		throw new Refusal('wrong-state', 'Queue is in use', `by ${reasons.join('; ')}`);
	}
};

const refuseUsedIvr = (context: Context, id: string): void => {
	const campaigns = context.world.campaigns.filter(campaign => {
		const {method, transferTo} = campaign.settings;
		return transferTo === id || (method === 'BROADCAST' && ivrOf(context.world, campaign)?.id === id);
	});
	if (campaigns.length > 0) {
		throw new Refusal('wrong-state', 'IVR is in use', `by ${namesOf(campaigns, context)}: change conf_exten first`);
	}
};

const agentsNamed = ({world, access}: Context, names: readonly string[]): number[] =>
	names.map(name => {
		const index = agentIndexOf(world, name);
		const campaign = world.campaigns[world.agents[index ?? -1]?.campaign ?? -1];
		if (index === undefined || !campaign || !access.sees(campaign)) {
			throw new Refusal('not-found', 'Agent not found');
		}
		return index;
	});

export const ivrsAndQueues = {
	list_ivrs: agent((_, context) => ({ivrs: ivrList(context)})),
	add_ivr: admin(({name, prompt = '', options = []}, context) => {
		const {timeout, repeat} = defaults;
		checkOptions(context, options);
		const unique = uniqueName('IVR', name, [...context.world.switchboard.ivrs.values()]);
		const {id} = context.command('addIvr', {name: unique, prompt, timeout, repeat, options});
		return {ivr_id: id, ivrs: ivrList(context)};
	}),
	delete_ivr: admin(({ivr_id}, context) => {
		found(context.world.switchboard.ivrs.get(ivr_id), 'IVR');
		refuseUsedIvr(context, ivr_id);
		context.command('deleteIvr', ivr_id);
		return {ivrs: ivrList(context)};
	}),
	get_queues: agent((_, context) => ({queues: queueList(context)})),
	add_queue: admin(({name, strategy = 'longest-idle', max_wait = defaults.maxWait, agents = []}, context) => {
		const named = [...new Set(agentsNamed(context, agents))];
		const unique = uniqueName('Queue', name, [...context.world.switchboard.queues.values()]);
		const {id} = context.command('addQueue', {name: unique, strategy, maxWait: max_wait, agents: named});
		return {queue_id: id, queues: queueList(context)};
	}),
	delete_queue: admin(({queue_id}, context) => {
		refuseUsedQueue(context, found(context.world.switchboard.queues.get(queue_id), 'Queue'));
		context.command('deleteQueue', queue_id);
		return {queues: queueList(context)};
	}),
} satisfies Partial<Handlers>;
