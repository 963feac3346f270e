/** The columns of a complaint sheet: its calls, or the people to choose from. */
import {ruleDays, type SheetCall} from '../model/call-count.ts';
import type {Person} from '../model/complaint-people.ts';
import {numberText} from '../model/phone-number.ts';
import {countColumn, namedColumn, textColumn} from './columns.ts';
import {countRole, personText} from './complaint-text.ts';
import {nothing} from './format.ts';
import type {Column} from './grid.ts';
import type {Mask} from './mask.ts';

/** A row of the sheet. */
export type ComplaintRow = {id: string; call: SheetCall} | {id: string; person: Person};

const callIn = (row: ComplaintRow): SheetCall | undefined => ('call' in row ? row.call : undefined);

const kinds: Readonly<Record<SheetCall['kind'], string>> = {call: '', inbound: 'inbound', text: 'text', none: ''};

/** `9 over`: the calls in the seven days up to one, and whether that is at or over the limit. */
const withinText = ({kind, within}: SheetCall, limit: number): string =>
	within === undefined
		? kinds[kind] || nothing
		: `${within}${within > limit ? ' over' : within === limit ? ' at' : ''}`;

/** The columns of calls. What dialtop counts itself bears a `*`. */
export const callColumns = (mask: Mask, limit: number): readonly Column<ComplaintRow>[] => {
	const text = (id: string, title: string, width: number, of: (call: SheetCall) => string | undefined) =>
		textColumn<ComplaintRow>(id, title, width, row => {
			const call = callIn(row);
			return call && of(call);
		});
	return [
		text('when', 'when', 16, ({when}) => when),
		{
			id: 'within',
			title: `in ${ruleDays} d*`,
			width: 7,
			align: 'right',
			cell: row => {
				const call = callIn(row);
				return {text: call ? withinText(call, limit) : nothing, role: countRole(call?.within, limit)};
			},
			sort: row => callIn(row)?.within,
			descends: true,
		},
		text('status', 'ended', 11, ({entry}) => entry.status),
		{...text('campaign', 'campaign', 18, ({entry}) => entry.campaignName), grows: true},
		{...text('campaignId', 'id', 5, ({entry}) => entry.campaignId), isId: true},
		{
			...text('phone', 'number', 14, ({number}) => number && mask('phone', numberText(number))),
			raw: {
				of: row => {
					const number = callIn(row)?.number;
					return number && mask('phone', number);
				},
			},
		},
		{...text('name', 'name', 14, ({entry}) => entry.fullName && mask('name', entry.fullName)), grows: true},
		text('type', 'type', 8, ({entry}) => entry.callType),
		{
			...namedColumn<ComplaintRow>(
				'list',
				'list',
				14,
				row => callIn(row)?.entry.listName,
				row => callIn(row)?.entry.listId,
			),
			grows: true,
		},
		text('flag', 'flag', 6, ({entry}) => entry.flag),
	];
};

/** The columns of calls on screen: without the number, where it is the same in all of them. */
export const shownColumns = (mask: Mask, limit: number, numbers: readonly string[]): readonly Column<ComplaintRow>[] =>
	callColumns(mask, limit).filter(({id}) => id !== 'phone' || numbers.length > 1);

const personIn = (row: ComplaintRow): Person | undefined => ('person' in row ? row.person : undefined);

/** The columns of people to choose from. */
export const peopleColumns = (mask: Mask): readonly Column<ComplaintRow>[] => {
	const ofPerson = (of: (person: Person) => string | undefined) => (row: ComplaintRow) => {
		const person = personIn(row);
		return person && of(person);
	};
	return [
		countColumn('calls', 'calls', 6, row => personIn(row)?.calls),
		textColumn(
			'newest',
			'newest',
			16,
			ofPerson(({newest}) => newest),
		),
		{
			...textColumn<ComplaintRow>(
				'person',
				'who',
				50,
				ofPerson(person => personText(person, mask)),
			),
			grows: true,
		},
	];
};
