/** Bundles dialtop into dist/: one entry for the command line, one for each worker thread of the sandbox, shared chunks between. */
import {rm, writeFile} from 'node:fs/promises';
import {build} from 'esbuild';
import {licensesOf, ownMapsOnly} from './package.ts';
import {patches} from './patches.ts';

const root = new URL('..', import.meta.url).pathname;

await rm(`${root}dist`, {recursive: true, force: true});
const {metafile} = await build({
	absWorkingDir: root,
	entryPoints: {
		cli: 'source/cli.ts',
		'sandbox-worker': 'source/sandbox/worker.ts',
		'argon2-worker': 'source/sandbox/rules/argon2-worker.ts',
	},
	outdir: 'dist',
	bundle: true,
	splitting: true,
	format: 'esm',
	platform: 'node',
	target: 'node22',
	minify: true,
	keepNames: true,
	sourcemap: 'linked',
	sourcesContent: false,
	legalComments: 'none',
	define: {'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"'},
	// Bundled CommonJS still asks for Node's modules by require.
	banner: {
		js: "import {createRequire as __createRequire} from 'node:module'; const require = __createRequire(import.meta.url);",
	},
	external: ['react-devtools-core'],
	// Of two dozen hashes the one that is used.
	alias: {'hash-wasm': 'hash-wasm/dist/argon2.umd.min.js'},
	plugins: [...patches, ownMapsOnly],
	metafile: true,
	logLevel: 'warning',
});
await writeFile(`${root}dist/licenses.txt`, await licensesOf(metafile));
