/** No audit, no command: what the service gets, and what stands in the audit's file when it gets it. */
import {once} from 'node:events';
import {readdirSync, readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import type {Audit, IntentEnd} from '../../source/audit/audit.ts';
import {AuditFailure} from '../../source/audit/file.ts';
import {audited} from '../../source/service/audited.ts';
import {createDialer} from '../../source/wire/client/dialer.ts';
import {createHttpTransport} from '../../source/wire/client/transport.ts';
import type {Outcome} from '../../source/wire/errors.ts';
import {type OperationType, operations} from '../../source/wire/operations/index.ts';
import {linesOf, temporaryFolder, testAudit} from '../helpers/audit.ts';
import {done, failing, pauseOf, refused, startRig} from './harness.ts';

const commands = (Object.keys(operations) as OperationType[]).filter(
	type => operations[type].effect !== 'read' && operations[type].effect !== 'session',
);
const waiting = {timeout: 5000, interval: 10};

/** A service that says yes to everything and looks into the audit before. */
const startService = async (auditOf: (url: string) => Audit) => {
	const seen: {type: string | null; kinds: unknown[]}[] = [];
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) {
			chunks.push(chunk as Buffer);
		}
		const type = new URLSearchParams(Buffer.concat(chunks).toString()).get('type');
		seen.push({type, kinds: linesOf(audit.file).map(({kind, operation}) => `${kind} ${operation}`)});
		response.end('{"response": {"success": 1, "token": "T"}}');
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const audit = auditOf(url);
	const http = createHttpTransport(url);
	onTestFinished(async () => {
		await http.close();
		server.close();
	});
	return {
		seen,
		audit,
		dialer: audited(createDialer({transport: http.send, token: () => 'T'}), {audit, user: () => 'ops'}),
	};
};

test('when a command arrives, its intent is in the file already, and its outcome is not', async () => {
	const {seen, audit, dialer} = await startService(testAudit);
	expect(await dialer.ask('pause_campaign', {campaign_id: '1001'})).toMatchObject({kind: 'done'});
	expect(await dialer.ask('play_campaign', {campaign_id: '1001'})).toMatchObject({kind: 'done'});
	expect(seen).toEqual([
		{type: 'pause_campaign', kinds: ['intent pause_campaign']},
		{
			type: 'play_campaign',
			kinds: ['intent pause_campaign', 'outcome pause_campaign', 'intent play_campaign'],
		},
	]);
	expect(linesOf(audit.file).at(-1)).toMatchObject({outcome: 'done', serviceUser: 'ops', ms: expect.any(Number)});
});

test('without an audit no operation that changes anything is sent; reads and signing in are', async () => {
	const nowhere = join(temporaryFolder(), 'missing', 'audit.jsonl');
	const {seen, dialer} = await startService(url => testAudit(url, {file: nowhere}));
	expect(commands.length).toBeGreaterThan(20);
	for (const type of commands) {
		const outcome = await dialer.ask(type, {});
		expect([type, outcome.kind]).toEqual([type, 'not-sent']);
		const cause = outcome.kind === 'not-sent' ? outcome.cause : undefined;
		expect([cause?.code, cause?.message]).toEqual([
			'no-audit',
			expect.stringContaining(`the audit cannot be written: ${nowhere}`),
		]);
	}
	expect(seen).toEqual([]);
	expect(await dialer.ask('get_campaigns', {})).toMatchObject({kind: 'done'});
	expect(await dialer.ask('login_user', {user: 'ops', pass: 'secret'})).toMatchObject({kind: 'done'});
	expect(seen.map(({type}) => type)).toEqual(['get_campaigns', 'login_user']);
});

