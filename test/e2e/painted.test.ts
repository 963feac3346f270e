/** A start that finds the first frame of an earlier one: it paints that before it loads anything that draws or asks. */
import {chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {expect, test} from 'vitest';
import {compiledCode, openMonitor, program} from '../helpers/monitor.ts';
import {startOtherService} from '../helpers/other-service.ts';

type Mark = {name: string};

const preload = new URL('../bench/marks.cjs', import.meta.url).pathname;

test('a painted start: what it loads in which order, keys, and a configuration that is refused after it', async () => {
	const service = await startOtherService({token: 'a-token-of-the-test'});
	const home = mkdtempSync(join(tmpdir(), 'dialtop-painted-'));
	const folder = join(home, 'config', 'dialtop');
	mkdirSync(folder, {recursive: true, mode: 0o700});
	writeFileSync(
		join(folder, 'config.yml'),
		`theme: light\nprofile: own\nprofiles: {own: {url: '${service.url}', environment: qa}}\n`,
		{mode: 0o600},
	);
	const marks = join(home, 'marks.json');
	const env = {
		...compiledCode,
		HOME: home,
		XDG_CONFIG_HOME: join(home, 'config'),
		DIALTOP_TOKEN: 'a-token-of-the-test',
		NODE_OPTIONS: `--require ${preload}`,
		MARKS: marks,
	};
	const marked = (): string[] => JSON.parse(readFileSync(marks, 'utf8')).map(({name}: Mark) => name);
	const frames = join(home, '.cache', 'dialtop', 'frames');

	await using first = openMonitor({env});
	await first.waitFor('Spring Renewals');
	// Without a kept frame, Ink draws the first one before the service is asked.
	await first.waitFor(() => existsSync(frames) && readdirSync(frames).some(name => name.endsWith('.json')));
	first.press('q');
	expect(await first.waitForExit()).toBe(0);
	expect(marked().indexOf('ink')).toBeLessThan(marked().indexOf('written'));

	await using second = openMonitor({env});
	await second.waitFor('profile own');
	// Ink is not there yet: the key waits for it.
	second.press('?');
	await second.waitFor('╭─ Help');
	second.press('ctrl-c');
	expect(await second.waitForExit()).toBe(0);
	const names = marked();
	const early = names.slice(0, names.indexOf('written')).filter(name => !['node', 'drawn'].includes(name));
	expect(early.toSorted()).toEqual(['cli', 'first', 'launch', 'rolldown-runtime'].filter(name => early.includes(name)));
	for (const chunk of early) {
		const code = readFileSync(join(dirname(program), `${chunk}.js`), 'utf8');
		expect(code).not.toMatch(/zod|undici|yaml|pino|meow|react|sandbox/i);
	}
	expect(names.indexOf('sent')).toBeLessThan(names.indexOf('ink'));

	const asked = service.requests.length;
	chmodSync(folder, 0o777);
	await using third = openMonitor({env});
	expect(await third.waitForExit()).toBe(2);
	expect(third.raw).toContain('profile own');
	expect(third.text()).toContain('can be changed by others');
	expect(third.raw.indexOf('can be changed by others')).toBeGreaterThan(third.raw.lastIndexOf('\u001b[?1049l'));
	expect(service.requests).toHaveLength(asked);
	await service.close();
	rmSync(home, {recursive: true});
});

test('a monitor that only watches loads of Node only what it uses', async () => {
	const service = await startOtherService({token: 'a-token-of-the-test'});
	const home = mkdtempSync(join(tmpdir(), 'dialtop-lean-'));
	const marks = join(home, 'marks.json');
	const env = {
		...compiledCode,
		HOME: home,
		DIALTOP_TOKEN: 'a-token-of-the-test',
		NODE_OPTIONS: `--require ${preload}`,
		MARKS: marks,
	};
	await using monitor = openMonitor({args: ['--url', service.url], env});
	await monitor.waitFor('Spring Renewals');
	await monitor.waitFor(() => service.requests.some(({type}) => type === 'get_dashboard_stats'));
	monitor.press('q');
	expect(await monitor.waitForExit()).toBe(0);
	const names: string[] = JSON.parse(readFileSync(marks, 'utf8')).map(({name}: Mark) => name);
	expect(names).toEqual(expect.arrayContaining(['net', 'ink', 'NativeModule net']));
	// The recording, which begins a second after the start, writes by promises: on a slow machine it has begun by now.
	const recording = names.includes('record-service') ? [] : ['fs/promises'];
	const late = ['assert', ...recording, 'http', 'tls'].map(name => `NativeModule ${name}`);
	expect(names.filter(name => late.includes(name))).toEqual([]);
	await service.close();
	rmSync(home, {recursive: true});
});

test('no library of the bundle makes a segmenter while it is loaded', () => {
	const chunks = readdirSync(dirname(program)).filter(file => file.endsWith('.js'));
	expect(chunks).toContain('ink.js');
	for (const chunk of chunks) {
		expect(readFileSync(join(dirname(program), chunk), 'utf8')).not.toMatch(/Intl\.Segmenter/);
	}
});
