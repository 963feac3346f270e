/** The settings of section 2.2: what each is called on the wire and in the world, and which values it may have. */
import type {ParamsOf} from '../../api/operations/index.ts';
import type {SettingOption} from '../../api/settings.ts';
import type {Campaign, Settings} from '../world/state.ts';
import {schedules} from '../world/zones.ts';

/** What update_campaign may be sent. */
type Changes = Omit<ParamsOf<'update_campaign'>, 'campaign_id'>;

type Row<K extends keyof Changes> = {
	read(settings: Settings, campaign: Campaign): string;
	write(value: NonNullable<Changes[K]>): Partial<Settings>;
	/** Allowed values; none where any value within the parameter's bounds is allowed. */
	options?: readonly SettingOption[];
};

const named = (...options: readonly (readonly [id: string, label: string])[]): SettingOption[] =>
	options.map(([id, label]) => ({id, label}));

const yesNo = named(['Y', 'Yes'], ['N', 'No']);
const letter = (value: boolean): string => (value ? 'Y' : 'N');

/** The level in force: adaptive rules move it in small steps that nobody wants to read. */
export const levelText = (level: number): string => String(Math.round(level * 100) / 100);

/** The campaign scripts that there are. */
export const scripts = named(
	['1', 'Collections, first contact'],
	['2', 'Settlement offer'],
	['3', 'Medical balance'],
	['4', 'Appointment'],
);

const callerIdLists = named(['', 'None'], ['1', 'Local presence, East'], ['2', 'Local presence, West']);
const transferQueues = named(['8500', 'Main queue'], ['8510', 'Utilities queue'], ['8520', 'Supervisors']);

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
	number_of_lines: {read: ({lines}) => String(lines), write: lines => ({lines})},
	adaptive_dropped_percentage: {read: ({dropLimit}) => String(dropLimit), write: dropLimit => ({dropLimit})},
	velocity: {read: ({velocity}) => String(velocity), write: velocity => ({velocity})},
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
	campaign_cid: {read: ({callerId}) => callerId, write: callerId => ({callerId})},
	customcid: {
		read: settings => letter(settings.customCallerIds),
		write: value => ({customCallerIds: value === 'Y'}),
		options: yesNo,
	},
	custom_cid_list: {
		read: ({callerIdList}) => callerIdList,
		write: callerIdList => ({callerIdList}),
		options: callerIdLists,
	},
	call_back_number: {read: ({callBackNumber}) => callBackNumber, write: callBackNumber => ({callBackNumber})},
	conf_exten: {read: ({transferTo}) => transferTo, write: transferTo => ({transferTo}), options: transferQueues},
	ext_queue_status: {
		read: settings => letter(settings.externalQueue),
		write: value => ({externalQueue: value === 'Y'}),
		options: yesNo,
	},
	script: {read: ({script}) => script, write: script => ({script}), options: scripts},
	AgentLevel: {read: ({agentLevel}) => agentLevel, write: agentLevel => ({agentLevel})},
	override: {read: settings => letter(settings.override), write: value => ({override: value === 'Y'}), options: yesNo},
	dial_prefix: {read: ({prefix}) => prefix, write: prefix => ({prefix}), options: named(['8', 'On'], ['9', 'Off'])},
};

const names = Object.keys(rows) as (keyof typeof rows)[];

/** Every setting with its value and its allowed options. */
export const readSettings = (campaign: Campaign) =>
	names.map(name => ({
		name,
		value: rows[name].read(campaign.settings, campaign),
		options: [...(rows[name].options ?? [])],
	}));

const writeOne = <K extends keyof Changes>(name: K, value: NonNullable<Changes[K]>): Partial<Settings> =>
	rows[name].write(value);

/** Why a value may not be set though the parameter's own bounds allow it: it is none of the options. */
export const notAnOption = (changes: Changes): string | undefined =>
	names.find(name => {
		const value = changes[name];
		const {options} = rows[name];
		return value !== undefined && options !== undefined && !options.some(({id}) => id === String(value));
	});

/** The world's settings for what was sent. */
export const writeSettings = (changes: Changes): Partial<Settings> =>
	Object.assign(
		{},
		...names.map(name => {
			const value = changes[name];
			return value === undefined ? {} : writeOne(name, value);
		}),
	);
