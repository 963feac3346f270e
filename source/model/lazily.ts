/** What is worked out when it is first asked for. */

/** What `make` returns, which is called once. */
export const once = <T>(make: () => T): (() => T) => {
	let made: {value: T} | undefined;
	return () => {
		made ??= {value: make()};
		return made.value;
	};
};

/** Members, each with how it is worked out. */
type Ways<P> = {readonly [K in keyof P]: () => P[K]};

/**
 * A copy of an object with further members, which are worked out when they are first asked for. Those of the object that are not
 * worked out yet stay so, while a spread would work them out.
 */
export const lazily = <T extends object, P extends object>(object: T, ways: Ways<P>): Omit<T, keyof P> & P => {
	const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(object));
	for (const name of Object.keys(ways) as (keyof P)[]) {
		Object.defineProperty(copy, name, {get: once(ways[name]), enumerable: true, configurable: true});
	}
	return copy as Omit<T, keyof P> & P;
};
