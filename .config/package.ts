/** What the bundle carries along for those who get it as a package: licences, and source maps of our own code alone. */
import {readdir, readFile} from 'node:fs/promises';
import {basename} from 'node:path';
import type {Metafile, Plugin} from 'esbuild';

const root = new URL('..', import.meta.url).pathname;

/** A map that knows the file and nothing of its lines. */
const mapOf = (path: string): string =>
	Buffer.from(JSON.stringify({version: 3, sources: [basename(path)], mappings: 'AAAA'})).toString('base64');

/** Maps of libraries would be half of the package, and a stack trace is read for our own lines. Goes after every patch. */
export const ownMapsOnly: Plugin = {
	name: 'own-maps-only',
	setup({onLoad}) {
		onLoad({filter: /\/node_modules\/.*\.[cm]?js$/}, async ({path}) => ({
			contents: `${await readFile(path, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${mapOf(path)}`,
			loader: 'js',
		}));
	},
};

const folderOf = (input: string): string | undefined => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.[0];

const textOf = async (folder: string): Promise<string> => {
	const {name, version, license} = JSON.parse(await readFile(`${folder}/package.json`, 'utf8')) as Record<
		string,
		string
	>;
	const files = (await readdir(folder)).filter(file => /^(?:licen[cs]e|notice)/i.test(file)).sort();
	const texts = await Promise.all(files.map(async file => (await readFile(`${folder}/${file}`, 'utf8')).trim()));
	return [`${name} ${version} (${license})`, ...texts].join('\n\n');
};

/** The licences of the libraries in the bundle, which ask to be kept with every copy. */
export const licensesOf = async ({inputs}: Metafile): Promise<string> => {
	const folders = new Set(Object.keys(inputs).flatMap(input => folderOf(input) ?? []));
	const texts = await Promise.all([...folders].sort().map(async folder => textOf(`${root}${folder}`)));
	return `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
};
