/** What the actions about a complaint do: ask whose calls to look for, choose among several, leave. */

import {isAnswered, type Subject, subjectOfAccount, subjectOfEntry, subjectTyped} from '../../../model/complaint.ts';
import {serviceText} from '../../../present/sentence.ts';
import {whyNoRead} from '../../../steering/offer.ts';
import type {Behaviours} from '../../actions/action.ts';
import {type Context, promptText, selectedAccount, selectedEntry} from '../../store/context.ts';
import {fieldsOf} from '../../store/shown.ts';

/** Longest query that search_lead takes. */
const longest = 200;

/** Shows the sheet, and asks the service. */
const askAbout = ({monitor, dispatch}: Context, subject: Subject): void => {
	dispatch({type: 'view', view: 'complaint'});
	dispatch({type: 'filter', value: ''});
	dispatch({type: 'sort', sort: undefined});
	void monitor?.complaints.ask(subject);
};

/** Why the calls of a text cannot be asked for. */
export const whyNotCallsOf = ({state, monitor}: Context, text: string): string | undefined =>
	text.trim() === ''
		? 'type something, or Esc to leave'
		: text.trim().length > longest
			? `at most ${longest} characters`
			: (whyNoRead(state) ?? (monitor ? undefined : 'not connected yet'));

/** Asks for the calls of a number, a name or an account. */
export const askCallsOf = (context: Context, text: string): void => askAbout(context, subjectTyped(text));

/** Asks who complains. */
const askWho = (context: Context): void => {
	context.dispatch({type: 'view', view: 'complaint'});
	promptText(context, {
		about: `${serviceText(context.state.source)}: every call of a number, a name or an account. Nothing is changed.`,
		label: 'Number, name or account: ',
		value: '',
		check: value => whyNotCallsOf(context.now(), value),
		next: value => askCallsOf(context.now(), value),
	});
};

/** The person of the selected row. */
const subjectSelected = (context: Context): Subject | undefined => {
	if (context.ui.view === 'accounts') {
		const account = selectedAccount(context);
		return account && subjectOfAccount(account);
	}
	const entry = selectedEntry(context);
	return entry && subjectOfEntry(entry);
};

const isFindable = (subject: Subject): boolean =>
	subject.kind !== 'account' || subject.id !== undefined || subject.numbers.length > 0;

/** Goes back to the people to choose from, else to the view that the sheet was opened from. */
export const leaveComplaint = ({state, ui, monitor, dispatch}: Context): void => {
	const {complaint} = state;
	if (complaint && (complaint.chosenFrom || !isAnswered(complaint))) {
		monitor?.complaints.leave();
	}
	if (!complaint?.chosenFrom) {
		dispatch({type: 'view', view: ui.complaintFrom});
	}
};

/** Asks about the same once more. */
export const askAgain = ({state, monitor}: Context): void => {
	if (state.complaint) {
		void monitor?.complaints.ask(state.complaint.subject);
	}
};

/** The actions. */
export const complaintActions = {
	complaint: {
		hintNow: ({ui}, hint) => (ui.view === 'complaint' ? hint : undefined),
		whyDisabled: ({monitor}) => (monitor ? undefined : 'not connected yet'),
		run: askWho,
	},
	complaintOf: {
		whyDisabled(context) {
			const subject = subjectSelected(context);
			return (
				whyNoRead(context.state) ??
				(subject === undefined
					? 'nothing is selected that has a number or a name'
					: isFindable(subject)
						? undefined
						: 'the account has no reference and no number')
			);
		},
		run(context) {
			const subject = subjectSelected(context);
			if (subject) {
				askAbout(context, subject);
			}
		},
	},
	complaintRow: {
		hintNow: ({tables: {complaint}}, hint) => {
			const row = complaint.rows[complaint.selectedIndex];
			return row && ('person' in row ? 'choose' : hint);
		},
		whyDisabled: ({tables: {complaint}}) => (complaint.rows[complaint.selectedIndex] ? undefined : 'there is no row'),
		run({tables: {complaint}, monitor, dispatch}) {
			const row = complaint.rows[complaint.selectedIndex];
			if (row && 'person' in row) {
				const {name, numbers} = row.person;
				void monitor?.complaints.choose({kind: 'person', name, numbers});
			} else if (row) {
				dispatch({type: 'detail', detail: {title: `Call ${row.id}`, rows: fieldsOf(row.call.entry), top: 0}});
			}
		},
	},
} satisfies Behaviours;
