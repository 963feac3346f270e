/** Answers of an engine that follow from a seed, sound and with one value that lies about its type. */
import {hostileTexts} from '../../../helpers/other-service.ts';
import {type Random, randomOf} from '../../row.ts';

/** What the engine is to do with a query; it is sent as the query itself. */
export type Task = {kind: Kind; seed: string};

export const kinds = [
	'sound',
	'lie',
	'empty',
	'hostile',
	'million',
	'wide',
	'hang',
	'drip',
	'reset',
	'cut',
	'page',
	'redirect',
] as const;

export type Kind = (typeof kinds)[number];

type Series = {metric: Record<string, string>; values: [number, string][]};

/** An answer, as it is sent. */
export type Made = {status: string; data: {resultType: string; result: Series[]}; warnings?: string[]};

/** Seconds. */
const begin = 1_795_694_400;

const values = ['0', '1', '-2.5', '1e21', '3.0000000000000004', '+Inf', '-Inf', 'NaN', '123456'];

/** Random texts: each hostile in its way. */
const hostileText = (random: Random): string =>
	`${random.pick(hostileTexts)}${String.fromCodePoint(0x80 + random.below(0xd000))}${random.pick(['', '\u0000', '\u001b]0;x\u0007', '\ud800', '"\\\n'])}`;

/** A sound answer. */
export const soundAnswer = ({kind, seed}: Task): Made => {
	const random = randomOf(seed);
	const isHostile = kind === 'hostile';
	const result = Array.from({length: 1 + random.below(8)}, (_, series): Series => {
		const count = 1 + random.below(30);
		return {
			metric: {
				__name__: random.pick(['dialtop_campaign_dialed_total', 'dialtop_campaign_info', 'up']),
				campaign_id: String(1000 + series),
				profile: 'east',
				...(isHostile && {name: hostileText(random), [hostileText(random)]: hostileText(random), ['__proto__']: 'x'}),
			},
			values: Array.from({length: count}, (_value, index) => [begin + index * 5 + 0.125, random.pick(values)]),
		};
	});
	return {
		status: 'success',
		data: {resultType: 'matrix', result},
		...(isHostile && {warnings: [hostileText(random), hostileText(random)]}),
	};
};

/** Values that are no labels, times or samples. */
const lies: readonly unknown[] = [null, true, false, {a: 1}, ['1'], [[]], {}];
const lyingTexts: readonly unknown[] = [...lies, '', ' 5 ', '0x10', '1,5', '1_000', 'many', '--1', '1e', '٣'];

/** An answer with a value of another type somewhere in its data, or without it. */
export const lyingAnswer = (task: Task): unknown => {
	const answer = soundAnswer(task) as unknown as {data: {resultType: unknown; result: Record<string, unknown>[]}};
	const random = randomOf(`${task.seed} lie`);
	const series = random.pick(answer.data.result);
	const {metric, values: samples} = series as {metric: Record<string, unknown>; values: unknown[][]};
	const at = random.below(samples.length);
	const how: (() => void)[] = [
		() => {
			answer.data.resultType = random.pick(lyingTexts);
		},
		() => {
			(answer.data as {result: unknown}).result = random.pick([null, true, 'x', 5, {a: 1}]);
		},
		() => {
			series.metric = random.pick([null, true, 'x', 5, ['a']]);
		},
		() => {
			metric.campaign_id = random.pick([null, true, 5, ['a'], {a: 'b'}]);
		},
		() => {
			series.values = random.pick([null, true, 'x', 5, {a: 1}]);
		},
		() => {
			delete series.values;
		},
		() => {
			samples[at] = random.pick([null, true, 'x', 5, {a: 1}, [], ['1', '2'], [null, '1']]) as unknown[];
		},
		() => {
			(samples[at] as unknown[])[1] = random.pick(lyingTexts);
		},
		() => {
			(samples[at] as unknown[])[0] = random.pick([...lies, '1795694400', 1e300, -1e300]);
		},
		() => {
			answer.data.result[random.below(answer.data.result.length)] = random.pick([null, 'x', 5, [], true]) as never;
		},
	];
	random.pick(how)();
	return answer;
};
