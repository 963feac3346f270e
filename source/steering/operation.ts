/** What a form offers to choose from, and the control that it makes, to be confirmed. */

import type {Control, Target, Written} from '../model/pending.ts';
import {listIn, listsOf} from '../model/select.ts';
import type {State} from '../model/state.ts';
import {counted, cut, number} from '../present/format.ts';
import {isTypeable} from '../present/sentence.ts';
import type {FileToSend, FormOperation, FormParameter, SentField} from '../service/forms.ts';
import {verbOf} from './offer.ts';
import {statusOfTarget} from './void.ts';

/** A value that may be chosen, and what it is called; undefined if the value needs no name. */
export type Choice = {value: string; name: string | undefined};

/** The campaigns and lists that may be chosen from, newest first as the service gives them. */
export type KnownTargets = {campaigns: readonly Choice[]; lists: readonly Choice[]};

/** What is known of the service's campaigns and lists. */
export const knownTargets = (state: State): KnownTargets => ({
	campaigns: [...(state.campaigns.value?.values() ?? [])].map(({id, name}) => ({value: id, name})),
	lists: listsOf(state).map(({id, name}) => ({value: id, name})),
});

/** The kind of target that a parameter of that name names; undefined if it is neither a campaign nor a list. */
export const kindNamedBy = (name: string): 'campaign' | 'list' | undefined =>
	name === 'campaign_id' || name === 'campaigns' ? 'campaign' : name === 'list_id' ? 'list' : undefined;

/** The choices of a parameter. */
export const choicesOf = (
	{name, choices}: Pick<FormParameter, 'name' | 'choices'>,
	known: KnownTargets,
): readonly Choice[] => {
	const kind = kindNamedBy(name);
	return choices?.map(value => ({value, name: undefined})) ?? (kind === undefined ? [] : known[`${kind}s`]);
};

/** The name that goes with a value; undefined if it has none. */
export const nameOf = (choices: readonly Choice[], value: string): string | undefined =>
	choices.find(choice => choice.value === value)?.name;

/** The choices that go with what was typed: all of them if nothing was typed, or if it is one of them. */
export const choicesFor = (choices: readonly Choice[], typed: string): readonly Choice[] => {
	const part = typed.toLowerCase();
	return choices.some(({value}) => value === typed)
		? choices
		: choices.filter(({value, name}) => value.toLowerCase().startsWith(part) || name?.toLowerCase().includes(part));
};

/** The choice before or behind the present one; past either end nothing is chosen, so that a field can be omitted. */
export const stepThrough = (choices: readonly Choice[], typed: string, step: 1 | -1): string => {
	const matching = choicesFor(choices, typed);
	const values = ['', ...matching.map(({value}) => value)];
	const at = Math.max(0, values.indexOf(typed));
	return values[(at + step + values.length) % values.length] ?? typed;
};

/**
 * The only choice that begins with what was typed, or has it in its name; otherwise what was typed. Digits alone are an
 * id as typed, known or not.
 */
export const resolveChoice = (choices: readonly Choice[], typed: string): string => {
	const [only, ...others] = /^\d*$/.test(typed) ? [] : choicesFor(choices, typed);
	return only && others.length === 0 ? only.value : typed;
};

type Params = Readonly<Record<string, unknown>>;

/** Limits of what a question names, which has to be read whole: cells of a value and of an id, and fields. */
const valueWidth = 80;
const idWidth = 500;
const mostFields = 16;

const textAt = (params: Params, ...names: readonly string[]): string | undefined => {
	const value = names.map(name => params[name]).find(found => found !== undefined && found !== '');
	return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
};

/** A field of the group `account`. */
const accountField = ({account}: Params, name: string): string | undefined =>
	typeof account === 'object' && account !== null ? textAt(account as Params, name) : undefined;

const accountIn = (params: Params): string | undefined =>
	textAt(params, 'accountid', 'account_id') ?? accountField(params, 'accountid');

/** The field that identifies the target: an id, or else the name of something new. */
const namingField = ({params}: FormOperation, fields: readonly SentField[]): SentField | undefined => {
	const named = (is: (param: FormParameter) => boolean): SentField | undefined =>
		fields.find(({name, kind}) => kind !== 'secret' && params.some(param => param.name === name && is(param)));
	return named(({name}) => /_id$/.test(name)) ?? named(({required}) => required);
};

/** A target that is not listed. If no field names it, everything that is sent identifies it. */
const serviceTarget = (service: string, operation: FormOperation, fields: readonly SentField[]): Target => {
	const {type, family} = operation;
	const naming = namingField(operation, fields);
	const all = (naming ? [naming] : fields).map(({name, text}) => `${name}=${text}`);
	const kind = naming && /_id$/.test(naming.name) ? `${naming.name.slice(0, -3)} ` : '';
	const name = naming ? `${kind}${cut(naming.text, valueWidth)}` : `(${family})`;
	return {service, kind: 'service', id: cut([type, ...all].join(' '), idWidth), name};
};

/**
 * What it acts on, the narrowest of what is named: a person before an account, an account before a list, a list before
 * its campaign, which stays free for other commands.
 */
