/** Who acts here, and whether who acted may still wait for an answer. */
import {hostname, userInfo} from 'node:os';
import {expect, test} from 'vitest';
import {mayBeAlive, whoIsHere} from '../../source/audit/who.ts';

const here = whoIsHere({});

test('who runs this process, and where', () => {
	const who = {user: userInfo().username, host: hostname(), pid: process.pid};
	expect(here).toMatchObject(who);
	expect(here).not.toHaveProperty('sudoUser');
	// Clock ticks since the machine started, as /proc has them.
	expect(here.started).toMatch(/^[1-9]\d*$/);
	expect(whoIsHere({SUDO_USER: 'kim', SSH_TTY: '/dev/pts/9'})).toMatchObject({
		...who,
		sudoUser: 'kim',
		tty: here.tty ?? '/dev/pts/9',
		started: here.started,
	});
	expect(whoIsHere({SUDO_USER: '', SSH_TTY: ''})).toStrictEqual(here);
});

const at = '2026-05-28T20:26:40.000Z';
const minutes = (count: number): number => Date.parse(at) + count * 60_000;
const parent = {host: here.host, pid: process.ppid, at};

test.for<[what: string, sent: Parameters<typeof mayBeAlive>[0], now: number, may: boolean]>([
	['this process, which waits no more', {...here, at}, minutes(0), false],
	['an earlier process of the same number', {...here, started: '1', at}, minutes(0), false],
	['one of this number, with no start known', {...here, started: null, at}, minutes(60), true],
	['another that runs', {...parent, started: null}, minutes(60), true],
	['another that has the number of one that ended', {...parent, started: '1'}, minutes(0), false],
	['one that ended', {...parent, pid: 2 ** 30, started: null}, minutes(0), false],
	['one of another machine, soon after', {...parent, host: 'elsewhere', started: '1'}, minutes(9.99), true],
	['one of another machine, long after', {...parent, host: 'elsewhere', started: null}, minutes(10), false],
])('%s', ([, sent, now, may]) => {
	expect(mayBeAlive(sent, now)).toBe(may);
});
