/** Campaigns and lists steered from the command line, on a service that answers well and otherwise. */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, beforeEach, expect, test, vi} from 'vitest';
import {z} from 'zod';
import {linesOf} from '../helpers/audit.ts';
import {type OtherService, startOtherService} from '../helpers/other-service.ts';
import {type Called, calledAs} from './called.ts';

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
	vi.unstubAllEnvs();
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

const run = (words: readonly string[], env: Readonly<Record<string, string | undefined>> = {}): Promise<Called> =>
	calledAs(words, {
		XDG_CONFIG_HOME: '/nonexistent',
		XDG_STATE_HOME: home,
		DIALTOP_URL: service.url,
		DIALTOP_USER: 'ops',
		DIALTOP_PASSWORD: 'secret',
		DIALTOP_ENVIRONMENT: 'qa',
		...env,
	});

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
	const unlisted = await run(['pause', '1001', '4711', '--yes']);
	const unasked = await run(['pause', '1001']);
	const readOnly = await run(['pause', '1001', '--yes', '--read-only', '--json']);
	const signedOut = await run(['pause', '1001', '--yes'], {
		DIALTOP_TOKEN: 'of-yesterday',
		DIALTOP_PASSWORD: undefined,
	});
	const wrongFlag = await run(['pause', '1001', '--yes', '--wait', '31']);
	expect(unlisted).toMatchObject({code: 1, stdout: ''});
	expect(unlisted.stderr).toContain('nothing was sent');
	expect(unlisted.stderr).toContain('lists no campaign "4711"');
	expect(unasked).toMatchObject({code: 2, stdout: ''});
	expect(unasked.stderr).toContain('QA: pause 1001?');
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
		const stop = await run(['stop', '1001', '--yes']);
		const call = await run(['call', 'stop_campaign', 'campaign_id=1001', '--yes']);
		expect(stop.stderr).toContain(`--confirm 'O'\\''Neil (new)' confirms it`);
		expect(call.stderr).toContain(`--confirm 'O'\\''Neil (new)' confirms it`);
	} finally {
		Object.assign(campaign ?? {}, {name});
	}
});

test('stops only with the very text, which a yes is not enough for', async () => {
	const yes = await run(['stop', '1001', '--yes']);
	const wrong = await run(['stop', '1001', '--confirm', 'spring renewals']);
	expect(yes.code).toBe(2);
	expect(yes.stderr).toContain("--confirm 'Spring Renewals' confirms it, --yes is not enough");
	expect(wrong.code).toBe(2);
	expect(wrong.stderr).toContain(`it takes --confirm 'Spring Renewals', not 'spring renewals'`);
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
	expect(refused.stderr).toContain('pause 1001 refused: The moon is full.');

	// It says done, and changes nothing.
	await service.setFault('slow', {types: ['pause_campaign'], milliseconds: 1, executes: false});
	const unseen = await run(['pause', '1001', '--yes', '--json', '--wait', '0.7']);
	const unwaited = await run(['pause', '1001', '--yes', '--json', '--no-wait']);
	expect(rowsOf(unseen.stdout)).toMatchObject([{outcome: 'done', observed: false, shows: 'PLAY'}]);
	expect(unseen.stderr).toContain(
		'accepted, but not observed after 0.7 s; the service now shows PLAY: not what was asked',
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
	const sent = requestsOf('pause_campaign');
	const failing = run(['pause', '1001', '--yes', '--json', '--wait', '3']);
	await expect.poll(() => requestsOf('pause_campaign'), {timeout: 10_000}).toBeGreaterThan(sent);
	Object.assign(first ?? {}, {word: 'ERROR'});
	const failed = await failing;
	expect(rowsOf(failed.stdout)).toMatchObject([{outcome: 'done', observed: false, shows: 'ERROR'}]);
	expect(failed.stderr).toContain('the service shows ERROR, a word dialtop does not know: not observed');
	expect(failed.code).toBe(4);
	expect(audited()).toEqual(['intent', 'outcome']);

	// get_campaigns says that it dials, the dashboard that it does not.
	Object.assign(second ?? {}, {state: 'dialing', figures: {display_status: 'PAUSE'}});
	const apart = await run(['pause', '1002', '--yes', '--json', '--wait', '1']);
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
		{id: '1002', outcome: 'nothing-to-do', observed: true, reason: 'it is paused already'},
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
	const called = await run(['call', 'pause_campaign', 'campaign_id=1001', '--yes', '--json', '--no-wait']);
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

test('a token that has expired is renewed before anything is sent', async () => {
	const {code, stdout} = await run(['pause', '1001', '--yes', '--json'], {DIALTOP_TOKEN: 'of-yesterday'});
	expect(rowsOf(stdout)).toMatchObject([{outcome: 'done', observed: true}]);
	expect(code).toBe(0);
	expect(service.commands.byTarget).toEqual({'pause_campaign 1001': 1});
});
