/** The campaigns and lists that typed words mean: by their ids, else by a part of a name. */

/** What can be named. */
export type Named = {id: string; name: string};

/** So many are offered: nobody reads more. */
export const mostLines = 50;

/** How well a text fits one: by its id, by its whole name, by the beginning of either, by a part of the name; undefined if not. */
const rankOf = ({id, name}: Named, text: string): number | undefined => {
	const [part, whole] = [text.toLowerCase(), name.toLowerCase()];
	const fits = [id === text, whole === part, id.startsWith(text), whole.startsWith(part), whole.includes(part)];
	return fits.includes(true) ? fits.indexOf(true) : undefined;
};

/** The ranks of what is meant exactly. */
const exactly = 1;

/** The ids that are meant, the likeliest first; several together where each word is an id. `isExact` if nothing else can be meant. */
export const meantBy = (all: readonly Named[], text: string): {ids: readonly string[]; isExact: boolean}[] => {
	const words = [...new Set(text.split(/\s+/))];
	if (words.length > 1 && words.every(word => all.some(({id}) => id === word))) {
		return [{ids: words, isExact: true}];
	}
	return all
		.flatMap(one => {
			const rank = rankOf(one, text);
			return rank === undefined ? [] : [{ids: [one.id], isExact: rank <= exactly, rank}];
		})
		.toSorted((a, b) => a.rank - b.rank)
		.slice(0, mostLines)
		.map(({ids, isExact}) => ({ids, isExact}));
};
