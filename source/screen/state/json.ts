/** An answer as JSON with foldable objects and lists, in lines. Folded parts have no lines. */

/** A line of JSON; its text is made when it is drawn. */
export type JsonLine = {
	/** The path of its value, by which it is folded. */
	path: string;
	/** The path of the object or list that holds it. */
	parent: string | undefined;
	depth: number;
	/** The key in an object; undefined in a list. */
	key: string | undefined;
	value: unknown;
	/** `folded` and `open` have something inside; `close` ends what was opened. */
	kind: 'scalar' | 'folded' | 'open' | 'close';
	/** Whether another value follows in the same object or list. */
	followed: boolean;
};

type Inside = readonly (readonly [key: string | undefined, value: unknown])[];

const insideOf = (value: unknown): Inside =>
	Array.isArray(value)
		? value.map(item => [undefined, item])
		: typeof value === 'object' && value !== null
			? Object.entries(value)
			: [];

/** The path of the whole answer. */
export const root = '$';

/** The lines of an answer with these parts of it unfolded. */
export const jsonLines = (answer: unknown, unfolded: ReadonlySet<string>): JsonLine[] => {
	const lines: JsonLine[] = [];
	const walk = (line: Omit<JsonLine, 'kind'>): void => {
		const inside = insideOf(line.value);
		const {path, depth} = line;
		if (inside.length === 0 || !unfolded.has(path)) {
			lines.push({...line, kind: inside.length === 0 ? 'scalar' : 'folded'});
			return;
		}
		lines.push({...line, kind: 'open'});
		inside.forEach(([key, value], index) => {
			walk({
				path: `${path}/${key ?? index}`,
				parent: path,
				depth: depth + 1,
				key,
				value,
				followed: index < inside.length - 1,
			});
		});
		lines.push({...line, kind: 'close'});
	};
	walk({path: root, parent: undefined, depth: 0, key: undefined, value: answer, followed: false});
	return lines;
};

/** The most lines that an answer opens with: a screen or two. */
const fewLines = 60;

/** The paths that are unfolded at first: the first level, and as many more as keep the answer short. */
export const unfoldedAtFirst = (answer: unknown): ReadonlySet<string> => {
	let unfolded: ReadonlySet<string> = new Set([root]);
	for (;;) {
		const folded = jsonLines(answer, unfolded).filter(({kind}) => kind === 'folded');
		if (folded.length === 0) {
			return unfolded;
		}
		const next = new Set([...unfolded, ...folded.map(({path}) => path)]);
		if (jsonLines(answer, next).length > fewLines) {
			return unfolded;
		}
		unfolded = next;
	}
};
