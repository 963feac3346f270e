/** What an operator does on a shift, on the sandbox over HTTP. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {openOn, openSandbox, type SandboxProcess} from '../helpers/monitor.ts';
import {poll} from '../helpers/terminal.ts';

let sandbox: SandboxProcess;

beforeAll(async () => {
	sandbox = await openSandbox();
});

afterAll(async () => {
	await sandbox[Symbol.asyncDispose]();
});

const open = (options: Parameters<typeof openOn>[1] = {}) => openOn(sandbox, options);

const campaign = async (name: string) => {
	const outcome = await sandbox.call('get_campaigns', {});
	if (outcome.kind !== 'done') {
		throw new Error(`get_campaigns: ${outcome.kind}`);
	}
	const found = outcome.answer.records.find(record => record.name === name);
	if (!found?.id) {
		throw new Error(`no campaign ${name}`);
	}
	return {id: found.id, status: found.status};
};

const statusOf = async (name: string): Promise<string | undefined> => (await campaign(name)).status;

/** Filters the board down to one campaign. */
const choose = async (monitor: Awaited<ReturnType<typeof open>>, name: string, other: string): Promise<void> => {
	monitor.press('/');
	await monitor.waitFor('Filter');
	monitor.press(name, 'enter');
	await monitor.waitFor(() => monitor.text().includes(`filter: ${name} `) && !monitor.text().includes(other));
};

test('starts with the board, four live panes and the environment in words; helps, sorts, zooms, freezes, locks', async () => {
	// No configuration: the board stands in the order it has by itself.
	await using monitor = await open({env: {DIALTOP_CONFIG: ''}});
	await monitor.waitFor(/ live /);
	await monitor.waitFor(/dialed\/min/);
	for (const part of [
		'dialtop',
		' QA ',
		'Campaigns',
		'Pace',
		'Leads',
		'Calls',
		'Agents',
		'drop %',
		'occupancy*',
		'? help',
	]) {
		await monitor.waitFor(part);
	}
	await monitor.waitFor(new URL(sandbox.url).host);
	expect(monitor.modes).toMatchObject({alternate: true, cursorHidden: true, bracketedPaste: true});

	monitor.press('?');
	await monitor.waitFor('play or pause the selected campaign');
	monitor.press('?');
	await monitor.waitFor('─ Pace ─');
	monitor.press('>', '>');
	await monitor.waitFor('campaign▼');
	monitor.press('r');
	await monitor.waitFor('campaign▲');
	monitor.press('tab', 'z');
	await monitor.waitFor(() => monitor.text().includes('─ Pace ─') && !monitor.text().includes('─ Leads ─'));
	monitor.press('escape');
	await monitor.waitFor('─ Leads ─');
	// The sandbox opens at 11:00 of its own day, which is not that of this machine, and its charts end then too.
	await monitor.waitFor(/ 1[01]:\d\d service$/m);
	monitor.press('p');
	await monitor.waitFor(/FROZEN \d\d:\d\d:\d\d/);
	monitor.press('p');
	await monitor.waitFor(() => !monitor.text().includes('FROZEN'));
	monitor.press('!');
	await monitor.waitFor('READ-ONLY');
	monitor.press('P');
	await monitor.waitFor('the read-only lock is on');
	monitor.press('!');
	await monitor.waitFor(() => !monitor.text().includes('READ-ONLY'));
});

test('pauses and plays a campaign, and shows when it was observed', async () => {
	await using monitor = await open();
	await choose(monitor, 'Utilities Past Due', 'Spring Collections');
	monitor.press('P');
	await monitor.waitFor(/QA: pause \d+\? [\d,]+ calls in progress will finish\. \[y\/N\] {2}Name: Utilities Past Due/);
	expect(await statusOf('Utilities Past Due')).toBe('PLAY');
	await monitor.answer('y');
	await monitor.waitFor(/Pause \d+: done, observed after .* {2}Name: Utilities Past Due/);
	await monitor.waitFor(/│PAUSE/);
	expect(await statusOf('Utilities Past Due')).toBe('PAUSE');
	monitor.press('P');
	await monitor.waitFor(/QA: play \d+\?/);
	await monitor.answer('y');
	await monitor.waitFor(/Play \d+: done, observed after/);
	expect(await statusOf('Utilities Past Due')).toBe('PLAY');
});

