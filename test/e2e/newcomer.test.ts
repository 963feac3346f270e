/** Somebody who has never seen the program, and presses no key but those that the screen suggests. */
import {afterAll, beforeAll, test} from 'vitest';
import {openMonitor} from '../helpers/monitor.ts';
import {keyBytes, type Pty} from '../helpers/terminal.ts';

/** Presses a key once the last line, or the help that is open, says what it does. */
const follow = async (monitor: Pty, key: string, hint: string): Promise<void> => {
	await monitor.waitFor(() => monitor.text().trimEnd().split('\n').at(-1)?.includes(hint) ?? false);
	monitor.write(keyBytes(key));
};

/** The monitor as it opens on its sandbox, which every way below goes on with: a start of both takes longer than a way. */
let monitor: Pty;

beforeAll(async () => {
	// The alerts of every day would make it wait for half a minute.
	monitor = openMonitor({args: ['--config', new URL('quick-alerts.yml', import.meta.url).pathname]});
	await monitor.waitFor('SANDBOX');
	// With its figures: before them the level to change is not known.
	await monitor.waitFor(/│PLAY +(?:[▲△] +|! +)?Spring Collections +\d+ +\d+ +\d+ +[~!]?\d/);
});

afterAll(() => monitor[Symbol.asyncDispose]());

test('finds help, and pauses', async () => {
	await follow(monitor, '?', '? help');
	await monitor.waitFor(/3 +lists/);
	await monitor.waitFor(/P +play or pause/);
	await follow(monitor, '?', '? close');
	await monitor.waitFor('─ Pace ─');
	await follow(monitor, 'P', 'P play/pause');
	await monitor.waitFor(/\[y\/N\] {2}Name: \S/);
	const [, name] = /Name: ([\w ]*\w)/.exec(monitor.text()) ?? [];
	await monitor.answer('y');
	await monitor.waitFor(/Pause \d+: done, observed after/);
	await monitor.waitFor(new RegExp(`│PAUSE[ ▲△!~]+${name}`));
});

test('stages a level, and sends it', async () => {
	await follow(monitor, '+', '+ level');
	await monitor.waitFor('staged; nothing is sent yet');
	await follow(monitor, 'E', 'E ');
	await monitor.waitFor('[y/N]');
	await monitor.answer('y');
	await monitor.waitFor(/Update \d+: done, observed after/);
});

test('searches, reads a call, and switches a list', async () => {
	await follow(monitor, 's', 's search');
	await monitor.waitFor('Search name, phone or account');
	monitor.press('Smith', 'enter');
	await monitor.waitFor(/Smith +\d{10}/);
	await follow(monitor, 'enter', 'Enter details');
	await monitor.waitFor('─ Call ');
	await follow(monitor, 'escape', 'Esc back');
	await monitor.waitFor('─ Search "Smith" ─');
	await follow(monitor, '3', '1-9 views');
	await monitor.waitFor(/│[YN] o/);
	await follow(monitor, 'L', 'L list on/off');
	await monitor.waitFor('[y/N]');
	await monitor.answer('y');
	await monitor.waitFor(/Switch (on|off) list \d+: done, observed after/);
});

test('sees an alert, and acknowledges it', async () => {
	await monitor.waitFor(/\d alerts?/, {timeout: 30_000});
	await follow(monitor, '7', '1-9 views');
	await monitor.waitFor(/WARNING|CRITICAL/);
	await follow(monitor, 'a', 'a acknowledge');
	await monitor.waitFor('Enter takes it');
	monitor.press('enter');
	await monitor.waitFor(/│acknowledged/);
	// The sandbox knows the company of its accounts: nothing has to be typed.
	monitor.press('6');
	await monitor.waitFor(/Accounts of company 1/);
	await monitor.waitFor(/2026-0000001 +\S/);
});
