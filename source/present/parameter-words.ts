/** What the parameters of operations are called on the screen: settings as everywhere, the others in the words of the field. */
import {wordsOf as settingWords} from './setting-words.ts';

/** Names of which the words cannot be guessed from the wire's. */
const known: Readonly<Record<string, string>> = {
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
	const {words} = settingWords(name);
	return Object.hasOwn(known, name) ? (known[name] ?? name) : words === name ? name.replaceAll('_', ' ') : words;
};

/** The words for a field of a request: `account[first_name]` is `first name`. */
export const fieldWords = (field: string): string => {
	const [, name = field] = /([a-z]\w*)\]?(?:\[\d+\])?$/i.exec(field) ?? [];
	return parameterWords(name);
};

/** Whether the words are more than the wire's name with spaces, so that the name has to be shown beside them. */
export const isRenamed = (name: string): boolean => parameterWords(name) !== name.replaceAll('_', ' ');