test('is not talked into anything by a burst, a paste, Enter or Escape', async () => {
	await using monitor = await open();
	await choose(monitor, 'Auto Loans 30-60', 'Spring Collections');
	monitor.write('Py');
	await monitor.waitFor('[y/N]');
	monitor.write('yy');
	monitor.press('up');
	for (const no of ['\u001b[200~y\u001b[201~', '\r', '\u001b', 'l']) {
		monitor.write(no);
		await monitor.waitFor('Cancelled: nothing was sent');
		await monitor.answer('P');
		await monitor.waitFor('[y/N]');
	}
	monitor.press('escape');
	await monitor.waitFor('Cancelled: nothing was sent');
	await monitor.answer('S');
	await monitor.waitFor('Type its name:');
	monitor.write('Auto Loans 30-60\r');
	await monitor.waitFor('Type: Auto Loans 30-60');
	expect(await statusOf('Auto Loans 30-60')).toBe('PLAY');
	monitor.press('ctrl-u', 'Auto');
	await monitor.answer('enter');
	await monitor.waitFor('nothing was sent: what was typed is not what was asked for');
	expect(await statusOf('Auto Loans 30-60')).toBe('PLAY');
});

test('stops a campaign by its typed name', async () => {
	await using monitor = await open();
	await choose(monitor, 'Home Warranty Renewals', 'Spring Collections');
	monitor.press('S');
	await monitor.waitFor(/QA: stop \d+\? It is deactivated and its dialing queue cleared/);
	monitor.press('Home Warranty Renewals');
	await monitor.waitFor('Type: Home Warranty Renewals');
	await monitor.answer('enter');
	await monitor.waitFor(/Stop \d+: done, observed after/);
	expect(await statusOf('Home Warranty Renewals')).toBe('STOP');
	monitor.press('S');
	await monitor.waitFor('it is stopped already');
});

test("shows the service's own words when it refuses", async () => {
	await using monitor = await open();
	await choose(monitor, 'Auto Loans 60-90', 'Spring Collections');
	monitor.press('P');
	await monitor.waitFor(/QA: pause .* Auto Loans 60-90/);
	// Somebody else is quicker, between two polls.
	const {id} = await campaign('Auto Loans 60-90');
	await sandbox.call('pause_campaign', {campaign_id: id});
	await monitor.answer('y');
	await monitor.waitFor(/Campaign is not running|changed from PLAY to PAUSE meanwhile/);
});

/** No row is longer than the terminal, and every border closes. */
/** Whether every line between the newest alert and the footer belongs to a box that ends where the screen does. */
const isWhole = (lines: readonly string[], columns: number): boolean =>
	lines.every(line => /^[╭│╰]/.test(line) && line.length === columns && /[│╮╯]$/.test(line));

test('fits every size, and says when there is too little room', async () => {
	await using monitor = await open();
	for (const [columns, rows] of [
		[80, 24],
		[200, 60],
		[100, 30],
		[160, 45],
		[120, 40],
		[60, 16],
	] as const) {
		monitor.resize(columns, rows);
		// A frame arrives in pieces: it is whole once all of them are there.
		await monitor.waitFor(() => {
			const lines = monitor.text().split('\n');
			return lines.length === rows && isWhole(lines.slice(2, -1), columns);
		});
	}
	monitor.resize(40, 10);
	await monitor.waitFor('too small: 40x10, needs 60x16');
	monitor.press('P');
	// The P must have been read before there is room again.
	await monitor.answer('y');
	monitor.resize(120, 40);
	await monitor.waitFor('Spring Collections');
	expect(monitor.text()).not.toContain('[y/N]');
});

test('draws in ASCII without colours where the terminal asks for that', async () => {
	await using monitor = await open({env: {LANG: 'C', NO_COLOR: '1'}});
	await monitor.waitFor(/dialed\/min/);
	expect(monitor.text()).toMatch(/^[\x20-\x7e\n]*$/);
	expect(
		monitor
			.cells()
			.flat()
			.every(({fg, bg}) => fg === -1 && bg === -1),
	).toBe(true);
});

test('a word typed over the board sends nothing', async () => {
	await using monitor = await open();
	const statuses = async () => {
		const outcome = await sandbox.call('get_campaigns', {});
		return outcome.kind === 'done' ? outcome.answer.records.map(({id, status}) => [id, status]) : [];
	};
	const before = await statuses();
	for (const word of ['Play', 'Payday', 'Please', 'Possibly']) {
		for (const letter of word) {
			const typedAt = performance.now();
			monitor.press(letter);
			await poll(() => performance.now() - typedAt > 150, 1000);
		}
		// Whatever the letters have opened is left again.
		monitor.press('escape');
		await monitor.waitFor('? help');
	}
	expect(before.length).toBeGreaterThan(5);
	expect(await statuses()).toEqual(before);
});
