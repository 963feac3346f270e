/** Runs `frames-run.ts` as the program is bundled, patches of Ink and all. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {rolldown} from 'rolldown';
import {bundling} from '../../../../.config/bundling.ts';
import type {Failure, Trials} from '../../row.ts';

const root = new URL('../../../..', import.meta.url).pathname;

type Found = {failures: Failure[]; texts: number; tried: Record<string, number>};

/** Draws so many texts, and counts those that were on the emulator's screen. */
export const drawTexts = async ({seed, tried, failed}: Trials, texts: number): Promise<void> => {
	const folder = await mkdtemp(join(root, 'node_modules', '.cache', 'dialtop-frames-'));
	try {
		const bundle = await rolldown({
			...bundling,
			input: {'frames-run': join(root, 'test/campaign/rows/text/frames-run.ts')},
			external: [/^@xterm\//, /^@lydell\//, /^csv-parse/],
		});
		await bundle.write({dir: folder, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs'});
		const child = spawn(process.execPath, [join(folder, 'frames-run.mjs'), String(seed), String(texts)], {
			// ink-text-input's cursor is an inverse cell, which it leaves out where it sees no terminal.
			env: {PATH: process.env.PATH, LANG: 'C.UTF-8', FORCE_COLOR: '3'},
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		let text = '';
		child.stdout.setEncoding('utf8').on('data', chunk => (text += chunk));
		const [code] = (await once(child, 'close')) as [number | null];
		if (code !== 0) {
			throw new Error(`frames-run ended with ${code}`);
		}
		const found = JSON.parse(text) as Found;
		for (const {what, trial} of found.failures) {
			failed(what, trial);
		}
		tried('texts on screen', found.texts);
		for (const [kind, count] of Object.entries(found.tried)) {
			tried(kind, count);
		}
	} finally {
		await rm(folder, {recursive: true, force: true});
	}
};
