import {describe, expect, test} from 'vitest';
import {segmentsOf} from '../../source/sandbox/rules/texts.ts';
import {barNumber} from '../../source/sandbox/world/commands.ts';
import {phoneOfSeeded} from '../../source/sandbox/world/people.ts';
import {day} from '../../source/sandbox/world/time.ts';
import {withUser} from './other-users.ts';
import {smallService} from './small-service.ts';

type Row = Record<string, string>;
type Call = (type: string, params?: Record<string, unknown>) => Promise<Record<string, unknown>>;

const messagesOf = async (call: Call, params: Record<string, unknown> = {}): Promise<Row[]> =>
	(await call('retrieve_sent_messages', params)).messages as Row[];

const bodiesOf = async (call: Call, params: Record<string, unknown> = {}): Promise<string[]> =>
	(await messagesOf(call, params)).map(({body = ''}) => body);

/** Its SMSB campaign has sent nothing yet. */
const quietService = () => smallService({warmUp: 0});

const hello = {to: '2125550123', message: 'Hello'};

describe('segments', () => {
	test.each([
		['', 1],
		['x'.repeat(160), 1],
		['x'.repeat(161), 2],
		['x'.repeat(306), 2],
		['x'.repeat(307), 3],
		['x'.repeat(1600), 11],
		['£Ωñ\n'.repeat(40), 1],
		['€'.repeat(80), 1],
		['€'.repeat(81), 2],
		// An escape and its character stay together: 152 septets of 153 are used.
		['€'.repeat(153), 3],
		['ç', 1],
		[`${'x'.repeat(69)}ç`, 1],
		[`${'x'.repeat(70)}ç`, 2],
		['ж'.repeat(134), 2],
		['ж'.repeat(135), 3],
		['😀'.repeat(35), 1],
		// So do the halves of an emoji: 66 units of 67.
		['😀'.repeat(66), 2],
		['😀'.repeat(67), 3],
	])('of %j: %i', (message, segments) => {
		expect(segmentsOf(message)).toBe(segments);
	});
});

describe('send_text_message', () => {
	test('keeps what it sent', async () => {
		const {call} = await quietService();
		const sent = await call('send_text_message', {to: '+12125550123', message: 'Olá 😀', campaign_id: '1002'});
		expect(sent).toEqual({success: 1, error: '', message_id: expect.any(String), segments: '1', status: 'sent'});
		expect(await messagesOf(call)).toEqual([
			{
				message_id: sent.message_id,
				to: '2125550123',
				from: '8005550100',
				body: 'Olá 😀',
				status: 'sent',
				date_sent: '2026-03-31 12:30:00',
				segments: '1',
				reply: '',
				date_replied: '',
			},
		]);
	});

	test('sends prepared texts, and from another number', async () => {
		const {call} = await quietService();
		const contents = (await call('get_content', {content_type: 'text'})).contents as Row[];
		const {content_id, body = ''} = contents[0] ?? {};
		await call('send_text_message', {to: '2125550123', content_id, from: '+13125550100'});
		await call('send_text_message', {...hello, from: '72345'});
		expect(await messagesOf(call)).toMatchObject([
			{from: '72345'},
			{body: body.replace('{call_back_number}', '800-555-0100'), from: '3125550100'},
		]);
	});

	test('does not reach a bad number, however often it is tried', async () => {
		const {call, world} = await quietService();
		const statuses = async (lead: number): Promise<Set<unknown>> => {
			const to = phoneOfSeeded(world.seed, lead);
			const answers = [
				await call('send_text_message', {...hello, to}),
				await call('send_text_message', {...hello, to}),
			];
			return new Set(answers.map(({status}) => status));
		};
		const found = await Promise.all(Array.from({length: 400}, (_, lead) => statuses(lead)));
		expect(found.every(({size}) => size === 1)).toBe(true);
		const failed = found.filter(one => one.has('failed')).length;
		expect(failed).toBeGreaterThan(2);
		expect(failed).toBeLessThan(30);
		expect((await messagesOf(call)).length).toBe(100);
	});

	test('leaves people on the do-not-call list alone', async () => {
		const {call, world} = await quietService();
		barNumber(world, '2125550123', '1002');
		barNumber(world, '2125550124');
		const errorOf = async (params: Record<string, unknown>) =>
			(await call('send_text_message', {...hello, ...params})).error;
		const barred = 'Number is on the do-not-call list';
		expect(await errorOf({campaign_id: '1002'})).toBe(barred);
		expect(await errorOf({campaign_id: '1003'})).toBe('');
		expect(await errorOf({})).toBe('');
		expect(await errorOf({to: '2125550124'})).toBe(barred);
		expect(await errorOf({to: '+12125550124', campaign_id: '1003'})).toBe(barred);
		expect(await messagesOf(call)).toHaveLength(2);
	});

	test.each([
		[{message: undefined}, 'Missing parameter: message'],
		[{content_id: '301'}, 'Invalid value: content_id'],
		[{message: undefined, content_id: '401'}, 'Invalid value: content_id'],
		[{message: undefined, content_id: '999'}, 'Content not found'],
		[{message: 'x'.repeat(1601)}, 'Invalid value: message'],
		[{to: '+442071234567'}, 'Invalid value: to'],
		[{to: '1125550123'}, 'Invalid value: to'],
		[{from: 'Bank'}, 'Invalid value: from'],
		[{campaign_id: '77'}, 'Campaign not found'],
	])('refuses %j and keeps nothing', async (params, error) => {
		const {call} = await quietService();
		expect((await call('send_text_message', {...hello, ...params})).error).toBe(error);
		expect(await messagesOf(call)).toEqual([]);
	});
});

