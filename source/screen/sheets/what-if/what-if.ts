/** The what-if of a campaign: its keys move the level and the agents that are tried, and stage the level. Nothing is sent from here. */
import {type CampaignRow, campaignRow, settingsOf} from '../../../model/select.ts';
import {dialLevel, dropLimit, settingIn} from '../../../model/setting-values.ts';
import type {State} from '../../../model/state.ts';
import type {WhatIf} from '../../../service/foresight.ts';
import {whyNoControl} from '../../../steering/offer.ts';
import type {Key} from '../../../terminal/decode.ts';
import {triedWith, type WhatIfSheet} from '../../state/sheet.ts';
import type {Context} from '../../store/context.ts';
import {stagePace} from '../../views/settings/actions.ts';

/** The campaign as it is now; undefined if the service no longer shows it. */
export const rowOf = (state: State, {campaignId}: WhatIfSheet): CampaignRow | undefined =>
	campaignRow(state, campaignId);

/** How the campaign dials now: what is simulated of another way to dial is simulated anew. */
export const aboutOf = (state: State, {campaignId, turn}: WhatIfSheet): string => {
	const row = campaignRow(state, campaignId);
	const {paceMethod = '', paceTempo, dropLimit: limit} = row?.figures ?? {};
	const lines = settingIn(settingsOf(state, campaignId), 'number_of_lines');
	// PREDICTIVE moves its level by itself.
	const level = paceMethod.toUpperCase() === 'PREDICTIVE' ? undefined : paceTempo;
	return [turn, row?.state, paceMethod, level, limit, lines].join(' ');
};

/** Whether all values are simulated. */
export const isWhole = ({values, points}: Pick<WhatIf, 'values' | 'points'>): boolean =>
	points.length === values.length;

/** The value that is shown; undefined until any is known. */
export const shownValue = (sheet: WhatIfSheet): number | undefined => {
	const tried = triedWith(sheet);
	return tried && 'points' in tried ? (sheet.value ?? tried.present) : sheet.value;
};

/** Fewest and most agents that may be tried. */
const [fewest, mostOf] = [1, (agents: number): number => 2 * agents + 20];

/** How many agents a key adds, and which way a key moves along the values. */
const agentKeys: Readonly<Record<string, number>> = {up: 1, k: 1, down: -1, j: -1, pageup: 5, pagedown: -5};
const valueKeys: Readonly<Record<string, number>> = {left: -1, h: -1, right: 1, l: 1};

const withAgents = (sheet: WhatIfSheet, by: number, row: CampaignRow | undefined): WhatIfSheet => {
	const tried = triedWith(sheet);
	const agents = tried && 'points' in tried ? tried.agents : row?.figures?.agents;
	if (agents === undefined) {
		return sheet;
	}
	const total = Math.max(fewest, Math.min(mostOf(agents), agents + sheet.extraAgents + by));
	return {...sheet, extraAgents: total - agents};
};

const withValue = (sheet: WhatIfSheet, by: number): WhatIfSheet => {
	const tried = triedWith(sheet);
	const shown = shownValue(sheet);
	if (!tried || 'why' in tried || shown === undefined) {
		return sheet;
	}
	const {values} = tried;
	// The values may be others than when it was chosen.
	const at = values.findIndex(value => value >= shown);
	const next = values[Math.max(0, Math.min(values.length - 1, (at < 0 ? values.length - 1 : at) + by))];
	return {...sheet, value: next};
};

/** Why the shown value cannot be staged; undefined if it can. */
const whyNotStaged = ({state, monitor}: Context, sheet: WhatIfSheet): string | undefined => {
	const tried = triedWith(sheet);
	const shown = shownValue(sheet);
	const isTried = tried && 'points' in tried && tried.points.some(({value}) => value === shown);
	return (
		whyNoControl(state) ??
		(rowOf(state, sheet) ? undefined : 'the service no longer shows the campaign') ??
		(isTried ? undefined : 'there is no estimate of it') ??
		(monitor ? undefined : 'not connected yet')
	);
};

/** Stages the value that is shown. @returns whether it could */
const stageShown = (context: Context, sheet: WhatIfSheet): boolean => {
	const {state, say, guard} = context;
	const why = whyNotStaged(context, sheet);
	const tried = triedWith(sheet);
	const [row, shown] = [rowOf(state, sheet), shownValue(sheet)];
	if (why !== undefined || !tried || 'why' in tried || !row || shown === undefined) {
		say(`Nothing is staged: ${why}`, 'error');
		guard.stray();
		return false;
	}
	const {moved} = tried;
	stagePace(context, row, moved === 'level' ? dialLevel : dropLimit, String(shown));
	return true;
};

/** The sheet after a key; `back` to leave it. A key that means nothing leaves it as it is. */
export const pressWhatIf = (context: Context, sheet: WhatIfSheet, {name, paste}: Key): WhatIfSheet | 'back' => {
	if (paste) {
		return sheet;
	}
	const [agents, along] = [agentKeys[name], valueKeys[name]];
	if (agents !== undefined) {
		return withAgents(sheet, agents, rowOf(context.state, sheet));
	}
	if (along !== undefined) {
		return withValue(sheet, along);
	}
	switch (name) {
		case 'escape':
		case 'q':
			return 'back';
		case 'f':
			return {...sheet, turn: sheet.turn + 1};
		case 'enter':
			return stageShown(context, sheet) ? 'back' : sheet;
		default:
			return sheet;
	}
};
