/** The four outcomes, the retries of reads, and the read-only lock, over transports of our own. */
import {describe, expect, test} from 'vitest';
import {createDialer, type DialerParts} from '../../source/wire/client/dialer.ts';
import type {Exchange} from '../../source/wire/client/exchange.ts';
import {
	isHarmless,
	lockable,
	type Transport,
	TransportFailure,
	type TransportReply,
	type TransportRequest,
} from '../../source/wire/client/transport.ts';
import {WireError, type WireErrorCode} from '../../source/wire/errors.ts';
import {type OperationType, operations} from '../../source/wire/operations/index.ts';

const reply = (text: string, more: Partial<TransportReply> = {}): TransportReply => ({
	status: 200,
	text,
	retryAfter: undefined,
	location: undefined,
	received: text.length,
	...more,
});

const saying = (response: unknown, more: Partial<TransportReply> = {}): TransportReply =>
	reply(JSON.stringify({response}), more);

/** A dialer whose transport gives these answers in turn, the last one for ever; a function may throw. */
const setUp = (answers: (TransportReply | (() => TransportReply))[], parts: Partial<DialerParts> = {}) => {
	const sent: TransportRequest[] = [];
	const pauses: number[] = [];
	const transport: Transport = async request => {
		sent.push(request);
		const answer = answers[Math.min(sent.length, answers.length) - 1];
		if (!answer) {
			throw new Error('no answer was given');
		}
		return typeof answer === 'function' ? answer() : answer;
	};
	const dialer = createDialer({
		transport,
		token: () => 'T',
		random: () => 1,
		pause: async milliseconds => {
			pauses.push(milliseconds);
		},
		...parts,
	});
	return {dialer, sent, pauses};
};

const failing =
	(code: WireErrorCode, sent: boolean): (() => TransportReply) =>
	() => {
		throw new TransportFailure(code, code, {sent});
	};

const campaign = {campaign_id: '1001'};
const done = saying({success: 1, error: '', campaigns: []});
const refusal = {success: 0, error: 'No\nway', tech_msg: 'E1'};

const odd = (message: string) => ({kind: 'unknown', cause: {code: 'odd-flag', message}});