describe('retrieve_sent_messages', () => {
	test('newest first, by campaign and by day', async () => {
		const {call, advance} = await quietService();
		await call('stop_campaign', {campaign_id: '1006'});
		await call('send_text_message', {...hello, message: 'first', campaign_id: '1002'});
		await call('send_text_message', {...hello, message: 'second', campaign_id: '1003'});
		advance(day);
		await call('send_text_message', {...hello, message: 'third', campaign_id: '1002'});
		expect(await bodiesOf(call)).toEqual(['third', 'second', 'first']);
		expect(await bodiesOf(call, {campaign_id: '1002'})).toEqual(['third', 'first']);
		expect(await bodiesOf(call, {to: '2026-03-31'})).toEqual(['second', 'first']);
		expect(await bodiesOf(call, {from: '2026-04-01'})).toEqual(['third']);
		expect(await bodiesOf(call, {from: '2026-03-31', to: '2026-04-01', campaign_id: '1003'})).toEqual(['second']);
		expect((await call('retrieve_sent_messages', {from: '2026-04-01', to: '2026-03-31'})).error).toBe(
			'Invalid value: to',
		);
	});

	test('a hundred a page', async () => {
		const {call} = await quietService();
		for (let turn = 0; turn < 130; turn++) {
			await call('send_text_message', {...hello, message: String(turn)});
		}
		expect((await bodiesOf(call)).slice(0, 2)).toEqual(['129', '128']);
		expect((await bodiesOf(call, {page: '2'})).at(-1)).toBe('0');
		expect(await bodiesOf(call, {page: '2'})).toHaveLength(30);
		expect(await bodiesOf(call, {page: '1000000'})).toEqual([]);
	});

	test('shows a user those of their campaigns, and their own without one', async () => {
		const small = await quietService();
		const ann = await withUser(small, 'ann', 'agent', ['1002']);
		await small.call('send_text_message', {...hello, message: 'Spring', campaign_id: '1002'});
		await small.call('send_text_message', {...hello, message: 'Power', campaign_id: '1003'});
		await small.call('send_text_message', {...hello, message: 'from ops'});
		await ann('send_text_message', {...hello, message: 'from ann'});
		expect(await bodiesOf(ann)).toEqual(['from ann', 'Spring']);
		expect(await bodiesOf(ann, {campaign_id: '1002'})).toEqual(['Spring']);
		expect(await bodiesOf(small.call)).toEqual(['from ops', 'Power', 'Spring']);
	});
});

test('get_content lists all contents, of either kind or both', async () => {
	const {call} = await quietService();
	const contentsOf = async (content_type?: string) =>
		(await call('get_content', {...(content_type && {content_type})})).contents as Row[];
	const all = await contentsOf();
	expect(all).toHaveLength(14);
	expect(new Set(all.map(({content_id}) => content_id)).size).toBe(14);
	expect(new Set(all.map(({kind}) => kind))).toEqual(new Set(['text', 'recording']));
	expect((await contentsOf('recording')).every(({kind}) => kind === 'recording')).toBe(true);
	expect([...(await contentsOf('text')), ...(await contentsOf('recording'))]).toEqual(all);
	expect(all.every(({kind, body = ''}) => kind === 'recording' || segmentsOf(body) === 1)).toBe(true);
	expect((await call('get_content', {content_type: 'video'})).error).toBe('Invalid value: content_type');
});
