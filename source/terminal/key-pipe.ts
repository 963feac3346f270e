import type {Key} from './decode.ts';

/** A source of keys: the keyboard, or a router that passes some of them on. */
export type KeySource = {
	/** Sets the listener. Returns a function that removes it. */
	onKey(listener: (key: Key) => void): () => void;
};

/** A source that the router feeds with keys for the open text field. */
export type KeyPipe = KeySource & {
	/** Passes a key on; false if nobody listens. */
	send(key: Key): boolean;
};

export function createKeyPipe(): KeyPipe {
	let current: ((key: Key) => void) | undefined;
	return {
		onKey(listener) {
			current = listener;
			return () => {
				current = current === listener ? undefined : current;
			};
		},
		send(key) {
			current?.(key);
			return current !== undefined;
		},
	};
}
