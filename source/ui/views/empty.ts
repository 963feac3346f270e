/** What stands where there is nothing to show: why, and what to do. */
import type {State} from '../../model/state.ts';
import {clock, fit} from '../format.ts';
import {least} from '../layout.ts';

/** What an empty board says: why, and what happens next. */
export const emptyBoard = (state: State, total: number, filter: string): string[] => {
	const {link, campaignsFailure, source} = state;
	if (link.kind === 'retrying') {
		return [link.reason, link.advice, `Next attempt at ${clock(link.nextAt.wall)}; Ctrl-R tries now.`].filter(Boolean);
	}
	if (link.kind === 'signed-out') {
		return [link.reason && `Signed out: ${link.reason}`, `Press i to sign in at ${source.host}.`].filter(Boolean);
	}
	if (total > 0) {
		return [`No campaign matches "${filter}". Press c to clear the filter.`];
	}
	if (campaignsFailure) {
		return [`The campaigns could not be read: ${campaignsFailure.reason}`];
	}
	return state.campaigns ? ['The service lists no campaigns for this user.'] : [`Connecting to ${source.host}…`];
};

/** What an empty table of lists says. */
export const emptyLists = (state: State, filter: string): string[] => {
	if (filter !== '' && (state.lists?.lists.length ?? 0) > 0) {
		return [`No list matches "${filter}". Press c to clear the filter.`];
	}
	if (state.listsFailure) {
		return [`The lists could not be read: ${state.listsFailure.reason}`];
	}
	return state.lists ? ['There are no lists.'] : ['Reading the lists…'];
};

/** The whole screen where the terminal is too small. */
export const tooSmall = (columns: number, rows: number): string[] => {
	const text = `too small: ${columns}x${rows}, needs ${least.columns}x${least.rows}`;
	return [fit(text, columns), ...Array.from({length: Math.max(0, rows - 1)}, () => ' '.repeat(columns))];
};
