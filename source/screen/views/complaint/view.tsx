/** View 9: the complaint sheet. Every call of a number, name or account, held against the limit of seven days. */

import {elapsed} from '../../../model/time.ts';
import type {ComplaintRow} from '../../../present/complaint-columns.ts';
import {readText, sheetNotes, sheetSpans, subjectText, subjectWords} from '../../../present/complaint-text.ts';
import {counted, dayAndTime, wrap} from '../../../present/format.ts';
import {maskOf, maskReason} from '../../../present/mask.ts';
import type {Spans} from '../../../present/spans.ts';
import type {Role} from '../../../present/theme.ts';
import {inside, type Size} from '../../parts/panel.tsx';
import type {Shown} from '../../store/shown.ts';
import {useShown} from '../../store/store.ts';
import {disconnected, noMatch, withKey} from '../empty.ts';
import {TableView} from '../table-view.tsx';
import {answeredIn, columnsOf, wordsFor} from './rows.ts';

const says = (shown: Shown): string[] => {
	const {drawn, state, ui} = shown;
	const {complaint} = drawn;
	const mask = maskOf(ui);
	if (!complaint) {
		return [
			...(disconnected(drawn, shown) ?? []),
			...withKey(shown, 'complaint', key => `Press ${key} to see every call of a number, name or account.`),
		];
	}
	const {subject, failure, askedAt, results, searches} = complaint;
	const again = withKey(shown, 'refresh', key => `${key} asks again.`);
	if (failure) {
		const who = subjectText(subject, mask);
		const reason = maskReason(mask, failure.reason, subjectWords(subject));
		return failure.refused
			? [`The service refuses the search for ${who}: ${reason}`, ...again]
			: [`The search for ${who} failed: ${reason}`, ...again];
	}
	if (results.length < searches) {
		const seconds = Math.round(elapsed(askedAt, state.now) / 1000);
		const part = searches > 1 ? ` (${results.length + 1} of ${searches})` : '';
		return [
			`Searching the calls of ${subjectText(subject, mask)}${part}… ${seconds} s`,
			`${readText(subject, mask)}.`,
			...withKey(shown, 'back', key => `${key} leaves.`),
		];
	}
	return ['The service returned no call of it.'];
};

const wrapped = (role: Role, text: string, width: number): Spans[] =>
	wrap(text, width - 2).map((line): Spans => [[role, ` ${line}`]]);

/** Rows of a screen below which the notes leave their room to the calls. */
const leastForNotes = 14;

/** The sheet, or the people to choose from. */
export function ComplaintView(size: Size) {
	const shown = useShown();
	const {drawn, ui, options, tables, floors} = shown;
	const mask = maskOf(ui);
	const {complaint} = drawn;
	const answered = answeredIn(drawn);
	const sheet = answered?.sheet;
	const {width, height} = inside(size);
	const words = wordsFor({state: drawn, ui, options, floors});
	const isChoice = answered !== undefined && !sheet;
	const head: Spans[] = isChoice
		? wrapped(
				'warning',
				`Several match: choose whose calls to show. ${counted(answered.rows.length, 'choice')}.`,
				width,
			)
		: sheet && complaint
			? sheetSpans(sheet, complaint, words).flatMap(([role, text]) => wrapped(role, text, width))
			: [];
	const below: Spans[] =
		sheet && complaint && height >= leastForNotes
			? sheetNotes(
					sheet,
					words,
					`${readText(complaint.subject, mask)}, asked at ${dayAndTime(complaint.askedAt, drawn.now)}`,
				).flatMap(text => wrapped('faint', text, width))
			: [];
	const {total} = tables.complaint;
	const subject = sheet?.subject ?? complaint?.subject;
	const isEmpty = total === 0;
	return (
		<TableView<ComplaintRow>
			{...size}
			view="complaint"
			title={subject ? `Calls to ${subjectText(subject, mask)}` : 'Complaint'}
			note={position => [tables.complaint.filter, position].filter(Boolean).join(', ')}
			table={tables.complaint}
			columns={columnsOf(sheet, mask, options.callLimit)}
			head={head}
			isFramed
			below={below}
			empty={() =>
				(isEmpty ? says(shown) : noMatch('call', tables.complaint.shownFilter, shown)).flatMap(text =>
					wrap(text, width - 2),
				)
			}
		/>
	);
}
