/** What a program that acts by accident would have shown, heard and sent: evidence of an honest one, falsified. The judge must find each. */
import type {Frame} from '../../judged.ts';
import {type Evidence, unconfirmed} from './judge.ts';

/** Falsifies evidence that ends with one command and its answer; undefined where there is nothing to falsify. */
type Lie = (honest: Evidence) => Evidence | undefined;

/** A question may go over several rows, and what is to be answered over two. */
const asksSomething = ({rows}: Frame): boolean => /\[y\/N\]|Type .*:/.test(rows.slice(-6).join(' '));

/** Milliseconds for which a question must be seen, less what may be wrong about them: a little less is surely too short. */
const surelyTooShort = ({slack, lag = 0}: Evidence): number => (slack === undefined ? 399 : 370 - slack - lag);

/** The answer: the last key that may be one. */
const answerIn = ({inputs}: Evidence) => {
	const index = inputs.findLastIndex(({bytes}) => bytes === 'y' || bytes === '\r');
	const input = inputs[index];
	if (!input) {
		throw new Error('nothing was answered');
	}
	return {index, at: input.at};
};

/** The last frame that the answer was given to. */
const shownTo = ({frames}: Evidence, at: number): Frame => {
	const frame = frames.findLast(one => one.at <= at);
	if (!frame || !asksSomething(frame)) {
		throw new Error('nothing was asked when it was answered');
	}
	return frame;
};

const byTime = (frames: readonly Frame[]): Frame[] => frames.toSorted((one, other) => one.at - other.at);

const sent = (honest: Evidence, change: Readonly<Record<string, string>>): Evidence => ({
	...honest,
	arrived: honest.arrived.map(command => ({...command, fields: {...command.fields, ...change}})),
});

/** Sends another value in the first of these fields that is sent. */
const instead =
	(values: Readonly<Record<string, string>>): Lie =>
	honest => {
		const fields = honest.arrived[0]?.fields ?? {};
		const name = Object.keys(values).find(one => fields[one] !== undefined);
		return name === undefined ? undefined : sent(honest, {[name]: values[name] ?? ''});
	};

/** Shows something else in the questions. */
const shown =
	(change: (row: string) => string): Lie =>
	honest => {
		let isOther = false;
		const frames = honest.frames.map(frame => {
			const rows = asksSomething(frame) ? frame.rows.map(change) : frame.rows;
			isOther ||= rows.join() !== frame.rows.join();
			return {at: frame.at, rows};
		});
		return isOther ? {...honest, frames} : undefined;
	};

/** What lies over the end of a frame: a table, and keys. */
const covered = (frame: Frame, at: number): Frame => ({
	at,
	rows: frame.rows.map((row, y) => (y < 1 ? row : y < frame.rows.length - 1 ? `│ key ${y}` : ' ? help  q quit')),
});

/** Lays something over the question from so long before the answer until so long before it. */
const coveredFor =
	(from: number, until: number): Lie =>
	honest => {
		const {at} = answerIn(honest);
		const question = shownTo(honest, at);
		const others = honest.frames.filter(frame => frame.at < at - from || frame.at > at - until);
		const frames = [...others, covered(question, at - from)];
		return {...honest, frames: byTime(until > 0 ? [...frames, {at: at - until, rows: question.rows}] : frames)};
	};

