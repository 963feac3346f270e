/** When the board that is sorted by trouble follows it: its rows stay where they are under the operator's hand. */
import {type CampaignRow, campaignRows} from '../../../model/select.ts';
import type {State} from '../../../model/state.ts';
import {lastingTroubleOf, rankOf} from '../../../model/trouble.ts';
import type {Standing, UiState} from '../../state/state.ts';

/** Milliseconds after a key within which no row moves. */
export const heldFor = 5000;

/** Ranks by row: a poll changes one of a thousand. */
const ranks = new WeakMap<CampaignRow, number>();

/** The rank of a campaign's trouble as it is now, without what passes. */
export const rankNow = (row: CampaignRow): number => {
	const rank = ranks.get(row) ?? rankOf(lastingTroubleOf(row));
	ranks.set(row, rank);
	return rank;
};

/** The ranks of rows, as they were last worked out. */
const standings = new WeakMap<readonly CampaignRow[], Standing>();

const standingNow = (rows: readonly CampaignRow[], before: Standing): Standing => {
	const known = standings.get(rows);
	if (known) {
		return known;
	}
	const isSame = rows.length === before.size && rows.every(row => before.get(row.campaign.id) === rankNow(row));
	const now = isSame ? before : new Map(rows.map(row => [row.campaign.id, rankNow(row)]));
	standings.set(rows, now);
	return now;
};

/**
 * By which ranks the campaigns stand from now on; the very same map where nothing moves: within {@link heldFor} of a key, while
 * a question is open, on a frozen screen, and in another order.
 *
 * @param pressedAt when the last key came (monotonic); undefined if none has
 */
export const standingAfter = (
	state: State,
	{standing, sorts, frozen, prompt}: Pick<UiState, 'standing' | 'sorts' | 'frozen' | 'prompt'>,
	pressedAt: number | undefined,
): Standing => {
	if (sorts.campaigns?.column !== 'trouble' || frozen) {
		return standing;
	}
	const now = standingNow(campaignRows(state), standing);
	const isHeld = prompt !== undefined || (pressedAt !== undefined && state.now.mono - pressedAt < heldFor);
	if (!isHeld || now === standing) {
		return now;
	}
	// What is listed for the first time stands where its trouble is then, and stays there.
	return now.size === standing.size
		? standing
		: new Map([...now].map(([id, rank]) => [id, standing.get(id) ?? rank] as const));
};
