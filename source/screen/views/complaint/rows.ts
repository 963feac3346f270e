/** The rows of view 9: the calls of a complaint, or the people to choose from. */

import {type CallSheet, callSheet, serviceDay} from '../../../model/call-count.ts';
import {type Complaint, isAnswered} from '../../../model/complaint.ts';
import {peopleOf} from '../../../model/complaint-people.ts';
import {numberText} from '../../../model/phone-number.ts';
import type {State} from '../../../model/state.ts';
import {type ComplaintRow, peopleColumns, shownColumns} from '../../../present/complaint-columns.ts';
import type {SheetWords} from '../../../present/complaint-text.ts';
import type {Column} from '../../../present/grid.ts';
import {type Mask, maskOf} from '../../../present/mask.ts';
import {type Source, view} from '../../state/view.ts';

/** A complaint that was answered: its sheet, or without one the people to choose from. */
export type Answered = {sheet: CallSheet | undefined; rows: readonly ComplaintRow[]};

type Methods = ReadonlyMap<string, string>;

const noMethods: Methods = new Map();

let lastMethods: {campaigns: unknown; methods: Methods} = {campaigns: undefined, methods: noMethods};

/** The dial methods of the campaigns: the same map for as long as they are the same, though polls bring them anew. */
const methodsOf = ({value}: State['campaigns']): Methods => {
	if (lastMethods.campaigns !== value) {
		const methods = new Map([...(value?.values() ?? [])].map(({id, dialMethod = ''}) => [id, dialMethod]));
		const before = lastMethods.methods;
		const isSame = before.size === methods.size && [...methods].every(([id, method]) => before.get(id) === method);
		lastMethods = {campaigns: value, methods: isSame ? before : methods};
	}
	return lastMethods.methods;
};

type Made = Answered & {complaint: Complaint; today: string; methods: Methods};

/** What was made last: a frame asks for it several times, and nothing of it changes from one second to the next. */
let last: Made | undefined;

/** The complaint on screen as it was answered; undefined while it is not. */
export const answeredIn = ({complaint, campaigns, now, source: {timeZone}}: State): Answered | undefined => {
	if (!complaint || !isAnswered(complaint)) {
		return undefined;
	}
	const today = serviceDay(now.wall, timeZone);
	const methods = methodsOf(campaigns);
	if (last?.complaint === complaint && last.today === today && last.methods === methods) {
		return last;
	}
	const sheet = callSheet(complaint, {today, timeZone, methods});
	const rows = sheet
		? sheet.calls.map((call): ComplaintRow => ({id: call.id, call}))
		: peopleOf(complaint).map((person): ComplaintRow => ({id: person.key, person}));
	last = {complaint, today, methods, sheet, rows};
	return last;
};

/** What the sentences of the sheet depend on. */
export const wordsFor = ({state, ui, options}: Omit<Source, 'campaignId'>): SheetWords => ({
	limit: options.callLimit,
	mask: maskOf(ui),
	timeZone: state.source.timeZone,
});

/** The columns of the calls, or of the people to choose from. */
export const columnsOf = (sheet: CallSheet | undefined, mask: Mask, limit: number): readonly Column<ComplaintRow>[] =>
	sheet ? shownColumns(mask, limit, sheet.numbers) : peopleColumns(mask);

const noRows: readonly ComplaintRow[] = [];

/** The view. */
export const complaintView = view<ComplaintRow>({
	noun: 'call',
	columns: ({state, ui, options}) => columnsOf(answeredIn(state)?.sheet, maskOf(ui), options.callLimit),
	rows: ({state}) => answeredIn(state)?.rows ?? noRows,
	idOf: ({id}) => id,
	isOfPeople: true,
	texts: row =>
		'call' in row
			? [
					row.call.when,
					row.call.entry.status,
					row.call.entry.campaignName,
					row.call.entry.campaignId,
					row.call.entry.fullName,
					row.call.entry.phoneNumber,
				]
			: [row.person.name, ...row.person.numbers],
	copies: row => {
		const number = 'call' in row ? row.call.number : row.person.numbers[0];
		return number === undefined ? undefined : {what: 'phone number', value: numberText(number), kind: 'phone'};
	},
});
