/** What the bundle carries along for those who get it as a package: licences, and source maps of our own code alone. */
import {readdir, readFile} from 'node:fs/promises';
import type {Plugin} from 'rolldown';

/** Maps of libraries would be half of the package, and a stack trace is read for our own lines. Goes after every patch. */
export const ownMapsOnly: Plugin = {
	name: 'own-maps-only',
	transform: {filter: {id: /\/node_modules\/.*\.[cm]?js$/}, handler: code => ({code, map: {mappings: ''}})},
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

/** The licences of the libraries that these files are of, which ask to be kept with every copy. */
export const licensesOf = async (files: readonly string[]): Promise<string> => {
	const folders = new Set(files.flatMap(file => folderOf(file) ?? []));
	const texts = await Promise.all([...folders].sort().map(textOf));
	return `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
};
