/** A log that waits for no disk: what is lost is a line, never a part of the next one, nor time. */
import {execFileSync} from 'node:child_process';
import {
	closeSync,
	constants,
	existsSync,
	openSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	readSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {expect, onTestFinished, test, vi} from 'vitest';
import {openLogFile} from '../../source/service/log-file.ts';
import {temporaryFolder} from '../helpers/audit.ts';

const waiting = {interval: 5};

const opened = (prepare: (path: string) => void = () => undefined) => {
	const path = join(temporaryFolder(), 'log');
	prepare(path);
	const said: string[] = [];
	return {path, said, log: () => openLogFile(path, message => said.push(message))};
};

/** A log that is a pipe, which holds 64 KiB, and what can be read of it. */
const piped = () => {
	const {path, said, log} = opened(file => execFileSync('mkfifo', [file]));
	const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
	onTestFinished(() => closeSync(reader));
	const room = Buffer.alloc(128 * 1024);
	return {
		said,
		file: log(),
		read: (): string => room.toString('utf8', 0, readSync(reader, room, 0, room.length, null)),
		isFull: () =>
			expect
				.poll(() => said, waiting)
				.toEqual([expect.stringMatching(/cannot be written: .*EAGAIN.*; the program goes on without$/)]),
	};
};

test('behind a line that was written in part the next one begins a line of its own, and only that one', async () => {
	const {said, file, read, isFull} = piped();
	file.write(`${'x'.repeat(70_000)}\n`);
	await isFull();
	expect(read()).toBe('x'.repeat(65_536));
	file.write('next\n');
	await expect.poll(() => read(), waiting).toBe('\nnext\n');
	file.write('last\n');
	await expect.poll(() => read(), waiting).toBe('last\n');
	await file.close();
	expect(said).toHaveLength(1);
});

test('behind a line that was not written at all none is needed', async () => {
	const {file, read, isFull} = piped();
	const full = `${'x'.repeat(65_535)}\n`;
	file.write(full);
	file.write('lost\n');
	await isFull();
	expect(read()).toBe(full);
	file.write('next\n');
	await expect.poll(() => read(), waiting).toBe('next\n');
	await file.close();
});

test('it is closed with the last line, and its descriptor with it', async () => {
	const {path, log} = opened();
	const open = (): number =>
		readdirSync('/proc/self/fd').filter(name => {
			try {
				return readlinkSync(`/proc/self/fd/${name}`) === path;
			} catch {
				return false;
			}
		}).length;
	const file = log();
	expect(open()).toBe(1);
	file.write('one\n');
	file.write('two\n');
	await file.close();
	expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
	expect(open()).toBe(0);
});

test('a mebibyte may wait, and no byte more until it is written', async () => {
	const {path, said, log} = opened();
	const file = log();
	const mebibyte = 1024 * 1024;
	file.write(`${'x'.repeat(mebibyte - 1)}\n`);
	expect(said).toEqual([]);
	file.write('\n');
	file.write('\n');
	expect(said).toEqual([`the log ${path} is written too slowly, and lines are missing; the program goes on without`]);
	await expect.poll(() => statSync(path).size, waiting).toBe(mebibyte);
	await expect
		.poll(() => {
			file.write('more\n');
			return statSync(path).size;
		}, waiting)
		.toBeGreaterThan(mebibyte);
	await file.close();
	expect(readFileSync(path, 'utf8').slice(mebibyte)).toMatch(/^(?:more\n)+$/);
});

test('once a second it looks whether its file is still there, and makes it anew where it is not', async () => {
	let now = 5000;
	const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
	onTestFinished(() => clock.mockRestore());
	const {path, said, log} = opened();
	const file = log();
	const write = async (line: string, name: string, text: string): Promise<void> => {
		file.write(line);
		await expect.poll(() => existsSync(name) && readFileSync(name, 'utf8'), waiting).toBe(text);
	};
	await write('a\n', path, 'a\n');
	renameSync(path, `${path}.1`);
	now += 999;
	await write('b\n', `${path}.1`, 'a\nb\n');
	expect(existsSync(path)).toBe(false);
	now += 1;
	await write('c\n', path, 'c\n');
	expect(statSync(path).mode & 0o777).toBe(0o600);
	renameSync(path, `${path}.2`);
	await write('d\n', `${path}.2`, 'c\nd\n');
	// Another file stands there.
	writeFileSync(path, 'own\n');
	now += 1000;
	await write('e\n', path, 'own\ne\n');
	now += 1000;
	await write('f\n', path, 'own\ne\nf\n');
	expect(said).toEqual([]);
	rmSync(path);
	await file.close();
});
