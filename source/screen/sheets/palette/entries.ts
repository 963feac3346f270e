/** The entries of the palette: the last forms sent, every operation, every action and every profile. */

import {type ActionId, actionIds, actionRows} from '../../../present/actions.ts';
import {dayOrTime, spaced} from '../../../present/format.ts';
import {type Binding, bindingsIn, keyLabel} from '../../../present/keymap.ts';
import {maskOf, personalOf} from '../../../present/mask.ts';
import type {FormOperation, Forms, Typed} from '../../../service/forms.ts';
import type {Action} from '../../actions/action.ts';
import {ordersOf} from '../../actions/moves.ts';
import {ownActions} from '../../actions/own-commands.ts';
import {actions} from '../../keys/actions.ts';
import type {Sort} from '../../state/options.ts';
import type {Palette} from '../../state/sheet.ts';
import {belowHelpAndSheets, type Context, whyNoSwitch} from '../../store/context.ts';
import {columnEntries} from '../../views/board/column-picker.ts';
import {fuzzyRank} from './fuzzy.ts';
import type {Line} from './steering.ts';
import {linesFor} from './verbs.ts';

const pieces = /(?:"[^"]*"|'[^']*'|\S)+/g;

const quotes = /"([^"]*)"|'([^']*)'/g;

/** The words of a line: `query="ann lee" days=7` has two. */
const wordsIn = (line: string): string[] =>
	(line.match(pieces) ?? []).map(word => word.replace(quotes, (_whole, double = '', single = '') => double + single));

/** An entry of the palette. */
export type PaletteEntry = {
	/** Unique among them. */
	id: string;
	name: string;
	summary: string;
	/** Shown at the right: the key of an action, the effect of an operation, or when a form was sent. */
	note: string;
	/** Why it cannot run now, which its entry shows. */
	why: string | undefined;
	/** The service that was named before it; undefined for the one in hand. */
	service?: string;
	/** Remembered among the last lines once it is chosen; undefined if it must not be. */
	line: string | undefined;
	choice:
		| {kind: 'action'; action: Action}
		| {kind: 'form'; operation: FormOperation}
		| {kind: 'again'; operation: FormOperation; typed: Typed}
		| {kind: 'filled'; operation: FormOperation; typed: Typed}
		| {kind: 'line'; does: Line['does']}
		| {kind: 'profile'; name: string}
		| {kind: 'order'; sort: Sort | undefined; isNow: boolean}
		| {kind: 'column'};
};

/** Sent forms that are listed while nothing is typed. */
const offeredAgain = 5;

/** Actions that are rarely run from a palette come last: moving, and leaving the program. */
const groupOrder = ['control', 'look', 'program', 'move'];

const orderOf = (id: ActionId): number => groupOrder.indexOf(actionRows[id].group);

/** What of an action's entry follows from the keymap alone. */
const fixedEntries = (keymap: readonly Binding[]) =>
	actionIds
		.filter(id => id !== 'palette')
		.toSorted((a, b) => orderOf(a) - orderOf(b))
		.map(id => {
			const action = actions[id];
			const bindings = keymap.filter(binding => binding.action === id);
			const name = spaced(id);
			return {
				bindings,
				action,
				// In another view it would act on a row that is not on screen.
				elsewhere: `only in the view ${bindings.flatMap(binding => binding.views ?? []).join(', ')}`,
				entry: {
					id: `action ${id}`,
					name,
					summary: action.label === name ? '' : action.label,
					note: [...new Set(bindings.flatMap(({keys}) => keys))].map(keyLabel).join(' '),
					line: name,
					choice: {kind: 'action' as const, action},
				},
			};
		});

/** The entries of each keymap: every key that is typed into the palette lists them. */
const entriesOf = new WeakMap<readonly Binding[], ReturnType<typeof fixedEntries>>();

const actionEntries = (context: Context): PaletteEntry[] => {
	const {keymap} = context.options;
	const below = belowHelpAndSheets(context);
	const fixed = entriesOf.get(keymap) ?? fixedEntries(keymap);
	entriesOf.set(keymap, fixed);
	return fixed.map(({entry, bindings, action, elsewhere}) => {
		const isHere = bindings.length === 0 || bindingsIn(bindings, context.ui.view).length > 0;
		return {...entry, why: isHere ? action.whyDisabled?.(below) : elsewhere};
	});
};

/** The operator's own commands, each on the selected row. */
const ownEntries = (context: Context): PaletteEntry[] => {
	const below = belowHelpAndSheets(context);
	return ownActions(context).map(action => {
		const {command, label, keys, views} = action;
		const isHere = views.includes(context.ui.view);
		return {
			id: `own ${command.name}`,
			name: command.name,
			summary: label,
			note: keys.map(keyLabel).join(' '),
			why: isHere ? action.whyDisabled?.(below) : `only in the view ${views.join(', ')}`,
			line: command.name,
			choice: {kind: 'action', action},
		};
	});
};

