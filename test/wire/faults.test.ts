/** Every fault of the wire, under a read and under commands of each effect: the outcome, and how often it ran. */
import {describe, expect, test} from 'vitest';
import type {Outcome, WireErrorCode} from '../../source/wire/errors.ts';
import type {OperationType} from '../../source/wire/operations/index.ts';
import {type FaultName, type FaultOptions, faults} from '../helpers/other-service.ts';
import {type Harness, startHarness, until} from './harness.ts';

const commands: [OperationType, Record<string, unknown>][] = [
	['pause_campaign', {campaign_id: '1001'}],
	['stop_campaign', {campaign_id: '1001'}],
	['change_status', {list_id: '2001', status: 'N'}],
	['charge_customer', {accountid: 'A1', amount: 1250, payment_method_token: 'M'}],
	['dial_number', {campaign_id: '1001', phone_number: '5550100123', callerid: '5550109999'}],
];

type Expected = {
	kind: Outcome<unknown>['kind'];
	code?: WireErrorCode;
	/** How often the service carried it out. */
	ran: 0 | 1;
	/** How the read ends where it ends otherwise. */
	read?: {kind: Outcome<unknown>['kind']; code?: WireErrorCode};
	/** How often the read is sent; once by default. */
	sent?: number;
	options?: FaultOptions;
};

const unknown = (code: WireErrorCode, ran: 0 | 1, more: Partial<Expected> = {}): Expected => ({
	kind: 'unknown',
	code,
	ran,
	...more,
});

const read = (kind: Outcome<unknown>['kind'], code?: WireErrorCode): Partial<Expected> => ({
	read: {kind, ...(code ? {code} : {})},
});

const expectations: Record<FaultName, Expected> = {
	refused: {kind: 'not-sent', code: 'connection-refused', ran: 0, sent: 0},
	hang: unknown('deadline', 1),
	slow: unknown('deadline', 1, {options: {milliseconds: 60_000}}),
	drip: unknown('deadline', 1),
	flood: unknown('too-large', 1),
	crumbs: {kind: 'done', ran: 1, options: {length: 300_000}},
	'reset-after': unknown('reset', 1, {sent: 3}),
	'reset-before': unknown('reset', 0, {sent: 3}),
	'close-after': unknown('reset', 1, {sent: 3}),
	'half-answer': unknown('reset', 1, {sent: 3}),
	html: unknown('not-json', 1),
	empty: unknown('not-json', 1),
	truncated: unknown('not-json', 1),
	broken: unknown('not-json', 1),
	trailing: unknown('not-json', 1),
	nested: {kind: 'done', ran: 1},
	'many-keys': unknown('too-large', 1),
	'many-arrays': {kind: 'done', ran: 1},
	huge: unknown('too-large', 1),
	'nested-fields': {kind: 'done', ran: 1},
	gzip: unknown('protocol', 1),
	'long-name': {kind: 'done', ran: 1, ...read('unknown', 'too-large')},
	'http-500': unknown('http-status', 1),
	'http-502': unknown('http-status', 1),
	'http-503': unknown('http-status', 0),
	'http-429': unknown('rate-limited', 0, {sent: 3}),
	'http-302': unknown('http-status', 0),
	'http-307': unknown('http-status', 0),
	'http-308': unknown('http-status', 0),
	'http-204': unknown('http-status', 1),
	'success-2': unknown('odd-flag', 1),
	'success-null': unknown('odd-flag', 1),
	'success-yes': unknown('odd-flag', 1, read('done')),
	'success-missing': unknown('odd-flag', 1, read('done')),
	'flag-twice': unknown('odd-flag', 1),
	'response-twice': unknown('odd-flag', 1),
	'flag-beside': unknown('odd-flag', 1),
	warning: {kind: 'done', ran: 1},
	'other-target': unknown('other-target', 1, read('done')),
	'no-arrays': {kind: 'done', ran: 1, ...read('unknown', 'unreadable')},
	'odd-values': {kind: 'done', ran: 1},
	'not-json-numbers': {kind: 'done', ran: 1},
	proto: {kind: 'done', ran: 1},
	'other-campaign': {kind: 'done', ran: 1},
	'odd-percent': {kind: 'done', ran: 1},
	'big-header': unknown('protocol', 1),
	switching: unknown('protocol', 1),
	continue: unknown('protocol', 1),
	'not-http': unknown('protocol', 1),
	hostile: {kind: 'done', ran: 1},
	'hostile-error': {kind: 'refused', ran: 0},
	refusal: {kind: 'refused', ran: 0},
	'token-expired': {kind: 'refused', ran: 0},
	'wrong-password': {kind: 'done', ran: 1},
};

const codeOf = (outcome: Outcome<unknown>): WireErrorCode | undefined =>
	outcome.kind === 'unknown' || outcome.kind === 'not-sent' ? outcome.cause.code : undefined;

const call = (
	{dialer}: Harness,
	type: OperationType,
	params: Record<string, unknown>,
	deadline?: number,
): Promise<Outcome<unknown>> => dialer.call(type, params as never, deadline === undefined ? {} : {deadline});

