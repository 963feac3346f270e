/** `npm run dev` in a terminal, on a copy of the source that the test changes. */
import {cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {cleanEnvironment} from '../helpers/monitor.ts';
import {openPty} from '../helpers/terminal.ts';

const root = new URL('../..', import.meta.url).pathname;

/** A build takes its time where several tests share the machine. */
const patience = {timeout: 60_000};

let copy: string;

beforeAll(() => {
	copy = mkdtempSync(join(tmpdir(), 'dialtop-dev-test-'));
	for (const path of ['source', '.config', 'package.json']) {
		cpSync(join(root, path), join(copy, path), {recursive: true});
	}
	symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});

afterAll(() => rmSync(copy, {recursive: true}));

/** Changes a file; returns what changes it back. */
const change = (path: string, edit: (text: string) => string): (() => void) => {
	const file = join(copy, path);
	const before = readFileSync(file, 'utf8');
	const after = edit(before);
	expect(after).not.toBe(before);
	writeFileSync(file, after);
	return () => writeFileSync(file, before);
};

/** The state of the first row of the board. */
const state = /^│(PLAY|PAUSE|STOP)/m;

test('an error lies over the last build, a change is on screen in the same view, and the world goes on', async () => {
	await using dev = openPty({
		command: process.execPath,
		args: [
			join(copy, '.config/dev/dev.ts'),
			'--theme',
			'light',
			'--',
			'--campaigns',
			'3',
			'--agents',
			'12',
			'--leads',
			'900',
		],
		env: {...cleanEnvironment, TMPDIR: copy},
		columns: 80,
		rows: 24,
	});
	await dev.waitFor(state, patience);
	dev.press('/');
	await dev.waitFor('Filter');
	dev.press('1002', 'enter');
	await dev.waitFor('filter: 1002');
	const address = /SANDBOX {3}127\.0\.0\.1:\d+/.exec(dev.text())?.[0] ?? 'no address';
	const [, was] = state.exec(dev.text()) ?? [];
	dev.press('P');
	await dev.waitFor('[y/N]');
	await dev.answer('y');
	const became = was === 'PLAY' ? 'PAUSE' : 'PLAY';
	await dev.waitFor(() => state.exec(dev.text())?.[1] === became);
	dev.press('5');
	await dev.waitFor(/Settings of .*\(1002\)/);

	const mend = change('source/screen/views/settings/view.tsx', text => `${text}\nconst x = ;\n`);
	await dev.waitFor('dev: the build fails, and the last one goes on:', patience);
	expect(dev.text()).toMatch(/^ Error: Build failed with 1 error:\n[\s\S]*view\.tsx:\d+:11/m);
	dev.press('1');
	await dev.waitFor(/filter: 1002[\s\S]*dev: the build fails/);
	dev.press('5');
	await dev.waitFor(/Settings of .*\(1002\)[\s\S]*dev: the build fails/);

	dev.resize(120, 40);
	mend();
	change('source/screen/views/settings/view.tsx', text => text.replace('Settings of', 'Values of'));
	// The sandbox starts anew too, where it was and with its world.
	change('source/sandbox/world/commands.ts', text => text.replace('Campaign is not running', 'It does not run'));
	await dev.waitFor(/Values of .*\(1002\)/, patience);
	expect(dev.text()).not.toContain('dev: the build fails');
	expect(dev.line(0)).toHaveLength(120);
	expect(dev.text()).toContain(address);
	dev.press('1');
	await dev.waitFor('filter: 1002');
	await dev.waitFor(() => state.exec(dev.text())?.[1] === became);

	dev.press('ctrl-c');
	expect(await dev.waitForExit(patience)).toBe(0);
	expect(dev.modes).toMatchObject({alternate: false, cursorHidden: false, bracketedPaste: false});
	expect(dev.text()).not.toContain('dev:');
}, 240_000);