test.for<[outcome: Outcome<never>, ended: Partial<IntentEnd>]>([
	[done({}), {kind: 'done'}],
	[
		{kind: 'done', answer: {} as never, warning: 'mind'},
		{kind: 'done', reason: 'the service warns: mind'},
	],
	[refused('no'), {kind: 'refused', reason: 'no'}],
	[failing('deadline'), {kind: 'unknown', reason: 'deadline'}],
	[failing('connection-refused', 'not-sent'), {kind: 'not-sent', reason: 'connection-refused'}],
])('%#: the audit has what is sent, what came of it and how long that took', async ([outcome, ended]) => {
	const written: unknown[] = [];
	const sent: unknown[] = [];
	let time = 100;
	const problem = new AuditFailure('the disk is full');
	const send = async (type: string, params: unknown, options: unknown) => {
		sent.push({type, params, options});
		time += 40;
		return outcome;
	};
	const audit = {
		async intent(intent: unknown) {
			written.push(intent);
			return {
				id: 'i',
				async ended(end: unknown) {
					written.push(end);
					return problem;
				},
			};
		},
	};
	const dialer = audited({call: send, ask: send} as never, {
		audit: audit as never,
		user: () => 'ops',
		elapsed: () => time,
	});
	const complaints: unknown[] = [];
	const note = {id: 'i', verb: 'pause'};
	const complain = (failure: AuditFailure) => complaints.push(failure);
	for (const through of ['ask'] as const) {
		const params = {campaign_id: '1'};
		expect(await dialer[through]('pause_campaign', params, {deadline: 5, audit: {...note, complain}})).toBe(outcome);
		expect(written.splice(0)).toEqual([
			{...note, operation: 'pause_campaign', params, by: 'ops'},
			{...ended, ms: 40},
		]);
		expect(sent.splice(0)).toEqual([{type: 'pause_campaign', params, options: {deadline: 5}}]);
		expect(complaints.splice(0)).toEqual([problem]);
		expect(await dialer[through]('get_list', {list_id: '1'}, {deadline: 5, audit: note})).toBe(outcome);
		expect(written).toEqual([]);
		expect(sent.splice(0)).toEqual([{type: 'get_list', params: {list_id: '1'}, options: {deadline: 5}}]);
	}
	expect(await dialer.ask('pause_campaign', {campaign_id: '1'})).toBe(outcome);
});

test('why the audit cannot be written is told with what to do about it', async () => {
	for (const [error, advice] of [
		[new AuditFailure('no room', 'Make room.'), 'Make room.'],
		[new Error('no room'), ''],
	] as const) {
		const audit = {
			async intent() {
				throw error;
			},
		};
		const dialer = audited({} as never, {audit: audit as never, user: () => undefined});
		const outcome = await dialer.ask('pause_campaign', {});
		expect(outcome).toMatchObject({kind: 'not-sent', cause: {code: 'no-audit', message: 'no room', advice}});
		expect(outcome.kind === 'not-sent' && outcome.cause.cause).toBe(error);
	}
});

test('no other place makes a dialer that the monitor or a command sends with', () => {
	const folder = join(import.meta.dirname, '../../source');
	const made = readdirSync(folder, {recursive: true, encoding: 'utf8'})
		.filter(file => /\.tsx?$/.test(file) && !file.startsWith('sandbox') && file !== 'api/dialer.ts')
		.map(file => readFileSync(join(folder, file), 'utf8').replace(/\s+/g, ''))
		.filter(source => source.includes('createDialer('));
	expect(made.length).toBeGreaterThan(0);
	for (const source of made) {
		expect(source.match(/(?<!audited\()createDialer\(/)).toBeNull();
	}
});

test('a control leaves its intent with its target, its outcome, and when it was observed', async () => {
	const rig = await startRig({attention: {selected: '1001'}});
	await expect.poll(() => rig.store.get().dashboards.size, waiting).toBe(3);
	await rig.monitor.control(pauseOf('1001'));
	await expect
		.poll(() => linesOf(rig.audit.file).map(({kind}) => kind), waiting)
		.toEqual(['intent', 'outcome', 'observed']);
	expect(linesOf(rig.audit.file)).toMatchObject([
		{operation: 'pause_campaign', target: {kind: 'campaign', id: '1001'}, verb: 'pause', expected: 'paused'},
		{outcome: 'done'},
		{seen: 'PAUSE'},
	]);
	expect(new Set(linesOf(rig.audit.file).map(({id}) => id)).size).toBe(1);
});

test('a control that cannot be audited is NOT SENT and says why; what is refused before leaves no line', async () => {
	const nowhere = join(temporaryFolder(), 'missing', 'audit.jsonl');
	const audit = testAudit('http://127.0.0.1:1', {file: nowhere});
	const rig = await startRig({monitor: {audit}});
	await rig.monitor.control(pauseOf('1001'));
	expect(rig.command()).toMatchObject({
		phase: 'not-sent',
		reason: expect.stringContaining('the audit cannot be written'),
	});
	expect(rig.service.commands.total).toBe(0);

	const other = await startRig();
	await other.monitor.control({...pauseOf('1001'), params: {campaign_id: '1002'}});
	expect(other.command()?.phase).toBe('not-sent');
	expect(linesOf(other.audit.file)).toEqual([]);
});

test('an outcome that cannot be written is what it is, and it is said that it stands nowhere yet', async () => {
	const audit = testAudit('http://127.0.0.1:1');
	const rig = await startRig({
		monitor: {
			audit: {
				...audit,
				async intent(intent) {
					const written = await audit.intent(intent);
					return {...written, ended: async () => new Error('the disk is full') as never};
				},
			},
		},
	});
	await rig.monitor.control(pauseOf('1001'));
	expect(rig.command()).toMatchObject({reason: 'its outcome is not in the audit yet: the disk is full'});
	expect(rig.service.commands.total).toBe(1);
	expect(rig.command()?.phase).not.toBe('not-sent');
});
