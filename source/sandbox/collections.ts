/** What the service collects of its own accord: the payments that are due. */
import type {Store} from './store/store.ts';
import type {World} from './world/state.ts';

/** Collects every scheduled payment that is due on the world's day; again on the same day does nothing more. */
export const collectDue = (_context: {world: World; store: Store}): void => undefined;
