/** The settings of section 2.2: how each is read from and written to the world, and its allowed values. */
import type {SettingOption} from '../../api/campaign-settings.ts';
import type {ParamsOf} from '../../api/operations/index.ts';
import {scripts} from '../world/agent-scripts.ts';
import {callerIdLists} from '../world/caller-ids.ts';
import {tenDigits} from '../world/people.ts';
import type {Campaign, Settings} from '../world/state.ts';
import {schedules} from '../world/zones.ts';

type Changes = Omit<ParamsOf<'update_campaign'>, 'campaign_id'>;

type Row<K extends keyof Changes> = {
	read(settings: Settings, campaign: Campaign): string;
	write(value: NonNullable<Changes[K]>): Partial<Settings>;
	/** Allowed values; undefined if any value within the parameter's bounds is allowed. */
	options?: readonly SettingOption[];
	/** Checks beyond the parameter's bounds (ours): why a value is refused, or undefined. */
	refuse?(value: NonNullable<Changes[K]>): string | undefined;
};

const named = (...options: readonly (readonly [id: string, label: string])[]): SettingOption[] =>
	options.map(([id, label]) => ({id, label}));

const yesNo = named(['Y', 'Yes'], ['N', 'No']);
const letter = (value: boolean): string => (value ? 'Y' : 'N');

/** A dial level with two decimals: adaptive rules move it in small steps. */
export const levelText = (level: number): string => String(Math.round(level * 100) / 100);

const noCallerIdList = '0';
const callerIdOptions = [...named([noCallerIdList, 'None']), ...callerIdLists.map(({id, label}) => ({id, label}))];
const transferQueues = named(['8500', 'Main queue'], ['8510', 'Utilities queue'], ['8520', 'Supervisors']);

/** Most lines of a campaign (ours). */
const mostLines = 10_000;
/** Most dials a minute (ours). */
const mostAMinute = 100_000;

const atMost =
	(most: number) =>
	(value: number): string | undefined =>
		value > most ? `must be at most ${most}` : undefined;

const tenDigitNumber = (value: string): string | undefined =>
	tenDigits(value) === undefined ? 'must be a US number of ten digits' : undefined;

const rows: {[K in keyof Required<Changes>]: Row<K>} = {
	dial_method: {
		read: ({method}) => method,
		write: method => ({method}),
		options: named(
			['BROADCAST', 'Broadcast'],
			['PREDICTIVE', 'Predictive'],
			['RATIO', 'Power'],
			['MANUAL', 'Preview'],
			['SMSB', 'SMS Broadcast'],
		),
	},
	autodiallevel: {read: (_, {level}) => levelText(level), write: level => ({level})},
	autodiallevel2: {read: ({levelLimit}) => levelText(levelLimit), write: levelLimit => ({levelLimit})},
	number_of_lines: {read: ({lines}) => String(lines), write: lines => ({lines}), refuse: atMost(mostLines)},
	adaptive_dropped_percentage: {read: ({dropLimit}) => String(dropLimit), write: dropLimit => ({dropLimit})},
	velocity: {read: ({velocity}) => String(velocity), write: velocity => ({velocity}), refuse: atMost(mostAMinute)},
	amd: {
		read: settings => letter(settings.machineDetection),
		write: value => ({machineDetection: value === 'Y'}),
		options: yesNo,
	},
	msg: {read: settings => letter(settings.playMessage), write: value => ({playMessage: value === 'Y'}), options: yesNo},
	local_call_time: {
		read: ({schedule}) => schedule,
		write: schedule => ({schedule}),
		options: schedules.map(({id, label}) => ({id, label})),
	},
	campaign_recording: {
		read: ({recording}) => (recording ? 'ALLCALLS' : 'NEVER'),
		write: value => ({recording: value === 'ALLCALLS'}),
		options: named(['ALLCALLS', 'Record all calls'], ['NEVER', 'Never']),
	},
	campaign_cid: {read: ({callerId}) => callerId, write: callerId => ({callerId}), refuse: tenDigitNumber},
	customcid: {
		read: settings => letter(settings.customCallerIds),
		write: value => ({customCallerIds: value === 'Y'}),
		options: yesNo,
	},
	custom_cid_list: {
		read: ({callerIdList}) => callerIdList || noCallerIdList,
		write: callerIdList => ({callerIdList}),
		options: callerIdOptions,
	},
	call_back_number: {
		read: ({callBackNumber}) => callBackNumber,
		write: callBackNumber => ({callBackNumber}),
		refuse: tenDigitNumber,
	},
	conf_exten: {read: ({transferTo}) => transferTo, write: transferTo => ({transferTo}), options: transferQueues},
	ext_queue_status: {
		read: settings => letter(settings.externalQueue),
		write: value => ({externalQueue: value === 'Y'}),
		options: yesNo,
	},
	script: {
		read: ({script}) => script,
		write: script => ({script}),
		options: scripts.map(({id, label}) => ({id, label})),
	},
	AgentLevel: {
		read: ({agentLevel}) => agentLevel,
		write: agentLevel => ({agentLevel}),
		options: Array.from({length: 9}, (_, index) => ({id: `${index + 1}`, label: `Level ${index + 1}`})),
	},
	override: {read: settings => letter(settings.override), write: value => ({override: value === 'Y'}), options: yesNo},
	dial_prefix: {read: ({prefix}) => prefix, write: prefix => ({prefix}), options: named(['8', 'On'], ['9', 'Off'])},
};

const names = Object.keys(rows) as (keyof typeof rows)[];

/** Every setting with its value and its allowed values. */
export const readSettings = (campaign: Campaign) =>
	names.map(name => ({
		name,
		value: rows[name].read(campaign.settings, campaign),
		options: [...(rows[name].options ?? [])],
	}));

const reasonAgainst = <K extends keyof Changes>(name: K, value: Changes[K]): string | undefined => {
	const {options, refuse} = rows[name];
	if (value === undefined) {
		return undefined;
	}
	return options === undefined || options.some(({id}) => id === String(value))
		? refuse?.(value)
		: `must be one of ${options.map(({id}) => id).join(', ')}`;
};

/** The first change that is refused, and why. */
export const refusedChange = (changes: Changes): {name: string; reason: string} | undefined => {
	for (const name of names) {
		const reason = reasonAgainst(name, changes[name]);
		if (reason !== undefined) {
			return {name, reason};
		}
	}
	return undefined;
};

const writeOne = <K extends keyof Changes>(name: K, value: Changes[K]): Partial<Settings> =>
	value === undefined ? {} : rows[name].write(value);

/** The settings of the world for the parameters that were sent. */
export const writeSettings = (changes: Changes): Partial<Settings> =>
	Object.assign({}, ...names.map(name => writeOne(name, changes[name])));
