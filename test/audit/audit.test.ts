/** The audit's file for real: what its lines say, and what becomes of them when the disk is full or others write too. */
import {execFile, spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {
	appendFileSync,
	mkdirSync,
	readFileSync,
	renameSync,
	statSync,
	truncateSync,
	unlinkSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {describe, expect, onTestFinished, test} from 'vitest';
import {type AuditLine, readLine} from '../../source/audit/entry.ts';
import {registerPhone, registerSecret} from '../../source/wire/secrets.ts';
import {linesOf, temporaryFolder, testAudit} from '../helpers/audit.ts';
import {manualClock} from '../helpers/clock.ts';

const writer = new URL('../service/fixtures/audit-writer.ts', import.meta.url).pathname;
const url = 'http://127.0.0.1:1';
const campaign = {kind: 'campaign', id: '1001', name: 'Spring'} as const;
const pause = {operation: 'pause_campaign', params: {campaign_id: '1001'}, target: campaign, verb: 'pause'} as const;

const newFile = (): string => join(temporaryFolder(), 'audit.jsonl');

test('an intent is on the disk when it resolves, and its outcome follows; each says who, where and what', async () => {
	const clock = manualClock();
	const audit = testAudit(url, {
		clock,
		who: {user: 'root', sudoUser: 'kim', host: 'box', tty: '/dev/pts/3', pid: 7, started: '99'},
	});
	const written = await audit.intent({...pause, expected: 'paused', by: 'ops'});
	const common = {
		id: written.id,
		user: 'root',
		sudoUser: 'kim',
		host: 'box',
		tty: '/dev/pts/3',
		pid: 7,
		started: '99',
		profile: 'p',
		environment: 'QA',
		url: 'http://127.0.0.1:1/api/',
		serviceUser: 'ops',
		operation: 'pause_campaign',
		effect: 'write',
		target: campaign,
		verb: 'pause',
	};
	const intent = {
		...common,
		at: '2026-05-28T20:26:40.000Z',
		kind: 'intent',
		params: {campaign_id: '1001'},
		expected: 'paused',
	};
	expect(linesOf(audit.file)).toEqual([intent]);
	await clock.advance(1234);
	expect(await written.ended({kind: 'refused', reason: 'no', ms: 12.6})).toBeUndefined();
	const outcome = {
		...common,
		at: '2026-05-28T20:26:41.234Z',
		kind: 'outcome',
		outcome: 'refused',
		reason: 'no',
		ms: 13,
	};
	expect(linesOf(audit.file)).toEqual([intent, outcome]);
	await audit.later(written.id, 'observed', 'PAUSE');
	expect(linesOf(audit.file)[2]).toEqual({...common, at: outcome.at, kind: 'observed', seen: 'PAUSE'});
	expect(statSync(audit.file).mode & 0o777).toBe(0o600);
	for (const line of readFileSync(audit.file, 'utf8').trim().split('\n')) {
		expect(readLine(line).isWhole).toBe(true);
	}
});

test('no secret and no phone number gets in; a file is its name, its size and its digest', async () => {
	const audit = testAudit(url);
	const kept = async (operation: Parameters<typeof audit.intent>[0]['operation'], params: Record<string, unknown>) => {
		await audit.intent({operation, params});
		return linesOf(audit.file).at(-1)?.params;
	};
	registerSecret('CANARY-TOKEN');
	registerPhone('+15550001111');
	const bytes = Buffer.from('phone\n5551234567\n');
	expect(await kept('add_user', {user: 'kim', pass: 'CANARY-PASS', mobile_number: '+15551234567'})).toEqual({
		user: 'kim',
		pass: '•••',
		mobile_number: '•••4567',
	});
	expect(
		await kept('dial_number', {campaign_id: '12345678', phone_number: '5551234567', callerid: '(555) 765-4321'}),
	).toEqual({
		campaign_id: '12345678',
		phone_number: '•••4567',
		callerid: '•••4321',
	});
	expect(
		await kept('send_text_message', {
			to: '+15550001111',
			from: '12345',
			message: 'CANARY-TOKEN call 555.123.4567 at 10:30',
		}),
	).toEqual({to: '•••1111', from: '12345', message: '••• call •••4567 at 10:30'});
	registerSecret('canary-5550009999-token');
	expect(await kept('send_text_message', {to: '+15550001111', message: 'a canary-5550009999-token'})).toMatchObject({
		message: 'a •••',
	});
	expect(await kept('add_queue', {note: `${'a'.repeat(490)} canary-5550009999-token`})).toEqual({
		note: `${'a'.repeat(490)} •••`,
	});
	expect(await kept('add_queue', {note: 'call+%28555%29+123-4567'})).toEqual({note: 'call+%•••4567'});
	expect(await kept('upload_file', {file: {name: 'leads 5551234567.csv', bytes}})).toEqual({
		file: {file: 'leads •••4567.csv', bytes: 17, sha256: createHash('sha256').update(bytes).digest('hex')},
	});
	const free = {
		card_number: '4111111111111111',
		cvv: '123',
		api_token: 'x',
		home_phone: 5551234567,
		note: 'a'.repeat(600),
	};
	expect(await kept('add_queue', free)).toEqual({
		card_number: '•••',
		cvv: '•••',
		api_token: '•••',
		home_phone: '•••4567',
		note: `${'a'.repeat(500)}…`,
	});
	expect(await kept('add_queue', {numbers: Array.from({length: 30}, (_, index) => `555123${1000 + index}`)})).toEqual({
		numbers: [...Array.from({length: 20}, (_, index) => `•••${1000 + index}`), '… 10 more'],
	});
	await audit.intent({
		operation: 'add_dnc',
		params: {},
		target: {kind: 'number', id: '5551234567', name: '5551234567'},
	});
	expect(linesOf(audit.file).at(-1)?.target).toEqual({kind: 'number', id: '•••4567', name: '•••4567'});
	expect(readFileSync(audit.file, 'utf8')).not.toMatch(/CANARY|5551234567|123-4567|15550001111/);
});

test('a line that a full disk has torn spoils no other', async () => {
	const audit = testAudit(url);
	await audit.intent(pause);
	appendFileSync(audit.file, '{"at":"2026-');
	await audit.intent(pause);
	const read = readFileSync(audit.file, 'utf8').split('\n').map(readLine);
	expect(read.filter(({line}) => line)).toHaveLength(2);
	expect(read.filter(({isWhole}) => !isWhole)).toHaveLength(1);
});

test('a whole line is found behind a torn one that another instance has left meanwhile', async () => {
	const audit = testAudit(url);
	await audit.intent(pause);
	const whole = readFileSync(audit.file, 'utf8').trim();
	expect(readLine(`${whole.slice(0, 40)}${whole}`)).toMatchObject({
		line: {operation: 'pause_campaign'},
		isWhole: false,
	});
});

test('a file that is renamed away stays as it is: the next line begins a new one', async () => {
	const audit = testAudit(url);
	const {ended} = await audit.intent(pause);
	renameSync(audit.file, `${audit.file}.1`);
	await ended({kind: 'done', ms: 1});
	expect(linesOf(`${audit.file}.1`).map(({kind}) => kind)).toEqual(['intent']);
	expect(linesOf(audit.file).map(({kind}) => kind)).toEqual(['outcome']);
	unlinkSync(audit.file);
	await audit.intent(pause);
	expect(linesOf(audit.file).map(({kind}) => kind)).toEqual(['intent']);
});

test('two instances at once leave each line whole', async () => {
	const file = newFile();
	const run = () => promisify(execFile)(process.execPath, [writer, file, '150']);
	await Promise.all([run(), run()]);
	const lines = linesOf(file) as AuditLine[];
	expect(lines).toHaveLength(600);
	expect(new Set(lines.map(({pid}) => pid)).size).toBe(2);
	const byId = Map.groupBy(lines, ({id}) => id);
	expect(byId.size).toBe(300);
	expect([...byId.values()].every(([first, second]) => first?.kind === 'intent' && second?.kind === 'outcome')).toBe(
		true,
	);
});

describe('what cannot be written', () => {
	test('a limit on the size of files: the command is not sent, and what is wrong is said', async () => {
		const file = newFile();
		// One block of 1024 bytes: the intent that does not fit is torn by it.
		const {stdout, status} = spawnSync(
			'bash',
			['-c', 'ulimit -f 1; exec "$@"', '-', process.execPath, writer, file, '3'],
			{
				encoding: 'utf8',
			},
		);
		expect(status).toBe(0);
		const outcomes = JSON.parse(stdout) as string[];
		expect(outcomes.at(-1)).toMatch(
			/^the audit cannot be written: .*audit\.jsonl: (?:the disk is full|it has reached a limit)/,
		);
		expect(statSync(file).size).toBe(1024);
		const audit = testAudit(url, {file});
		await audit.intent(pause);
		const read = readFileSync(file, 'utf8').split('\n').map(readLine);
		expect(read.at(-2)?.line?.kind).toBe('intent');
		expect(read.filter(({isWhole}) => !isWhole)).toHaveLength(1);
	});

	test('a full disk: nothing goes; an outcome waits for room', async ({skip}) => {
		const folder = temporaryFolder();
		const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'none', folder]);
		if (mounted.status !== 0) {
			skip('a file system can be mounted by root only');
		}
		onTestFinished(() => {
			spawnSync('umount', [folder]);
		});
		const filler = join(folder, 'filler');
		const audit = testAudit(url, {file: join(folder, 'audit.jsonl')});
		const {ended} = await audit.intent(pause);
		// The last bytes of the audit's own page are left to it: what is written next may be torn.
		appendFileSync(audit.file, `${'x'.repeat(4096 - (statSync(audit.file).size % 4096) - 101)}\n`);
		expect(() => writeFileSync(filler, Buffer.alloc(64 * 1024))).toThrow('ENOSPC');
		expect(await ended({kind: 'done', ms: 5})).toMatchObject({message: expect.stringContaining('the disk is full')});
		await expect(audit.intent(pause)).rejects.toMatchObject({
			name: 'AuditFailure',
			message: `the audit cannot be written: ${audit.file}: the disk is full`,
			advice: 'Make room there, then try again.',
		});
		truncateSync(filler);
		await audit.intent(pause);
		const lines = readFileSync(audit.file, 'utf8')
			.split('\n')
			.flatMap(line => readLine(line).line ?? []);
		expect(lines.map(({kind}) => kind)).toEqual(['intent', 'outcome', 'intent']);
	});

	test('a folder in its place, and a file that is refused as unsafe, are told as they are', async () => {
		const file = newFile();
		mkdirSync(file);
		const audit = testAudit(url, {file});
		expect(audit.problem()?.message).toBe(`the audit cannot be written: ${file}: that is a folder`);
		await expect(audit.intent(pause)).rejects.toThrow('that is a folder');
		const unsafe = testAudit(url, {
			file,
			open() {
				throw new Error(`${file} may be read by others: chmod 600 ${file}`);
			},
		});
		await expect(unsafe.intent(pause)).rejects.toThrow(
			`the audit cannot be written: ${file} may be read by others: chmod 600`,
		);
	});
});
