/** The envelope, the records in it, and the rules by which a half-documented wire is read. */
import {describe, expect, test} from 'vitest';
import {fieldsAnswer, openAnswer, recordAnswer, recordsAnswer} from '../../source/wire/answer.ts';
import {settingsAnswer} from '../../source/wire/campaign-settings.ts';
import {count, id, text} from '../../source/wire/codecs.ts';
import {dashboardAnswer} from '../../source/wire/dashboard.ts';
import {readEnvelope} from '../../source/wire/envelope.ts';
import {checkAddress, WireError} from '../../source/wire/errors.ts';
import {findRecords, namedRecords} from '../../source/wire/find-records.ts';
import {loginRecord} from '../../source/wire/operations/authentication.ts';
import {campaignRecord} from '../../source/wire/operations/campaigns.ts';
import {listRecord, lists} from '../../source/wire/operations/lists.ts';
import {field, record} from '../../source/wire/record.ts';
import {registerPhone, registerSecret} from '../../source/wire/secrets.ts';
import {textLimit} from '../../source/wire/text.ts';
import {countingRules} from '../../source/wire/tolerance.ts';

const envelopeOf = (response: unknown, top: Record<string, unknown> = {}) =>
	readEnvelope(JSON.stringify({response, ...top}));

const errorOf = (act: () => unknown): unknown => {
	try {
		return act();
	} catch (error) {
		expect(error).toBeInstanceOf(WireError);
		return error;
	}
};

describe('readEnvelope', () => {
	test.each([
		[1, 'done'],
		['1', 'done'],
		[true, 'done'],
		['true', 'done'],
		[0, 'refused'],
		['0', 'refused'],
		[false, 'refused'],
		['false', 'refused'],
		...['OK', 'ok', 'success', 'Y', 'yes', 'TRUE', ' ok '].map(flag => [flag, 'like-done']),
		...['N', 'no', 'FALSE', 'error', 'fail', 'Failed', 'failure'].map(flag => [flag, 'like-refused']),
		...[2, -1, null, undefined, '', ' 1', 'okay', 'true!', [], [1], {}, 1.5].map(flag => [flag, 'odd']),
	])('reads success %j as %s', (success, flag) => {
		expect(envelopeOf({success, error: ''}).flag).toBe(flag);
	});

	test('makes the error texts safe', () => {
		const {error, techMsg, flagText} = envelopeOf({success: '\u001b', error: 'a\nb', tech_msg: {code: '\u202e7'}});
		expect({error, techMsg, flagText}).toEqual({error: 'a␊b', techMsg: '{"code":"<202e>7"}', flagText: '␛'});
		expect(envelopeOf({success: 0}).error).toBe('');
		expect(envelopeOf({success: 0, error: null}).error).toBe('');
		expect(envelopeOf({success: null, tech_msg: null, data: []})).toMatchObject({techMsg: '', flagText: ''});
	});

	test('takes a body without response as the envelope where it has a flag', () => {
		expect(readEnvelope('{"success":1,"error":""}').flag).toBe('done');
	});

	test('passes over a byte order mark', () => {
		expect(readEnvelope('\ufeff{"response":{"success":1}}').flag).toBe('done');
	});

	test.each([
		['', 'an empty body'],
		['  \n', 'an empty body'],
		['<!DOCTYPE html><p>\u001b[2J', 'a web page, not JSON: <!DOCTYPE html><p>␛[2J'],
		[' <html>', 'a web page, not JSON: <html>'],
		['<?xml version="1.0"?>', 'a web page, not JSON: <?xml version="1.0"?>'],
		['{"response":{"success":1', 'broken JSON: {"response":{"success":1'],
		['{"response":{"success":1}}<br />', 'broken JSON: {"response":{"success":1}}<br />'],
		['{"response":{"success":1}}{}', 'broken JSON: {"response":{"success":1}}{}'],
		['{"response":{"success":NaN}}', 'broken JSON: {"response":{"success":NaN}}'],
		["{'response':1}", "broken JSON: {'response':1}"],
		['\n nope,\r\n\tnever \n', 'broken JSON: nope, never'],
		['x'.repeat(70), `broken JSON: ${'x'.repeat(60)}`],
		[`nope${' '.repeat(5000)}never`, 'broken JSON: nope'],
	])('does not read %j', (body, what) => {
		expect(errorOf(() => readEnvelope(body))).toMatchObject({
			code: 'not-json',
			message: `the service answered ${what}`,
			advice: checkAddress,
			cause: expect.any(SyntaxError),
		});
	});

	test('passes on why a body is not to be parsed', () => {
		const tooLarge = new WireError('too-large', 'the answer holds too much');
		const refuse = (): never => {
			throw tooLarge;
		};
		expect(errorOf(() => readEnvelope('{"response":{"success":1}}', refuse))).toBe(tooLarge);
	});

	test.each([
		...['null', '1', '"x"', '[]'].map(body => [body, `JSON that is not an object: ${body}`]),
		['{}', 'without "response" (it sent: )'],
		['{"response":null}', 'without "response" (it sent: response)'],
		['{"response":[1],"error":"x"}', 'without "response" (it sent: response, error)'],
		['{"token":""}', 'without "response" (it sent: token)'],
		['{"token":5}', 'without "response" (it sent: token)'],
		['{"data":null,"count":3}', 'without "response" (it sent: data, count)'],
	])('says that %s has no envelope', (body, what) => {
		expect(errorOf(() => readEnvelope(body))).toMatchObject({
			code: 'bad-shape',
			message: `the service answered ${what}`,
			advice: checkAddress,
		});
	});

	test('cuts a long text, and strikes secrets out before: half of one would not be recognised', () => {
		registerSecret('canary-in-an-error');
		registerPhone('5550104455');
		const long = 'x'.repeat(textLimit - 10);
		expect(envelopeOf({success: 0, error: `${long}canary-in-an-error`}).error).toBe(`${long}•••`);
		const whole = `${long}5550104455`;
		expect(envelopeOf({success: 0, error: whole}).error).toBe(whole);
		expect(envelopeOf({success: 0, error: `${whole} and so on`}).error).toBe(`${long}••• and s…`);
	});

	test.each([
		['9007199254740993', '9007199254740993'],
		['-9007199254740993', '-9007199254740993'],
		['12345678901234567.0', '12345678901234567.0'],
		['9007199254740991', 9_007_199_254_740_991],
		['0.12345678901234561', Number('0.12345678901234561')],
	])('keeps every digit of %s', (written, value) => {
		expect(readEnvelope(`{"response":{"success":1,"id":${written}}}`).response.id).toBe(value);
		expect(readEnvelope(`{"response":{"success":0,"error":${written}}}`).error).toBe(String(value));
	});

	test.each(['__proto__', '\\u005f_proto__', '_\\u005Fproto__'])('ignores %s at every depth', name => {
		const body = `{"${name}":{"a":1},"response":{"success":1,"${name}":{"flag":9},"data":[{"id":7,"${name}":{"x":1}}]}}`;
		const envelope = readEnvelope(body);
		expect(JSON.stringify(envelope.top)).toBe('{"response":{"success":1,"data":[{"id":7}]}}');
		expect(({} as Record<string, unknown>).a).toBeUndefined();
	});

	test('reads an error that is nested deeper than the stack', () => {
		const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
		expect(readEnvelope(`{"response":{"success":0,"error":${deep}}}`)).toMatchObject({flag: 'refused', error: '…'});
	});
});

