/** The settings of section 2.2: how each is read from and written to the world, and its allowed values. */
import type {SettingOption} from '../../wire/campaign-settings.ts';
import type {ParamsOf} from '../../wire/operations/index.ts';
import {callerIdLists} from '../world/caller-ids.ts';
import {tenDigits} from '../world/people.ts';
import type {Campaign, Settings, World} from '../world/state.ts';
import {isExtension} from '../world/switchboard.ts';
import {scripts} from '../world/talks.ts';
import {schedules} from '../world/zones.ts';

type Changes = Omit<ParamsOf<'update_campaign'>, 'campaign_id'>;

type Row<K extends keyof Changes> = {
	read(settings: Settings, campaign: Campaign): string;
	write(value: NonNullable<Changes[K]>): Partial<Settings>;
	/** Allowed values; undefined if any value within the parameter's bounds is allowed. */
	options?: readonly SettingOption[] | ((world: World) => readonly SettingOption[]);
	/** Values that are allowed beside the options, which are too many to list. */
	others?: {words: string; label: string; holds(world: World, value: string): boolean};
	/** Checks beyond the parameter's bounds (ours): why a value is refused, or undefined. */
	refuse?(value: NonNullable<Changes[K]>): string | undefined;
};

const named = (...options: readonly (readonly [id: string, label: string])[]): SettingOption[] =>
	options.map(([id, label]) => ({id, label}));

/** A setting that the world stores as the wire writes it. */
const same = <K extends keyof Settings>(setting: K) => ({
	read: (settings: Settings): string => String(settings[setting]),
	write: (value: Settings[K]): Partial<Settings> => ({[setting]: value}),
});

type Switch = {[K in keyof Settings]: Settings[K] extends boolean ? K : never}[keyof Settings];

const yesNo = (setting: Switch) => ({
	read: (settings: Settings): string => (settings[setting] ? 'Y' : 'N'),
	write: (value: 'Y' | 'N'): Partial<Settings> => ({[setting]: value === 'Y'}),
	options: named(['Y', 'Yes'], ['N', 'No']),
});

/** A dial level with two decimals: adaptive rules move it in small steps. */
export const levelText = (level: number): string => String(Math.round(level * 100) / 100);

const noCallerIdList = '0';
const callerIdOptions = [...named([noCallerIdList, 'None']), ...callerIdLists.map(({id, label}) => ({id, label}))];
const queuesAndIvrs = ({switchboard: {queues, ivrs}}: World): SettingOption[] => [
	...[...queues.values()].map(({id, name}) => ({id, label: name})),
	...[...ivrs.values()].map(({id, name}) => ({id, label: `IVR ${name}`})),
];

/** Most lines of a campaign (ours). */
const mostLines = 10_000;
/** Most dials a minute (ours). */
const mostAMinute = 100_000;

const atMost =
	(most: number) =>
	(value: number): string | undefined =>
		value > most ? `must be at most ${most}` : undefined;

/** Why a text is not a number that calls may show; undefined if it is one. */
export const phoneNumber = (value: string): string | undefined =>
	value !== '' && tenDigits(value) === undefined && !/^\+[1-9]\d{1,14}$/.test(value)
		? 'must be a US number of ten digits, or E.164 (+15551234567)'
		: undefined;

const rows: {[K in keyof Required<Changes>]: Row<K>} = {
	dial_method: {
		...same('method'),
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
	number_of_lines: {...same('lines'), refuse: atMost(mostLines)},
	adaptive_dropped_percentage: same('dropLimit'),
	velocity: {...same('velocity'), refuse: atMost(mostAMinute)},
	amd: yesNo('machineDetection'),
	msg: yesNo('playMessage'),
	local_call_time: {...same('schedule'), options: schedules.map(({id, label}) => ({id, label}))},
	campaign_recording: {
		read: ({recording}) => (recording ? 'ALLCALLS' : 'NEVER'),
		write: value => ({recording: value === 'ALLCALLS'}),
		options: named(['ALLCALLS', 'Record all calls'], ['NEVER', 'Never']),
	},
	campaign_cid: {...same('callerId'), refuse: phoneNumber},
	customcid: yesNo('customCallerIds'),
	custom_cid_list: {
		read: ({callerIdList}) => callerIdList || noCallerIdList,
		write: callerIdList => ({callerIdList}),
		options: callerIdOptions,
	},
	call_back_number: {...same('callBackNumber'), refuse: phoneNumber},
	conf_exten: {
		...same('transferTo'),
		options: queuesAndIvrs,
		others: {
			words: 'an extension: two to six digits, but not 7000 to 9999',
			label: 'Extension',
			holds: isExtension,
		},
	},
	ext_queue_status: yesNo('externalQueue'),
	script: {...same('script'), options: scripts.map(({id, label}) => ({id, label}))},
	AgentLevel: {
		...same('agentLevel'),
		options: Array.from({length: 9}, (_, index) => ({id: `${index + 1}`, label: `Level ${index + 1}`})),
	},
	override: yesNo('override'),
	dial_prefix: {...same('prefix'), options: named(['8', 'On'], ['9', 'Off'])},
};

const optionsOf = (world: World, name: keyof Changes): readonly SettingOption[] | undefined => {
	const {options} = rows[name];
	return typeof options === 'function' ? options(world) : options;
};

const names = Object.keys(rows) as (keyof typeof rows)[];

/** Every setting with its value and its allowed values: a value that is not among the options is added to them. */
export const readSettings = (world: World, campaign: Campaign) =>
	names.map(name => {
		const {read, others}: Pick<Row<typeof name>, 'read' | 'others'> = rows[name];
		const value = read(campaign.settings, campaign);
		const own = others?.holds(world, value) ? [{id: value, label: `${others.label} ${value}`}] : [];
		return {name, value, options: [...(optionsOf(world, name) ?? []), ...own]};
	});

const reasonAgainst = <K extends keyof Changes>(world: World, name: K, value: Changes[K]): string | undefined => {
	if (value === undefined) {
		return undefined;
	}
	const options = optionsOf(world, name);
	const {others, refuse}: Pick<Row<K>, 'others' | 'refuse'> = rows[name];
	if (options === undefined || options.some(({id}) => id === String(value))) {
		return refuse?.(value);
	}
	if (others?.holds(world, String(value))) {
		return undefined;
	}
	return `must be one of ${options.map(({id}) => id).join(', ')}${others ? `, or ${others.words}` : ''}`;
};

/** The first change that is refused, and why. */
export const refusedChange = (world: World, changes: Changes): {name: string; reason: string} | undefined => {
	for (const name of names) {
		const reason = reasonAgainst(world, name, changes[name]);
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
