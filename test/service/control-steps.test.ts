/** What becomes of a confirmed control, step by step: what is recorded of it, what is sent, and what is read after it. */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {AuditFailure} from '../../source/audit/file.ts';
import type {Control} from '../../source/model/pending.ts';
import type {TokenCheck} from '../../source/service/access.ts';
import type {AuditedOptions} from '../../source/service/audited.ts';
import {createControls} from '../../source/service/controls.ts';
import {lookAtFile} from '../../source/service/uploads.ts';
import type {Outcome} from '../../source/wire/errors.ts';
import {temporaryFolder} from '../helpers/audit.ts';
import {manualClock} from '../helpers/clock.ts';
import {done, failing, pauseOf, recordingStore, refused} from './harness.ts';

const desk = ({
	outcome = done({said: 'yes'}),
	token = 'alive' as TokenCheck,
	settings = undefined as string | undefined,
	unwritten = undefined as AuditFailure | undefined,
} = {}) => {
	const clock = manualClock();
	const {store, messages} = recordingStore(clock);
	const sent: {operation: string; params: unknown; options: AuditedOptions | undefined}[] = [];
	const steps: string[] = [];
	const step = (name: string) => async () => {
		steps.push(name);
	};
	const controls = createControls({
		service: 'p',
		withhold: async () => expect.fail('withheld'),
		async call(operation, params, options): Promise<Outcome<never>> {
			steps.push('send');
			sent.push({operation, params, options});
			if (unwritten) {
				options?.audit?.complain?.(unwritten);
			}
			return outcome;
		},
		store,
		clock,
		poller: {
			look: () => steps.push('look'),
			async checkToken(used) {
				steps.push(`check ${used}`);
				return token;
			},
		},
		session: {token: () => 'T1', user: () => 'ops'},
		onDemand: {
			async readSettings(id) {
				steps.push(`read ${id}`);
				return settings;
			},
			followSettings: id => step(`follow ${id}`)(),
			readAccountsAgain: step('accounts'),
		},
	});
	/** How the commands ended, as the model was told. */
	const endings = () => messages.flatMap(message => (message.type === 'command-ended' ? message.ending : []));
	return {store, sent, steps, controls, endings, command: () => store.get().commands.at(-1)};
};

const pause = pauseOf('1001');

test('a control is recorded with who asked, sent once with its note for the audit, and looked after', async () => {
	const {controls, store, sent, steps, command} = desk();
	expect(await controls.run(pause)).toEqual({kind: 'done', answer: {said: 'yes'}});
	expect(steps).toEqual(['send', 'look']);
	const {audit = '', ...recorded} = command()?.command ?? {};
	expect(recorded).toEqual({...pause, id: 1, by: 'ops'});
	expect(sent).toEqual([
		{
			operation: 'pause_campaign',
			params: {campaign_id: '1001'},
			options: {
				deadline: 15_000,
				audit: {target: pause.target, verb: 'pause', expected: 'paused', id: audit, complain: expect.any(Function)},
			},
		},
	]);
	expect(audit).toMatch(/^[\da-f-]{36}$/);
	expect(command()).toMatchObject({phase: 'acknowledged', reason: ''});
	await controls.run(pauseOf('1002'));
	expect(store.get().commands.map(one => one.command.id)).toEqual([1, 2]);
	expect(command()?.command.audit).not.toBe(audit);
});

test.for<
	[
		what: string,
		given: Parameters<typeof desk>[0],
		ended: {kind: string; reason?: string; answer?: object},
		reason: string,
		steps: string[],
	]
>([
	[
		'done with a warning',
		{outcome: {kind: 'done', answer: {} as never, warning: 'mind the gap'}},
		{kind: 'done', answer: {}, reason: 'the service warns: mind the gap'},
		'the service warns: mind the gap',
		[],
	],
	['refused', {outcome: refused('no')}, {kind: 'refused', reason: 'no'}, 'no', ['check T1']],
	[
		'refused, and nobody knows the token',
		{outcome: refused('no'), token: 'unsure'},
		{kind: 'refused', reason: 'no'},
		'no',
		['check T1'],
	],
	[
		'refused for a token that was renewed',
		{outcome: refused('no'), token: 'renewed'},
		{kind: 'refused', reason: 'no'},
		'no; the token had expired; signed in anew: pause again if it is still wanted',
		['check T1'],
	],
	[
		'refused for a token that is dead',
		{outcome: refused('no'), token: 'dead'},
		{kind: 'refused', reason: 'no'},
		'no; the service no longer takes the token: once signed in, pause again if it is still wanted',
		['check T1'],
	],
	['not sent', {outcome: failing('no-audit', 'not-sent')}, {kind: 'not-sent', reason: 'no-audit'}, 'no-audit', []],
	['unknown', {outcome: failing('deadline')}, {kind: 'unknown', reason: 'deadline'}, 'deadline', []],
	[
		'done, with its outcome in no audit',
		{unwritten: new Error('the disk is full') as AuditFailure},
		{kind: 'done', answer: {said: 'yes'}},
		'its outcome is not in the audit yet: the disk is full',
		[],
	],
])('%s: it ends so, is recorded so, and sent no second time', async ([, given, ended, reason, more]) => {
	const {controls, sent, steps, endings, command} = desk(given);
	expect(await controls.run(pause)).toEqual(ended);
	// The model does not keep what was answered.
	const {answer: _, ...told} = ended;
	expect(endings()).toStrictEqual([told]);
	expect(command()?.reason).toBe(reason);
	expect(sent).toHaveLength(1);
	expect(steps).toEqual(['send', 'look', ...more]);
});

