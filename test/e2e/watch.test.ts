/** `dialtop watch` as a shell has it: its lines, its readers, its ends. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {afterAll, expect, test} from 'vitest';
import {z} from 'zod';
import {calibrationHere} from '../helpers/calibration.ts';
import {cleanEnvironment, program} from '../helpers/monitor.ts';
import {type OtherService, startOtherService} from '../helpers/other-service.ts';
import {runProgram, startProgram} from '../helpers/run-program.ts';

const token = 'token-of-the-watch-4711';

const folder = mkdtempSync(join(tmpdir(), 'dialtop-watch-'));
afterAll(() => rmSync(folder, {recursive: true}));

const envOf = ({url}: OtherService) => ({DIALTOP_URL: url, DIALTOP_TOKEN: token, DIALTOP_ENVIRONMENT: 'qa'});

const started = async (campaigns = 3): Promise<OtherService & AsyncDisposable> => {
	const service = await startOtherService({token, campaigns});
	return {...service, [Symbol.asyncDispose]: service.close};
};

const time = z.iso.datetime({precision: 3});
const campaign = z.strictObject({id: z.string(), name: z.string()});
const figure = z.number().nullable();
const common = {
	time,
	profile: z.null(),
	environment: z.string().min(1),
	host: z.string().min(1),
	dropped: z.int().optional(),
};
const poll = z.strictObject({
	...common,
	kind: z.literal('poll'),
	campaign,
	status: z.string().nullable(),
	means: z.enum(['dialing', 'paused', 'stopped', 'unknown']),
	disputed: z.null(),
	figures: z.strictObject({
		method: z.string().nullable(),
		level: figure,
		ready: figure,
		on_call: figure,
		wrap_up: figure,
		paused: figure,
		ringing: figure,
		waiting: figure,
		drop: figure,
		period: z.null(),
		done: figure,
		remaining: figure,
		time_left: figure,
		waiting_for: figure,
		drop_change: figure,
		recent_drop: figure,
		live_answer: figure,
		connect: figure,
		sales_per_hour: figure,
		lines: figure,
		agents: figure,
		active_calls: figure,
		in_ivr: figure,
		drop_limit: figure,
		human_answered: figure,
		machine_answered: figure,
		called_today: figure,
		answered_today: figure,
		transfers: figure,
		sales: figure,
		total_leads: figure,
		active_leads: figure,
	}),
	latency_ms: z.number().nonnegative(),
});
const failure = z.strictObject({
	...common,
	kind: z.literal('failure'),
	campaign: campaign.nullable(),
	reason: z.string(),
});
const link = z.strictObject({
	...common,
	kind: z.literal('link'),
	link: z.enum(['live', 'retrying', 'signed-out']),
	reason: z.string().nullable(),
	next_try: time.nullable(),
});
const alert = z.strictObject({
	...common,
	kind: z.literal('alert'),
	event: z.enum(['raised', 'risen', 'returned', 'resolved']),
	id: z.string().regex(/^[a-z-]+(?::\S+)?$/),
	level: z.enum(['warning', 'critical']),
	rule: z.string(),
	text: z.string(),
	campaign: campaign.nullable(),
	value: z.number(),
	threshold: z.number(),
	unit: z.string(),
	alarm: z.enum(['value >= threshold', 'value <= threshold']),
	worst: z.number(),
	note: z.string(),
	part_of: z.string().nullable(),
	called_in_vain: z.number().nullable(),
	since: time,
	until: time.nullable(),
	end: z.string().nullable(),
	times: z.number(),
	acknowledged: z.null(),
	campaigns: z.array(
		z.strictObject({
			id: z.string(),
			name: z.string(),
			alert: z.string(),
			level: z.enum(['warning', 'critical']),
			rule: z.string(),
			value: z.number(),
			threshold: z.number(),
			unit: z.string(),
			end: z.string().nullable(),
		}),
	),
});
const lineSchema = z.discriminatedUnion('kind', [poll, failure, link, alert]);

const read = (text: string) => lineSchema.parse(JSON.parse(text));

test('each line says when, of what and how it stands', async () => {
	const config = new URL('quick-alerts.yml', import.meta.url).pathname;
	const {code, stdout, stderr} = await runProgram(['watch', '--sandbox', '--count', '14', '--config', config]);
	expect([code, stderr]).toEqual([0, '']);
	const lines = stdout.trimEnd().split('\n').map(read);
	expect(lines[0]).toMatchObject({kind: 'link', link: 'live', environment: 'SANDBOX'});
	const polls = lines.flatMap(line => (line.kind === 'poll' ? line : []));
	expect(polls).toHaveLength(14);
	expect(new Set(polls.map(one => one.campaign.id)).size).toBe(14);
	expect(polls.some(one => (one.figures.ready ?? 0) > 0 && (one.figures.drop ?? 0) > 0)).toBe(true);
	expect(lines.filter(({kind}) => kind === 'alert').length).toBeGreaterThan(0);
});

test('one campaign, an outage and the way back; a signal ends it', async () => {
	await using service = await started();
	await using watch = startProgram(['watch', '1002', '--interval', '0.5'], {env: envOf(service)});
	await watch.lines(2);
	await service.setFault('refused');
	/** Waits for lines in this order, whatever stands between them. */
	const kinds = async (...wanted: string[]): Promise<void> => {
		const left = [...wanted];
		for (let count = 1; left.length > 0; count++) {
			const line = read((await watch.lines(count))[count - 1] ?? '');
			if (('link' in line ? line.link : line.kind) === left[0]) {
				left.shift();
			}
		}
	};
	await kinds('poll', 'retrying');
	await service.setFault();
	await kinds('poll', 'retrying', 'live', 'poll');
	watch.child.kill('SIGTERM');
	const {code, stdout, stderr} = await watch.ended;
	expect([code, stderr]).toEqual([143, '']);
	const lines = stdout.trimEnd().split('\n').map(read);
	expect(lines.find(({kind}) => kind === 'failure')).toMatchObject({reason: expect.stringContaining('refused')});
	expect(lines.flatMap(line => (line.kind === 'poll' ? line.campaign.id : []))).not.toContain('1001');
	expect(service.requests.some(({target}) => target === '1001')).toBe(false);
	expect(stdout).not.toContain(token);
});

