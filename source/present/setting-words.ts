/** The settings of section 2.2 in the words of the field, and in the order and the groups in which people look for them. */

/** What a setting is called, and where it stands. */
export type SettingWords = {group: string; words: string};

const groups: readonly (readonly [group: string, settings: readonly (readonly [name: string, words: string])[]])[] = [
	[
		'pace',
		[
			['dial_method', 'dial method'],
			['autodiallevel', 'level'],
			['autodiallevel2', 'second level'],
			['number_of_lines', 'lines at most'],
			['adaptive_dropped_percentage', 'drop limit %'],
			['velocity', 'broadcast speed'],
			['AgentLevel', 'agent level'],
			['dial_prefix', 'dial prefix'],
		],
	],
	['hours', [['local_call_time', 'calling hours']]],
	[
		'caller id',
		[
			['campaign_cid', 'caller id'],
			['customcid', 'use caller-id list'],
			['custom_cid_list', 'caller-id list'],
			['call_back_number', 'call-back number'],
		],
	],
	[
		'detection',
		[
			['amd', 'machine detection'],
			['msg', 'play the message'],
		],
	],
	['recording', [['campaign_recording', 'recording']]],
	[
		'transfer',
		[
			['conf_exten', 'transfer to'],
			['ext_queue_status', 'external queue'],
		],
	],
	['script', [['script', 'agent script']]],
	['other', [['override', 'override settings']]],
];

const known: ReadonlyMap<string, SettingWords & {order: number}> = new Map(
	groups
		.flatMap(([group, settings]) => settings.map(([name, words]) => ({group, name, words})))
		.map(({group, name, words}, order) => [name, {group, words, order}]),
);

/** The words of a setting; one that the interface does not know is called by its wire name and stands at the end. */
export const wordsOf = (name: string): SettingWords => known.get(name) ?? {group: 'other', words: name};

/** Where a setting stands among the others. */
export const orderOf = (name: string): number => known.get(name)?.order ?? known.size;

/** What was seen of settings, `autodiallevel 1.71, amd Y`, in the words of the field. */
export const settingsText = (seen: string): string =>
	seen.replace(/(^|, )(\w+) /g, (text, before: string, name: string) =>
		known.has(name) ? `${before}${wordsOf(name).words} ` : text,
	);
