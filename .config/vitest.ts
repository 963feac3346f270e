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

/**
 * What Node loads by itself: all that imports no JSX. Through Vite it takes longer to load, and a call of an imported function
 * costs so much more that the simulated world runs at two thirds of its speed.
 */
const native = /\/source\/(?!screen\/|cli\.ts|commands\/(?:commands|monitor|run|monitor\/open)\.ts)/;

const common = {
	hookTimeout: testTimeout,
	// On a busy machine: what passes only then is named at the end, and is to be mended.
	retry: 1,
	server: {deps: {inline: [inlined], external: [native]}},
	expect: {poll: {timeout: 15_000}},
	// What commands print for people is in the characters of the locale, whoever runs the tests.
	env: {LANG: 'C.UTF-8', LC_ALL: '', LC_CTYPE: ''},
};

/** Where Node stores the source without its types: processes that tests start load it in half of the time. */
const compiled = new URL('../node_modules/.cache/dialtop', import.meta.url).pathname;

// ink-text-input's cursor is an inverse cell, which it leaves out where it sees no terminal. React is the one of the bundle.
const coloured = {
	...common,
	env: {...common.env, FORCE_COLOR: '3', NODE_ENV: 'production', NODE_COMPILE_CACHE: compiled},
};

/** React for production has no JSX for development. */
const oxc = {jsx: {development: false}};

export default defineConfig({
	test: {
		root: new URL('..', import.meta.url).pathname,
		reporters: ['default', new Summary()],
		// Some tests wait for processes and clocks: with three workers two cores are busy all the same.
		maxWorkers: 3,
		sequence: {sequencer: LongestFirst},
		projects: [
			{
				plugins: [patchedInk],
				oxc,
				test: {
					...coloured,
					name: 'unit',
					include: ['test/**/*.test.{ts,tsx}'],
					exclude: ['test/e2e/**', '**/*.property.test.ts'],
					setupFiles: ['test/instrument.ts', 'test/forget.ts'],
					testTimeout,
					// Nothing else of these stays behind in a module: loading all of them anew for each file took a third of the time.
					isolate: false,
				},
			},
			{
				plugins: [patchedInk],
				oxc,
				test: {
					...coloured,
					name: 'property',
					include: ['test/**/*.property.test.ts'],
					setupFiles: ['test/setup.ts', 'test/instrument.ts', 'test/forget.ts'],
					testTimeout: 60_000,
					isolate: false,
				},
			},
			// A pseudo-terminal and two processes a test, which wait for most of their time: with more at a time a whole
			// run is no quicker, and those that wait for half a second are late. Nothing of a file stays behind in a module but secrets, as above.
			{
				test: {
					...common,
					name: 'e2e',
					include: ['test/e2e/**/*.test.ts'],
					globalSetup: ['test/state-home.ts'],
					setupFiles: ['test/instrument.ts', 'test/forget.ts'],
					isolate: false,
					testTimeout: 60_000,
					hookTimeout: 60_000,
					maxWorkers: 4,
					sequence: {groupOrder: 1},
				},
			},
		],
	},
});