describe('the outcome', () => {
	test.each([
		['success', saying({success: 1, error: ''}), {kind: 'done', answer: {}}],
		['a refusal', saying(refusal), {kind: 'refused', error: 'No␊way', techMsg: 'E1'}],
		['a refusal with 400', saying(refusal, {status: 400}), {kind: 'refused', error: 'No␊way', techMsg: 'E1'}],
		['a refusal with 401', saying(refusal, {status: 401}), {kind: 'refused'}],
		['a refusal with 429', saying(refusal, {status: 429}), {kind: 'unknown', cause: {code: 'rate-limited'}}],
		['a refusal with 500', saying(refusal, {status: 500}), {kind: 'unknown', cause: {code: 'http-status'}}],
		['success with 500', saying({success: 1}, {status: 500}), {kind: 'unknown', cause: {code: 'http-status'}}],
		['success with 400', saying({success: 1}, {status: 400}), {kind: 'unknown', cause: {code: 'http-status'}}],
		['success with 201', saying({success: 1}, {status: 201}), {kind: 'unknown', cause: {code: 'http-status'}}],
		['an odd flag', saying({success: 2}), odd('the service answered success "2", which is neither yes nor no')],
		['no flag', saying({}), odd('the service answered success "", which is neither yes nor no')],
		[
			'a yes in another word',
			saying({success: 'OK'}),
			odd('the service answered success "OK", which is not a yes or no of the interface'),
		],
		[
			'two flags',
			reply('{"response":{"success":1,"success":"0"}}'),
			odd('the service answered success "1" and "0", which contradict each other'),
		],
		['no envelope', reply('{}'), {kind: 'unknown', cause: {code: 'bad-shape'}}],
		['a web page', reply('<html>'), {kind: 'unknown', cause: {code: 'not-json'}}],
		['nothing', reply(''), {kind: 'unknown', cause: {code: 'not-json'}}],
		['a failure before anything left', failing('connection-refused', false), {kind: 'not-sent'}],
		['a failure after it', failing('reset', true), {kind: 'unknown', cause: {code: 'reset'}}],
		[
			'an error that nobody expected',
			() => {
				throw new TypeError('x');
			},
			{
				kind: 'unknown',
				cause: {code: 'bad-shape', message: 'the answer cannot be read', cause: expect.any(TypeError)},
			},
		],
	])('of a command after %s', async (_name, answer, outcome) => {
		const {dialer, sent} = setUp([answer]);
		expect(await dialer.call('pause_campaign', campaign)).toMatchObject(outcome);
		expect(sent).toHaveLength(1);
	});

	test('of a command stays done where the rest of the answer is unreadable', async () => {
		const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
		const text = `{"response":{"success":1,"uniqueid":{"odd":1},"status":["x"],"deep":${deep}}}`;
		const {dialer} = setUp([reply(text)]);
		expect(await dialer.call('dial_number', {...campaign, phone_number: '5550100123', callerid: '1'})).toMatchObject({
			kind: 'done',
			answer: {extra: {deep: '…'}, unreadable: ['uniqueid', 'status']},
		});
		expect(await dialer.call('pause_campaign', campaign)).toMatchObject({kind: 'done'});
	});

	const wrongAddress = 'Check that the address is the base address of the service.';
	const noRedirect =
		'Redirects are not followed, since a token belongs to one address. Use the address that it redirects to.';

	test.each<[Partial<TransportReply>, WireErrorCode, message: string, advice?: string]>([
		[{status: 429}, 'rate-limited', 'the service asks for a pause (HTTP 429)'],
		[{status: 503, retryAfter: 7}, 'rate-limited', 'the service asks for a pause (HTTP 503)'],
		[{status: 503}, 'http-status', 'the service answered HTTP 503'],
		[{status: 502, retryAfter: 7}, 'http-status', 'the service answered HTTP 502'],
		[{status: 299}, 'http-status', 'the service answered HTTP 299'],
		[{status: 300}, 'http-status', 'the service redirects (HTTP 300) to nowhere', noRedirect],
		[{status: 399, location: '/a'}, 'http-status', 'the service redirects (HTTP 399) to /a', noRedirect],
		[{status: 400}, 'http-status', 'the service answered HTTP 400'],
		[{status: 404}, 'http-status', 'the service answered HTTP 404', wrongAddress],
		[{status: 405}, 'http-status', 'the service answered HTTP 405', wrongAddress],
	])('of a command answered with %j is unknown', async (status, code, message, advice = '') => {
		const {dialer} = setUp([reply('', status)]);
		expect(await dialer.call('pause_campaign', campaign)).toMatchObject({
			kind: 'unknown',
			cause: {code, message, advice, retryAfter: code === 'rate-limited' ? status.retryAfter : undefined},
		});
	});

	test('of a read is unknown where success brings nothing to read', async () => {
		const {dialer} = setUp([saying({success: 1, error: ''})]);
		expect(await dialer.call('get_campaigns', {})).toMatchObject({kind: 'unknown', cause: {code: 'unreadable'}});
	});
});

describe('before anything is sent', () => {
	test('of ask brings the answer as it came, safe to show', async () => {
		const {dialer} = setUp([saying({success: 1, error: '', campaigns: [{id: 7, name: 'a\u001bb'}], odd: [1]})]);
		expect(await dialer.ask('get_campaigns', {})).toEqual({
			kind: 'done',
			answer: {campaigns: [{id: 7, name: 'a␛b'}], odd: [1]},
		});
	});

	test('bad parameters are refused', async () => {
		const {dialer, sent} = setUp([done]);
		expect(await dialer.call('pause_campaign', {campaign_id: '../1'})).toMatchObject({
			kind: 'not-sent',
			cause: {code: 'bad-parameters', message: 'pause_campaign: campaign_id must be an id'},
		});
		expect(sent).toEqual([]);
	});

	test('a token is needed, but for signing in', async () => {
		const {dialer, sent} = setUp([done], {token: () => undefined});
		expect(await dialer.call('get_campaigns', {})).toMatchObject({
			kind: 'not-sent',
			cause: {code: 'signed-out', message: 'not signed in'},
		});
		expect(await dialer.call('pause_campaign', campaign)).toMatchObject({cause: {code: 'signed-out'}});
		expect(await dialer.call('login_user', {user: 'u', pass: 'p'})).toMatchObject({kind: 'done'});
		expect(sent.map(({effect, body}) => [effect, body.bytes])).toEqual([['session', 'user=u&pass=p&type=login_user']]);
	});

	test('the token of before does not go with signing in', async () => {
		const {dialer, sent} = setUp([done]);
		await dialer.call('login_user', {user: 'u', pass: 'p'});
		expect(sent.map(({body}) => body.bytes)).toEqual(['user=u&pass=p&type=login_user']);
	});

	test('no parameter can stand in for the operation or the token', async () => {
		const {dialer, sent} = setUp([done], {encoding: 'json'});
		await dialer.call('get_queues', {type: 'charge_customer', token: 'canary-other', amount: '5'} as never);
		expect(sent[0]?.effect).toBe('read');
		expect(JSON.parse(String(sent[0]?.body.bytes))).toEqual({type: 'get_queues', token: 'T', amount: '5'});
	});

	test('what cannot be written is refused', async () => {
		const loop: Record<string, unknown> = {};
		loop.again = loop;
		for (const encoding of ['form', 'json'] as const) {
			const {dialer, sent} = setUp([done], {encoding});
			expect(await dialer.call('add_queue', loop as never)).toMatchObject({
				kind: 'not-sent',
				cause: {code: 'bad-parameters', message: 'add_queue: cannot be written', cause: expect.any(Error)},
			});
			expect(sent).toEqual([]);
		}
	});
});

