/** What an operator can do about commands of this run: see one whole, set one aside. */

import type {CommandChange} from '../../../model/command-change.ts';
import {outcomeOf, readings} from '../../../model/command-outcomes.ts';
import {isSettable, type Pending} from '../../../model/pending.ts';
import type {Moment} from '../../../model/time.ts';
import {changedFigures, comparedText, nothingChanged} from '../../../present/command-text.ts';
import {dayAndTime, nothing} from '../../../present/format.ts';
import {type Behaviours, withSelected} from '../../actions/action.ts';
import type {Detail} from '../../state/state.ts';
import {type Context, selectedCommand} from '../../store/context.ts';
import {drawnState} from '../../store/shown.ts';
import {observedOf} from './rows.ts';

/** What was sent, by the names on the wire: groups with brackets, lists by number. */
const sent = (value: unknown, name: string): [string, string][] => {
	if (typeof value !== 'object' || value === null) {
		return value === undefined ? [] : [[name, String(value)]];
	}
	return Object.entries(value).flatMap(([key, item]) => sent(item, name === '' ? key : `${name}[${key}]`));
};

/** The figures of its campaign that changed after it, a row each. Whether it is the cause is not known. */
const changeRows = ({past}: Context, {command, askedAt, phase}: Pending): Detail['rows'] => {
	const {target, campaign} = command;
	const campaignId = target.kind === 'campaign' ? target.id : campaign?.id;
	const wasSent = phase !== 'not-sent' && phase !== 'refused';
	let change: CommandChange | undefined;
	try {
		change = campaignId === undefined || !wasSent ? undefined : past?.changeAfter(campaignId, askedAt.wall);
	} catch (error) {
		return [['what changed', `the recording cannot be read: ${(error as Error).message}`, 'none']];
	}
	if (!change) {
		return [];
	}
	const changed = changedFigures(change);
	const rows = changed.length > 0 ? changed : [nothingChanged];
	return [
		...rows.map((row, index): Detail['rows'][number] => [index === 0 ? 'what changed' : '', row, 'none']),
		['compared', `${comparedText(change)}, in standard deviations (sd); it need not be the cause`, 'none'],
	];
};

/** The fields of a command, with times relative to `now`. Its secrets were never stored. */
const commandDetail = (pending: Pending, now: Moment, changes: Detail['rows']): Detail => {
	const when = (at: Moment): string => dayAndTime(at, now);
	const {command, askedAt, endedAt, seen, reading, reason} = pending;
	const {operation, params, target, verb, by, before} = command;
	const kind = target.kind === 'account' ? 'account' : target.kind === 'number' ? 'phone' : 'text';
	return {
		title: `${verb}, asked at ${when(askedAt)}`,
		rows: [
			['asked at', when(askedAt), 'none'],
			['signed in as', by ?? `${nothing} (not known)`, by === undefined ? 'none' : 'name'],
			['operation', operation, 'none'],
			[target.kind, target.id === target.name ? target.id : `${target.name} (${target.id})`, kind],
			['shown before', before ?? nothing, 'none'],
			...sent(params, '').map(([name, value]): Detail['rows'][number] => [name, value]),
			['outcome', outcomeOf(pending).word, 'none'],
			...(reason === '' ? [] : [['why', reason] as const]),
			['ended at', endedAt ? when(endedAt) : nothing, 'none'],
			['observed at', observedOf(pending, when), 'none'],
			['shown afterwards', seen ?? nothing, 'none'],
			['which is', reading ? readings[reading].is : nothing, 'none'],
			...changes,
		],
		top: 0,
	};
};

/** What the actions of the view do. */
export const logActions = {
	commandDetails: withSelected(selectedCommand, 'there is no command', (context, pending) => {
		const {dispatch, state, ui} = context;
		dispatch({
			type: 'detail',
			detail: commandDetail(pending, drawnState(state, ui).now, changeRows(context, pending)),
		});
	}),
	setAside: withSelected(
		context => {
			const pending = selectedCommand(context);
			return pending && isSettable(pending) ? pending : undefined;
		},
		'no command is selected that is UNKNOWN or not observed',
		({monitor}, {command}) => monitor?.setAside(command.id),
	),
} satisfies Behaviours;
