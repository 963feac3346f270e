import type {Key} from './decode.ts';

/** Where keys come from: the keyboard, or a router that passes some of them on. */
export type KeySource = {
	/** Sets who gets the keys. Answers the way to stop. */
	onKey(listener: (key: Key) => void): () => void;
};

/** A source of keys with a way in, for the router to pass keys to the open text field. */
export type KeyPipe = KeySource & {
	/** Passes a key on. False when nobody listens. */
	send(key: Key): boolean;
};

/** Makes a pipe from the router to one listener at a time. */
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
