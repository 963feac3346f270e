/** Campaigns and lists steered from the command line: real processes, on services that answer well and otherwise. */
import {existsSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, beforeEach, expect, test} from 'vitest';
import {z} from 'zod';
import {readAnewAfter} from '../../source/steering/answer.ts';
import {linesOf} from '../helpers/audit.ts';
import {cleanEnvironment, openSandbox, program} from '../helpers/monitor.ts';
import {type OtherService, startOtherService} from '../helpers/other-service.ts';
import {runProgram, startProgram} from '../helpers/run-program.ts';
import {openPty} from '../helpers/terminal.ts';

let service: OtherService;
let home: string;

beforeAll(async () => {
	service = await startOtherService();
});

afterAll(() => service.close());

beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), 'dialtop-steer-'));
});

afterEach(async () => {
	rmSync(home, {recursive: true, force: true});
	await service.setFault();
	for (const [index, state] of (['dialing', 'paused', 'stopped'] as const).entries()) {
		const campaign = service.state.campaigns[index];
		if (campaign) {
			campaign.state = state;
		}
	}
	service.commands.total = 0;
	service.commands.byTarget = {};
});

const environment = () => ({
	...cleanEnvironment,
	XDG_STATE_HOME: home,
	DIALTOP_URL: service.url,
	DIALTOP_USER: 'ops',
	DIALTOP_PASSWORD: 'secret',
	DIALTOP_ENVIRONMENT: 'qa',
});

type Extra = Readonly<Record<string, string | undefined>>;

const start = (args: readonly string[], env: Extra = {}) =>
	startProgram(args, {env: {...environment(), ...env}, isDetached: true});

const run = (args: readonly string[], env: Extra = {}) =>
	runProgram(args, {env: {...environment(), ...env}, isDetached: true});

const rows = z.array(
	z.strictObject({
		id: z.string(),
		name: z.string().nullable(),
		operation: z.enum(['play_campaign', 'pause_campaign', 'stop_campaign', 'change_status']),
		outcome: z.enum(['done', 'refused', 'not-sent', 'unknown', 'nothing-to-do']),
		observed: z.boolean().nullable(),
		shows: z.string().nullable(),
		reason: z.string().nullable(),
		ms: z.int().nonnegative().nullable(),
	}),
);

/** The rows of `--json`, each of the shape that programs rely on. */
const rowsOf = (text: string) => rows.parse(JSON.parse(text));

const audited = (): string[] => linesOf(join(home, 'dialtop', 'audit.jsonl')).map(({kind}) => String(kind));

const requestsOf = (type: string): number => service.requests.filter(request => request.type === type).length;

/** Runs dialtop in a terminal. */
const ask = (...args: string[]) =>
	openPty({command: process.execPath, args: [program, ...args], env: environment(), columns: 100, rows: 20});

test('pauses what dials, waits until it is seen, and leaves alone what is paused and what is stopped', async () => {
	const {code, stdout, stderr} = await run(['pause', '1001', '1002', '1001', '1003', '--yes', '--json']);
	expect(rowsOf(stdout)).toMatchObject([
		{id: '1001', name: 'Spring Renewals', operation: 'pause_campaign', outcome: 'done', observed: true, reason: null},
		{id: '1002', outcome: 'nothing-to-do', observed: true, ms: null},
		{id: '1003', outcome: 'nothing-to-do', observed: null, reason: 'it is stopped, so there is nothing to pause'},
	]);
	expect(rowsOf(stdout)[0]?.ms).toEqual(expect.any(Number));
	expect(stderr).toContain(
		'pause 1002: nothing was sent, it is paused already (the service shows PAUSE)  Name: Autumn Collections',
	);
	expect(code).toBe(0);
	expect(service.commands.byTarget).toEqual({'pause_campaign 1001': 1});
	expect(audited()).toEqual(['intent', 'outcome', 'observed']);
});

