/** What the service does of its own accord when something happens in the world. */
import type {Store} from './store/store.ts';
import type {Happening, World} from './world/state.ts';

/** Answers what has happened; in one transaction, and the same again does no harm. */
export const respond = (happenings: readonly Happening[], _context: {world: World; store: Store}): void => {
	for (const {kind} of happenings) {
		switch (kind) {
			case 'drop-limit':
			case 'list-exhausted':
			case 'new-day':
				break;
		}
	}
};
