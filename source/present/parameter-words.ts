/** What settings (section 2.2) and the parameters of operations are called on the screen, in the words of the field. */

/** What a setting is called, and its group. */
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

/** The words of a setting; one that the interface does not know is called by its wire name and comes last. */
export const wordsOf = (name: string): SettingWords => known.get(name) ?? {group: 'other', words: name};

/** The position of a setting among the others. */
export const orderOf = (name: string): number => known.get(name)?.order ?? known.size;

/** The settings that were seen, `autodiallevel 1.71, amd Y`, in the words of the field. */
export const settingsText = (seen: string): string =>
	seen.replace(/(^|, )(\w+) /g, (text, before: string, name: string) =>
		known.has(name) ? `${before}${wordsOf(name).words} ` : text,
	);

/** Names of which the words cannot be guessed from the wire's. */
const others: Readonly<Record<string, string>> = {
	campaign_id: 'campaign',
	list_id: 'list',
	accounts_leads: 'onto a list',
	user: 'user name',
	pass: 'password',
	old_pass: 'present password',
	new_pass: 'new password',
	callerid: 'caller id',
	company_id: 'company',
	accountid: 'account',
	account_id: 'account',
	address1: 'address',
	query: 'search for',
	search_date: 'day',
	username: 'agent',
	format_id: 'file format',
	dup_check: 'duplicates',
	ivr_id: 'IVR',
	queue_id: 'queue',
	plan_id: 'plan',
	payment_id: 'payment',
	payment_method_token: 'payment method',
	number_of_payments: 'payments',
	link_id: 'link',
	content_id: 'prepared text',
	content_type: 'kind',
	permission: 'operation',
	ids: 'notifications',
};

/** The words for a parameter, by its own name on the wire: `autodiallevel` is the `level`. */
export const parameterWords = (name: string): string => {
	const {words} = wordsOf(name);
	return Object.hasOwn(others, name) ? (others[name] ?? name) : words === name ? name.replaceAll('_', ' ') : words;
};

/** The words for a field of a request: `account[first_name]` is `first name`. */
export const fieldWords = (field: string): string => {
	const [, name = field] = /([a-z]\w*)\]?(?:\[\d+\])?$/i.exec(field) ?? [];
	return parameterWords(name);
};

/** Whether the words are more than the wire's name with spaces, so that the name has to be shown beside them. */
export const isRenamed = (name: string): boolean => parameterWords(name) !== name.replaceAll('_', ' ');