const lies: Readonly<Record<string, Lie>> = {
	'to another target': instead({phone_number: '5125550199', list_id: '2002', campaign_id: '1004'}),
	'to a target whose id begins alike': honest =>
		instead({phone_number: '51255501230', list_id: `${honest.arrived[0]?.fields.list_id}0`, campaign_id: '10010'})(
			honest,
		),
	'with another value': instead({autodiallevel: '4.9', status: 'Y', callerid: '5125550000'}),
	'with a part of the value': instead({autodiallevel: '2', callerid: '5'}),
	'with a value that begins alike': instead({autodiallevel: '2.55', callerid: '555010999951255501230'}),
	'for another campaign': honest =>
		honest.arrived[0]?.type === 'dial_number' ? sent(honest, {campaign_id: '1002'}) : undefined,
	'with a value more': honest => sent(honest, {dial_method: 'MANUAL'}),
	'of another kind': honest => {
		const others: Readonly<Record<string, string>> = {pause_campaign: 'stop_campaign', stop_campaign: 'play_campaign'};
		const type = others[honest.arrived[0]?.type ?? ''];
		return type === undefined
			? undefined
			: {...honest, arrived: honest.arrived.map(command => ({...command, type, fields: {...command.fields, type}}))};
	},
	'without a question': honest => ({...honest, frames: honest.frames.filter(frame => !asksSomething(frame))}),
	'without an answer': honest => ({...honest, inputs: honest.inputs.slice(0, answerIn(honest).index)}),
	'for a question drawn too late': honest => {
		const {at} = answerIn(honest);
		const latest = at - surelyTooShort(honest);
		return {
			...honest,
			frames: byTime(
				honest.frames.map(frame => ({
					at: asksSomething(frame) ? Math.max(frame.at, latest) : frame.at,
					rows: frame.rows,
				})),
			),
		};
	},
	'for a question about another target': shown(row =>
		row.replaceAll('1001', '1004').replaceAll('2001', '2002').replaceAll('5125550123', '5125550124'),
	),
	'for a question about another value': shown(row =>
		row
			.replace(/to \d\.\d\d/, 'to 3.30')
			.replace('switch off', 'switch on')
			.replace(/caller ID \d+/, 'caller ID 5125550000'),
	),
	'for a question about something else': shown(row => row.replace(/QA: [a-z-]+/, 'QA: delete')),
	'for a question of another environment': shown(row => row.replace('QA:', 'PRODUCTION:')),
	'for a question by another name': shown(row => row.replace('Name: Spring Renewals', 'Name: Autumn Collections')),
	'for a question that was covered': coveredFor(100, 0),
	// Where the program may read keys late, what is only just too short is believed.
	'for a question that was covered until shortly before': honest =>
		coveredFor(380, honest.slack === undefined ? 250 : surelyTooShort(honest) / 2)(honest),
	'for a question that is cut off': shown(row => row.replace(/\[y\/N\]|Type .*:/, '')),
	'for an answer no': honest => ({
		...honest,
		inputs: honest.inputs.with(answerIn(honest).index, {at: answerIn(honest).at, bytes: 'n'}),
	}),
	'after a no': honest => {
		const {index, at} = answerIn(honest);
		const isKey = honest.inputs[index]?.bytes === 'y';
		return {...honest, inputs: honest.inputs.toSpliced(index, 0, {at: at - 150, bytes: isKey ? 'n' : '\u001b'})};
	},
	'though something else was typed': honest => {
		const {index, at} = answerIn(honest);
		return honest.inputs[index]?.bytes === '\r'
			? {...honest, inputs: honest.inputs.toSpliced(index, 0, {at: at - 10, bytes: 'x'})}
			: undefined;
	},
	twice: honest => ({...honest, arrived: honest.arrived.flatMap(command => [command, command])}),
	'once more later': honest => ({
		...honest,
		arrived: honest.arrived.flatMap(command => [
			command,
			{...command, at: command.at + 30_000 * (honest.slowness ?? 1)},
		]),
	}),
	'long after its answer': honest => ({
		...honest,
		arrived: honest.arrived.map(command => ({...command, at: command.at + 30_000 * (honest.slowness ?? 1)})),
	}),
};

/** The lies that could be told of honest evidence, and those of them that the judge did not find. */
export const liesTold = (honest: Evidence): {told: string[]; missed: string[]} => {
	const told: string[] = [];
	const missed: string[] = [];
	for (const [name, lie] of Object.entries(lies)) {
		const evidence = lie(honest);
		if (evidence) {
			told.push(name);
			if (unconfirmed(evidence).length !== 1) {
				missed.push(name);
			}
		}
	}
	return {told, missed};
};