test('standard output that takes nothing hides no outcome: standard error tells it, and the exit code is its own', async ({
	skip,
}) => {
	skip(!existsSync('/dev/full'), 'there is no /dev/full here');
	const shell = (line: string, ...args: string[]) =>
		runProgram(args, {env: environment(), isDetached: true, before: ['sh', '-c', line, 'sh']});
	const full = await shell('"$@" >/dev/full', 'pause', '1001', '--yes', '--json');
	expect(full.stderr).toMatch(/pause 1001: done, observed after \S+ s \(PAUSE\)/);
	expect(full.stderr).toContain('cannot write to standard output: no space left on device');
	expect(full.code).toBe(0);
	const nobody = await shell('{ "$@"; echo "code $?" >&2; } | true', 'play', '1001', '--yes', '--no-wait', '--csv');
	expect(nobody.stderr).toMatch(/play 1001: done\s+Name: Spring Renewals\n.*code 0\n$/s);
	expect(nobody.stderr).not.toContain('cannot write');
	expect(service.commands.byTarget).toEqual({'pause_campaign 1001': 1, 'play_campaign 1001': 1});

	await service.setFault('refusal', {types: ['pause_campaign']});
	const refused = await shell('"$@" >/dev/full', 'pause', '1001', '--yes');
	expect(refused.stderr.match(/refused: The moon is full/g)).toHaveLength(1);
	expect(refused.code).toBe(1);
	await service.setFault('reset-after', {types: ['change_status']});
	const mute = await shell('"$@" >/dev/full 2>/dev/full', 'list-off', '2001', '--yes', '--no-wait');
	expect(mute.code).toBe(4);
});

test('an outcome that is unknown stays so, is never sent twice, and is looked for by the next run', async () => {
	await service.setFault('reset-after', {types: ['pause_campaign']});
	const carriedOut = await run(['pause', '1001', '--yes', '--json']);
	expect(rowsOf(carriedOut.stdout)).toMatchObject([{outcome: 'unknown', observed: true}]);
	expect(carriedOut.code).toBe(4);
	expect(carriedOut.stderr).toMatch(/asked to pause 1001 at \S+, no answer; the service now shows \S+/);
	expect(service.commands.byTarget).toEqual({'pause_campaign 1001': 1});

	const before = requestsOf('play_campaign');
	await service.setFault('reset-before', {types: ['play_campaign']});
	const lost = await run(['play', '1002', '--yes', '--no-wait']);
	expect(lost.code).toBe(4);
	expect(lost.stdout).toMatch(/1002 .* unknown +—/);
	await service.setFault();
	await using next = start(['play', '1002', '--yes', '--json']);
	await expect.poll(() => next.stderr(), {timeout: 10_000}).toContain('waiting up to 30 s for the service to show it');
	expect(requestsOf('play_campaign')).toBe(before + 1);
	// Somebody else has seen to it.
	const [, campaign] = service.state.campaigns;
	if (campaign) {
		campaign.state = 'dialing';
	}
	const {code, stdout} = await next.ended;
	expect(rowsOf(stdout)).toMatchObject([{id: '1002', outcome: 'nothing-to-do', observed: true}]);
	expect(code).toBe(0);
	expect(requestsOf('play_campaign')).toBe(before + 1);
	expect(audited()).toEqual(['intent', 'outcome', 'observed', 'intent', 'outcome', 'observed']);
}, 40_000);