describe('findRecords', () => {
	const a = {id: 1};
	const b = {id: 2};

	test.each([
		['the expected name', {campaigns: [a, b], data: [b]}, {}, [a, b]],
		['the expected name, empty', {campaigns: [], data: [b]}, {}, []],
		['the expected name at the top level', {data: [b]}, {campaigns: [a]}, [a]],
		['the expected name at the top level, where response counts them', {campaigns: 1}, {campaigns: [a]}, [a]],
		['the first array of objects in response', {count: 2, tags: ['x'], rows: [a, b], more: [b]}, {rows: [b]}, [a, b]],
		['the first at the top level', {count: 2}, {rows: [a], more: [b]}, [a]],
		['one object where an array is due', {campaigns: a}, {}, [a]],
		[
			'an object keyed by id',
			{campaigns: {7: {name: 'x'}, 9: {name: 'y'}}},
			{},
			[
				{id: '7', name: 'x'},
				{id: '9', name: 'y'},
			],
		],
		['a keyed object that says its ids', {campaigns: {x7: a}}, {}, [a]],
		['a keyed object under another name', {rows: {7: {name: 'x'}}}, {}, [{id: '7', name: 'x'}]],
		[
			'a keyed object in response before an array beside it',
			{rows: {7: {name: 'x'}}},
			{notices: [b]},
			[{id: '7', name: 'x'}],
		],
		['an empty object under the name', {campaigns: {}}, {}, []],
		['an empty array under another name', {rows: []}, {}, []],
		['nothing where two empty arrays could be meant', {rows: [], data: []}, {}, undefined],
		['nothing where there is none', {count: 2, note: 'x', tags: ['x']}, {}, undefined],
		['nothing in a null', {campaigns: null}, {}, undefined],
		['only the objects of a mixed array', {campaigns: [a, null, 'x', [b], b]}, {}, [a, b]],
	])('finds %s', (_name, response, top, records) => {
		expect(findRecords(envelopeOf({success: 1, ...response}, top), 'campaigns')).toEqual(records);
	});

	test('finds an empty array where there is no response', () => {
		expect(findRecords(readEnvelope('{"success":1,"rows":[]}'), 'lists')).toEqual([]);
	});

	test('never takes what has a meaning of its own', () => {
		const envelope = envelopeOf({success: 1, graph: [a], rows: [b]});
		expect(findRecords(envelope, 'stats', ['graph'])).toEqual([b]);
		expect(namedRecords(envelope, 'stats')).toBeUndefined();
	});
});

