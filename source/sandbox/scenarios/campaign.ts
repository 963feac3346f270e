/** Plans of the campaigns that a sandbox opens with. */
import type {CampaignPlan} from '../world/campaigns.ts';
import type {DialMethod, DialState, Settings, Shift, Supply} from '../world/state.ts';

/** Settings of an ordinary campaign. */
export const baseSettings: Settings = {
	method: 'PREDICTIVE',
	level: 1.5,
	levelLimit: 4,
	machineDetection: true,
	playMessage: false,
	externalQueue: false,
	lines: 240,
	dropLimit: 3,
	velocity: 0,
	schedule: '8am-9pm',
	recording: true,
	customCallerIds: false,
	override: false,
	prefix: '8',
	agentLevel: '1',
	script: '1',
	callBackNumber: '8005550100',
	transferTo: '8500',
	callerIdList: '',
	callerId: '8005550100',
};

/** A list of a campaign, active unless `off`, and the share of its leads that are called already, 0.1 by default. */
type ListRow = readonly [name: string, leads: number, worked?: number, isOff?: 'off'];

/** `settings` only where they differ from those of an ordinary campaign. */
export type CampaignOptions = {
	name: string;
	/** Days that it has existed; 14 by default. */
	age?: number;
	agents: number;
	method: DialMethod;
	/** `dialing` by default. */
	state?: DialState;
	/** Most calls a lead; 4 by default. */
	attempts?: number;
	settings?: Partial<Settings>;
	lists: readonly ListRow[];
	shifts?: readonly Shift[];
	supplies?: readonly Supply[];
};

export const campaign = ({
	name,
	age = 14,
	agents,
	method,
	state = 'dialing',
	attempts = 4,
	settings,
	lists,
	shifts,
	supplies,
}: CampaignOptions): CampaignPlan => ({
	name,
	age,
	state,
	agents,
	attemptLimit: attempts,
	settings: {...baseSettings, method, playMessage: method === 'BROADCAST', ...settings},
	lists: lists.map(([name, leads, worked = 0.1, isOff]) => ({name, leads, active: isOff === undefined, worked})),
	...(shifts && {shifts}),
	...(supplies && {supplies}),
});
