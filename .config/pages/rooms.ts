/** The picture of the rooms of `source/` and of what each imports, drawn from the imports themselves. */
import {readdirSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {codeBlock} from './markdown.ts';

/** One import of a file: the file that it names, and whether it takes nothing but types of it. */
type Import = {from: string; to: string; isType: boolean};

/** By each room, those that it imports: at least one value, or types alone. */
export type Arrows = ReadonlyMap<string, ReadonlyMap<string, 'value' | 'type'>>;

const statement =
	/^(?:import|export)\s+(type\s)?[^;'"]*?from\s+'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'\s*\)|^import\s+'(\.[^']+)'/gm;

/** What a file imports of the source itself; `path` and what comes back are from the root of `source/`. */
export const importsOf = (path: string, text: string): Import[] =>
	[...text.matchAll(statement)].map(([, type, named = '', late = '', bare = '']) => ({
		from: path,
		to: join(dirname(path), named || late || bare),
		isType: type !== undefined,
	}));

/** A file is of the room whose folder it is in; one outside of every folder is a room of its own. */
const roomOf = (path: string): string => path.replace(/(?<=\/).*/, '');

/** Every arrow between two rooms. What lies outside of `source/`, such as package.json, is in none. */
export const arrowsOf = (imports: readonly Import[], of = roomOf): Arrows => {
	const arrows = new Map<string, Map<string, 'value' | 'type'>>();
	for (const {from, to, isType} of imports) {
		const [room, other] = [of(from), of(to)];
		if (room === other || other.startsWith('..')) {
			continue;
		}
		const ofRoom = arrows.get(room) ?? new Map<string, 'value' | 'type'>();
		arrows.set(room, ofRoom.set(other, isType ? (ofRoom.get(other) ?? 'type') : 'value'));
	}
	return arrows;
};

/** Without each arrow that others imply: who imports a room may reach what that one imports. */
export const reduced = (arrows: Arrows): Arrows => {
	const leads = (from: string, to: string, kind: 'value' | 'type', passed: ReadonlySet<string>): boolean =>
		[...(arrows.get(from) ?? [])].some(
			([next, how]) =>
				(kind === 'type' || how === 'value') &&
				!passed.has(next) &&
				(next === to || leads(next, to, kind, new Set([...passed, next]))),
		);
	return new Map(
		[...arrows].map(([room, others]) => [
			room,
			new Map(
				[...others].filter(
					([other, kind]) =>
						![...others].some(
							([between, how]) =>
								between !== other &&
								(kind === 'type' || how === 'value') &&
								leads(between, other, kind, new Set([room, between])),
						),
				),
			),
		]),
	);
};

/** The imports by which folders import each other in a circle, directly or through others. */
export const inCircles = (imports: readonly Import[]): Import[] => {
	const arrows = arrowsOf(imports, dirname);
	const reached = (from: string, found = new Set<string>()): ReadonlySet<string> => {
		for (const next of arrows.get(from)?.keys() ?? []) {
			if (!found.has(next)) {
				reached(next, found.add(next));
			}
		}
		return found;
	};
	const reach = new Map([...arrows.keys()].map(folder => [folder, reached(folder)]));
	return imports.filter(
		({from, to}) => dirname(from) !== dirname(to) && reach.get(dirname(to))?.has(dirname(from)) === true,
	);
};

const idOf = (room: string): string => room.replace(/\W/g, '_');

const drawn = (arrows: Arrows): string => {
	const rooms = [...new Set([...arrows].flatMap(([room, others]) => [room, ...others.keys()]))].sort();
	const boxes = rooms.map(room => `\t${idOf(room)}["${room}"]`);
	const lines = rooms.flatMap(room =>
		(['value', 'type'] as const).flatMap(kind => {
			const others = [...(arrows.get(room) ?? [])].filter(([, how]) => how === kind).map(([other]) => idOf(other));
			const arrow = kind === 'value' ? '-->' : '-.->';
			return others.length === 0 ? [] : [`\t${idOf(room)} ${arrow} ${others.sort().join(' & ')}`];
		}),
	);
	return ['flowchart TD', ...boxes, ...lines].join('\n');
};

/** Every import of the source. */
export const importsOfSource = (): Import[] => {
	const source = new URL('../../source/', import.meta.url).pathname;
	const files = readdirSync(source, {recursive: true, encoding: 'utf8'}).filter(file => /\.tsx?$/.test(file));
	return files.flatMap(file => importsOf(file, readFileSync(join(source, file), 'utf8')));
};

/** The picture, as a diagram that the page shows. */
export const roomsPicture = (): string => codeBlock(drawn(reduced(arrowsOf(importsOfSource()))), 'mermaid');
