/** Campaigns and lists steered from the command line: real processes, on services that answer well and otherwise. */
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, beforeEach, expect, test} from 'vitest';
import {z} from 'zod';
import {readAnewAfter} from '../../source/control/answer.ts';
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
		{id: '1003', outcome: 'nothing-to-do', observed: null, reason: 'is stopped, so there is nothing to pause'},
	]);
	expect(rowsOf(stdout)[0]?.ms).toEqual(expect.any(Number));
	expect(stderr).toContain(
		'pause 1002: nothing was sent, it is paused already (the service shows PAUSE)  Name: Autumn Collections',
	);
	expect(code).toBe(0);
	expect(service.commands.byTarget).toEqual({'pause_campaign 1001': 1});
	expect(audited()).toEqual(['intent', 'outcome', 'observed']);
});

test('switches lists off and on, as CSV and as a table', async () => {
	const off = await run(['list-off', '2001', '--yes', '--csv']);
	expect(off).toMatchObject({code: 0, stderr: ''});
	expect(off.stdout).toMatch(
		/^id,name,operation,outcome,observed,shows,reason,ms\r?\n2001,Spring Renewals A,change_status,done,true,N,,\d+\r?\n$/,
	);
	const on = await run(['list-on', '2001', '2003', '--yes']);
	expect(on.code).toBe(0);
	expect(on.stdout).toMatch(/^ +id {2}name +operation +outcome +observed +shows +ms\n2001 {2}Spring.* done +yes +Y/);
	expect(on.stdout).toMatch(/2003 .* nothing to do +yes +Y/);
	expect(service.commands.byTarget).toEqual({'change_status 2001': 2});
});

test('sends nothing to any where one is not listed, where nobody says yes, and where nothing may be changed', async () => {
	const [unlisted, unasked, readOnly, signedOut, wrongFlag] = await Promise.all([
		run(['pause', '1001', '4711', '--yes']),
		run(['pause', '1001']),
		run(['pause', '1001', '--yes', '--read-only', '--json']),
		run(['pause', '1001', '--yes'], {DIALTOP_TOKEN: 'of-yesterday', DIALTOP_PASSWORD: undefined}),
		run(['pause', '1001', '--yes', '--wait', '31']),
	]);
	expect(unlisted).toMatchObject({code: 1, stdout: ''});
	expect(unlisted.stderr).toContain('nothing was sent');
	expect(unlisted.stderr).toContain('lists no campaign "4711"');
	expect(unasked).toMatchObject({code: 2, stdout: ''});
	expect(unasked.stderr).toContain('pause 1001 in QA has to be confirmed');
	expect(unasked.stderr).toContain('no terminal to ask on; --yes confirms it');
	expect(readOnly.code).toBe(3);
	expect(rowsOf(readOnly.stdout)).toMatchObject([{outcome: 'not-sent', reason: 'this session is read-only'}]);
	expect(signedOut).toMatchObject({code: 5, stdout: ''});
	expect(signedOut.stderr).toMatch(/dialtop login --url \S+ .*signs in/);
	expect(wrongFlag).toMatchObject({code: 2, stdout: ''});
	expect(service.commands.total).toBe(0);
	expect(audited()).toEqual([]);
});

test('a flag in a message can be pasted into a shell', async () => {
	const [campaign] = service.state.campaigns;
	const name = campaign?.name ?? '';
	try {
		Object.assign(campaign ?? {}, {name: "O'Neil (new)"});
		const [stop, call] = await Promise.all([
			run(['stop', '1001', '--yes']),
			run(['call', 'stop_campaign', 'campaign_id=1001', '--yes']),
		]);
		expect(stop.stderr).toContain(`--confirm 'O'\\''Neil (new)' confirms it`);
		expect(call.stderr).toContain(`give --confirm 'O'\\''Neil (new)'`);
	} finally {
		Object.assign(campaign ?? {}, {name});
	}
});

