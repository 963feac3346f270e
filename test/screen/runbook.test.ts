/** The runbook of an alert: shown as a link beside the selected alert, opened by a key, copied where no browser opens it. */
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, expect, test, vi} from 'vitest';
import {browse} from '../../source/service/browse.ts';
import {dashboard} from '../model/make.ts';
import {fill, makeScreen, moment} from './make.ts';

const folder = mkdtempSync(join(tmpdir(), 'dialtop-runbook-'));
afterAll(() => rmSync(folder, {recursive: true}));
afterEach(() => vi.unstubAllEnvs());

const address = 'https://wiki.example.com/drop?a=1;b=2#now';

const troubled = (runbook: string | null, columns = 120, rows = 40) => {
	const screen = makeScreen(columns, rows);
	const {alertSettings} = screen.store.get();
	const rules = {...alertSettings.rules, 'drop-limit': {...alertSettings.rules['drop-limit'], runbook}};
	screen.store.dispatch({type: 'filled', state: {...screen.store.get(), alertSettings: {...alertSettings, rules}}});
	fill(screen.store);
	for (let second = 2; second <= 70; second += 2) {
		screen.store.dispatch({
			type: 'dashboard-polled',
			campaignId: '1003',
			span: {sentAt: moment(second * 1000), receivedAt: moment(second * 1000 + 100)},
			dashboard: dashboard({status: 'PLAY', dropRate: 3.12, dropLimit: 3, humanAnswered: 1896, calledToday: 9515}),
		});
	}
	screen.store.dispatch({type: 'tick', now: moment(71_000)});
	screen.settle();
	screen.press('7');
	screen.settle();
	return screen;
};

/** A browser that writes down what it was given; it fails if asked to. */
const browser = (code = 0): {program: string; given(): string} => {
	const [program, file] = [join(folder, `browser-${code}`), join(folder, `given-${code}`)];
	writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$@" > '${file}'\nenv >> '${file}'\nexit ${code}\n`, {mode: 0o700});
	return {program, given: () => readFileSync(file, 'utf8')};
};

test('it is shown whole and as a link, and the key that opens it', () => {
	const screen = troubled(address);
	expect(screen.text()).toContain(`runbook (o opens it) ${address}`);
	expect(screen.frame().rows.join('\n')).toContain(`\u001b]8;;${address}\u001b\\`);
	expect(screen.text()).toContain('o runbook');
});

test('where it is too wide it is cut, and its link is whole', () => {
	const long = `https://wiki.example.com/${'a'.repeat(200)}`;
	const row = troubled(long, 80, 24)
		.frame()
		.rows.find(one => one.includes('runbook ('));
	expect(row).toContain(`\u001b]8;;${long}\u001b\\`);
	expect(row).toContain('…');
});

test('without one nothing is shown, and the key says so', () => {
	const screen = troubled(null);
	expect(screen.text()).not.toContain('runbook');
	screen.press('o');
	expect(screen.ui.get().notice?.text).toContain('not now, the configuration has no runbook for its rule');
});

test('the key gives it to the browser as one argument, without a shell and without secrets of dialtop', async () => {
	const {program, given} = browser();
	vi.stubEnv('BROWSER', `/nonexistent/browser:${program}`);
	vi.stubEnv('DIALTOP_PASSWORD', 'canary');
	const screen = troubled(address);
	screen.press('o');
	await expect.poll(() => screen.ui.get().notice?.text).toBe(`${address} was given to browser-0`);
	expect(given().split('\n')[0]).toBe(address);
	expect(given()).not.toContain('canary');
});

test('where none opens it, it is copied, and said', async () => {
	vi.stubEnv('BROWSER', browser(1).program);
	const screen = troubled(address);
	screen.press('o');
	await expect
		.poll(() => screen.ui.get().notice?.text)
		.toBe(`No browser opens it here: ${address} was sent to the clipboard (OSC 52)`);
	expect(screen.copied).toEqual([address]);
});

test('%s of BROWSER is replaced; without BROWSER and without a desktop there is none', async () => {
	const {program, given} = browser();
	expect(await browse(address, {BROWSER: `${program} --new-tab=%s -x`})).toBe('browser-0');
	expect(given().split('\n').slice(0, 2)).toEqual([`--new-tab=${address}`, '-x']);
	expect(await browse(address, {PATH: '/nonexistent'}, 'linux')).toBeUndefined();
	expect(await browse(address, {PATH: '/nonexistent', DISPLAY: ':0'}, 'linux')).toBeUndefined();
});
