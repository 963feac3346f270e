/** The commands that look, and `dialtop call`, in a shell: pipes, disks and terminals. */
import {spawn} from 'node:child_process';
import {existsSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {cleanEnvironment, openSandbox, program, type SandboxProcess} from '../helpers/monitor.ts';
import {openPty} from '../helpers/terminal.ts';

let sandbox: SandboxProcess;
let state: string;

beforeAll(async () => {
	state = mkdtempSync(join(tmpdir(), 'dialtop-reads-'));
	sandbox = await openSandbox('--campaigns', '6', '--agents', '20', '--leads', '2000', '--fault', 'html:add_dnc');
});

afterAll(async () => {
	await sandbox[Symbol.asyncDispose]();
	rmSync(state, {recursive: true});
});

const environment = () => ({...cleanEnvironment, ...sandbox.env, XDG_STATE_HOME: state});

type Ran = {code: number | null; stdout: string; stderr: string};

/** Runs a shell's line in which `dialtop` is the program, without a terminal anywhere. */
const shell = (line: string, env: Readonly<Record<string, string | undefined>> = {}): Promise<Ran> => {
	const child = spawn('sh', ['-c', `dialtop() { "$NODE" "$PROGRAM" "$@"; }; ${line}`], {
		env: {...environment(), ...env, NODE: process.execPath, PROGRAM: program},
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: true,
	});
	let [stdout, stderr] = ['', ''];
	child.stdout.setEncoding('utf8').on('data', chunk => {
		stdout += chunk;
	});
	child.stderr.setEncoding('utf8').on('data', chunk => {
		stderr += chunk;
	});
	return new Promise(resolve => child.on('close', code => resolve({code, stdout, stderr})));
};

describe('pipes', () => {
	test.concurrent('whoever reads may go, standard input may be closed, standard output too', async () => {
		const head = await shell('{ dialtop search --days 1; echo "code $?" >&2; } | head -1');
		expect([head.stdout.split('\n').length, head.stderr]).toEqual([2, expect.stringMatching(/code 0\n$/)]);
		const closed = await shell('dialtop list 50001 --json <&-');
		expect([closed.code, closed.stderr]).toEqual([0, '']);
		expect(JSON.parse(closed.stdout)).toMatchObject({id: '50001'});
		const deaf = await shell('dialtop list 50001 >&-');
		expect([deaf.code, deaf.stderr]).toEqual([0, '']);
	});

	test.concurrent('a full disk loses what was read, which the exit code says, and no outcome', async ({skip}) => {
		skip(!existsSync('/dev/full'), 'there is no /dev/full here');
		const lines = ['list 50001', 'call get_lists', 'list 50001 --json', 'campaigns --csv', 'log --json', '--version'];
		const [done, verdict, ...reads] = await Promise.all(
			['call add_queue name=full --yes', 'check', ...lines].map(words => shell(`dialtop ${words} >/dev/full`)),
		);
		for (const read of reads) {
			expect(read).toMatchObject({
				code: 74,
				stderr: 'dialtop: cannot write to standard output: no space left on device\n',
			});
		}
		expect(done).toMatchObject({code: 0, stderr: expect.stringMatching(/^dialtop: add_queue: done, but its answer/m)});
		// Nagios knows no other codes than 0 to 3.
		expect(verdict?.code).toBeGreaterThan(0);
		expect(verdict?.code).toBeLessThan(4);
	});

	test.concurrent('a disk that fills up on the way: a part is never taken for the whole', async () => {
		const {code, stderr} = await shell(`ulimit -f 8; dialtop operations --json >"${join(state, 'part')}"`);
		expect([code, stderr]).toEqual([74, 'dialtop: cannot write to standard output: file too large\n']);
	});

	test.concurrent('fields, secrets among them, come from standard input', async () => {
		const given = `{"old_pass": "not it at all", "new_pass": "something new"}`;
		const {code, stderr} = await shell(`echo '${given}' | dialtop call change_password --data - --yes`);
		expect([code, stderr]).toEqual([1, expect.stringContaining('change_password refused: Wrong password')]);
	});
});

test('what nobody knows the outcome of is not sent again by itself', async () => {
	const line = 'dialtop call add_dnc phone_number=2125550123 --yes';
	const first = await shell(line);
	expect([first.code, first.stdout]).toEqual([4, '']);
	const second = await shell(line);
	expect([second.code, second.stderr]).toEqual([
		3,
		expect.stringMatching(/was NOT SENT: the same was asked on .* --again sends/),
	]);
	const [other, again] = await Promise.all([shell(line.replace('0123', '0124')), shell(`${line} --again`)]);
	expect([other.code, again.code]).toEqual([4, 4]);
});

test('on a terminal: colours, as many columns as fit, and the question of the monitor', async () => {
	const open = (args: readonly string[], env: Record<string, string> = {}) =>
		openPty({
			command: process.execPath,
			args: [program, ...args],
			env: {...environment(), ...env},
			columns: 80,
			rows: 24,
		});
	await using board = open(['campaigns']);
	await using plain = open(['campaigns'], {NO_COLOR: '1'});
	expect([await board.waitForExit(), await plain.waitForExit()]).toEqual([0, 0]);
	expect(board.line(0)).toMatch(/^state +campaign +id +ready/);
	expect(board.text()).toMatch(/dialtop: no room for [\s\S]*time left[\s\S]*lines\*:/);
	expect(board.line(1)).toMatch(/^\w+ +\S/);
	expect(board.raw).toContain('\u001b[32m');
	expect(plain.raw).not.toContain('\u001b[');

	const {call} = sandbox;
	const listed = await call('get_campaigns', {});
	const [{id = '', name = ''} = {}] = listed.kind === 'done' ? listed.answer.records : [];
	await using declined = open(['call', 'pause_campaign', `campaign_id=${id}`]);
	await declined.waitFor(new RegExp(`QA: pause ${id}\\? .*\\[y/N\\]\\s+Name: ${name}`));
	declined.press('n');
	expect(await declined.waitForExit()).toBe(3);
	expect(declined.text()).toContain('nothing was sent');

	await using overtaken = open(['call', 'pause_campaign', `campaign_id=${id}`]);
	await overtaken.waitFor('[y/N]');
	await call('pause_campaign', {campaign_id: id});
	await overtaken.answer('y');
	await overtaken.waitFor(/Asked anew, and for 2 s[\s\S]*it\s+changed\s+from\s+PLAY to PAUSE[\s\S]*\[y\/N\]/);
	overtaken.press('n');
	expect(await overtaken.waitForExit()).toBe(3);

	await using stopped = open(['call', 'stop_campaign', `campaign_id=${id}`, '--yes', '--json']);
	await stopped.waitFor(/Type its\s+name:/);
	stopped.press(name);
	await stopped.waitFor(`> ${name}`);
	await stopped.answer('enter');
	expect(await stopped.waitForExit()).toBe(0);
	expect(stopped.text()).toContain(`"display_status": "STOP"`);
});
