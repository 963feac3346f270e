/** The last part of a path, cut to `mostCharacters`, without control characters; `upload` if nothing remains. */
export const baseName = (path: string, mostCharacters: number): string => {
	const last = path.split(/[\\/]/).at(-1) ?? '';
	const name = last.replace(/\p{C}/gu, '').trim().slice(0, mostCharacters);
	return /^\.*$/.test(name) ? 'upload' : name;
};
