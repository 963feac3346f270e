/** The first figures of a start, which are drawn in one go with the rest of the screen if they come soon. */
import type {Message, State} from '../../model/state.ts';
import type {Store} from '../../model/store.ts';

/** Resolves once figures of a campaign are known, and after so many milliseconds at the latest. */
export const firstFigures = async (
	{get, subscribe}: Pick<Store<State, Message>, 'get' | 'subscribe'>,
	milliseconds: number,
): Promise<void> => {
	if (get().dashboards.size > 0) {
		return;
	}
	const {promise, resolve} = Promise.withResolvers<void>();
	const timer = setTimeout(resolve, milliseconds);
	const unsubscribe = subscribe(() => {
		if (get().dashboards.size > 0) {
			resolve();
		}
	});
	await promise;
	clearTimeout(timer);
	unsubscribe();
};
