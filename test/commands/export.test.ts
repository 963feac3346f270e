/** `dialtop export` in the test's own process: what it is told, and what it can reach. */
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {parse as parseYaml} from 'yaml';
import {importsOf} from '../../.config/pages/rooms.ts';
import {addressOf} from '../../source/commands/export/address.ts';
import {exportCommand} from '../../source/commands/export.ts';
import {called} from './called.ts';

const root = new URL('../../source/', import.meta.url).pathname;

/** Every file that another one loads, at once or late; types are no files. */
const reached = (from: string): Set<string> => {
	const found = new Set([from]);
	for (const path of found) {
		for (const {to, isType} of importsOf(path, readFileSync(join(root, path), 'utf8'))) {
			if (!isType && /\.tsx?$/.test(to) && existsSync(join(root, to))) {
				found.add(to);
			}
		}
	}
	return found;
};

test('nothing that sends a command can be reached from it', () => {
	const files = [...reached('commands/export.ts')];
	expect(files).toContain('service/poller.ts');
	// The monitor, which can, shows that the search finds such files.
	expect([...reached('commands/record.ts')]).toContain('service/controls.ts');
	expect(
		files.filter(path => /^steering\/|^service\/(?:controls|monitor|asking|uploads|on-demand)\.ts|screen\//.test(path)),
	).toEqual([]);
});

test('its connection is locked, whatever the profile says', () => {
	const text = readFileSync(join(root, 'commands/export/watched.ts'), 'utf8');
	expect(text).toContain('isLocked: () => true');
	expect(text.match(/dialer\.\w+/g)).toEqual(['dialer.read']);
});

test('addresses as other exporters take them', () => {
	expect(['127.0.0.1:9797', ':9797', '[::1]:0', 'localhost:65535'].map(text => addressOf(text, '--listen'))).toEqual([
		{host: '127.0.0.1', port: 9797},
		{host: undefined, port: 9797},
		{host: '::1', port: 0},
		{host: 'localhost', port: 65_535},
	]);
	for (const text of ['9797', 'host', '::1:80', 'a:99999', 'a b:1', '']) {
		expect(() => addressOf(text, '--listen')).toThrow('--listen must be HOST:PORT');
	}
});

test('rules and dashboard are printed without a service', async () => {
	const rules = await called(exportCommand, '--rules');
	expect(rules.code).toBe(0);
	expect(parseYaml(rules.stdout)).toMatchObject({groups: [{name: 'dialtop'}]});
	const dashboard = await called(exportCommand, '--dashboard');
	expect(JSON.parse(dashboard.stdout)).toMatchObject({title: 'dialtop', templating: {list: expect.any(Array)}});
});

test('what contradicts itself is refused', async () => {
	for (const [argv, said] of [
		[['--listen', 'x'], '--listen must be HOST:PORT'],
		[['--web.listen-address', 'x'], '--web.listen-address must be HOST:PORT'],
		[['--listen', ':1', '--web.listen-address', ':2'], 'are the same'],
		[['-p', 'east,east'], 'names "east" twice'],
		[['-p', 'east,'], 'a comma between two'],
		[['-p', 'east,west', '--user', 'ann'], 'belongs in each profile'],
		[['--rules', '--dashboard'], 'exclude each other'],
		[['--interval', '0'], '--interval'],
		[['-p', 'nobody', '--listen', '127.0.0.1:0'], 'no such profile'],
		[['--sandbox', '--listen', '127.0.0.1:0', '--web.config.file', '/nonexistent'], '--web.config.file /nonexistent'],
	] as const) {
		const {code, stderr} = await called(exportCommand, ...argv);
		expect([code, argv.join(' '), stderr]).toEqual([2, argv.join(' '), expect.stringContaining(said)]);
	}
});