describe('a read', () => {
	test.each([
		['reset', 3],
		['rate-limited', 3],
		['deadline', 1],
		['connection-refused', 1],
		['too-large', 1],
		['tls', 1],
	] as const)('that ended by %s is sent %i times', async (code, times) => {
		const {dialer, sent, pauses} = setUp([failing(code, true)]);
		expect(await dialer.call('get_campaigns', {})).toMatchObject({kind: 'unknown', cause: {code}});
		expect(sent).toHaveLength(times);
		expect(pauses).toEqual(times === 3 ? [250, 500] : []);
	});

	test.each([0, 1, 2] as const)('is sent again at most %i times where that is asked', async retries => {
		const {dialer, sent} = setUp([failing('reset', true)]);
		await dialer.call('get_campaigns', {}, {retries});
		expect(sent).toHaveLength(retries + 1);
	});

	test('waits for a pause of five seconds that the service asks for, and for no longer one', async () => {
		const asking = (retryAfter: number) => setUp([reply('', {status: 429, retryAfter}), done]);
		const [short, long] = [asking(5), asking(5.1)];
		expect(await short.dialer.call('get_campaigns', {})).toMatchObject({kind: 'done'});
		expect(await long.dialer.call('get_campaigns', {})).toMatchObject({kind: 'unknown', cause: {retryAfter: 5.1}});
		expect([short.pauses, long.pauses]).toEqual([[5000], []]);
	});

	test('is sent again after a pause', async () => {
		const sent: number[] = [];
		const {call} = createDialer({
			transport: async () => {
				sent.push(performance.now());
				return sent.length === 1 ? failing('reset', true)() : done;
			},
			token: () => 'T',
			random: () => 0.1,
		});
		expect(await call('get_campaigns', {})).toMatchObject({kind: 'done'});
		// A timer may fire a millisecond early.
		expect((sent[1] ?? 0) - (sent[0] ?? 0)).toBeGreaterThan(20);
	});

	test('ends with the first good answer', async () => {
		const {dialer, sent} = setUp([failing('reset', true), done]);
		expect(await dialer.call('get_campaigns', {})).toEqual({kind: 'done', answer: {records: []}});
		expect(sent).toHaveLength(2);
	});

	test('that was refused is not sent again', async () => {
		const {dialer, sent} = setUp([saying(refusal)]);
		expect(await dialer.call('get_campaigns', {})).toMatchObject({kind: 'refused'});
		expect(sent).toHaveLength(1);
	});
});

const types = Object.keys(operations) as OperationType[];
const notReads = types.filter(type => operations[type].effect !== 'read');

test.each(notReads)('%s is never sent again, whatever is asked', async type => {
	const params: Record<string, unknown> = {
		user: 'u',
		pass: 'p',
		campaign_id: '1',
		phone_number: '5550100123',
		callerid: '1',
		list_id: '1',
		status: 'Y',
		account: {company_id: 1},
	};
	const wanted = Object.keys(operations[type].params);
	const given = Object.fromEntries(Object.entries(params).filter(([name]) => wanted.includes(name)));
	for (const code of ['reset', 'rate-limited'] as const) {
		const {dialer, sent} = setUp([failing(code, true)]);
		const outcome = await dialer.call(type, given as never, {retries: 2});
		expect(outcome).toMatchObject({kind: 'unknown', cause: {code}});
		expect(sent).toHaveLength(1);
	}
});

