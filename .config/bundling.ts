/** How the program is bundled, and as it is the benchmark and the campaign, which run parts of it. */
import type {Plugin, RolldownOptions} from 'rolldown';
import {patches} from './patches.ts';

const root = new URL('..', import.meta.url).pathname;

/** Modules in place of libraries' and of Node's own. */
const replaced = `${root}.config/replaced/`;

/** What undici needs of Node to send requests: together with the rest of undici, the rest takes 45 ms and 13 MB. */
const leanUndici: Plugin = {
	name: 'lean-undici',
	resolveId: {
		filter: {id: /^node:(?:assert|http2?)$/},
		handler: (id: string, importer = '') =>
			importer.includes('/undici/') ? `${replaced}${id.replace('node:', '')}.cjs` : null,
	},
};

/** What every bundle of the program's source is made with. */
export const bundling = {
	cwd: root,
	platform: 'node',
	transform: {
		target: 'node22',
		define: {'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"'},
		// Five libraries make a segmenter while they are loaded, and the first takes 13 ms.
		inject: {'Intl.Segmenter': [`${root}source/present/segmenter.ts`, 'Segmenter']},
	},
	resolve: {
		alias: {
			undici$: `${replaced}undici.cjs`,
			'signal-exit': `${replaced}signal-exit.cjs`,
			'hash-wasm': `${replaced}hash-wasm.cjs`,
		},
	},
	plugins: [patches, leanUndici],
	// What one command loads late another may load at once.
	checks: {ineffectiveDynamicImport: false},
} satisfies RolldownOptions;

/** A chunk in which modules of Node that most runs never use, and that take 13 ms and 7 MB, are loaded by their first use. */
export const withBuiltinsWhenUsed = (chunk: string): string =>
	chunk.replace(
		/^let (\w+) = require\("(node:(?:child_process|crypto|fs\/promises|tls))"\);$/gm,
		(line: string, name: string, module: string) =>
			chunk.includes(`__toESM(${name}`)
				? line
				: `let ${name} = new Proxy({}, {get: (_, key) => require("${module}")[key]});`,
	);