test('what may not be sent is not, and is recorded with why', async () => {
	const {controls, sent, steps, command} = desk();
	expect(await controls.run(pause, 'it shows PAUSE by now')).toEqual({
		kind: 'not-sent',
		reason: 'it shows PAUSE by now',
	});
	expect(command()).toMatchObject({phase: 'not-sent', reason: 'it shows PAUSE by now'});
	expect(steps).toEqual([]);
	await controls.run(pause);
	await controls.run({...pause, operation: 'stop_campaign', verb: 'stop'});
	expect(command()).toMatchObject({phase: 'not-sent', reason: 'pause is still under way on it'});
	expect(sent).toHaveLength(1);
});

test.for<[kind: Control['target']['kind'], params: Record<string, unknown>, isSent: boolean]>([
	['campaign', {campaign_id: '7'}, true],
	['campaign', {campaign_id: '8'}, false],
	['campaign', {list_id: '7'}, false],
	['list', {list_id: '7'}, true],
	['list', {campaign_id: '7'}, false],
	['number', {phone_number: '7'}, true],
	['number', {to: '7'}, true],
	['number', {to: '8'}, false],
	['account', {accountid: '8'}, true],
	['service', {}, true],
])('%s 7 with %o is what was confirmed: %s', async ([kind, params, isSent]) => {
	const {controls, sent, command} = desk();
	await controls.run({...pause, target: {service: 'p', kind, id: '7', name: 'x'}, params});
	expect(sent).toHaveLength(isSent ? 1 : 0);
	expect(command()?.reason).toBe(isSent ? '' : 'what would be sent names another target than the one confirmed');
});

const change: Control = {
	...pause,
	operation: 'update_campaign',
	verb: 'update',
	expected: {settings: {amd: 'Y'}, drifting: []},
	was: {settings: {amd: 'N'}, drifting: []},
};

test('settings are read before they are changed, and followed after', async () => {
	const {controls, store, steps, sent} = desk();
	await controls.run(change);
	expect(steps).toEqual(['read 1001', 'send', 'look', 'follow 1']);
	expect(sent[0]?.options?.audit).not.toHaveProperty('expected');
	store.dispatch({
		type: 'settings-polled',
		campaignId: '1001',
		span: {sentAt: store.get().now, receivedAt: store.get().now},
		settings: [{name: 'amd', value: 'Y', options: []}],
	});
	store.dispatch({type: 'command-set-aside', id: 1, now: store.get().now});
	steps.length = 0;
	expect(await controls.run(change)).toEqual({kind: 'not-sent', reason: 'amd changed from N to Y meanwhile'});
	expect(steps).toEqual(['read 1001']);
	const blind = desk({settings: 'no answer'});
	expect(await blind.controls.run(change)).toEqual({
		kind: 'not-sent',
		reason: 'the settings could not be read first: no answer',
	});
	expect(blind.sent).toEqual([]);
});

test.for(['add_account', 'add_leads', 'add_queue'] as const)(
	'accounts are read again after %s if it writes some',
	async operation => {
		const {controls, steps} = desk();
		await controls.run({...pause, operation, target: {service: 'p', kind: 'service', id: 'x', name: 'x'}});
		expect(steps).toEqual(['send', 'look', ...(operation === 'add_queue' ? [] : ['accounts'])]);
	},
);

test('a file goes with its bytes, unless it has changed; what is secret is not recorded', async () => {
	const path = join(temporaryFolder(), 'leads.csv');
	writeFileSync(path, 'phone\n');
	const file = await lookAtFile(path);
	const upload: Control = {
		...pause,
		operation: 'upload_file',
		params: {file},
		target: {service: 'p', kind: 'service', id: 'x', name: 'x'},
	};
	const {controls, sent, command} = desk();
	await controls.run(upload);
	expect(sent[0]?.params).toEqual({file: {name: 'leads.csv', bytes: Buffer.from('phone\n')}});
	expect(command()?.command.params).toEqual({file});
	writeFileSync(path, 'other\n');
	await controls.run({...upload, target: {service: 'p', kind: 'service', id: 'y', name: 'y'}});
	expect(command()?.reason).toBe('leads.csv has changed since it was confirmed');
	expect(sent).toHaveLength(1);
	await controls.run({...upload, operation: 'add_user', params: {user: 'ann', pass: 'horse'}});
	expect(command()?.command.params).toEqual({user: 'ann', pass: '•••'});
	expect(sent[1]?.params).toEqual({user: 'ann', pass: 'horse'});
});