const targetOf = (operation: FormOperation, params: Params, fields: readonly SentField[], state: State): Target => {
	const service = state.source.profile;
	const phone = textAt(params, 'phone_number', 'to');
	const account = accountIn(params);
	const listId = textAt(params, 'list_id');
	const campaignId = textAt(params, 'campaign_id');
	if (phone !== undefined) {
		return {service, kind: 'number', id: phone, name: phone};
	}
	if (account !== undefined) {
		return {service, kind: 'account', id: account, name: account};
	}
	const list = listId === undefined ? undefined : listIn(state, listId);
	if (list) {
		return {service, kind: 'list', id: list.id, name: list.name ?? `list ${list.id}`};
	}
	const campaign =
		listId !== undefined || campaignId === undefined ? undefined : state.campaigns.value?.get(campaignId);
	if (campaign) {
		return {service, kind: 'campaign', id: campaign.id, name: campaign.name};
	}
	const target = serviceTarget(service, operation, fields);
	const companyId = accountField(params, 'company_id');
	return companyId === undefined ? target : {...target, name: `of company ${companyId}`};
};

type Words = Pick<Control, 'doing' | 'verb' | 'expected'>;

/** Its verb's words if it has one, else the operation's own; an account that is known is updated, not added. */
const wordsOf = ({type}: FormOperation, params: Params, {accounts}: State): Words => {
	const own = verbOf(type, params);
	if (own) {
		return {doing: own.doing, verb: own.verb, expected: own.expected};
	}
	const words = type.replaceAll('_', ' ');
	if (type !== 'add_account') {
		return {doing: words, verb: words, expected: undefined};
	}
	const id = accountIn(params);
	if (id === undefined) {
		return {doing: 'adding', verb: 'add account', expected: undefined};
	}
	return accounts?.value?.some(account => account.id === id)
		? {doing: 'updating', verb: 'update', expected: undefined}
		: {doing: 'adding or updating', verb: 'add or update', expected: undefined};
};

const isFile = (value: unknown): value is FileToSend =>
	typeof value === 'object' && value !== null && 'digest' in value;

/** The parameter's own name: `campaigns[0]` is one of `campaigns`, `accounts_leads[list_id]` is a `list_id`. */
const parameterName = (field: string): string => /([a-z_]\w*)\]?(?:\[\d+\])?$/i.exec(field)?.[1] ?? field;

const fieldText = ({name, text}: SentField, params: Params, known: KnownTargets): Written => {
	const value = params[name];
	const called = nameOf(choicesOf({name: parameterName(name)}, known), text);
	const more = isFile(value)
		? ` (${number(value.bytes)} bytes, ${number(value.lines)} lines)`
		: called === undefined
			? ''
			: ` (${called})`;
	return [name, `${cut(text, valueWidth)}${more}`];
};

const namedBy = ({name, text}: SentField, known: KnownTargets): NonNullable<Control['named']> => {
	const kind = kindNamedBy(parameterName(name));
	return kind === undefined ? [] : [{kind, id: text, name: nameOf(known[`${kind}s`], text)}];
};

const descriptionOf = (
	fields: readonly SentField[],
	params: Params,
	state: State,
): Pick<Control, 'effects' | 'texts' | 'named'> => {
	const known = knownTargets(state);
	const [count, more] = [fields.length, fields.length - mostFields];
	return {
		effects:
			count === 0
				? 'It is sent without any field.'
				: `It sends ${counted(count, 'field')}${more > 0 ? `, of which ${more} are not shown` : ''}.`,
		texts: fields.slice(0, mostFields).map(field => fieldText(field, params, known)),
		named: fields.flatMap(field => namedBy(field, known)),
	};
};

/** The campaign that is named beside a target: that of a list, or that something else is sent for. */
const campaignBeside = (target: Target, {campaign_id: given}: Params, state: State): Control['campaign'] => {
	if (target.kind === 'list') {
		const list = listIn(state, target.id);
		return list && {id: list.campaignId, name: list.campaignName};
	}
	const campaign =
		target.kind === 'campaign' || typeof given !== 'string' ? undefined : state.campaigns.value?.get(given);
	return campaign && {id: campaign.id, name: campaign.name};
};

/** What is typed to confirm if it is not the target's name: an amount as it is sent, or what identifies the target. */
const typedFor = (
	operation: FormOperation,
	target: Target,
	verb: string,
	fields: readonly SentField[],
): string | undefined => {
	const amount = operation.effect === 'money' ? fields.find(({kind}) => kind === 'money') : undefined;
	if (amount && isTypeable(amount.text)) {
		return amount.text;
	}
	if (target.kind !== 'service') {
		return target.kind === 'number' ? target.id : undefined;
	}
	const named = namingField(operation, fields)?.text;
	return named !== undefined && isTypeable(named) && named.length <= valueWidth ? named : verb;
};

/** The control of a form. */
export const controlOf = (
	operation: FormOperation,
	params: Params,
	fields: readonly SentField[],
	state: State,
): Control => {
	const target = targetOf(operation, params, fields, state);
	const words = wordsOf(operation, params, state);
	const typed = typedFor(operation, target, words.verb, fields);
	const campaign = campaignBeside(target, params, state);
	return {
		...words,
		operation: operation.type,
		params,
		target,
		before: statusOfTarget(state, {target}),
		...descriptionOf(fields, params, state),
		...(campaign ? {campaign} : {}),
		...(typed === undefined ? {} : {typed}),
		...(operation.documented ? {} : {note: `The interface only names ${operation.type}.`}),
	};
};
