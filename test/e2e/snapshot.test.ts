/** A picture for a ticket: by a key of the monitor, and by a command without a screen; people are masked in both. */
import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {viewNames} from '../../source/present/actions.ts';
import {openOn, openSandbox, type SandboxProcess} from '../helpers/monitor.ts';
import {runProgram} from '../helpers/run-program.ts';
import {pictureProblem} from '../terminal/picture/well-formed.ts';

let sandbox: SandboxProcess;
let folder: string;

beforeAll(async () => {
	sandbox = await openSandbox();
	folder = mkdtempSync(join(tmpdir(), 'dialtop-snapshot-'));
});

afterAll(async () => {
	await sandbox[Symbol.asyncDispose]();
	rmSync(folder, {recursive: true});
});

const modeOf = (path: string): number => statSync(path).mode & 0o777;

test('the key writes what is on screen, masked, while the screen stays as it is', async () => {
	const state = mkdtempSync(join(folder, 'state-'));
	const pictures = join(state, 'dialtop', 'pictures');
	await using monitor = await openOn(sandbox, {env: {XDG_STATE_HOME: state}});
	await monitor.waitFor(/ live /);
	monitor.press('6');
	await monitor.waitFor('the accounts of which company?');
	monitor.press('1', 'enter');
	await monitor.waitFor(/2026-0000001 +Arthur Cruz/);
	monitor.press('#');
	await monitor.waitFor('A picture with people masked is in');
	expect(monitor.text()).toContain('Arthur Cruz');
	const files = readdirSync(pictures).sort();
	expect(files.map(file => file.replace(/\d+/g, 'N'))).toEqual([
		expect.stringMatching(/^dialtop-\w+-accounts-N-N\.svg$/),
		expect.stringMatching(/^dialtop-\w+-accounts-N-N\.txt$/),
	]);
	expect([modeOf(pictures), ...files.map(file => modeOf(join(pictures, file)))]).toEqual([0o700, 0o600, 0o600]);
	const [svg = '', text = ''] = files.map(file => readFileSync(join(pictures, file), 'utf8'));
	for (const written of [svg, text]) {
		expect(written).toContain('Accounts of company 1');
		expect(written).toContain('A••• C•••');
		expect(written).not.toContain('Arthur');
		expect(written).toMatch(/QA at 127\.0\.0\.1:\d+: taken at \d{4}-\d\d-\d\dT[\d:.]+Z, figures \d+s (?:to \d+s )?old/);
	}
	expect(pictureProblem(svg)).toBeUndefined();
	// The next one has a name of its own, however soon it comes.
	monitor.press('1');
	await monitor.waitFor('─ Campaigns ─');
	monitor.press('#', '#');
	await expect.poll(() => readdirSync(pictures).length, {timeout: 15_000}).toBe(6);
	monitor.press('q');
	expect(await monitor.waitForExit()).toBe(0);
}, 60_000);

const run = (...args: string[]) =>
	runProgram(['snapshot', ...args], {env: {...sandbox.env, XDG_STATE_HOME: join(folder, 'command')}});

test('the command draws a view without a screen, and says where it is', async () => {
	const {code, stdout, stderr} = await run('--size', '80x24');
	expect([code, stderr]).toEqual([0, '']);
	const [svg = '', text = ''] = stdout.trim().split('\n');
	expect([modeOf(svg), modeOf(text)]).toEqual([0o600, 0o600]);
	const lines = readFileSync(text, 'utf8').split('\n');
	expect(lines[0]).toMatch(/^dialtop +QA +127\.0\.0\.1:\d+ .*masked .*live/);
	expect(lines.slice(0, 24).join('\n')).toContain('14 campaigns');
	expect(lines.at(-2)).toMatch(/figures .* old$/);
	expect(pictureProblem(readFileSync(svg, 'utf8'))).toBeUndefined();
}, 60_000);

test.for([...viewNames])('it draws the view %s, of the campaign that is named', {timeout: 60_000}, async view => {
	const {code, stdout} = await run('--view', view, '--campaign', 'Spring', '--text', '--output', '-');
	expect(code).toBe(0);
	expect(stdout).toMatch(/^dialtop +QA /);
	if (view === 'campaign' || view === 'lists' || view === 'settings') {
		expect(stdout).toContain('Spring Collections (1014)');
	}
});

test('a file that is there is not touched, and wrong words are said', async () => {
	const file = join(mkdtempSync(join(folder, 'board-')), 'board.svg');
	expect(await run('--output', file)).toMatchObject({code: 0, stdout: `${file}\n`});
	const before = readFileSync(file, 'utf8');
	const again = await run('--output', file);
	expect([again.code, again.stderr]).toEqual([74, expect.stringContaining(`${file} is there already`)]);
	expect(readFileSync(file, 'utf8')).toBe(before);
	expect(await run('--output', '-')).toMatchObject({code: 2});
	expect(await run('--size', '10x10')).toMatchObject({code: 2});
	expect(await run('--view', 'nowhere')).toMatchObject({code: 2});
	expect(await run('--campaign', '9999999', '--output', join(folder, 'none.svg'))).toMatchObject({code: 1});
	expect(existsSync(join(folder, 'none.svg'))).toBe(false);
}, 60_000);