/** Short where the deadline is what ends the call, so that nothing waits; else the default. */
const deadlineOf = ({code}: Expected): number | undefined => (code === 'deadline' ? 200 : undefined);

test('every fault of the test service is expected here', () => {
	expect(Object.keys(expectations).toSorted()).toEqual(
		[...Object.keys(faults), 'refused', 'token-expired', 'wrong-password'].toSorted(),
	);
});

describe.each(Object.entries(expectations) as [FaultName, Expected][])('under the fault %s', (fault, expected) => {
	test.each(commands)('%s is sent once and ends as it must', async (type, params) => {
		const harness = await startHarness();
		const {service, pauses} = harness;
		await service.setFault(fault, expected.options);
		const outcome = await call(harness, type, params, deadlineOf(expected));
		expect({kind: outcome.kind, code: codeOf(outcome)}).toEqual({kind: expected.kind, code: expected.code});
		await until(() => service.commands.total === expected.ran);
		expect(service.requests).toHaveLength(fault === 'refused' ? 0 : 1);
		expect(pauses).toEqual([]);
		expect(service.strayRequests()).toBe(0);
		// The connection of a command ends with it.
		await until(() => service.open() === 0);
	});

	test('a read ends as it must, and the next one is well', async () => {
		const harness = await startHarness();
		const {service, transport} = harness;
		await service.setFault(fault, expected.options);
		const outcome = await call(harness, 'get_campaigns', {}, deadlineOf(expected));
		const ends = expected.read ?? {kind: expected.kind, code: expected.code};
		expect({kind: outcome.kind, code: codeOf(outcome)}).toEqual({code: undefined, ...ends});
		expect(service.requests).toHaveLength(expected.sent ?? 1);
		expect(service.strayRequests()).toBe(0);
		await service.setFault();
		service.state.tokens.add('T');
		expect(await call(harness, 'get_campaigns', {})).toMatchObject({kind: 'done'});
		await transport.close();
		await until(() => service.open() === 0);
	});
});

describe('what the values of an answer do', () => {
	const dashboardUnder = async (fault: FaultName, options?: FaultOptions) => {
		const harness = await startHarness();
		await harness.service.setFault(fault, options);
		return harness.dialer.call('get_dashboard_stats', {campaign_id: '1001'});
	};

	test('a figure that is none is missing, and named', async () => {
		const outcome = await dashboardUnder('odd-values');
		expect(outcome).toMatchObject({kind: 'done'});
		const figures = outcome.kind === 'done' ? outcome.answer.figures : undefined;
		expect(figures?.campaignId).toBe('1001');
		expect(figures?.unreadable.length).toBeGreaterThan(5);
		const {calledToday, totalLeads, activeCalls, ready, dropRate, chargeToday} = figures ?? {};
		expect({calledToday, totalLeads, activeCalls, ready, dropRate, chargeToday}).toEqual({});
	});

	test('NaN makes the whole answer unreadable', async () => {
		expect(await dashboardUnder('not-json-numbers')).toMatchObject({kind: 'unknown', cause: {code: 'not-json'}});
	});

	test('__proto__ gives no figure', async () => {
		const outcome = await dashboardUnder('proto');
		expect(outcome).toMatchObject({kind: 'done', answer: {figures: {activeCalls: 11, extra: {}}}});
		expect(JSON.stringify(outcome)).not.toContain('"polluted":"yes","active');
		expect(({} as Record<string, unknown>).polluted).toBeUndefined();
	});

	test("another campaign's figures say so", async () => {
		expect(await dashboardUnder('other-campaign')).toMatchObject({answer: {figures: {campaignId: '987654'}}});
	});

	test('percentages out of bounds come as they are', async () => {
		expect(await dashboardUnder('odd-percent')).toMatchObject({
			answer: {figures: {dropRate: 130, percentComplete: -4}},
		});
	});

	test('missing arrays are no data', async () => {
		expect(await dashboardUnder('no-arrays')).toEqual({
			kind: 'done',
			answer: {figures: undefined, calls: undefined, agents: undefined, leads: undefined, liveCalls: undefined},
		});
	});

	test('a name of 5 MB is cut', async () => {
		const outcome = await dashboardUnder('long-name', {length: 5_000_000});
		const name = outcome.kind === 'done' ? outcome.answer.figures?.campaignName : undefined;
		expect(name).toBe(`${'x'.repeat(999)}…`);
	});

	test('no text of any answer is alive', async () => {
		const harness = await startHarness({campaigns: 30});
		await harness.service.setFault('hostile');
		const answers = [
			await call(harness, 'get_campaigns', {}),
			await call(harness, 'get_lists', {}),
			await call(harness, 'get_list', {list_id: '2001'}),
			await call(harness, 'search_lead', {}),
			await call(harness, 'get_dashboard_stats', {campaign_id: '1001'}),
		];
		await harness.service.setFault('hostile-error');
		for (let turn = 0; turn < 20; turn++) {
			answers.push(await call(harness, 'pause_campaign', {campaign_id: '1001'}));
		}
		for (const answer of answers) {
			expect(['done', 'refused']).toContain(answer.kind);
			expect(JSON.stringify(answer)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|\\u00|\\[nrtbf]|\\ud/u);
		}
	});
});