test('stops only with the very text, which a yes is not enough for', async () => {
	const [yes, wrong] = await Promise.all([
		run(['stop', '1001', '--yes']),
		run(['stop', '1001', '--confirm', 'spring renewals']),
	]);
	expect(yes.code).toBe(2);
	expect(yes.stderr).toContain("--confirm 'Spring Renewals' confirms it, --yes is not enough");
	expect(wrong.code).toBe(2);
	expect(wrong.stderr).toContain(`to stop 1001 in QA takes --confirm 'Spring Renewals', not 'spring renewals'`);
	expect(service.commands.total).toBe(0);
	const two = await run(['stop', '1001', '1002', '--confirm', 'stop 2', '--json']);
	expect(rowsOf(two.stdout)).toMatchObject([
		{id: '1001', outcome: 'done', observed: true},
		{id: '1002', outcome: 'done', observed: true},
	]);
	expect(two.code).toBe(0);
	expect(service.commands.byTarget).toEqual({'stop_campaign 1001': 1, 'stop_campaign 1002': 1});
});

test('tells a refusal, what was not seen, and a service that is not there', async () => {
	await service.setFault('refusal', {types: ['pause_campaign']});
	const refused = await run(['pause', '1001', '--yes', '--json']);
	expect(rowsOf(refused.stdout)).toMatchObject([
		{outcome: 'refused', observed: null, reason: 'The moon is full. (E77)'},
	]);
	expect(refused.code).toBe(1);
	expect(refused.stderr).toContain('refused by the service: The moon is full.');

	// It says done, and changes nothing.
	await service.setFault('slow', {types: ['pause_campaign'], milliseconds: 1, executes: false});
	const [unseen, unwaited] = await Promise.all([
		run(['pause', '1001', '--yes', '--json', '--wait', '0.7']),
		run(['pause', '1001', '--yes', '--json', '--no-wait']),
	]);
	expect(rowsOf(unseen.stdout)).toMatchObject([{outcome: 'done', observed: false, shows: 'PLAY'}]);
	expect(unseen.stderr).toContain(
		'done, but not observed within 0.7 s; the service now shows PLAY: not what was asked',
	);
	expect(unseen.code).toBe(4);
	expect(rowsOf(unwaited.stdout)).toMatchObject([{outcome: 'done', observed: null}]);
	expect(unwaited.code).toBe(0);

	await service.setFault('refused');
	const gone = await run(['pause', '1001', '--yes']);
	expect(gone).toMatchObject({code: 3, stdout: ''});
	expect(gone.stderr).toMatch(/nothing was sent: the campaigns of .* could not be read/);
	expect(service.commands.total).toBe(0);
});

test('a word that nobody explains is not what was asked; the profile can say that it is', async () => {
	const [first, second] = service.state.campaigns;
	await service.setFault('slow', {types: ['pause_campaign'], milliseconds: 1, executes: false});
	await using failing = start(['pause', '1001', '--yes', '--json', '--wait', '4']);
	await expect.poll(() => requestsOf('pause_campaign'), {timeout: 10_000}).toBeGreaterThan(0);
	Object.assign(first ?? {}, {word: 'ERROR'});
	const failed = await failing.ended;
	expect(rowsOf(failed.stdout)).toMatchObject([{outcome: 'done', observed: false, shows: 'ERROR'}]);
	expect(failed.stderr).toContain('the service shows ERROR, a word dialtop does not know: not observed');
	expect(failed.code).toBe(4);
	expect(audited()).toEqual(['intent', 'outcome']);

	// get_campaigns says that it dials, the dashboard that it does not.
	Object.assign(second ?? {}, {state: 'dialing', figures: {display_status: 'PAUSE'}});
	const apart = await run(['pause', '1002', '--yes', '--json', '--wait', '2']);
	const shows = 'PAUSE in the dashboard, PLAY in get_campaigns';
	expect(rowsOf(apart.stdout)).toMatchObject([{outcome: 'done', observed: false, shows}]);
	expect(apart.code).toBe(4);
	Object.assign(second ?? {}, {state: 'paused', figures: {}});

	await service.setFault();
	for (const campaign of [first, second]) {
		const get = (): string => ({dialing: 'RUNNING', paused: 'Hold', stopped: 'OVER'})[campaign?.state ?? 'stopped'];
		Object.defineProperty(campaign ?? {}, 'word', {get, configurable: true});
	}
	const config = join(home, 'config.yml');
	const words = 'status_words: {RUNNING: play, HOLD: pause}';
	writeFileSync(config, `profiles:\n  own: {url: "${service.url}", ${words}}\n`, {mode: 0o600});
	const known = await run(['pause', '1001', '1002', '--yes', '--json', '-p', 'own', '--config', config]);
	expect(rowsOf(known.stdout)).toMatchObject([
		{id: '1001', outcome: 'done', observed: true, shows: 'Hold'},
		{id: '1002', outcome: 'nothing-to-do', observed: true, reason: 'is paused already'},
	]);
	expect(known.code).toBe(0);
	const board = await run(['campaigns', '--json', '-p', 'own', '--config', config]);
	expect(JSON.parse(board.stdout)).toMatchObject([{means: 'paused'}, {means: 'paused'}, {means: 'stopped'}]);
	for (const campaign of [first, second]) {
		delete (campaign as {word?: string}).word;
	}
});

