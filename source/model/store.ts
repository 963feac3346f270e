/** A store: one state, one reducer, listeners. */

export type Store<S, M> = {
	get(): S;
	dispatch(message: M): void;
	/** Calls the listener after every change; returns a function that stops it. */
	subscribe(listener: () => void): () => void;
};

/** Makes a store. A message that changes nothing is not announced, but `trace` gets it too. */
export const createStore = <S, M>(
	update: (state: S, message: M) => S,
	initial: S,
	trace?: (message: M) => void,
): Store<S, M> => {
	let state = initial;
	const listeners = new Set<() => void>();
	return {
		get: () => state,
		dispatch(message) {
			trace?.(message);
			const next = update(state, message);
			if (next !== state) {
				state = next;
				for (const listener of listeners) {
					listener();
				}
			}
		},
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
};
