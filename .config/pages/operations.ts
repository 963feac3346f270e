/** The page of the operations, made from the catalogue. */

import {handlers} from '../../source/sandbox/handlers/index.ts';
import {furtherNames, parametersIn} from '../../source/wire/describe.ts';
import type {AnyOperation} from '../../source/wire/operation.ts';
import {operations} from '../../source/wire/operations/index.ts';
import type {Parameters} from '../../source/wire/parameters.ts';
import {code, list, page, table} from './markdown.ts';

const rows = Object.entries<AnyOperation>(operations);

const parameterItems = (params: Parameters, documented: boolean): string[] =>
	parametersIn(params, documented).map(
		({name, required, summary, allowed, source}) =>
			`${name.split(' to ').map(code).join(' to ')}${required ? ' \\*' : ''}: ${summary} (${allowed}${documented && source ? `; ${source}` : ''})`,
	);

/** The fields of an answer, grouped by the list or object that holds them. */
const answerGroups = (fields: readonly string[]): string[] => {
	const groups = Map.groupBy(fields, field => field.slice(0, field.lastIndexOf('.') + 1));
	return [...groups].map(([group, names]) => {
		const last = names.map(name => name.slice(group.length)).join(', ');
		return group === '' ? last : `${group.slice(0, -1)}: ${last}`;
	});
};

const whose = (isGiven: boolean | undefined): string => (isGiven ? 'given' : 'ours');

const catalogueTable = (): string =>
	table(
		['operation', 'effect', 'least level', 'does', 'parameters', 'answer'],
		rows.map(([type, {effect, summary, documented, answer}]) => [
			`[${code(type)}](#${type})`,
			effect,
			type === 'login_user' ? '' : handlers[type as keyof typeof handlers].level,
			summary,
			whose(documented),
			whose(answer.given),
		]),
	);

/** What one operation takes and what it answers. */
const describe = ([type, {params, documented, more, ours = {}, answer, summary, effect, family}]: [
	string,
	AnyOperation,
]): string => {
	const items = [
		...parameterItems(params, documented),
		...parameterItems(ours, true).map(item => `${item}: not of the interface`),
		...(more
			? [
					`any other field: the interface says that there are more, and does not show them; the sandbox takes ${furtherNames(more)}, as add_account does`,
				]
			: []),
	];
	const answers = answerGroups(answer.fields ?? []).map(code);
	return [
		`## ${code(type)}`,
		`${summary} *${family}, ${effect}*`,
		`Parameters (${whose(documented)})${items.length === 0 ? ': none but the token.' : ':'}`,
		...(items.length === 0 ? [] : [list(items)]),
		`Answer (${whose(answer.given)}): ${answers.length === 0 ? 'nothing but its success.' : answers.join('; ')}`,
	].join('\n\n');
};

/** The page of the operations. */
export const operationsPage = (): string =>
	page(
		'# Every operation of the service',
		"This page is made from the catalogue (`source/wire/operations/`). An operation's effect decides whether dialtop may retry it, whether read-only allows it and what dialtop asks before it sends it: nothing for *read* and for *session* (signing in), y/N for *write*, the typed name or number for *irreversible*, the typed amount for *money*.",
		"*given*: the interface describes the shape. *ours*: the interface is silent and the sandbox defines the shape, so another service may differ. The least level is that of the sandbox's users who may use it.",
		catalogueTable(),
		'In the sections below `*` marks a required parameter; in a list (`[n]`) each item needs it. Where the parameters are given, each bound names its source: a section of the interface (dialtop sends nothing beyond it) or *ours* (dialtop warns and sends the value, and the sandbox refuses it). Where they are ours, so is every bound. Every request carries `type`, and all but `login_user` carry `token`. In an answer, a name with dots is nested and `[]` is a list; values are strings.',
		...rows.map(describe),
	);
