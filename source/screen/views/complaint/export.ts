/** The complaint sheet as it is exported: a page for people, its calls as rows, and the whole as JSON. */

import {localTime} from '../../../model/call-count.ts';
import {callRows, complaintJson, complaintPage} from '../../../present/complaint-page.ts';
import {subjectText} from '../../../present/complaint-text.ts';
import {maskOf} from '../../../present/mask.ts';
import type {Exported} from '../../exports/documents.ts';
import type {Context} from '../../store/context.ts';
import {answeredIn, wordsFor} from './rows.ts';

/** The sheet on screen; undefined while there is none. */
export const exportedComplaint = ({state: present, ui, options}: Context): Exported | undefined => {
	const state = ui.frozen ?? present;
	const {complaint, source} = state;
	const sheet = answeredIn(state)?.sheet;
	if (!complaint || !sheet) {
		return undefined;
	}
	const words = wordsFor({state, ui, options});
	const asked = localTime(complaint.askedAt.wall, source.timeZone);
	const made = `Asked of ${source.environment} at ${source.host} on ${asked} (${source.timeZone ?? 'time of this machine'}).`;
	return {
		name: 'complaint',
		what: `the calls to ${subjectText(sheet.subject, maskOf(ui))}`,
		page: complaintPage(sheet, complaint, words, made),
		sheet: callRows(sheet, words),
		value: complaintJson(sheet, complaint, words),
		documents: [],
	};
};
