import {chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {watchClients} from '../../source/terminal/clients.ts';

let folder = '';
let socket = '';
let stop: () => void = () => undefined;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'dialtop-clients-'));
	socket = join(folder, 'default');
	writeFileSync(socket, '');
});

afterEach(() => {
	stop();
	rmSync(folder, {recursive: true});
});

const opener = 4711;

const heardOf = (env: NodeJS.ProcessEnv, by: number | undefined = opener): boolean[] => {
	const heard: boolean[] = [];
	stop = watchClients(env, isAttached => heard.push(isAttached), by);
	return heard;
};

test('a client of tmux comes and goes with the executable bits of its socket', async () => {
	chmodSync(socket, 0o770);
	const heard = heardOf({TMUX: `${socket},${opener},0`});
	expect(heard).toEqual([true]);
	chmodSync(socket, 0o660);
	await expect.poll(() => heard).toEqual([true, false]);
	chmodSync(socket, 0o770);
	await expect.poll(() => heard).toEqual([true, false, true]);
});

test('a socket that is made anew is looked at, and one that is gone means that somebody may look', async () => {
	chmodSync(socket, 0o600);
	const heard = heardOf({TMUX: `${socket},${opener},0`});
	const another = join(folder, 'another');
	writeFileSync(another, '', {mode: 0o700});
	renameSync(another, socket);
	await expect.poll(() => heard, {timeout: 5000}).toEqual([false, true]);
	chmodSync(socket, 0o600);
	await expect.poll(() => heard, {timeout: 5000}).toEqual([false, true, false]);
	rmSync(socket);
	await expect.poll(() => heard, {timeout: 5000}).toEqual([false, true, false, true]);
});

test('screen has a socket for each of its sessions', async () => {
	const sessions = join(folder, 'S-ops');
	mkdirSync(sessions);
	const session = join(sessions, `${opener}.night`);
	writeFileSync(session, '', {mode: 0o600});
	const heard = heardOf({STY: `${opener}.night`, SCREENDIR: sessions});
	expect(heard).toEqual([false]);
	chmodSync(session, 0o700);
	await expect.poll(() => heard).toEqual([false, true]);
});

test.each([
	['no multiplexer', {}, opener],
	['a terminal that was opened from a window of tmux', {TMUX: 'SOCKET,4712,0'}, opener],
	['a system that does not say who opened the terminal', {TMUX: 'SOCKET,4711,0'}, Number.NaN],
	['a socket out of reach', {TMUX: '/nonexistent/socket,4711,0'}, opener],
	['a variable that is not what tmux sets', {TMUX: '4711', STY: 'night'}, opener],
])('nothing is called with %s', (_case, env, by) => {
	const named = Object.entries(env).map(([name, value]) => [name, String(value).replace('SOCKET', socket)]);
	expect(heardOf(Object.fromEntries(named), by)).toEqual([]);
});
