/** The client of an engine, over real connections to loopback. */
import {expect, test} from 'vitest';
import {createEngine} from '../../source/prometheus/client.ts';
import {clockAt, connect, noon} from './client.ts';
import {type Answering, json, startEngine, success} from './engine.ts';

test('an instant query goes as a form to the path under the prefix, and its values are read', async () => {
	await using server = await startEngine((_, response) =>
		json(
			response,
			success('vector', [
				{metric: {__name__: 'up', job: 'a'}, value: [noon / 1000, '1']},
				{metric: {job: 'b'}, value: [noon / 1000 + 0.25, '+Inf']},
				{metric: {job: 'c'}, value: [noon / 1000, '-Inf']},
				{metric: {job: 'd'}, value: [noon / 1000, 'NaN']},
				{metric: {job: 'e'}, value: [noon / 1000, '1.5e-3']},
			]),
		),
	);
	const engine = createEngine({url: `${server.url}/prefix/`, headers: {'X-Scope-OrgID': 'east'}}, clockAt(noon));
	expect(engine.host).toBe(server.host);
	const answer = await engine.query('up{job=~"a&b"}', {at: noon});
	await engine.close();
	expect(server.asked).toMatchObject([
		{
			path: 'POST /prefix/api/v1/query',
			fields: {query: 'up{job=~"a&b"}', time: '1795694400.000', timeout: '20'},
			headers: {
				'x-scope-orgid': 'east',
				'content-type': 'application/x-www-form-urlencoded',
				accept: 'application/json',
			},
		},
	]);
	expect(answer).toEqual({
		series: [
			{labels: {__name__: 'up', job: 'a'}, samples: [{at: noon, value: 1}]},
			{labels: {job: 'b'}, samples: [{at: noon + 250, value: Number.POSITIVE_INFINITY}]},
			{labels: {job: 'c'}, samples: [{at: noon, value: Number.NEGATIVE_INFINITY}]},
			{labels: {job: 'd'}, samples: []},
			{labels: {job: 'e'}, samples: [{at: noon, value: 0.0015}]},
		],
		warnings: [],
		isPartial: false,
	});
});

test('without a time the engine takes its own; a scalar is a series without labels', async () => {
	await using at = await connect((_, response) => json(response, success('scalar', [noon / 1000, '7'])));
	expect((await at.engine.query('scalar(x)')).series).toEqual([{labels: {}, samples: [{at: noon, value: 7}]}]);
	expect(at.asked[0]?.fields).not.toHaveProperty('time');
});

/** Answers a range with a sample at each of its points. */
const counting: Answering = ({fields}, response) => {
	const [start, end, step] = [Number(fields.start), Number(fields.end), Number(fields.step)];
	const count = Math.floor((end - start) / step + 1e-6) + 1;
	const values = Array.from({length: count}, (_, index) => [start + index * step, String(index)]);
	json(response, success('matrix', [{metric: {campaign_id: '1'}, values}]));
};

test('a range of more than 11,000 points is asked for in pieces, and answered as one', async () => {
	await using at = await connect(counting);
	const from = noon - 86_400_000;
	const {series} = await at.engine.queryRange('x', {from, to: noon, step: 5000});
	expect(at.asked.map(({path, fields: {start, end, step}}) => [path, start, end, step])).toEqual([
		['POST /api/v1/query_range', '1795608000.000', '1795662995.000', '5.000'],
		['POST /api/v1/query_range', '1795663000.000', '1795694400.000', '5.000'],
	]);
	expect(series).toHaveLength(1);
	expect(series[0]?.samples.map(({at: time}) => time)).toEqual(
		Array.from({length: 17_281}, (_, index) => from + index * 5000),
	);
});

test('a range need not begin at a whole millisecond', async () => {
	await using at = await connect(counting);
	const {series, isPartial} = await at.engine.queryRange('x', {from: noon - 5000.6, to: noon + 0.4, step: 1000.2});
	expect([series[0]?.samples.length, isPartial]).toEqual([6, false]);
});

test('the answer about a time that is over is used again for ten minutes; about one that is not, never', async () => {
	await using at = await connect(counting);
	const past = {from: noon - 3_600_000, to: noon - 600_000, step: 60_000};
	const first = await at.engine.queryRange('x', past);
	expect(await at.engine.queryRange('x', past)).toEqual(first);
	expect(at.asked).toHaveLength(1);
	await at.engine.queryRange('y', past);
	await at.engine.queryRange('x', {...past, step: 30_000});
	expect(at.asked).toHaveLength(3);
	const recent = {...past, to: noon - 60_000};
	await at.engine.queryRange('x', recent);
	await at.engine.queryRange('x', recent);
	expect(at.asked).toHaveLength(5);
	at.clock.pass(400_000);
	await at.engine.queryRange('x', past);
	expect(at.asked).toHaveLength(5);
	at.clock.pass(400_000);
	await at.engine.queryRange('x', past);
	expect(at.asked).toHaveLength(6);
});