const formEntry = (operation: FormOperation): PaletteEntry => {
	const {type, summary, effect} = operation;
	return {
		id: `form ${type}`,
		name: type,
		summary,
		note: effect,
		why: undefined,
		line: type,
		choice: {kind: 'form', operation},
	};
};

const isFree = (name: string): boolean => name.startsWith('+[');

/** The values of a form, in one line. */
const aboutTyped = (operation: string, typed: Typed, context: Pick<Context, 'ui'>): string => {
	const mask = maskOf(context.ui);
	return (
		Object.entries(typed)
			.filter(([, value]) => value !== '')
			// A free field is name=value by itself.
			.map(([name, value]) => `${isFree(name) ? '' : `${name}=`}${mask(personalOf(name, operation), value)}`)
			.join(' ')
	);
};

const againEntries = (byType: ReadonlyMap<string, FormOperation>, context: Context): PaletteEntry[] =>
	context.ui.forms.sent.flatMap(({operation: type, typed, at}, index) => {
		const operation = byType.get(type);
		return operation
			? {
					id: `again ${index}`,
					name: type,
					summary: aboutTyped(type, typed, context),
					note: `sent ${dayOrTime(at, context.state.now)}`,
					why: undefined,
					line: undefined,
					choice: {kind: 'again' as const, operation, typed},
				}
			: [];
	});

/** Why the operator cannot switch to a profile now. */
const whyNotLeave = ({state}: Context, name: string): string | undefined =>
	whyNoSwitch(state.source) ??
	(state.source.profile === name
		? 'it is on screen'
		: state.commands.some(({phase}) => phase === 'sending')
			? 'a command is on its way, and its outcome would be missed'
			: undefined);

const profileEntries = (context: Context): PaletteEntry[] =>
	(context.options.profiles ?? []).map(({name, environment, host}) => ({
		id: `profile ${name}`,
		name: `profile ${name}`,
		summary: `leave ${context.state.source.environment} for ${environment} at ${host}`,
		note: 'profile',
		why: whyNotLeave(context, name),
		line: undefined,
		choice: {kind: 'profile', name},
	}));

const orderEntries = (context: Context): PaletteEntry[] =>
	ordersOf(context).map(({id, name, about, sort, isShown, mark}) => ({
		id,
		name,
		summary: isShown ? about : `${about}, off screen`,
		note: mark === undefined ? '' : `now ${mark}`.trimEnd(),
		why: undefined,
		line: undefined,
		choice: {kind: 'order', sort, isNow: mark !== undefined},
	}));

const lineEntries = (typed: string, context: Context): (PaletteEntry & {isFirst: boolean})[] =>
	linesFor(typed, context).map(({text, about, why, isFirst, isRemembered, does}) => ({
		id: `line ${text}`,
		name: text,
		summary: about,
		note: 'completes' in does ? '…' : '',
		why,
		isFirst,
		line: isRemembered ? text : undefined,
		choice: {kind: 'line', does},
	}));

/** Whether a field's value reveals nothing about a person. A name that is searched for is remembered, as that of `search` is. */
const isOfNobody = ([name, value]: readonly [string, string]): boolean => {
	const kind = personalOf(name);
	const isText = kind === 'text' || kind === 'query';
	return kind === 'none' || (isText && maskOf({masked: true})('text', value) === value);
};

/** Words of the command line that name an operation: `call get_list list_id=5`, `dnc list 212`. */
const asOperation = (typed: string): string =>
	typed
		.replace(/^call\s+(?=\w)/i, '')
		.replace(/^dnc list\b *(.*)$/i, (_whole, part: string) =>
			part === '' ? 'get_dncs page=1' : `get_dncs query="${part}"`,
		);

/** An operation followed by its fields, as `dialtop call` takes them. */
const filledEntry = (typed: string, catalogue: Forms | undefined, context: Context): PaletteEntry[] => {
	const [type = '', ...words] = wordsIn(asOperation(typed));
	const operation = catalogue?.operations.find(one => one.type === type);
	if (!catalogue || !operation || words.length === 0) {
		return [];
	}
	const {typed: fields, wrong} = catalogue.typedIn(operation.type, words);
	const hasSecrets = operation.params.some(({kind}) => kind === 'secret');
	return [
		{
			...formEntry(operation),
			id: `filled ${type}`,
			summary: aboutTyped(operation.type, fields, context),
			why: wrong.length > 0 ? wrong.join('; ') : undefined,
			line: hasSecrets || !Object.entries(fields).every(isOfNobody) ? undefined : typed.trim(),
			choice: {kind: 'filled', operation, typed: fields},
		},
	];
};

/** An action on everything, which follows those on one campaign unless its own words are typed. */
const isOfAll = ({id}: PaletteEntry): boolean => id === 'action pauseAll';
const asksForAll = (typed: string): boolean => /\b(?:all?|ha\w*)$|\ball\b/i.test(typed.trim());

