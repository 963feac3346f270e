/** The active alerts after a look, and what the look cannot tell. */

import {type AlertGroup, groupsInOrder} from '../../alerts/floods.ts';
import {alertRecord} from '../../alerts/record.ts';
import type {Out} from '../../cli/out.ts';
import {inLocale} from '../../cli/text.ts';
import type {State} from '../../model/state.ts';
import {alertRole, endText, groupSentence, standingOf} from '../../present/alert-text.ts';
import {clock, span} from '../../present/format.ts';
import type {Paint} from '../../present/theme.ts';
import {struck} from '../../wire/secrets.ts';
import {counted} from '../../wire/words.ts';
import {alertsIn} from '../check/verdict.ts';
import {withoutSecrets} from '../watch/line-writer.ts';

/** The cells of how an alert stands. */
export const standingWidth = 12;

/** What was looked at, and what was not judged. */
export type Looked = {
	/** For how long; 0 for one look. */
	seconds: number;
	/** The rules that could not be judged in that time. */
	notJudged: readonly string[];
	/** What could not be read, a line each. */
	unread: readonly string[];
};

type Wanted = ReadonlySet<string> | undefined;

const campaignsIn = ({campaigns}: State, wanted: Wanted): number =>
	[...(campaigns.value?.keys() ?? [])].filter(id => wanted === undefined || wanted.has(id)).length;

/** What an alert is, as programs get it. */
const recordOf = (state: State, group: AlertGroup) => {
	const {event, until, ...record} = alertRecord(
		state,
		{...group, event: 'raised'},
		{text: groupSentence(group, state.source), endOf: ({end}) => end && endText(end)},
	);
	return {standing: standingOf(group.lead).toLowerCase(), ...record};
};

/** Prints the alerts, or that there are none, as one JSON object or a line each. */
export const writeAlerts = (
	out: Pick<Out, 'write'>,
	state: State,
	wanted: Wanted,
	{isJson, paint, seconds, notJudged, unread}: Looked & {isJson: boolean; paint: Paint},
): void => {
	const groups = groupsInOrder(alertsIn(state, wanted));
	if (isJson) {
		const listed = {
			watched_s: seconds,
			campaigns: campaignsIn(state, wanted),
			not_judged: notJudged,
			not_read: unread,
			alerts: groups.map(group => recordOf(state, group)),
		};
		out.write(`${JSON.stringify(listed, withoutSecrets, '\t')}\n`);
		return;
	}
	for (const group of groups) {
		const {lead} = group;
		const role = alertRole(lead);
		// What one look sees began at some time before.
		const since = seconds === 0 ? '' : `${paint('faint', `since ${clock(lead.since.wall)}`)}  `;
		const standing = paint(role, standingOf(lead).padEnd(standingWidth));
		out.write(inLocale(struck(`${standing}  ${since}${paint(role, groupSentence(group, state.source))}\n`)));
	}
};

/** What was looked at, and what that cannot tell; a line each. */
export const lookedAt = (state: State, wanted: Wanted, {seconds, notJudged, unread}: Looked): string[] => {
	const found = counted(groupsInOrder(alertsIn(state, wanted)).length, 'alert');
	const how = seconds === 0 ? 'in one look' : `in ${span(seconds)}`;
	return [
		`${found} on ${counted(campaignsIn(state, wanted), 'campaign')} ${how}`,
		...(notJudged.length > 0 ? [`not judged ${how}: ${notJudged.join(', ')}`] : []),
		...unread.map(text => `not read: ${text}`),
	];
};
