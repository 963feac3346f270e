/** What `make` returns, made when it is first asked for and kept. */
export const once = <T extends object>(make: () => T): (() => T) => {
	let made: T | undefined;
	return () => {
		made ??= make();
		return made;
	};
};
