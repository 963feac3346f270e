/** Calls `make` when its result is first asked for, and returns that result from then on. */
export const once = <T extends object>(make: () => T): (() => T) => {
	let made: T | undefined;
	return () => {
		made ??= make();
		return made;
	};
};
