/** Waits for a state of the model, such as one with figures. */
import type {Message, State} from '../../model/state.ts';
import type {Store} from '../../model/store.ts';

/** Resolves with true once the state is so, with false after so many milliseconds or when the signal is aborted. */
export type Until = (
	isSo: (state: State) => boolean,
	milliseconds: number,
	signal?: AbortSignal | undefined,
) => Promise<boolean>;

/** Makes a function that waits for a state of this store. */
export const createUntil =
	({get, subscribe}: Pick<Store<State, Message>, 'get' | 'subscribe'>): Until =>
	async (isSo, milliseconds, signal) => {
		const {promise, resolve} = Promise.withResolvers<boolean>();
		const check = (): void => {
			if (isSo(get())) {
				resolve(true);
			}
		};
		const stop = (): void => resolve(false);
		const unsubscribe = subscribe(check);
		const timer = setTimeout(stop, milliseconds);
		signal?.addEventListener('abort', stop);
		check();
		if (signal?.aborted) {
			stop();
		}
		const was = await promise;
		unsubscribe();
		clearTimeout(timer);
		signal?.removeEventListener('abort', stop);
		return was;
	};
