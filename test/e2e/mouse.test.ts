/** The mouse in a terminal: it looks around, and neither answers nor sends. */
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {openOn, openSandbox, type SandboxProcess} from '../helpers/monitor.ts';
import type {Pty} from '../helpers/terminal.ts';

let folder: string;
let sandbox: SandboxProcess;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'dialtop-mouse-'));
	sandbox = await openSandbox();
});

afterAll(async () => {
	await sandbox[Symbol.asyncDispose]();
	rmSync(folder, {recursive: true});
});

/** What a terminal sends for a click on a cell, counted from 0: the button goes down and up. */
const click = (column: number, row: number): string =>
	[`${column + 1};${row + 1}M`, `${column + 1};${row + 1}m`].map(end => `\u001b[<0;${end}`).join('');

/** Clicks on a text, again where nothing comes of it for a while: what is typed while a machine is held up is dropped. */
const clickUntil = async (monitor: Pty, text: string, wanted: RegExp): Promise<void> => {
	let clickedAt = Number.NEGATIVE_INFINITY;
	await monitor.waitFor(
		() => {
			const rows = monitor.text().split('\n');
			const row = rows.findIndex(line => line.includes(text));
			if (wanted.test(rows.join('\n'))) {
				return true;
			}
			if (row >= 0 && performance.now() - clickedAt > 3000) {
				clickedAt = performance.now();
				monitor.write(click(rows[row]?.indexOf(text) ?? 0, row));
			}
			return false;
		},
		{timeout: 20_000},
	);
};

const campaignsNow = async (): Promise<(string | undefined)[]> => {
	const outcome = await sandbox.call('get_campaigns', {});
	return outcome.kind === 'done' ? outcome.answer.records.map(({id, status}) => `${id} ${status}`) : [];
};

test('selects, sorts, opens views and scrolls; an open question is for the keyboard alone', {
	timeout: 90_000,
}, async () => {
	await using monitor = await openOn(sandbox);
	await monitor.waitFor(/ live /);
	expect(monitor.mouse).toBe(false);
	monitor.press('&');
	await monitor.waitFor(() => monitor.mouse);
	await clickUntil(monitor, 'Home Warranty', /─ Pace ─+ Home Warranty/);
	await clickUntil(monitor, '3 lists', /─ Lists/);
	await clickUntil(monitor, '1 campaigns', /─ Campaigns/);
	await clickUntil(monitor, 'Spring Collections', /─ Pace ─+ Spring Collections/);
	const before = await campaignsNow();

	monitor.press('P');
	await monitor.waitFor(/QA: pause \d+\?/);
	// Views, titles, rows, panes and the question itself.
	for (let row = 0; row < 40; row++) {
		monitor.write(click(10 + row, row));
		monitor.write(`\u001b[<65;10;${row + 1}M`);
	}
	await monitor.answer('y');
	await monitor.waitFor(/Pause \d+: done/);
	// Nothing but what the key confirmed.
	await expect
		.poll(async () => (await campaignsNow()).filter((one, index) => one !== before[index]).length, {timeout: 15_000})
		.toBe(1);
	expect(monitor.text()).toMatch(/─ Campaigns/);

	await clickUntil(monitor, 'campaign   ', /campaign▼/);
	await clickUntil(monitor, 'campaign▼', /campaign▲/);
	monitor.press('q');
	expect(await monitor.waitForExit()).toBe(0);
	expect(monitor.mouse).toBe(false);
});

test('is on from the start where the configuration says so, and a crash gives it back', {timeout: 60_000}, async () => {
	const byId = readFileSync(new URL('../helpers/by-id.yml', import.meta.url), 'utf8');
	const config = join(folder, 'config.yml');
	writeFileSync(config, `${byId}\nmouse: true\n`);
	await using monitor = await openOn(sandbox, {env: {DIALTOP_CONFIG: config}, columns: 80, rows: 24});
	await monitor.waitFor(() => monitor.mouse);
	await monitor.waitFor(/1campaigns 2campaign 3lists/);
	await clickUntil(monitor, '8log', /─ Log/);
	writeFileSync(config, `${byId}\nmouse: false\n`);
	await monitor.waitFor(() => !monitor.mouse);
	monitor.press('&');
	await monitor.waitFor(() => monitor.mouse);
	monitor.kill('SIGTERM');
	expect(await monitor.waitForExit()).toBe(143);
	expect(monitor.mouse).toBe(false);
});
