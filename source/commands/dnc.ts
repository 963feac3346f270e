/** `dialtop dnc`: the do-not-call list. */

import {type Call, command, type FlagRows} from '../cli/command.ts';
import {say} from '../cli/out.ts';
import {chosenColumns, limited, rowFlags} from '../cli/rows.ts';
import {serviceFlags, unmaskFlag} from '../cli/service-flags.ts';
import {type Column, formatFlags, formatOf, lookOf, printRows} from '../cli/table.ts';
import {UsageError} from '../config/errors.ts';
import {exits} from '../config/exits.ts';
import {type Mask, maskOf} from '../present/mask.ts';
import {forms} from '../service/forms.ts';
import {callAgain, doNotCall} from '../steering/numbers.ts';
import {quoted} from '../system/private.ts';
import {counted} from '../wire/words.ts';
import {readTargets, write} from './call/write.ts';
import {deadlineFlag, deadlineOf, openBoard} from './connect/board.ts';
import {idsOfNamed, listedOf} from './connect/campaign-named.ts';
import {flagsFor} from './connect/chosen.ts';
import {exitOf, reach, withMonitor} from './connect/reach.ts';

const flags = {
	campaign: {
		type: 'string',
		value: 'ID',
		about: 'only for this campaign, by its id or name; a list takes a unique beginning of the name too',
		completes: 'campaign',
	},
	yes: {type: 'boolean', short: 'y', about: 'add: do not ask; not enough to remove'},
	confirm: {type: 'string', value: 'NUMBER', about: 'remove: do not ask: the number once more'},
	again: {type: 'boolean', about: 'add, remove: send it even if the outcome of the same command is still unknown'},
	page: {type: 'number', value: 'N', about: 'list: this page (1)', least: 1, most: 1_000_000, whole: true},
	...rowFlags,
	limit: {...rowFlags.limit, about: 'list: numbers a page, at most 1000 (100)', most: 1000},
	deadline: {...deadlineFlag, about: 'how long to wait for an answer (10; 15 to add or remove)'},
	...unmaskFlag,
	...formatFlags,
	...serviceFlags,
} as const satisfies FlagRows;

type Entry = {phone_number?: string | undefined; campaign_id?: string | undefined} & Readonly<Record<string, unknown>>;

const textAt = (entry: Entry, name: string): string | undefined => {
	const value = entry[name];
	return typeof value === 'string' && value !== '' ? value : undefined;
};

const columnsOf = (mask: Mask): readonly Column<Entry>[] => [
	{
		name: 'phone',
		of: entry => {
			const phone = textAt(entry, 'phone_number');
			return phone && mask('phone', phone);
		},
	},
	{
		name: 'campaign_id',
		title: 'campaign',
		of: entry => textAt(entry, 'campaign_id'),
		text: entry => textAt(entry, 'campaign_id') ?? 'every one',
	},
	{
		name: 'added_by',
		title: 'added by',
		of: entry => {
			const who = textAt(entry, 'added_by');
			return who && mask('name', who);
		},
	},
	{name: 'added_date', title: 'added', of: entry => textAt(entry, 'added_date')},
];

/** What a parameter is on the command line. */
const typedAs: Readonly<Record<string, string>> = {phone_number: 'NUMBER', query: 'PART'};

/** The words of what changes the list. */
const wording = {add_dnc: doNotCall, delete_dnc: callAgain} as const;

/** The parameters as the catalogue has them. @throws UsageError */
const paramsOf = (type: keyof typeof wording | 'get_dncs', given: Readonly<Record<string, string>>) => {
	const {problems, params} = forms.check(type, given);
	const wrong = problems.map(({name, message}) => `${typedAs[name] ?? name} ${message}`);
	if (wrong.length > 0) {
		throw new UsageError(wrong.join('; '));
	}
	return params;
};