describe('the read-only lock', () => {
	test.each(types)('lets %s through only where it is harmless', async type => {
		let reached = 0;
		let locked = true;
		const send = lockable(
			async () => {
				reached++;
				return done;
			},
			() => locked,
		);
		const {effect} = operations[type];
		const request = {effect, body: {contentType: 'x', bytes: ''}, deadline: 1};
		expect(isHarmless(effect)).toBe(effect === 'read' || effect === 'session');
		if (isHarmless(effect)) {
			await send(request);
			expect(reached).toBe(1);
			return;
		}
		await expect(send(request)).rejects.toMatchObject({code: 'read-only', sent: false});
		expect(reached).toBe(0);
		locked = false;
		await send(request);
		expect(reached).toBe(1);
	});

	test('makes a command end as not sent', async () => {
		const transport = lockable(
			async () => done,
			() => true,
		);
		const dialer = createDialer({transport, token: () => 'T'});
		expect(await dialer.call('stop_campaign', campaign)).toMatchObject({
			kind: 'not-sent',
			cause: {code: 'read-only', message: 'the read-only lock is on'},
		});
		expect(await dialer.call('get_campaigns', {})).toMatchObject({kind: 'done'});
	});
});

test('an error tells its code, advice and cause', () => {
	const cause = new Error('x');
	const error = new WireError('tls', 'm', {advice: 'a', cause, retryAfter: 3});
	expect(error).toMatchObject({name: 'WireError', code: 'tls', message: 'm', advice: 'a', cause, retryAfter: 3});
	expect(new WireError('reset', 'm')).toMatchObject({advice: '', retryAfter: undefined});
});

test.for([401, 403])('HTTP %i to a sign-in is a refusal, so that nobody tries the password again', async status => {
	const {call} = createDialer({
		transport: async () => ({
			status,
			text: '<html>no</html>',
			received: 15,
			retryAfter: undefined,
			location: undefined,
		}),
		token: () => undefined,
	});
	expect(await call('login_user', {user: 'ops', pass: 'secret'})).toEqual({
		kind: 'refused',
		error: `HTTP ${status}`,
		techMsg: '',
	});
});