describe('a record', () => {
	const thing = record({
		id: field(id, 'thing_id', 'id'),
		status: field(text, 'display_status', 'status', 'state'),
		size: field(count, 'size'),
	});

	test('is read by the names of the interface and their aliases', () => {
		expect(thing.decode({id: 7, state: 'ON', size: '3'})).toEqual({
			id: '7',
			status: 'ON',
			size: 3,
			extra: {},
			unreadable: [],
		});
		expect(thing.decode({thing_id: 'x', id: 'x', status: ''})).toEqual({
			id: 'x',
			status: '',
			extra: {},
			unreadable: [],
		});
	});

	test('prefers a name with a value to one without', () => {
		expect(thing.decode({display_status: '', status: null, state: 'ON'})?.status).toBe('ON');
	});

	test('keeps what it does not know, and what stands under a second alias', () => {
		expect(
			thing.decode({display_status: 'PLAY', status: 'Y', colour: '\u001b', deep: {a: [1]}, none: null})?.extra,
		).toEqual({status: 'Y', colour: '␛', deep: '{"a":[1]}', none: 'null'});
	});

	test.each([
		['aliases without a value are nothing', {display_status: 'PLAY', status: '', state: null}, {status: 'PLAY'}, {}],
		['nor are those with the same', {display_status: 'PLAY', status: 'PLAY'}, {status: 'PLAY'}, {}],
		[
			'those with another are left over, each field by itself',
			{thing_id: '7', id: '8', display_status: 'PLAY', state: 'ON'},
			{id: '7', status: 'PLAY'},
			{id: '8', state: 'ON'},
		],
		['no value is no text', {display_status: null}, {}, {}],
		['a field in other letters is not left over', {Size: '3'}, {size: 3}, {}],
		['of two in other letters the first counts', {Size: '3', SIZE: '4'}, {size: 3}, {SIZE: '4'}],
		['of two names that are shown alike the last counts', {'\u0000a': '1', a: '2'}, {}, {a: '2'}],
	])('%s', (_what, wire, read, extra) => {
		expect(thing.decode(wire)).toEqual({...read, extra, unreadable: []});
	});

	test('says which fields could not be read, and makes no 0 of them', () => {
		expect(thing.decode({thing_id: {}, size: '12abc', status: ['x']})).toEqual({
			extra: {},
			unreadable: ['thing_id', 'status', 'size'],
		});
		expect(thing.decode({size: ''})).toEqual({extra: {}, unreadable: []});
	});

	test.each([null, undefined, 'x', 7, [], [{}]])('is not %j', wire => {
		expect(thing.decode(wire)).toBeUndefined();
	});

	test('keeps at most a hundred unknown fields, under safe names', () => {
		const wire = Object.fromEntries(Array.from({length: 5000}, (_, index) => [`\u001b${index}`, index]));
		const names = Object.keys(thing.decode(wire)?.extra ?? {});
		expect(names).toHaveLength(100);
		expect(names[0]).toBe('␛0');
	});

	test('takes nothing from a prototype', () => {
		const wire = JSON.parse('{"__proto__":{"size":"9","status":"ON"},"constructor":{"size":"9"}}');
		expect(thing.decode(wire)).toMatchObject({unreadable: []});
		expect(thing.decode(wire)?.size).toBeUndefined();
		expect(Object.getPrototypeOf(thing.decode(wire)?.extra)).toBe(Object.prototype);
	});

	test('writes what it reads', () => {
		const value = {id: '7', status: 'ON', size: 3};
		expect(thing.encode(value)).toEqual({thing_id: '7', display_status: 'ON', size: '3'});
		expect(thing.decode(thing.encode(value))).toMatchObject(value);
		expect(thing.encode({})).toEqual({});
	});
});

