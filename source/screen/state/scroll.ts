/** The index that a movement key leads to; undefined for another key. */
export const movedTo = (name: string, at: number, last: number, page: number): number | undefined => {
	const to: Readonly<Record<string, number>> = {
		up: at - 1,
		k: at - 1,
		down: at + 1,
		j: at + 1,
		pageup: at - page,
		pagedown: at + page,
		'ctrl-u': at - Math.ceil(page / 2),
		'ctrl-d': at + Math.ceil(page / 2),
		home: 0,
		g: 0,
		end: last,
		G: last,
	};
	return Object.hasOwn(to, name) ? Math.max(0, Math.min(last, to[name] ?? at)) : undefined;
};
