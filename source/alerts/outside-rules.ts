/** The alert rule on what was changed elsewhere: told for an hour. */
import {changesText, recentChanges} from '../model/outside-changes.ts';
import type {CampaignRule} from './rule.ts';

/** Settings and lists that no command of dialtop changed. */
export const changedRule: CampaignRule = {
	id: 'changed',
	kind: 'changed',
	level: 'warning',
	unit: 'changes',
	title: 'set elsewhere',
	figure: amount => `${amount} within the hour, not by dialtop`,
	defaults: {threshold: 1, margin: 0, seconds: 0, polls: 1},
	says: ({note, figure}) => note || figure,
	inForce: () => 'settings or lists that somebody changes, not by dialtop',
	needs: [],
	isCompared: true,
	measure({row}, {threshold}) {
		const changes = row.dashboard?.changes;
		if (!changes || !row.span) {
			return undefined;
		}
		const told = recentChanges(changes, row.span.receivedAt);
		return {value: told.length, threshold, ...(told.length > 0 && {note: changesText(told)})};
	},
};