test('an answer that contradicts itself or names another is unknown; a warning beside success is told', async () => {
	const results: Record<string, unknown> = {};
	for (const fault of ['warning', 'flag-twice', 'other-target'] as const) {
		await service.setFault(fault, {types: ['stop_campaign'], executes: false});
		const {code, stdout, stderr} = await run(['stop', '1001', '--confirm', 'Spring Renewals', '--json', '--no-wait'], {
			XDG_STATE_HOME: join(home, fault),
		});
		const lines = linesOf(join(home, fault, 'dialtop', 'audit.jsonl'));
		results[fault] = {code, rows: rowsOf(stdout), stderr, audit: lines.at(-1)};
	}
	await service.setFault('warning', {types: ['pause_campaign'], executes: false});
	const called = await run(['call', 'pause_campaign', 'campaign_id=1001', '--yes', '--json']);
	expect(called.code).toBe(0);
	expect(called.stderr).toContain('pause_campaign: done; the service warns: Two lines were still busy.');
	expect(JSON.parse(called.stdout)).toEqual({error: 'Two lines were still busy.'});
	const row = (code: number, outcome: string, reason: string) => ({
		code,
		rows: [{outcome, reason}],
		stderr: expect.stringContaining(reason),
		audit: {kind: 'outcome', outcome, reason},
	});
	expect(results).toMatchObject({
		warning: row(0, 'done', 'the service warns: Two lines were still busy.'),
		'flag-twice': row(4, 'unknown', 'the service answered success "0" and "1", which contradict each other'),
		'other-target': row(4, 'unknown', 'the answer names campaign_id 987654, and 1001 was asked for'),
	});
});

test('standard output that takes nothing hides no outcome: standard error tells it, and the exit code is its own', async ({
	skip,
}) => {
	skip(!existsSync('/dev/full'), 'there is no /dev/full here');
	const shell = (line: string, ...args: string[]) =>
		runProgram(args, {env: environment(), isDetached: true, before: ['sh', '-c', line, 'sh']});
	const full = await shell('"$@" >/dev/full', 'pause', '1001', '--yes', '--json');
	expect(full.stderr).toMatch(/pause 1001: done, and the service shows PAUSE/);
	expect(full.stderr).toContain('cannot write to standard output: no space left on device');
	expect(full.code).toBe(0);
	const nobody = await shell('{ "$@"; echo "code $?" >&2; } | true', 'play', '1001', '--yes', '--no-wait', '--csv');
	expect(nobody.stderr).toMatch(/play 1001: done\s+Name: Spring Renewals\n.*code 0\n$/s);
	expect(nobody.stderr).not.toContain('cannot write');
	expect(service.commands.byTarget).toEqual({'pause_campaign 1001': 1, 'play_campaign 1001': 1});

	await service.setFault('refusal', {types: ['pause_campaign']});
	const refused = await shell('"$@" >/dev/full', 'pause', '1001', '--yes');
	expect(refused.stderr.match(/refused by the service: The moon is full/g)).toHaveLength(1);
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
	expect(carriedOut.stderr).toMatch(/outcome unknown: .*; but the service now shows \S+/);
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

test('a token that has expired is renewed before anything is sent', async () => {
	const {code, stdout} = await run(['pause', '1001', '--yes', '--json'], {DIALTOP_TOKEN: 'of-yesterday'});
	expect(rowsOf(stdout)).toMatchObject([{outcome: 'done', observed: true}]);
	expect(code).toBe(0);
	expect(service.commands.byTarget).toEqual({'pause_campaign 1001': 1});
});

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
	expect(rowsOf(left.stdout)).toMatchObject([{id: '1003', outcome: 'unknown', reason: 'left before its answer came'}]);
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
