/** The configuration of a running monitor is live: an operator saves it, and goes on. */
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openMonitor} from '../helpers/monitor.ts';
import {startOtherService} from '../helpers/other-service.ts';

const f6 = '\u001b[17~';

/** A configuration for a service, and what saves it with other settings. */
const configured = async (...first: string[]) => {
	const service = await startOtherService({pass: 'p'});
	const folder = mkdtempSync(join(tmpdir(), 'dialtop-live-'));
	onTestFinished(async () => {
		rmSync(folder, {recursive: true});
		await service.close();
	});
	const path = join(folder, 'config.yml');
	const profile = (user: string) =>
		`profiles: {floor: {url: "${service.url}", environment: qa, user: ${user}, password_command: "echo p"}}`;
	const save = (lines: readonly string[], user = 'ops'): void =>
		writeFileSync(path, ['profile: floor', profile(user), ...lines].join('\n'));
	save(first);
	const monitor = openMonitor({args: ['--config', path]});
	await monitor.waitFor('Spring Renewals');
	// This line comes once, a second after the start, in place of whatever answers a key then.
	await monitor.waitFor('Recording to');
	return {service, monitor, save, path};
};

test('keys, theme, columns and masks come into force as they are saved; a mistake changes nothing', async () => {
	const {monitor, save, path, service} = await configured('keys: {wall: f5}');
	await using _ends = monitor;
	const colours = () =>
		monitor
			.cells()[0]
			?.map(({bg}) => bg)
			.join();
	const before = colours();
	save(['theme: light', 'mask: true', 'keys: {wall: f6}', 'columns: [state, name, level]']);
	await monitor.waitFor('Configuration read again: theme, mask, columns, 1 key');
	await monitor.waitFor(() => monitor.line(0).includes('masked') && colours() !== before);
	await monitor.waitFor(() => !monitor.text().includes('drop %/limit'));
	monitor.write(f6);
	await monitor.waitFor('All campaigns');
	monitor.write(f6);
	await monitor.waitFor('─ Campaigns ─');

	writeFileSync(path, 'keys: {wall: f7}\ntheme: lihgt\n');
	await monitor.waitFor(/old settings hold: config\.yml:2:8: theme: must be/);
	monitor.write(f6);
	await monitor.waitFor('All campaigns');

	// Another user is for the next start: the service goes on as it is.
	const asked = service.requests.length;
	save(['theme: light', 'mask: true', 'keys: {wall: f6}', 'columns: [state, name, level]'], 'ann');
	await monitor.waitFor('In force from the next start: user of floor');
	await expect.poll(() => service.requests.length).toBeGreaterThan(asked);
	expect(service.requests.filter(({type}) => type === 'login_user')).toHaveLength(1);
});

test('a question that is open stays what it is, and is answered as before', async () => {
	const {monitor, save, service} = await configured('theme: dark');
	await using _ends = monitor;
	monitor.press('P');
	await monitor.waitFor(/QA: \w+ \S+\? .*\[y\/N\]/);
	const question = /QA: \w+ \S+\?/.exec(monitor.text())?.[0] ?? 'no question';
	save(['theme: mono', 'keys: {play-or-pause: [K]}', 'columns: [state, name]', 'sort: {column: name}']);
	await monitor.waitFor(() => !monitor.text().includes('drop %/limit'));
	expect(monitor.text()).toContain(question);
	expect(service.commands.total).toBe(0);
	await monitor.answer('y');
	await expect.poll(() => service.commands.total).toBe(1);
	// From the next key on, the new ones hold.
	await monitor.waitFor('K play/pause');
});

test('SIGHUP reads it again and answers; from a terminal that hangs up it ends the monitor', async () => {
	const {monitor} = await configured('theme: dark');
	await using _ends = monitor;
	monitor.kill('SIGHUP');
	await monitor.waitFor('Configuration read again: nothing has changed');
	monitor.hangUp();
	await monitor.waitForExit();
});

test('a view is saved under a name, comes back by it, and after a new start by --view', async () => {
	const {monitor, save, path} = await configured('sort: {column: name}');
	await using _ends = monitor;
	monitor.press('space');
	await monitor.waitFor('1 marked');
	monitor.press('/', 'Autumn', 'enter');
	await monitor.waitFor('filter: Autumn');
	monitor.press(':', 'view save night', 'enter');
	await monitor.waitFor(`The view night is in ${path}`);
	expect(readFileSync(path, 'utf8')).toMatch(
		/^views:\n {2}night: \{filter: Autumn, .*marks: \{floor: \["\d+"\]\}\}\n$/m,
	);

	// Dialtop has written it itself: the file is not news, and the view can be shown at once.
	monitor.press('c', 'g', 'space');
	await monitor.waitFor(() => !/marked|filter:/.test(monitor.text()));
	expect(monitor.text()).not.toContain('Configuration read again');
	monitor.press(':', 'view night', 'enter');
	await monitor.waitFor('View night: 1 campaign marked');
	await monitor.waitFor('1 marked, filter: Autumn');
	// A view that somebody else saves is there as well.
	save(['views: {day: {zoom: wall, marks: {floor: ["1001", "4711"]}}}']);
	await monitor.waitFor('Configuration read again: sort, 2 views');

	await using next = openMonitor({args: ['--config', path, '--view', 'day']});
	await next.waitFor('All campaigns');
	await next.waitFor('1 campaign marked; not listed any more: 4711');
	await using wrong = openMonitor({args: ['--config', path, '--view', 'dya']});
	await wrong.waitFor('--view: there is no view "dya"; did you mean "day"?');
	expect(await wrong.waitForExit()).toBe(2);
});
