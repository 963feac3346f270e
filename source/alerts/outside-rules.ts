/** The alert rule on what was changed elsewhere: it holds for an hour. */
import {changesText, recentChanges} from '../model/outside-changes.ts';
import type {CampaignRule} from './rule.ts';

/** The rule on settings and lists that were changed without a command of dialtop. */
export const changedRule: CampaignRule = {
	id: 'changed',
	kind: 'changed',
	level: 'warning',
	unit: 'changes',
	title: 'set elsewhere',
	figure: amount => `${amount} within the hour, not by dialtop here`,
	defaults: {threshold: 1, margin: 0, seconds: 0, polls: 1},
	says: ({note, figure}) => note || figure,
	inForce: () => 'settings or lists that somebody changes, not by dialtop here',
	needs: [],
	isCompared: true,
	measure({row}, {threshold}) {
		const changes = row.dashboard?.changes;
		if (!changes || !row.span) {
			return undefined;
		}
		const recent = recentChanges(changes, row.span.receivedAt);
		return {value: recent.length, threshold, ...(recent.length > 0 && {note: changesText(recent)})};
	},
};