test('asks on the terminal in full: a y of before, a paste, Enter, Ctrl-C and a signal send nothing', async () => {
	await using early = ask('pause', '1001');
	early.write('y');
	await using pasted = ask('pause', '1001');
	await using lost = ask('stop', '1001');
	const shell = '"$0" "$@"; echo "ended with $?"; stty -a';
	await using left = openPty({
		command: '/bin/sh',
		args: ['-c', shell, process.execPath, program, 'pause', '1001'],
		env: environment(),
	});
	await early.waitFor(/QA: pause 1001\? [\d,]+ calls in progress will finish\. \[y\/N\] +Name: Spring Renewals/);
	early.press('enter');
	expect(await early.waitForExit()).toBe(3);
	expect(early.text()).toContain('dialtop: nothing was sent');
	await pasted.waitFor('[y/N]');
	pasted.write('\u001b[A');
	pasted.write('y\r');
	expect(await pasted.waitForExit()).toBe(3);
	await left.waitFor('[y/N]');
	left.press('ctrl-c');
	await left.waitForExit();
	expect(left.text()).toContain('ended with 130');
	// The terminal is as it was.
	expect(left.text()).toMatch(/(?<!-)\bicanon\b[\s\S]* echo /);
	expect(left.modes.bracketedPaste).toBe(false);
	await using signalled = ask('stop', '1001');
	await signalled.waitFor(/Type its\s+name:/);
	signalled.kill('SIGUSR2');
	expect(await signalled.waitForExit()).toBe(140);
	expect(signalled.modes.bracketedPaste).toBe(false);
	await lost.waitFor(/Type its\s+name:/);
	lost.hangUp();
	await expect.poll(() => lost.exited).toBe(true);
	expect(service.commands.total).toBe(0);
	expect(audited()).toEqual([]);
});

test('a y pauses, and the name that is typed stops', async () => {
	await using pause = ask('pause', '1001');
	await pause.waitFor('[y/N]');
	await pause.answer('y');
	expect(await pause.waitForExit()).toBe(0);
	expect(pause.text()).toMatch(/1001 +Spring Renewals +pause_campaign +done +yes/);
	await using wrong = ask('stop', '1001');
	await wrong.waitFor(/its dialing queue\s+cleared[\s\S]*Type its\s+name:/);
	wrong.press('1001');
	await wrong.waitFor('> 1001');
	await wrong.answer('enter');
	expect(await wrong.waitForExit()).toBe(3);
	expect(wrong.text()).toContain('what was typed is not what was asked for');
	await using stop = ask('stop', '1001');
	await stop.waitFor(/Type its\s+name:/);
	stop.press('Spring Renewalx', 'backspace', 's');
	await stop.waitFor('> Spring Renewals');
	await stop.answer('enter');
	expect(await stop.waitForExit()).toBe(0);
	expect(service.commands.byTarget).toEqual({'pause_campaign 1001': 1, 'stop_campaign 1001': 1});
});

test('a question is taken back and asked anew once its campaign is called otherwise', async () => {
	const [campaign] = service.state.campaigns;
	const name = campaign?.name ?? '';
	await using stop = ask('stop', '1001');
	await stop.waitFor(/Type its\s+name:/);
	campaign && Object.assign(campaign, {name: 'EMERGENCY RECALL LINE'});
	await stop.waitFor(/1001: it has another name now[\s\S]*Name: EMERGENCY RECALL LINE/);
	expect(stop.text()).toContain('Asked anew, and for 2 s nothing confirms it.');
	stop.press('x');
	await stop.waitFor('> x');
	// Long enough for a first question.
	await stop.answer('enter');
	stop.press('backspace', name);
	await stop.waitFor(`> ${name}`);
	await stop.answer('enter', readAnewAfter);
	expect(await stop.waitForExit()).toBe(3);
	campaign && Object.assign(campaign, {name});
	expect(service.commands.total).toBe(0);
});

test('what can no longer be asked is said once', async () => {
	const [campaign] = service.state.campaigns;
	await using pause = ask('pause', '1001');
	await pause.waitFor('[y/N]');
	const isNamed = campaign?.state === 'dialing';
	campaign && Object.assign(campaign, {state: 'paused'});
	expect(await pause.waitForExit()).toBe(0);
	expect(isNamed).toBe(true);
	expect(pause.text()).toContain('pause 1001: nothing was sent, it is paused already');
	expect(pause.text().match(/nothing was sent/g)).toHaveLength(1);
	await using stop = ask('stop', '1001');
	await stop.waitFor(/Type its\s+name:/);
	const listed = service.state.campaigns.splice(0, 1);
	expect(await stop.waitForExit()).toBe(3);
	service.state.campaigns.unshift(...listed);
	expect(stop.text().match(/nothing was sent/g)).toHaveLength(1);
	expect(stop.text()).toContain('nothing was sent: 1001: the service no longer shows it');
	expect(service.commands.total).toBe(0);
});