test.each([
	['SIGINT', 130],
	['SIGHUP', 129],
	['SIGXCPU', 152],
] as const)('%s ends it with %i, while nothing answers', async (signal, expected) => {
	await using service = await started();
	await service.setFault('hang');
	await using watch = startProgram(['watch'], {env: envOf(service)});
	await expect.poll(() => service.requests.length, {timeout: 10_000}).toBeGreaterThan(0);
	watch.child.kill(signal);
	expect(await watch.ended).toEqual({code: expected, signal: null, stdout: '', stderr: ''});
});

test('a reader that goes away ends it quietly', async () => {
	await using service = await started();
	// The exit code of what stands before the pipe, in any shell.
	const script = '{ "$0" "$1" watch --interval 0.5; echo "code $?" >&2; } | head -1';
	const child = spawn('/bin/sh', ['-c', script, process.execPath, program], {
		env: {...cleanEnvironment, ...envOf(service)},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
	expect(stdout.split('\n').map(line => line && read(line).kind)).toEqual(['link', '']);
	expect(stderr).toBe('code 0\n');
});

test('a slow reader misses polls and is told how many; a signal ends it at once all the same', async () => {
	await using service = await started(60);
	await service.setFault('long-name', {length: 1000});
	const config = join(folder, 'fast.yml');
	writeFileSync(config, `profiles: {fast: {url: '${service.url}', environment: qa, requests: 50}}\n`);
	const args = [
		'watch',
		'-p',
		'fast',
		'--interval',
		'0.5',
		'--config',
		config,
		'--log',
		join(folder, 'requests.jsonl'),
	];
	await using watch = startProgram(args, {env: {DIALTOP_PROFILE: 'fast', DIALTOP_TOKEN: token}, isUnread: true});
	const {stdout} = watch.child;
	// The pipe holds 64 kB and this process some more of it.
	await expect.poll(() => service.requests.length, {timeout: 20_000, interval: 100}).toBeGreaterThan(110);
	let seen = '';
	stdout?.on('data', (some: string) => {
		seen += some;
	});
	await expect.poll(() => seen, {timeout: 10_000}).toMatch(/"dropped":\d+.*\n/);
	const lines = seen.slice(0, seen.lastIndexOf('\n')).split('\n');
	const missing = lines.map(one => JSON.parse(one) as {dropped?: number}).find(({dropped}) => dropped)?.dropped ?? 0;
	expect(missing).toBeGreaterThan(5);
	stdout?.pause();
	const asked = service.requests.length;
	await expect.poll(() => service.requests.length, {timeout: 20_000, interval: 100}).toBeGreaterThan(asked + 80);
	const since = performance.now();
	watch.child.kill('SIGTERM');
	await once(watch.child, 'exit');
	const took = performance.now() - since;
	expect(await calibrationHere().exceeded('wall', took, {work: 2000})).toBeUndefined();
	expect(watch.child.exitCode).toBe(143);
	stdout?.resume();
});

test('what cannot be watched is said', async () => {
	await using service = await started();
	const [unknown, signedOut, wrong] = await Promise.all([
		runProgram(['watch', '1001', '99'], {env: envOf(service)}),
		runProgram(['watch', '--kinds', 'poll', '--url', service.url]),
		runProgram(['watch', '--kinds', 'poll,allert']),
	]);
	expect([unknown.code, unknown.stderr]).toEqual([
		1,
		`dialtop: 127.0.0.1:${service.port} lists no campaign 99; dialtop campaigns shows what it lists\n`,
	]);
	expect([signedOut.code, signedOut.stdout, signedOut.stderr]).toEqual([
		5,
		'',
		`dialtop: not signed in at 127.0.0.1:${service.port}. dialtop login --url ${service.url} signs in\n`,
	]);
	expect([wrong.code, wrong.stderr]).toEqual([
		2,
		'dialtop: --kinds takes poll,failure,link,alert, not "allert"; did you mean "alert"?\n',
	]);
});
