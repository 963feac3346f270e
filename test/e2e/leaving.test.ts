/** However the monitor ends, the terminal is as it was. */
import {expect, test} from 'vitest';
import {openMonitor} from '../helpers/monitor.ts';
import type {Pty} from '../helpers/terminal.ts';

const before = {alternate: false, cursorHidden: false, bracketedPaste: false, wraparound: true};

const opened = async (env: Record<string, string> = {}): Promise<Pty> => {
	const monitor = openMonitor({env});
	await monitor.waitFor('Spring Collections');
	return monitor;
};

test.for<[how: string, leave: (monitor: Pty) => void, code: number]>([
	['q', monitor => monitor.press('q'), 0],
	['Ctrl-C', monitor => monitor.press('ctrl-c'), 0],
	['SIGTERM', monitor => monitor.kill('SIGTERM'), 143],
	['SIGINT', monitor => monitor.kill('SIGINT'), 130],
	['SIGHUP', monitor => monitor.kill('SIGHUP'), 129],
])('%s', async ([, leave, code]) => {
	await using monitor = await opened();
	leave(monitor);
	expect(await monitor.waitForExit()).toBe(code);
	expect(monitor.modes).toEqual(before);
});

test('an error that nothing caught: restored, told in one message, exit code 70', async () => {
	const late = "process.stdout.isTTY && setTimeout(() => { throw new Error('the test threw this') }, 4000)";
	await using monitor = await opened({NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(late)}`});
	expect(await monitor.waitForExit()).toBe(70);
	expect(monitor.modes).toEqual(before);
	expect(monitor.text()).toContain('the test threw this');
});

test('a closed terminal: gone', async () => {
	await using monitor = await opened();
	monitor.hangUp();
	await monitor.waitForExit();
});