test('a signal waits for the answer that is under way and begins nothing more; a second one leaves', async () => {
	await service.setFault('hang', {types: ['play_campaign']});
	const sent = requestsOf('play_campaign');
	await using waiting = start(['play', '1002', '1003', '--yes', '--json']);
	await expect.poll(() => requestsOf('play_campaign'), {timeout: 10_000}).toBe(sent + 1);
	waiting.child.kill('SIGINT');
	await expect.poll(() => waiting.stderr()).toContain('play 1002 is under way');
	service.release();
	const answered = await waiting.ended;
	expect(answered.code).toBe(130);
	expect(rowsOf(answered.stdout)).toMatchObject([
		{id: '1002', outcome: 'done'},
		{id: '1003', outcome: 'not-sent', reason: 'interrupted before its turn'},
	]);

	await using leaving = start(['play', '1003', '--yes', '--json']);
	await expect.poll(() => requestsOf('play_campaign'), {timeout: 10_000}).toBe(sent + 2);
	leaving.child.kill('SIGTERM');
	await expect.poll(() => leaving.stderr()).toContain('is under way');
	leaving.child.kill('SIGTERM');
	const left = await leaving.ended;
	expect(left.code).toBe(143);
	expect(rowsOf(left.stdout)).toMatchObject([
		{id: '1003', outcome: 'unknown', reason: 'the program ended before its answer came'},
	]);
	const lines = linesOf(join(home, 'dialtop', 'audit.jsonl'));
	const {id} = lines.findLast(({kind}) => kind === 'intent') ?? {};
	expect(lines.filter(line => line.id === id && line.outcome !== 'unknown')).toHaveLength(1);

	await service.setFault('slow', {types: ['pause_campaign'], milliseconds: 1, executes: false});
	await using looking = start(['pause', '1001', '--yes', '--json']);
	await expect.poll(() => audited().at(-1), {timeout: 10_000}).toBe('outcome');
	await expect.poll(() => requestsOf('pause_campaign')).toBeGreaterThan(0);
	await expect
		.poll(() => linesOf(join(home, 'dialtop', 'audit.jsonl')).at(-1), {timeout: 10_000})
		.toMatchObject({kind: 'outcome', operation: 'pause_campaign'});
	looking.child.kill('SIGINT');
	const seen = await looking.ended;
	expect(seen.code).toBe(130);
	expect(rowsOf(seen.stdout)).toMatchObject([{id: '1001', outcome: 'done', observed: null, shows: 'PLAY'}]);
}, 40_000);

test('the sandbox has carried out each command exactly once, whatever became of its answer', async () => {
	const log = join(home, 'requests.jsonl');
	await using sandbox = await openSandbox('--log', log, '--fault', 'reset:pause_campaign');
	const on = {...sandbox.env};
	const paused = await run(['pause', '1014', '--yes', '--json', '--wait', '2'], on);
	expect(paused.code).toBe(4);
	expect(rowsOf(paused.stdout)).toMatchObject([{outcome: 'unknown'}]);
	const stopped = await run(['stop', '1013', '1012', '--confirm', 'stop 2', '--json'], on);
	expect(stopped.code).toBe(0);
	expect(rowsOf(stopped.stdout)).toMatchObject([{observed: true}, {observed: true}]);
	const played = await run(['play', '1013', '--yes'], on);
	expect(played.code).toBe(0);
	const commands = readFileSync(log, 'utf8')
		.trim()
		.split('\n')
		.map(line => JSON.parse(line) as Record<string, string>)
		.filter(({type}) => /^(?:play|pause|stop)_campaign$/.test(type ?? ''))
		.map(({type, campaign_id: id}) => `${type} ${id}`);
	expect(commands).toEqual(['pause_campaign 1014', 'stop_campaign 1013', 'stop_campaign 1012', 'play_campaign 1013']);
}, 40_000);