describe('an observer', () => {
	const seenBy = (answers: Parameters<typeof setUp>[0], parts: Partial<DialerParts> = {}) => {
		const seen: Exchange[] = [];
		return {seen, ...setUp(answers, {observe: exchange => void seen.push(exchange), ...parts})};
	};

	test('is told of every request, each time it is sent, and of none of its values but ids', async () => {
		const {dialer, seen} = seenBy([failing('reset', true), done]);
		const from = performance.now();
		await dialer.call('get_dashboard_stats', {campaign_id: '1001'});
		const elapsed = performance.now() - from;
		expect(seen).toMatchObject([
			{operation: 'get_dashboard_stats', effect: 'read', attempt: 1, outcome: 'unknown', code: 'reset', sent: 49},
			{attempt: 2, outcome: 'done', code: undefined, message: '', status: 200, received: done.text.length},
		]);
		expect(seen[0]).toMatchObject({names: ['campaign_id'], ids: {campaign_id: '1001'}, status: undefined});
		for (const {milliseconds} of seen) {
			expect(milliseconds).toBeGreaterThanOrEqual(0);
			expect(milliseconds).toBeLessThanOrEqual(elapsed);
		}
	});

	test.each<[params: Record<string, unknown>, told: Pick<Exchange, 'names' | 'ids'>]>([
		[{}, {names: [], ids: {}}],
		[{campaign_id: '1001'}, {names: ['campaign_id'], ids: {campaign_id: '1001'}}],
		[
			{campaign_id: undefined, list_id: 'a_b-7'},
			{names: ['list_id'], ids: {list_id: 'a_b-7'}},
		],
		[
			{campaign_id: 1001, list_id: 7},
			{names: ['campaign_id', 'list_id'], ids: {campaign_id: '1001', list_id: '7'}},
		],
		[
			{campaign_id: 'a b', list_id: ''},
			{names: ['campaign_id', 'list_id'], ids: {}},
		],
		[
			{campaign_id: 'x'.repeat(41), list_id: {id: '7'}},
			{names: ['campaign_id', 'list_id'], ids: {}},
		],
	])('is told of the parameters %j their names, and of ids alone their values', async (params, told) => {
		const {dialer, seen} = seenBy([done]);
		await dialer.ask('get_lists', params);
		expect(seen.map(({names, ids}) => ({names, ids}))).toStrictEqual([told]);
	});

	test.each([
		[saying({success: 0, error: 'No'}), {outcome: 'refused', code: undefined, message: 'No'}],
		[saying({success: 0, error: '', tech_msg: 'E1'}), {outcome: 'refused', message: '(E1)'}],
		[saying({success: 0, error: 'No', tech_msg: 'E1'}), {outcome: 'refused', message: 'No (E1)'}],
		[saying({success: 1, error: ''}), {outcome: 'unknown', code: 'unreadable', status: 200, received: 37}],
	])('is told how an answer was read: %j', async (answer, told) => {
		const {dialer, seen} = seenBy([answer]);
		await dialer.call('get_campaigns', {});
		expect(seen).toMatchObject([told]);
	});

	test('is told what was not sent, and why', async () => {
		const {dialer, seen, sent} = seenBy([done], {token: () => undefined});
		await dialer.call('pause_campaign', campaign);
		const locked = seenBy([failing('read-only', false)]);
		await locked.dialer.call('pause_campaign', campaign);
		const wrong = seenBy([done]);
		await wrong.dialer.ask('dial_number', {campaign_id: '1', phone_number: 'canary'});
		expect(sent).toEqual([]);
		expect(seen).toMatchObject([{attempt: 0, sent: 0, outcome: 'not-sent', code: 'signed-out'}]);
		expect(locked.seen).toMatchObject([{attempt: 1, sent: 0, outcome: 'not-sent', code: 'read-only'}]);
		expect(wrong.seen).toMatchObject([{attempt: 0, code: 'bad-parameters', names: ['campaign_id', 'phone_number']}]);
		expect(JSON.stringify(wrong.seen)).not.toContain('canary');
	});

	test('sees no secret that the service sends back, nor one that stands in the place of an id', async () => {
		const {dialer, seen} = seenBy(
			[
				saying({success: 0, error: 'no canary-token for +15550107788', tech_msg: 'pass=canary-token'}),
				reply(`<html>${' '.repeat(40)}canary-token and so on`),
				reply('', {status: 307, location: 'https://other.test/?token=canary-token'}),
			],
			{token: () => 'canary-token'},
		);
		await dialer.call('dial_number', {...campaign, phone_number: '+15550107788', callerid: '5550100000'});
		await dialer.call('pause_campaign', campaign);
		await dialer.call('pause_campaign', {campaign_id: 'canary-token'});
		expect(seen[0]).toMatchObject({outcome: 'refused', message: 'no ••• for ••• (pass=•••)'});
		expect(JSON.stringify(seen)).not.toMatch(/canary|5550107788/);
		expect(seen).toHaveLength(3);
	});
});

test('an answer to a poll with more values than can be read in time is refused, and one question more is not', async () => {
	const text = JSON.stringify({response: {success: 1, error: '', campaigns: [], more: Array(300_000).fill([])}});
	const {call} = createDialer({
		transport: async () => ({status: 200, text, received: text.length, retryAfter: undefined, location: undefined}),
		token: () => 'T',
	});
	expect(await call('get_campaigns', {}, {retries: 0, repeated: true})).toMatchObject({
		kind: 'unknown',
		cause: {code: 'too-large', message: 'the answer holds more than 120,000 values'},
	});
	expect(await call('get_campaigns', {}, {retries: 0})).toMatchObject({kind: 'done'});
});

test('an answer to a poll is read, however many commas and brackets stand in its texts', async () => {
	const campaign_name = '\\",[{'.repeat(200_000);
	const text = JSON.stringify({response: {success: 1, error: '', campaigns: [{campaign_id: '1001', campaign_name}]}});
	const {call} = createDialer({
		transport: async () => ({status: 200, text, received: text.length, retryAfter: undefined, location: undefined}),
		token: () => 'T',
	});
	expect(await call('get_campaigns', {}, {retries: 0, repeated: true})).toMatchObject({
		kind: 'done',
		answer: {records: [{id: '1001'}]},
	});
});
