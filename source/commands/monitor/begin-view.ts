/** What the view of `--view` marks. */

import type {SavedView} from '../../screen/state/options.ts';
import {marksFound} from '../../screen/state/saved-view.ts';
import {marksText} from '../../screen/views/board/saved-views.ts';
import type {Stage} from './stage.ts';

/** Marks what the view of the start marks, once the campaigns are listed, and reports those that are gone. */
export const markOnceListed = (view: SavedView, stages: readonly [Stage, ...Stage[]], say: Stage['say']): void => {
	if (Object.keys(view.marks).length === 0) {
		return;
	}
	const stops: (() => void)[] = [];
	const look = (): void => {
		const found = marksFound(
			view,
			stages.map(({store}) => ({state: store.get()})),
		);
		if (found.isListed || found.elsewhere.length > 0) {
			for (const stop of stops) {
				stop();
			}
			stages[0].ui.dispatch({type: 'mark', ids: found.keys, view: 'campaigns'});
			say(marksText(found), 'info');
		}
	};
	stops.push(...stages.map(({store}) => store.subscribe(look)));
	look();
};
