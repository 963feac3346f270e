/** What is left of the calls once everything was paused. */

import {say} from '../../cli/out.ts';
import {campaignRow, campaignRows, sumOf} from '../../model/select.ts';
import type {State} from '../../model/state.ts';
import {counted} from '../../present/format.ts';
import {word} from '../../present/sentence.ts';
import {isReadSince} from '../../steering/pause-standing.ts';
import type {TargetOutcome} from './outcome.ts';

/**
 * Prints on standard error what still rings in the campaigns that were paused, and what plays them again; resolves with
 * the campaigns that have begun to dial meanwhile, which nobody was asked about.
 */
export const tellWhatRings = (state: State, outcomes: readonly TargetOutcome[]): string[] => {
	const paused = outcomes.flatMap(({id, outcome}) => (outcome === 'done' || outcome === 'unknown' ? id : []));
	const rows = paused.flatMap(id => {
		const last = state.commands.findLast(({command}) => command.id > 0 && command.target.id === id);
		const row = campaignRow(state, id);
		return last && row && isReadSince(last, row) ? row : [];
	});
	if (rows.length > 0) {
		const ringing = sumOf(rows, figures => figures.ringing);
		const talking = sumOf(rows, figures => figures.onCall);
		const rings = rows.flatMap(({campaign, figures}) => (figures?.ringing ? word(campaign.id) : []));
		const still =
			ringing === undefined
				? 'what still rings is not known'
				: ringing === 0
					? 'nothing rings any more'
					: `still ringing: ${counted(ringing, 'call')} (${rings.join(', ')})`;
		const unread = paused.length - rows.length;
		const talks =
			talking === undefined ? 'how many agents are on a call is not known' : `${counted(talking, 'agent')} on a call`;
		say(`${still}; ${talks}${unread > 0 ? `; ${unread} of ${paused.length} not read since` : ''}`);
	}
	if (paused.length > 0) {
		say(`dialtop play ${paused.map(word).join(' ')}${state.source.flags ?? ''} plays them again`);
	}
	const asked = new Set(outcomes.map(({id}) => id));
	const begun = campaignRows(state).flatMap(({campaign: {id}, state: now}) =>
		now === 'dialing' && !asked.has(id) ? id : [],
	);
	if (begun.length > 0) {
		say(`still dialing: ${begun.map(word).join(', ')} began meanwhile, and nothing was sent to them`);
	}
	return begun;
};
