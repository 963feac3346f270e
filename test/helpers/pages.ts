/** The readme and the pages it links, as text to be checked. */
import {readdir, readFile} from 'node:fs/promises';

const root = new URL('../../', import.meta.url);

/** The text of a file of the repository, by its path. */
export const textOf = async (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');

const namesIn = async (folder: string, ending: string): Promise<string[]> =>
	(await readdir(new URL(folder, root))).filter(name => name.endsWith(ending)).map(name => `${folder}/${name}`);

/** The paths of the pictures. */
export const picturePaths: readonly string[] = await namesIn('media', '.svg');

const paths = ['readme.md', ...(await namesIn('media', '.md')), ...(await namesIn('.github', '.md').catch(() => []))];

/** Every page by its path. */
export const pages: ReadonlyMap<string, string> = new Map(
	await Promise.all(paths.map(async (path): Promise<[string, string]> => [path, await textOf(path)])),
);

const blockPattern = /^```(\w*)\n([\s\S]*?)^```$/gm;

/** The blocks of code of a page. */
export const blocksOf = (text: string): {language: string; text: string}[] =>
	[...text.matchAll(blockPattern)].map(([, language = '', block = '']) => ({language, text: block}));

/** The anchors that a reader's browser makes of the headings of a page. */
export const anchorsOf = (text: string): string[] =>
	[...text.replaceAll(blockPattern, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
			.replaceAll(' ', '-'),
	);

/** A link of a page: the file it leads to, from the root of the repository, and the anchor in it, or ''. */
export type Link = {path: string; anchor: string};

/** The links and pictures of a page. */
export const linksOf = (page: string, text: string): Link[] =>
	[...text.replaceAll(blockPattern, '').matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => {
		const [file = '', anchor = ''] = target.split('#');
		const url = new URL(file, new URL(page, root));
		return {path: file === '' ? page : url.href.replace(root.href, ''), anchor};
	});
