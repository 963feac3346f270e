/** A command that was killed between being sent and being answered is known to be unknown at the next start. */
import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {appendFileSync, renameSync} from 'node:fs';
import {hostname} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import type {AuditRecord} from '../../source/audit/read.ts';
import type {StatusWords} from '../../source/model/campaign.ts';
import {statusWordsOf} from '../../source/model/campaign.ts';
import {isSameControl} from '../../source/model/pending.ts';
import {recalledCommands, recordsAt, unsettledRecords} from '../../source/service/audited.ts';
import {linesOf, temporaryFolder, testAudit} from '../helpers/audit.ts';
import {type OtherService, startOtherService} from '../helpers/other-service.ts';
import {pauseOf, startRig} from './harness.ts';

const writer = new URL('./fixtures/audit-writer.ts', import.meta.url).pathname;
const waiting = {timeout: 8000, interval: 10};

/** Sends a pause from a process of its own, to a service that does not answer it. */
const sendUnanswered = async (service: OtherService, file: string): Promise<ChildProcess> => {
	await service.setFault('hang', {types: ['pause_campaign']});
	const child = spawn(process.execPath, [writer, file, '1', service.url], {stdio: 'ignore'});
	onTestFinished(() => {
		child.kill('SIGKILL');
	});
	await expect.poll(() => service.requests.some(({type}) => type === 'pause_campaign'), waiting).toBe(true);
	return child;
};

/** The commands in a file whose outcome is not known. */
const unsettledAt = (file: string, url: string, own?: StatusWords) => unsettledRecords(recordsAt(file, url), own);

const kill = async (child: ChildProcess): Promise<void> => {
	child.kill('SIGKILL');
	await once(child, 'exit');
};

const startKilled = async () => {
	const file = join(temporaryFolder(), 'audit.jsonl');
	const service = await startOtherService({token: 'T'});
	onTestFinished(() => service.close());
	const child = await sendUnanswered(service, file);
	return {file, service, child};
};

test('killed between send and answer: unknown once the process is gone, at that service alone', async () => {
	const {file, service, child} = await startKilled();
	expect(linesOf(file).map(({kind}) => kind)).toEqual(['intent']);
	expect(unsettledAt(file, service.url)).toEqual([]);
	await kill(child);
	expect(unsettledAt(file, service.url)).toMatchObject([
		{operation: 'pause_campaign', target: {id: '1001'}, outcome: undefined, pid: child.pid},
	]);
	expect(unsettledAt(file, `${service.url}/other`)).toEqual([]);
	appendFileSync(file, `${'rubbish'.repeat(50_000)}\n`);
	expect(unsettledAt(file, service.url)).toHaveLength(1);
	renameSync(file, `${file}.1`);
	expect(unsettledAt(file, service.url)).toHaveLength(1);
	// What lies further back than the last megabyte is not looked for.
	appendFileSync(`${file}.1`, `${'rubbish'.repeat(200_000)}\n`);
	expect(unsettledAt(file, service.url)).toEqual([]);
});

test('a command that is recalled says what is known of it, and one of no operation is left out', () => {
	const record: AuditRecord = {
		id: 'a1',
		at: '2026-05-28T20:26:40.000Z',
		user: 'kim',
		host: 'box',
		tty: null,
		pid: 7,
		started: null,
		profile: '',
		environment: 'QA',
		url: 'http://h/api/',
		serviceUser: 'ops',
		operation: 'pause_campaign',
		effect: 'write',
		target: {kind: 'campaign', id: '1', name: 'Spring'},
		verb: 'pause',
		params: {campaign_id: '1'},
		expected: 'paused',
		outcome: undefined,
		reason: undefined,
		ms: undefined,
		later: undefined,
		seen: undefined,
	};
	const [first, second, third] = recalledCommands(
		[
			record,
			{...record, operation: 'fly'},
			{...record, serviceUser: null, target: null, expected: 'flown', outcome: 'unknown', reason: 'reset'},
			{...record, operation: 'add_dnc', target: {kind: 'number', id: '•••0123', name: '•••0123'}, outcome: 'unknown'},
		],
		'p',
	).map(({command, ...rest}) => ({...rest, ...command}));
	const asked = 'asked on 2026-05-28 by kim in an earlier run';
	expect(first).toEqual({
		id: -1,
		audit: 'a1',
		by: 'ops',
		operation: 'pause_campaign',
		params: {campaign_id: '1'},
		target: {service: 'p', ...record.target},
		doing: 'pause',
		verb: 'pause',
		expected: 'paused',
		before: undefined,
		askedAt: Date.parse(record.at),
		reason: `${asked}, which ended before an answer was known`,
	});
	expect(second).toMatchObject({
		id: -3,
		target: {kind: 'service', id: 'pause_campaign', name: 'pause_campaign'},
		expected: undefined,
		reason: `${asked}, reset`,
	});
	expect(second).not.toHaveProperty('by');
	expect(third).toMatchObject({
		id: -4,
		target: {kind: 'number', id: '•••0123', endsIn: '0123'},
		reason: `${asked}, without an answer`,
	});
	expect(first?.target).not.toHaveProperty('endsIn');
});

