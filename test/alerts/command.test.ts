/** The command for alerts: real processes, which must neither hold us up nor outlive us. */
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect, onTestFinished, test, vi} from 'vitest';
import {type AlertCommandOptions, createAlertCommand} from '../../source/alerts/command.ts';

const folder = mkdtempSync(join(tmpdir(), 'alert-command-'));
const waiting = {timeout: 5000, interval: 10};
let files = 0;

afterAll(() => rmSync(folder, {recursive: true, force: true}));

const start = (commandOf: (file: string) => string, over: Partial<AlertCommandOptions> = {}) => {
	const file = join(folder, String(++files));
	writeFileSync(file, '');
	const complaints: string[] = [];
	const command = createAlertCommand({
		command: commandOf(file),
		complain: text => complaints.push(text),
		...over,
	});
	onTestFinished(() => command.close());
	return {command, complaints, file, text: () => readFileSync(file, 'utf8')};
};

const isAlive = (pid: number): boolean => {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
};

test('the alert comes on standard input as one line of JSON, whatever is in it', async () => {
	const name = `"; touch ${join(folder, 'pwned')}; $(touch ${join(folder, 'pwned')}) \n\u001b]0;x\u0007`;
	const {command, complaints, text} = start(file => `cat >> ${file}`);
	command.hand({campaign: {name}, value: 3.1});
	command.hand({campaign: {name: 'second'}, value: 3.2});
	await expect.poll(() => text().split('\n').length, waiting).toBe(3);
	const lines = text().split('\n');
	expect(JSON.parse(lines[0] ?? '')).toEqual({campaign: {name}, value: 3.1});
	expect(JSON.parse(lines[1] ?? '')).toMatchObject({value: 3.2});
	expect(existsSync(join(folder, 'pwned'))).toBe(false);
	expect(complaints).toEqual([]);
});

test('one runs at a time, in order', async () => {
	const {command, text} = start(file => `echo begin >> ${file}; sleep 0.05; cat >> ${file}; echo end >> ${file}`);
	for (const number of [1, 2, 3]) {
		command.hand(number);
	}
	await expect.poll(text, waiting).toBe('begin\n1\nend\nbegin\n2\nend\nbegin\n3\nend\n');
});

test('secrets of our own environment are not the command’s', async () => {
	process.env.DIALTOP_PASSWORD = 'canary';
	onTestFinished(() => {
		delete process.env.DIALTOP_PASSWORD;
	});
	const {command, text} = start(file => `env > ${file}; echo done >> ${file}`);
	command.hand(1);
	await expect.poll(text, waiting).toContain('done');
	expect(text()).toContain('PATH=');
	expect(text()).not.toContain('canary');
});

test('a failure is said once, with what the command said, and again only after it went well', async () => {
	const {command, complaints, file, text} = start(
		of => `echo x >> ${of}; if [ -e ${of}.well ]; then exit 0; fi; echo "no such pager" >&2; echo more >&2; exit 3`,
	);
	const ran = (times: number) => expect.poll(() => text().length, waiting).toBe(times * 2);
	command.hand(1);
	command.hand(2);
	await ran(2);
	await expect
		.poll(() => complaints, waiting)
		.toEqual(['The command for alerts ended with exit code 3: no such pager']);
	writeFileSync(`${file}.well`, '');
	command.hand(3);
	await ran(3);
	command.hand(4);
	await ran(4);
	rmSync(`${file}.well`);
	command.hand(5);
	await expect.poll(() => complaints.length, waiting).toBe(2);
});

test('a command that reads nothing, and one that does not exist, do no harm', async () => {
	const deaf = start(file => `exec 0<&-; echo ok > ${file}`);
	deaf.command.hand('x'.repeat(1_000_000));
	await expect.poll(deaf.text, waiting).toBe('ok\n');
	const absent = start(() => '/nowhere/at/all');
	absent.command.hand(1);
	await expect.poll(() => absent.complaints[0], waiting).toMatch(/^The command for alerts ended with exit code 127/);
});

test('one that hangs is ended with all that it started, and the next has its turn', async () => {
	const {command, complaints, text} = start(file => `echo $$ >> ${file}; sleep 600 & echo $! >> ${file}; wait`, {
		timeout: 200,
	});
	command.hand(1);
	command.hand(2);
	await expect.poll(() => text().split('\n').length, waiting).toBe(5);
	const pids = text().trim().split('\n').map(Number);
	await expect.poll(() => pids.some(isAlive), waiting).toBe(false);
	expect(complaints).toEqual(['The command for alerts took longer than 0.2 s and was ended']);
});

test('alerts that pile up are left out, and that is said', async () => {
	const {command, complaints, text} = start(file => `cat >> ${file}; sleep 0.05`, {most: 2});
	for (let number = 0; number < 10; number++) {
		command.hand(number);
	}
	await expect.poll(text, waiting).toBe('0\n1\n2\n');
	expect(complaints).toEqual(['The command for alerts is too slow: some alerts were not handed to it']);
});

test('leaving ends what runs, and takes no more', async () => {
	const {command, complaints, text} = start(file => `echo $$ >> ${file}; sleep 600`);
	command.hand(1);
	command.hand(2);
	await expect.poll(text, waiting).not.toBe('');
	const began = performance.now();
	await command.close();
	expect(performance.now() - began).toBeLessThan(1500);
	command.hand(3);
	const pids = text().trim().split('\n').map(Number);
	expect(pids).toHaveLength(1);
	expect(pids.some(isAlive)).toBe(false);
	expect(complaints).toEqual([]);
	await command.close();
});

test('leaves no timer behind that would end another process by an id that was given anew', async () => {
	vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
	onTestFinished(() => {
		vi.useRealTimers();
	});
	const {command, text} = start(file => `cat >> ${file}`);
	command.hand(1);
	expect(vi.getTimerCount()).toBe(1);
	await command.close();
	expect(text()).toBe('1\n');
	expect(vi.getTimerCount()).toBe(0);
});
