/** Asks the service for the calls of a number, name or account, and makes the sheet of them. */
import {say} from '../../cli/out.ts';
import {UsageError} from '../../config/errors.ts';
import {exits} from '../../config/exits.ts';
import {type Barring, barringOf} from '../../model/barring.ts';
import {type CallSheet, callSheet, serviceDay} from '../../model/call-count.ts';
import {
	type Complaint,
	complaintAfter,
	mostBarrings,
	newComplaint,
	numbersOf,
	queriesOf,
	subjectTyped,
} from '../../model/complaint.ts';
import {peopleOf, subjectFound} from '../../model/complaint-people.ts';
import {personText} from '../../present/complaint-text.ts';
import {counted} from '../../present/format.ts';
import {maskOf} from '../../present/mask.ts';
import {word} from '../../present/sentence.ts';
import {reasonOf} from '../../service/session.ts';
import {deadlineOf} from '../connect/board.ts';
import {exitOf, type Reached} from '../connect/reach.ts';

/** Most people that are listed if several match. */
const listed = 20;

/** Several people match: the query must be more precise. */
const refuseSeveral = (complaint: Complaint, text: string, masked: boolean): never => {
	const people = peopleOf(complaint);
	throw new UsageError(`${word(text)} finds ${people.length} matches: give a number, or more of the name or account`, [
		...people
			.slice(0, listed)
			.map(person => `${counted(person.calls, 'call').padStart(9)}  ${personText(person, maskOf({masked}))}`),
		...(people.length > listed ? [`and ${people.length - listed} more, with fewer calls`] : []),
	]);
};

/** How far back is looked, and how long an answer is waited for, seconds. */
export type SheetAsked = {days: number | undefined; deadline: number | undefined};

/** The complaint as the service answers it; or the exit code, after printing why there is none. */
const asked = async (reached: Reached, text: string, given: SheetAsked): Promise<Complaint | number> => {
	const deadline = deadlineOf(given.deadline);
	const askedAt = {wall: Date.now(), mono: performance.now()};
	const {days} = given;
	let complaint: Complaint | undefined = newComplaint(subjectTyped(text), askedAt, days);
	for (const query of queriesOf(complaint.subject)) {
		const outcome = await reached.call('search_lead', {query, ...(days === undefined ? {} : {days})}, deadline);
		if (outcome.kind !== 'done') {
			return exitOf(outcome, reached, 'calls');
		}
		if (!outcome.answer.entries) {
			say('calls: the service answered without a list of calls: no data');
			return exits.unreadable;
		}
		complaint = complaintAfter(complaint, {type: 'complaint-answered', askedAt, result: outcome.answer}) ?? complaint;
	}
	const found = subjectFound(complaint);
	if (!found) {
		return refuseSeveral(complaint, text, reached.masked);
	}
	for (const number of numbersOf(found).slice(0, mostBarrings)) {
		const outcome = await reached.ask('get_dncs', {query: number.replace('+', '')}, deadline);
		const barring: Barring =
			outcome.kind === 'done'
				? barringOf(outcome.answer, number)
				: {kind: 'not-known', why: `get_dncs was not answered: ${reasonOf(outcome)}`};
		complaint = complaintAfter(complaint, {type: 'barring-read', number, barring}) ?? complaint;
	}
	return complaint;
};

/** The dial methods of the campaigns, so that text messages are not counted as calls; none if they cannot be read. */
const methodsOf = async (reached: Reached, deadline: ReturnType<typeof deadlineOf>) => {
	const outcome = await reached.call('get_campaigns', {}, deadline);
	return new Map(
		outcome.kind === 'done'
			? outcome.answer.records.map(({id = '', dialMethod = ''}): [string, string] => [id, dialMethod])
			: [],
	);
};

/** The calls of a number, name or account as a sheet; or the exit code, after printing why there is none. @throws UsageError if several match */
export const askSheet = async (
	reached: Reached,
	text: string,
	given: SheetAsked,
): Promise<{sheet: CallSheet; complaint: Complaint} | number> => {
	const complaint = await asked(reached, text, given);
	if (typeof complaint === 'number') {
		return complaint;
	}
	const isCalled = complaint.results.some(({entries = []}) => entries.length > 0);
	const methods = isCalled ? await methodsOf(reached, deadlineOf(given.deadline)) : new Map<string, string>();
	const {timeZone} = reached.service;
	const today = serviceDay(complaint.askedAt.wall, timeZone);
	const sheet = callSheet(complaint, {today, timeZone, methods});
	return sheet ? {sheet, complaint} : exits.unreadable;
};
