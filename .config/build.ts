/**
 * Bundles dialtop into dist/: an entry for the command line, one for each worker thread of the sandbox, and chunks that are
 * loaded when they are needed. They are CommonJS in few files, which Node loads and takes from its compile cache several
 * times as fast as modules in many.
 */
import {createHash} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {transform} from 'esbuild';
import {type Plugin, rolldown} from 'rolldown';
import {bundling, withBuiltinsWhenUsed} from './bundling.ts';
import {licensesOf, ownMapsOnly} from './package.ts';
import {replaceFiles} from './replace-files.ts';

const root = new URL('..', import.meta.url).pathname;
/** `node .config/build.ts [FOLDER [PLUGINS]]`: a development run builds elsewhere, with plugins of its own. */
const [dist = `${root}dist`, ownPlugins] = process.argv.slice(2);
const {plugins = []} = ownPlugins === undefined ? {} : ((await import(ownPlugins)) as {plugins: Plugin[]});

/** The chunks of the monitor's start, in the order in which it needs them: each holds what its modules need and none before has. */
const startUp = [
	// The program checks Node and its surroundings.
	{name: 'launch', test: /source\/system\/shared-machine\.ts$/},
	// The terminal shows the first frame of an earlier run.
	{name: 'first', test: /source\/commands\/monitor\/painted\.ts$/},
	// The settings are read.
	{name: 'open', test: /source\/commands\/monitor\/open\.ts$/},
	// Requests and answers are written and read: all of the wire that the sandbox's thread needs as well.
	{name: 'wire', test: /source\/wire\/(?:operations\/parameter-values|bracket-names)\.ts$/},
	// The first request is sent.
	{name: 'net', test: /source\/(?:commands\/monitor\/running|service\/monitor)\.ts$/},
	// Words, columns and questions: what commands print needs them as well, without what follows.
	{name: 'words', test: /source\/(?:present|steering)\//},
	// React, Ink and Yoga draw.
	{name: 'ink', test: /source\/screen\/app\.tsx$/},
];

const bundle = await rolldown({
	...bundling,
	input: {
		cli: 'source/cli.ts',
		'sandbox-worker': 'source/sandbox/worker.ts',
		'argon2-worker': 'source/sandbox/rules/argon2-worker.ts',
		'password-worker': 'source/metrics/password-worker.ts',
		'recording-worker': 'source/recording/worker.ts',
		'foresight-worker': 'source/foresight/worker.ts',
	},
	plugins: [...bundling.plugins, ...plugins, ownMapsOnly],
});
const {output} = await bundle.generate({
	format: 'cjs',
	chunkFileNames: '[name].js',
	sourcemap: 'inline',
	codeSplitting: {groups: startUp.map((group, index) => ({...group, priority: startUp.length - index}))},
});
const chunks = output.filter(file => file.type === 'chunk');

/** What tells one build from another. */
const build = chunks.reduce((hash, {code}) => hash.update(code), createHash('sha256')).digest('hex');

const files = new Map<string, string>();
for (const {fileName, code: bundled, moduleIds} of chunks) {
	const isOurs = moduleIds.some(id => id.startsWith(`${root}source/`));
	const {code, map} = await transform(withBuiltinsWhenUsed(bundled), {
		platform: 'node',
		target: 'node22',
		define: {'process.env.BUILD': JSON.stringify(build)},
		// Names stay: with a compile cache, shorter ones save nothing, and a stack trace is read by them.
		minifySyntax: true,
		minifyWhitespace: true,
		// V8 keeps ASCII in half the memory.
		charset: 'ascii',
		legalComments: 'none',
		sourcefile: fileName,
		sourcemap: isOurs && 'external',
		sourcesContent: false,
	});
	files.set(fileName, isOurs ? `${code}//# sourceMappingURL=${fileName}.map\n` : code);
	if (isOurs) {
		files.set(`${fileName}.map`, map);
	}
}
// Assets of the single executable are modules.
const month = await readFile(`${root}source/sandbox/month.bin`, 'base64');
files.set('month.js', `module.exports = '${month}';\n`);
files.set('package.json', '{"type": "commonjs"}\n');
files.set('licenses.txt', await licensesOf(chunks.flatMap(({moduleIds}) => moduleIds)));
await replaceFiles(dist, files);
