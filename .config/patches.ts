/**
 * Changes to libraries. Each file in `.config/patches/` is a diff against the library that it is named after, with its reasons
 * at its head: a figure that it earns, or a mistake that it mends. `npm run bundle` and the tests that draw through Ink apply them.
 */
import {existsSync, readdirSync, readFileSync, realpathSync} from 'node:fs';
import {applyPatch, parsePatch} from 'diff';
import type {Plugin} from 'rolldown';

const root = new URL('..', import.meta.url).pathname;

/** The libraries' folder as the bundler names its files, wherever a link leads. */
const modules = realpathSync(`${root}node_modules`);

/**
 * The files that a diff changes, by their full paths, with the text that they have after it.
 *
 * @param folder that of the library, with its package.json
 * @throws Error if the diff was made for another version of the library, and names what to do
 */
export const patchedBy = (name: string, diff: string, folder: string): [path: string, text: string][] =>
	parsePatch(diff).map(patch => {
		const file = patch.newFileName?.replace(/^b\//, '') ?? '';
		const path = `${folder}/${file}`;
		const text = applyPatch(existsSync(path) ? readFileSync(path, 'utf8') : '', patch);
		if (text === false) {
			const {version} = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as {version: string};
			throw new Error(
				`.config/patches/${name} does not apply to ${file} of the installed version ${version}: make the diff anew, or remove it if its reason is gone`,
			);
		}
		return [path, text];
	});

/** Every changed file of a library, by its full path. */
export const patchedFiles: ReadonlyMap<string, string> = new Map(
	readdirSync(`${root}.config/patches`).flatMap(name =>
		patchedBy(
			name,
			readFileSync(`${root}.config/patches/${name}`, 'utf8'),
			`${modules}/${name.replace(/\.patch$/, '')}`,
		),
	),
);

/** Applies the diffs. */
export const patches: Plugin = {
	name: 'patches',
	load: {filter: {id: /\/node_modules\//}, handler: id => patchedFiles.get(id)},
};