describe('answers', () => {
	test('of records are refused where there is no list of them', () => {
		const codec = recordsAnswer('campaigns', campaignRecord);
		const none = {code: 'unreadable', message: 'the answer has no list of campaigns'};
		expect(errorOf(() => codec.decode(envelopeOf({success: 1})))).toMatchObject(none);
		expect(errorOf(() => codec.decode(envelopeOf({success: 1, campaigns: [null, '1001']})))).toMatchObject(none);
		expect(errorOf(() => codec.decode(envelopeOf({success: 1, campaigns: [{a: 1}]})))).toMatchObject({
			code: 'unreadable',
			message: "no field that dialtop knows is in the answer's campaigns",
		});
		expect(codec.decode(envelopeOf({success: 1, campaigns: []}))).toEqual({records: []});
		expect(codec.decode(envelopeOf({success: 1, campaigns: [{a: 1}, {campaign_id: '7'}]})).records).toHaveLength(2);
	});

	test('name the fields that they are read from', () => {
		expect(recordsAnswer('lists', listRecord).fields).toContain('lists[].list_id');
		expect(recordAnswer('list', listRecord).fields).toContain('list.list_id');
		expect(fieldsAnswer(loginRecord).fields).toContain('token');
	});

	test.each([
		['under its name', {list: {list_id: '7', status: 'Y'}}],
		['flat', {list_id: '7', status: 'Y'}],
		['in an array', {list: [{list_id: '7', status: 'Y'}]}],
		['in an array of another name', {lists: [{list_id: '7', status: 'Y'}]}],
		['under another name', {data: {list_id: '7', status: 'Y'}}],
		['under another name, beside a message', {message: 'ok', data: {list_id: '7', status: 'Y'}}],
		['under another name, beside a status', {status: 'ok', data: {list_id: '7', status: 'Y'}}],
		['keyed by its id', {lists: {7: {status: 'Y'}}}],
		['under its name, beside a footer', {footer: 'x', list: {list_id: '7', status: 'Y'}}],
	])('of one record find it %s', (_name, response) => {
		const {record: found} = recordAnswer('list', listRecord).decode(envelopeOf({success: 1, error: '', ...response}));
		expect(found).toMatchObject({id: '7', status: 'Y', unreadable: []});
	});

	test('of one record find it at the top level', () => {
		const codec = recordAnswer('list', listRecord);
		expect(codec.decode(envelopeOf({success: 1}, {list: {list_id: '7'}})).record.id).toBe('7');
		expect(codec.decode(readEnvelope('{"success":1,"list_id":"7"}')).record.id).toBe('7');
		expect(errorOf(() => codec.decode(envelopeOf({success: 1})))).toMatchObject({
			code: 'unreadable',
			message: 'no field of a list that dialtop knows is in the answer',
		});
	});

	test.each([
		[{}, {token: 'top-1'}, {'beside-response': 1}],
		[{user: {token: 'deep-2'}}, {token: 'top-1'}, {'beside-response': 1}],
		[{user: {token: 'top-1', x: {token: 'deep-2'}}}, {}, {nested: 1}],
		[{token: 'top-1', user: {token: 'deep-2'}}, {token: 'top-3'}, {}],
	])('of the login take the token of %j and %j from the highest place', (response, top, rules) => {
		const login = () => fieldsAnswer(loginRecord).decode(envelopeOf({success: 1, ...response}, top));
		const {made, rules: used} = countingRules(login);
		expect([made.token, Object.fromEntries(used)]).toEqual(['top-1', rules]);
	});

	test.each(['token', 'access_token', 'api_token', 'auth_token'])('of the login find the token under %s', name => {
		const login = fieldsAnswer(loginRecord);
		const long = 'aB9.'.repeat(600);
		expect(login.decode(envelopeOf({success: 1, [name]: long})).token).toBe(long);
	});

	test('of the login name the fields that came, and no token where none is known', () => {
		const answer = fieldsAnswer(loginRecord).decode(envelopeOf({success: 1, error: '', session_key: 'S'}));
		expect(answer.token).toBeUndefined();
		expect(Object.keys(answer.extra)).toEqual(['session_key']);
	});

	test('without a shape are kept as they came, their texts made safe', () => {
		const answer = openAnswer.decode(
			envelopeOf({success: 1, error: '', 'a\u001b': 'x\n', list: [1, {deep: '\u202e'}, null]}, {beside: true}),
		);
		expect(answer).toEqual({beside: true, 'a␛': 'x␊', list: [1, {deep: '<202e>'}, null]});
		expect(openAnswer.decode(readEnvelope('{"success":1,"error":"","x":5}'))).toEqual({x: 5});
	});

	test('without a shape keep a document whole, and survive any depth', () => {
		const document = 'JVBERi0x'.repeat(300_000);
		const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
		const object = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
		const answer = openAnswer.decode(
			readEnvelope(`{"response":{"success":1,"document":"${document}","deep":${deep},"object":${object}}}`),
		);
		expect(answer.document === document).toBe(true);
		expect(JSON.stringify(answer.deep).length).toBeLessThan(200);
		expect(JSON.stringify(answer.object).length).toBeLessThan(300);
		const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
		const {whole, cut} = openAnswer.decode(envelopeOf({success: 1, whole: nested(31), cut: nested(32)}));
		expect(whole).toEqual(nested(31));
		expect(JSON.stringify(cut)).toBe(JSON.stringify(nested(32)).replace('[]', '"[]"'));
	});

	test('of search_lead tell no data from none found', () => {
		expect(lists.search_lead.answer.decode(envelopeOf({success: 1, footer: 5}))).toEqual({
			entries: undefined,
			footer: '',
		});
		expect(lists.search_lead.answer.decode(envelopeOf({success: 1, footer: 'a\nb', all_log_search: []}))).toEqual({
			entries: [],
			footer: 'a␊b',
		});
	});

	test.each([
		['an array', [{name: 'amd', value: 'Y', options: [{id: 'Y', label: 'on'}, 'N']}]],
		['an object keyed by name', {amd: {value: 'Y', options: {Y: 'on', N: 'N'}}}],
		['other words', [{id: 'amd', current: 'Y', allowed: [{value: 'Y', name: 'on'}, {id: 'N'}]}]],
	])('of get_campaign_settings are read from %s', (_name, settings) => {
		const options = [
			{id: 'Y', label: 'on'},
			{id: 'N', label: 'N'},
		];
		expect(settingsAnswer.decode(envelopeOf({success: 1, settings}))).toEqual({
			settings: [{name: 'amd', value: 'Y', options}],
		});
	});

	test('of get_campaign_settings are read from a plain map', () => {
		expect(settingsAnswer.decode(envelopeOf({success: 1, settings: {amd: 'Y', autodiallevel: 2}}))).toEqual({
			settings: [
				{name: 'amd', value: 'Y', options: []},
				{name: 'autodiallevel', value: '2', options: []},
			],
		});
	});

	test('of the dashboard leave out what did not come', () => {
		expect(dashboardAnswer.decode(envelopeOf({success: 1, error: ''}))).toEqual({
			figures: undefined,
			calls: undefined,
			agents: undefined,
			leads: undefined,
			liveCalls: undefined,
		});
	});

	test('of the dashboard never take a graph for the figures', () => {
		const answer = dashboardAnswer.decode(envelopeOf({success: 1, call_status_graph: [{active_calls: 5}]}));
		expect(answer.figures).toBeUndefined();
		expect(answer.liveCalls).toMatchObject([{activeCalls: 5}]);
	});

	test('of the dashboard keep the newest thousand points', () => {
		const calls_graph_data = Array.from({length: 5000}, (_, index) => ({dialed: String(index)}));
		const {calls} = dashboardAnswer.decode(envelopeOf({success: 1, calls_graph_data}));
		expect(calls).toHaveLength(1000);
		expect(calls?.at(-1)?.dialed).toBe(4999);
	});

	test('of the dashboard read what they write', () => {
		const figures = {
			campaignId: '7',
			dropLimit: 3,
			dropRate: 1.25,
			remainingTime: 9669,
			averageTalk: 95.5,
			status: 'PLAY',
		};
		const written = dashboardAnswer.encode({
			figures,
			calls: [{dialed: 20, time: 32_400}],
			agents: [{ready: 2}],
			leads: [{activeLeads: 31}],
			liveCalls: [{ringing: 7}],
		});
		expect(written).toEqual({
			dashboard_stats: [
				{
					campaign_id: '7',
					adaptive_dropped_percentage: '3%',
					percentage_dropped: '1.25',
					remaining_time: '02:41:09',
					average_talkoff_time: '95.5',
					display_status: 'PLAY',
				},
			],
			calls_graph_data: [{dialed: '20', datetime: '09:00:00'}],
			agent_graph_data: [{ready: '2'}],
			lead_status_graph: [{active_leads: 31}],
			call_status_graph: [{calls_ringings: 7}],
		});
		expect(dashboardAnswer.decode(envelopeOf({success: 1, ...written})).figures).toMatchObject(figures);
	});
});
