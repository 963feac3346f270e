import {readFile} from 'node:fs/promises';
import {defineConfig} from 'vitest/config';
import type {VitestPluginContext} from 'vitest/node';
import LongestFirst from './longest-first.ts';
import {patchedFiles} from './patches.ts';
import Summary from './summary.ts';

/** A machine that is busy with something else is no failure. */
const testTimeout = 30_000;

const inlined = /\/node_modules\/(?:@alcalzone\/)?ink[^?]*$/;

/** Ink as the bundle has it. */
const patchedInk = {
	name: 'patched-ink',
	// Vitest keeps what it made of a file; the diffs are no files that it knows of.
	configureVitest: ({defineCacheKeyGenerator}: VitestPluginContext) =>
		defineCacheKeyGenerator(({id}) => patchedFiles.get(id)),
	async load(id: string) {
		if (!inlined.test(id)) {
			return null;
		}
		const text = patchedFiles.get(id) ?? (await readFile(id, 'utf8'));
		// It comes with maps to sources that it comes without.
		return text.replace(/\/\/# sourceMappingURL=.*/, '');
	},
};

/** The secrets of this process, which tests that share one forget. */
const forgettingSecrets = {
	name: 'forgetting-secrets',
	transform: (code: string, id: string) =>
		id.endsWith('/source/wire/secrets.ts')
			? `${code}\nglobalThis.forgetSecrets = () => { secrets.clear(); phones.clear(); ordered = undefined; };`
			: undefined,
};

/** What a small service begins with, made once in a process: warming up the same world took half of the time of its tests. */
const rememberedWorlds = {
	name: 'remembered-worlds',
	transform(code: string, id: string) {
		if (!id.endsWith('/source/sandbox/engine/durable-world.ts')) {
			return undefined;
		}
		const [make, hash] = ['const newWorld =', 'await hashPassword(chosen)'];
		if (!code.includes(make) || !code.includes(hash)) {
			throw new Error(`${id} does not read as it did: mend remembered-worlds`);
		}
		return `${code.replace(make, 'const makeWorld =').replace(hash, 'await hashOnce(chosen)')}
			import {rememberedHash, rememberedWorld} from '${new URL('../test/helpers/remembered.ts', import.meta.url).pathname}';
			const newWorld = rememberedWorld(makeWorld);
			const hashOnce = rememberedHash(hashPassword);`;
	},
};

const common = {
	server: {deps: {inline: [inlined]}},
	expect: {poll: {timeout: 15_000}},
	// What commands print for people is in the characters of the locale, whoever runs the tests.
	env: {LANG: 'C.UTF-8', LC_ALL: '', LC_CTYPE: ''},
};

// ink-text-input's cursor is an inverse cell, which it leaves out where it sees no terminal.
const coloured = {...common, env: {...common.env, FORCE_COLOR: '3'}};

export default defineConfig({
	test: {
		root: new URL('..', import.meta.url).pathname,
		reporters: ['default', new Summary()],
		// Left to itself it would leave one of two cores idle.
		maxWorkers: 2,
		sequence: {sequencer: LongestFirst},
		projects: [
			{
				plugins: [patchedInk, forgettingSecrets, rememberedWorlds],
				test: {
					...coloured,
					name: 'unit',
					include: ['test/**/*.test.{ts,tsx}'],
					exclude: ['test/e2e/**', '**/*.property.test.ts'],
					setupFiles: ['test/forget.ts'],
					testTimeout,
					// Nothing else of these stays behind in a module: loading all of them anew for each file took a third of the time.
					isolate: false,
				},
			},
			{
				plugins: [patchedInk, forgettingSecrets, rememberedWorlds],
				test: {
					...coloured,
					name: 'property',
					include: ['test/**/*.property.test.ts'],
					setupFiles: ['test/setup.ts', 'test/forget.ts'],
					testTimeout: 60_000,
					isolate: false,
				},
			},
			// A pseudo-terminal and two processes a test, which wait for much of their time: three at a time keep two cores busy.
			// Nothing of a file stays behind in a module but secrets, as above.
			{
				plugins: [forgettingSecrets],
				test: {
					...common,
					name: 'e2e',
					include: ['test/e2e/**/*.test.ts'],
					globalSetup: ['test/state-home.ts'],
					setupFiles: ['test/forget.ts'],
					isolate: false,
					testTimeout: 60_000,
					hookTimeout: 60_000,
					maxWorkers: 3,
					sequence: {groupOrder: 1},
				},
			},
		],
	},
});