const change = (
	type: keyof typeof wording,
	{flags: given, out}: Call<typeof flags>,
	number: string,
): Promise<number> => {
	paramsOf(type, {phone_number: number});
	return withMonitor(given, {}, async headless => {
		const {store, service} = headless;
		const unread = given.campaign === undefined ? undefined : await readTargets(headless, {}, false);
		if (unread !== undefined) {
			return unread;
		}
		const listed = store.get().campaigns.value;
		const [id] =
			given.campaign === undefined ? [] : listedOf(listed, headless, idsOfNamed(listed, [given.campaign], 'whole'));
		const campaign = id === undefined ? undefined : listed?.get(id);
		if (given.campaign !== undefined && !campaign) {
			return exits.refused;
		}
		const params = paramsOf(type, {phone_number: number, ...(campaign ? {campaign_id: campaign.id} : {})});
		const {code, answer} = await write(headless, type, params, {
			given: {yes: given.yes, confirm: given.confirm, again: given.again},
			deadline: given.deadline,
			wait: 0,
			out,
			control: state => {
				const now = campaign && (state.campaigns.value?.get(campaign.id) ?? campaign);
				const named = now && {id: now.id, name: now.name};
				return {...wording[type](state, number, named), ...(named ? {campaign: named} : {}), params};
			},
		});
		if (answer) {
			printRows(out, {
				format: formatOf(given),
				columns: columnsOf(maskOf(headless)).filter(({name}) => name === 'phone' || name === 'campaign_id'),
				rows: [{phone_number: number, ...answer}],
				paint: lookOf(out, headless).paint,
			});
			if (type === 'add_dnc') {
				const forOne = campaign ? ` --campaign ${quoted(campaign.id)}` : '';
				say(`dialtop dnc remove NUMBER${forOne}${flagsFor(service)} takes it off again`);
			}
		}
		return code;
	});
};

const list = ({flags: given, out}: Call<typeof flags>, part: string | undefined): Promise<number> => {
	const format = formatOf(given);
	chosenColumns(columnsOf(maskOf({masked: false})), given.columns);
	const typed = {
		...(part === undefined ? {} : {query: part}),
		...(given.page === undefined ? {} : {page: String(given.page)}),
		...(given.limit === undefined ? {} : {limit: String(given.limit)}),
	};
	paramsOf('get_dncs', typed);
	return reach(given, async reached => {
		const board = openBoard(reached, deadlineOf(given.deadline));
		const named = await board.idOf(given.campaign);
		if ('code' in named) {
			return named.code;
		}
		const params = paramsOf('get_dncs', {...typed, ...(named.id === undefined ? {} : {campaign_id: named.id})});
		const outcome = await reached.ask('get_dncs', params, deadlineOf(given.deadline));
		if (outcome.kind !== 'done') {
			return exitOf(outcome, reached, 'get_dncs');
		}
		const {dncs, total} = outcome.answer;
		if (!Array.isArray(dncs)) {
			say('get_dncs: the service answered without a list of numbers; dialtop call get_dncs --json shows what came');
			return exits.unreadable;
		}
		const rows = limited(dncs as Entry[], given.limit);
		printRows(out, {
			format,
			columns: chosenColumns(columnsOf(maskOf(reached)), given.columns),
			rows,
			paint: lookOf(out, reached).paint,
			fits: true,
			whenEmpty: 'no such numbers',
		});
		if (format === 'table' && rows.length > 0 && Number(total) > rows.length) {
			say(`${rows.length} of ${counted(Number(total), 'number')}: --page and --limit show others`);
		}
		return exits.done;
	});
};

/** `dialtop dnc`. */
export const dncCommand = command({
	name: 'dnc',
	summary: 'bar a number from being called, let it be called again, or list what is barred',
	details: [
		'"add" bars a number from every campaign, unless --campaign names one; the question says which. It asks first; y confirms, as does --yes. It is sent once, whatever its outcome, and is written to the audit.',
		'"remove" lets a number be called again: by every campaign, unless --campaign names one. The number has to be typed, since a call to it cannot be taken back; --confirm gives it, --yes is not enough.',
		'"list" shows the barred numbers, newest first; PART is a part of a number. The interface only names add_dnc, delete_dnc and get_dncs, so their fields are dialtop\'s guess.',
	],
	argument: {
		name: 'add NUMBER | remove NUMBER | list [PART]',
		about: 'what to do, and a US phone number or a part of one',
		least: 1,
		most: 2,
		isFixed: true,
		choices: ['add', 'remove', 'list'],
	},
	flags,
	examples: [
		['dialtop dnc add 2125550123 -p prod', 'for every campaign, once it is confirmed'],
		['dialtop dnc add 2125550123 --campaign 1001 --yes', 'for one campaign, from a script'],
		['dialtop dnc remove 2125550123 --campaign 1001', 'for one campaign, once it is typed'],
		['dialtop dnc list 555 -p prod', 'the numbers with 555 in them'],
		['dialtop dnc list -p prod --limit 1000 --csv > dnc.csv', 'a thousand, for a spreadsheet'],
	],
	async run(call) {
		const [action, text] = call.input;
		if (action !== 'remove' && call.flags.confirm !== undefined) {
			throw new UsageError('--confirm goes with remove; --yes is enough to add');
		}
		if (action === 'list') {
			return list(call, text);
		}
		if (text === undefined) {
			throw new UsageError(`dialtop dnc ${action} needs NUMBER`);
		}
		return change(action === 'remove' ? 'delete_dnc' : 'add_dnc', call, text);
	},
});