/** Whether an action has exactly these words: then they are not arguments. */
const saysSo =
	(typed: string) =>
	({name, summary, choice}: PaletteEntry): boolean =>
		choice.kind === 'action' && typed.includes(' ') && `${name} ${summary}`.toLowerCase().includes(typed.toLowerCase());

/** Entries for a line whose beginning matches: an operation of a similar name, an action followed by words. */
const nearly = (
	typed: string,
	{raw, ours}: {raw: readonly PaletteEntry[]; ours: readonly PaletteEntry[]},
	context: Context,
): PaletteEntry[] => {
	const [first = '', ...words] = wordsIn(typed);
	if (words.length === 0) {
		return [];
	}
	if (first.includes('_')) {
		const argument = typed.trim().slice(first.length);
		return fuzzyRank(first, raw).flatMap(({name}) => filledEntry(`${name}${argument}`, context.ui.catalogue, context));
	}
	const line = typed.trim().toLowerCase();
	return ours
		.filter(({name, choice}) => choice.kind === 'action' && line.startsWith(`${name} `))
		.map(entry => ({...entry, id: `${entry.id} alone`, why: 'it takes no words behind it'}));
};

const withAllLast = (entries: readonly PaletteEntry[]): readonly PaletteEntry[] => [
	...entries.filter(entry => !isOfAll(entry)),
	...entries.filter(isOfAll),
];

/** The entries for a line that begins with the name of a service on screen: `east pause 1001`. */
const entriesOn = (typed: string, context: Context): PaletteEntry[] => {
	const services = context.floors.length > 1 ? context.floors.map(({state}) => state.source.profile) : [];
	const service = services.find(name => typed.trimStart().startsWith(`${name} `));
	if (service === undefined) {
		return [];
	}
	const query = {value: typed.trimStart().slice(service.length).trimStart(), cursor: 0};
	return query.value === ''
		? []
		: paletteEntries({offers: 'everything', query}, context.on(service)).map(entry => ({
				...entry,
				id: `${service} ${entry.id}`,
				name: `${service} ${entry.name}`,
				service,
				line: entry.line && `${service} ${entry.line}`,
				choice: completedOn(service, entry.choice),
			}));
};

/** A line that is completed keeps the service before it. */
const completedOn = (service: string, choice: PaletteEntry['choice']): PaletteEntry['choice'] =>
	choice.kind === 'line' && 'completes' in choice.does
		? {...choice, does: {completes: `${service} ${choice.does.completes}`}}
		: choice;

/**
 * The entries that match the query. A line that is typed whole comes first. Then what the operator does, in the operator's
 * words: forms sent lately, actions that can run now, profiles, other actions; the service's raw operations follow, or come
 * first where their own names are typed.
 */
export function paletteEntries(
	{offers, query}: Pick<Palette, 'offers' | 'query'>,
	context: Context,
): readonly PaletteEntry[] {
	if (offers === 'orders') {
		return fuzzyRank(query.value, orderEntries(context));
	}
	if (offers === 'columns') {
		const columns = columnEntries(context).map(
			(entry): PaletteEntry => ({...entry, why: undefined, line: undefined, choice: {kind: 'column'}}),
		);
		return fuzzyRank(query.value, columns);
	}
	const {catalogue} = context.ui;
	const typed = query.value.trim();
	const operations = catalogue?.operations ?? [];
	const again = againEntries(new Map(operations.map(operation => [operation.type, operation])), context);
	const {can = [], cannot = []} = Object.groupBy([...ownEntries(context), ...actionEntries(context)], ({why}) =>
		why ? 'cannot' : 'can',
	);
	const profiles = profileEntries(context);
	// The monitor signs in by itself: to do so by hand changes nothing here.
	const raw = operations
		.toSorted((a, b) => Number(a.effect === 'session') - Number(b.effect === 'session'))
		.map(formEntry);
	if (typed === '') {
		return [...again.slice(0, offeredAgain), ...withAllLast(can), ...profiles, ...cannot, ...raw];
	}
	const {first = [], last = []} = Object.groupBy(lineEntries(query.value, belowHelpAndSheets(context)), ({isFirst}) =>
		isFirst ? 'first' : 'last',
	);
	const ours = fuzzyRank(typed, [...can, ...cannot, ...profiles, ...again]);
	const theirs = fuzzyRank(asOperation(typed), raw);
	const exact = ours.filter(saysSo(typed));
	const found = [
		...entriesOn(query.value, context),
		...filledEntry(query.value, catalogue, context),
		...exact,
		...first,
		// Only the service's names have underscores.
		...(typed.includes('_') ? [...theirs, ...ours] : [...ours, ...theirs]),
		...(exact.length > 0 ? last.filter(({why}) => why === undefined) : last),
	];
	const known = found.length > 0 ? found : nearly(typed, {raw, ours: [...can, ...cannot]}, context);
	const once = [...new Map(known.map(entry => [entry.id, entry])).values()];
	return asksForAll(typed) ? once : withAllLast(once);
}