test('a process that has the number of one that ended is another one', async () => {
	const audit = testAudit('http://127.0.0.1:1', {
		who: {user: 'kim', host: (await import('node:os')).hostname(), tty: null, pid: process.pid, started: '1'},
	});
	await audit.intent({operation: 'pause_campaign', params: {}});
	expect(unsettledAt(audit.file, 'http://127.0.0.1:1')).toHaveLength(process.platform === 'linux' ? 1 : 0);
});

test('the next monitor shows it as UNKNOWN and holds the control back until it is observed or set aside', async () => {
	const {file, service, child} = await startKilled();
	await kill(child);
	await service.setFault();
	const rig = await startRig({monitor: {url: service.url, audit: testAudit(service.url, {file})}});
	expect(rig.monitor.recalled).toBe(1);
	expect(rig.store.get().commands).toMatchObject([
		{phase: 'unknown', wasUnknown: true, command: {id: -1, verb: 'pause', target: {id: '1001'}, expected: 'paused'}},
	]);
	await rig.monitor.control(pauseOf('1001'));
	expect(rig.command()).toMatchObject({phase: 'not-sent', reason: 'the outcome of pause on it is unknown'});
	rig.monitor.setAside(-1);
	await expect
		.poll(() => linesOf(file).at(-1), waiting)
		.toMatchObject({kind: 'set-aside', operation: 'pause_campaign'});
	expect(unsettledAt(file, service.url)).toEqual([]);
});

test('what the service shows settles it', async () => {
	const {file, service, child} = await startKilled();
	await kill(child);
	await service.setFault();
	const [first] = service.state.campaigns;
	first && Object.assign(first, {state: 'paused'});
	const attention = {selected: '1001'};
	const rig = await startRig({attention, monitor: {url: service.url, audit: testAudit(service.url, {file})}});
	await expect.poll(() => linesOf(file).at(-1), waiting).toMatchObject({kind: 'observed', seen: 'PAUSE'});
	expect(rig.store.get().commands[0]).toMatchObject({phase: 'observed', wasUnknown: true});
	expect(unsettledAt(file, service.url)).toEqual([]);
	expect(service.commands.total).toBeLessThanOrEqual(1);
});

test('a word that nobody explains settles nothing, over a restart too; one that means something else does', async () => {
	const file = join(temporaryFolder(), 'audit.jsonl');
	const url = 'http://127.0.0.1:1';
	const who = {user: 'kim', host: hostname(), tty: null, pid: 2 ** 30, started: '1'};
	const audit = testAudit(url, {file, who});
	const pause = {operation: 'pause_campaign', params: {}, expected: 'paused'} as const;
	const written = await audit.intent(pause);
	await written.ended({kind: 'unknown', reason: 'reset', ms: 5});
	const left = (words?: Parameters<typeof statusWordsOf>[0]) => unsettledAt(file, url, statusWordsOf(words)).length;
	for (const seen of [undefined, 'ERROR', 'PAUSE in the dashboard, PLAY in get_campaigns']) {
		await audit.later(written.id, 'not-observed', seen);
		expect(left()).toBe(1);
	}
	await audit.later(written.id, 'not-observed', 'HUMMING');
	expect(left()).toBe(1);
	expect(left({humming: 'play'})).toBe(0);
	await audit.later(written.id, 'not-observed', 'PLAY');
	expect(left()).toBe(0);
});

test('a call of an earlier run holds back a call to any number that ends in the digits that the audit kept', async () => {
	const url = 'http://127.0.0.1:1';
	const who = {user: 'kim', host: hostname(), tty: null, pid: 2 ** 30, started: '1'};
	const audit = testAudit(url, {file: join(temporaryFolder(), 'audit.jsonl'), who});
	const target = (id: string) => ({kind: 'number', id, name: id}) as const;
	await audit.intent({operation: 'dial_number', params: {}, target: target('5551234567')});
	const [earlier] = recalledCommands(unsettledAt(audit.file, url), 'p');
	expect(earlier?.command.target.id).toBe('•••4567');
	const isHeld = (id: string) =>
		earlier && isSameControl(earlier.command, {operation: 'dial_number', target: target(id)});
	expect(isHeld('5559994567')).toBe(true);
	expect(isHeld('5551234568')).toBe(false);
});
