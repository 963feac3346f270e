/** Running the operator's own commands: audited before and after, bounded, one of a name at a time, ended with dialtop. */
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, onTestFinished, test, vi} from 'vitest';
import {AuditFailure} from '../../source/audit/file.ts';
import {createRecords} from '../../source/audit/read.ts';
import {createOwnRuns, endText, type OwnOrder} from '../../source/service/own-commands.ts';
import {outputLines} from '../../source/service/program-output.ts';
import {registerSecret} from '../../source/wire/secrets.ts';
import {temporaryFolder, testAudit} from '../helpers/audit.ts';

const free = {locked: false, lookingAt: undefined};

const order = (run: OwnOrder['run'], more: Partial<OwnOrder> = {}): OwnOrder => ({
	name: 'ticket',
	run,
	target: {kind: 'campaign', id: '1003', name: 'Spring'},
	timeout: 10_000,
	...more,
});

const start = (state: {locked: boolean; lookingAt: number | undefined} = free) => {
	const audit = testAudit('https://dialer.test');
	const runs = createOwnRuns(audit, {state: () => state, user: () => 'ann'});
	onTestFinished(() => runs.close());
	const records = () => {
		const all = createRecords();
		all.addFile(audit.file);
		return all.all();
	};
	return {runs, records};
};

const ends = async (runs: ReturnType<typeof start>['runs'], one: OwnOrder) => {
	const result = await runs.run(one);
	if ('why' in result) {
		throw new Error(result.why);
	}
	return result;
};

test('it is in the audit before it runs and after: name, row, exit code, and arguments without numbers of people', async () => {
	const {runs, records} = start();
	const result = await ends(runs, order(['/bin/sh', '-c', 'echo "$1"; exit 4', 'x', 'call 212-555-0147']));
	expect([result.end, result.lines, result.isCut]).toEqual([{kind: 'exited', code: 4}, ['call 212-555-0147'], false]);
	expect(records()).toEqual([
		expect.objectContaining({
			operation: 'own_command',
			verb: 'ticket',
			serviceUser: 'ann',
			target: {kind: 'campaign', id: '1003', name: 'Spring'},
			params: {run: ['/bin/sh', '-c', 'echo "$1"; exit 4', 'x', 'call •••0147']},
			outcome: 'refused',
			reason: 'exit code 4',
		}),
	]);
});

test('without an audit it is not run', async () => {
	const file = join(temporaryFolder(), 'ran');
	const runs = createOwnRuns(
		{run: () => Promise.reject(new AuditFailure('the audit cannot be written: no room'))},
		{state: () => free, user: () => undefined},
	);
	expect(await runs.run(order(['/usr/bin/touch', file]))).toEqual({why: 'the audit cannot be written: no room'});
	expect(existsSync(file)).toBe(false);
});

test.for([
	{locked: true, lookingAt: undefined},
	{locked: false, lookingAt: 5},
])('nothing is run while %o', async state => {
	const {runs, records} = start(state);
	expect(await runs.run(order(['/bin/true']))).toHaveProperty('why');
	expect(records()).toEqual([]);
});

test('what cannot be started, takes too long or is killed is said and audited', async () => {
	const {runs, records} = start();
	const missing = await ends(runs, order(['/nonexistent/program']));
	expect(endText(missing.end)).toMatch(/^not started: .*ENOENT/);
	const late = await ends(runs, order(['/bin/sh', '-c', 'trap "" TERM; sleep 60'], {timeout: 50}));
	expect(late.end).toEqual({kind: 'late'});
	const killed = await ends(runs, order(['/bin/sh', '-c', 'kill -9 $$']));
	expect(endText(killed.end)).toBe('ended by SIGKILL');
	expect((await ends(runs, order(['/bin/true']))).end).toEqual({kind: 'exited', code: 0});
	expect(records().map(({outcome}) => outcome)).toEqual(['not-sent', 'unknown', 'unknown', 'done']);
});

test('it has no input, none of the secrets of dialtop, and no shell reads its arguments', async () => {
	vi.stubEnv('DIALTOP_PASSWORD', 'canary-password');
	vi.stubEnv('DIALTOP_TOKEN', 'canary-token');
	onTestFinished(() => {
		vi.unstubAllEnvs();
	});
	const {runs} = start();
	const {lines} = await ends(
		runs,
		order(['/bin/sh', '-c', 'cat; env; echo "$1"', 'x', '$(echo run) `echo run`; echo run']),
	);
	expect(lines.join('\n')).not.toContain('canary');
	expect(lines.at(-1)).toBe('$(echo run) `echo run`; echo run');
});

test('an endless output is cut, and one of a name runs at a time', async () => {
	const {runs} = start();
	const first = runs.run(order(['/bin/sh', '-c', 'yes dialtop | head -c 5000000']));
	await expect.poll(() => runs.whyNot('ticket')).toBe('it still runs');
	expect(await runs.run(order(['/bin/true']))).toEqual({why: 'it still runs'});
	expect(await first).toMatchObject({end: {kind: 'exited', code: 0}, isCut: true});
	expect(runs.whyNot('ticket')).toBeUndefined();
});

test('what it has started and left behind does not hold it up, and dies with it where it is ended', async () => {
	const {runs} = start();
	const pid = join(temporaryFolder(), 'pid');
	const left = await ends(runs, order(['/bin/sh', '-c', 'sleep 60 & echo $!']));
	expect(left.end).toEqual({kind: 'exited', code: 0});
	process.kill(Number(left.lines[0]), 'SIGKILL');
	const hanging = runs.run(
		order(['/bin/sh', '-c', `trap "" TERM; sleep 60 & echo $! > ${pid}; wait; sleep 60`], {timeout: 3_600_000}),
	);
	await expect.poll(() => existsSync(pid) && readFileSync(pid, 'utf8').endsWith('\n')).toBe(true);
	await runs.close();
	expect(await hanging).toMatchObject({end: {kind: 'late'}});
	await expect
		.poll(() => {
			try {
				process.kill(Number(readFileSync(pid, 'utf8')), 0);
				return true;
			} catch {
				return false;
			}
		})
		.toBe(false);
});

test('the output is text: colours are left out, what drives a terminal is made visible, secrets are struck out', () => {
	registerSecret('canary-of-output');
	expect(
		outputLines(
			Buffer.from(
				'\u001b[1;31mred\u001b[0m\t|\r\n10 %\r20 %\r100 %\n\u001b]8;;https://x.test\u0007link\u001b]8;;\u0007\n\u001bc\u009b2J\u202e\ntoken canary-of-output\n\n',
			),
		),
	).toEqual(['red     |', '100 %', 'link', '␛c<9b>2J<202e>', 'token •••']);
	expect(outputLines(Buffer.from([0xff, 0x41]))).toEqual(['\ufffdA']);
	expect(outputLines(Buffer.from(''))).toEqual(['']);
});
