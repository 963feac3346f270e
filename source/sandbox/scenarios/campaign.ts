/** Plans of the campaigns that a sandbox opens with. */
import type {CampaignPlan, ListPlan} from '../world/campaigns.ts';
import type {DialState, Settings, Shift, Supply} from '../world/state.ts';

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

/** `settings` only where they differ from those of an ordinary campaign. */
type CampaignOptions = {
	name: string;
	/** Days that it has existed; 14 by default. */
	age?: number;
	agents: number;
	state?: DialState;
	attempts?: number;
	settings: Partial<Settings> & Pick<Settings, 'method'>;
	lists: readonly ListPlan[];
	shifts?: readonly Shift[];
	supplies?: readonly Supply[];
};

/** A campaign that dials from the start, up to four times a lead, unless the options say otherwise. */
export const campaign = ({
	name,
	age = 14,
	agents,
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
	settings: {...baseSettings, ...settings},
	lists: [...lists],
	...(shifts && {shifts}),
	...(supplies && {supplies}),
});

/** An active list that has hardly been called. */
export const list = (name: string, leads: number, change: Partial<ListPlan> = {}): ListPlan => ({
	name,
	leads,
	active: true,
	worked: 0.1,
	...change,
});
