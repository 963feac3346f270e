import {spawnSync} from 'node:child_process';
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {hostname, tmpdir} from 'node:os';
import {join} from 'node:path';
import {beforeEach, expect, onTestFinished, test} from 'vitest';
import {holdLock} from '../../source/system/lock.ts';

let path: string;

beforeEach(() => {
	const folder = mkdtempSync(join(tmpdir(), 'dialtop-lock-'));
	path = join(folder, 'lock');
	onTestFinished(() => rmSync(folder, {recursive: true}));
});

const take = (): (() => void) => {
	const held = holdLock(path);
	expect(held).toBeInstanceOf(Function);
	return held as () => void;
};

test('is one process’s until it is released', () => {
	const release = take();
	expect(holdLock(path)).toBe(`${process.pid} on ${hostname()}`);
	release();
	expect(existsSync(path)).toBe(false);
	take()();
});

test('of a process that has ended is taken over', () => {
	const {pid} = spawnSync('true');
	writeFileSync(path, `${pid} ${hostname()}`);
	take();
	expect(readFileSync(path, 'utf8')).toContain(`${process.pid} `);
});

test('from before the machine’s start is taken over, though its number is another process’s by now', () => {
	writeFileSync(path, `${process.ppid} ${hostname()} 3f1f0c5e-0000-4000-8000-000000000000`);
	take();
});

test.skipIf(!existsSync('/proc/self/stat'))('of a process whose number another one has by now is taken over', () => {
	const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
	writeFileSync(path, `${process.pid} ${hostname()} ${boot} 1`);
	take();
});

test('of another machine is left alone, since its processes are not known', () => {
	writeFileSync(path, '1 elsewhere');
	expect(holdLock(path)).toBe('1 on elsewhere');
});
