/** What other levels and agents would do to a floor whose truth is known. */
import {describe, expect, test} from 'vitest';
import type {NoForecast} from '../../source/foresight/calibrate.ts';
import type {Asked} from '../../source/foresight/foresee.ts';
import {createWhatIf, type WhatIf, type WhatIfQuestion} from '../../source/foresight/what-if.ts';
import {watchedFloor} from './floor.ts';

const askedOf = ({points, now, closesAt}: ReturnType<typeof watchedFloor>): Asked => ({
	points,
	zone: 'America/New_York',
	now,
	closesAt,
	isDialing: true,
	levelLimit: 4,
	minutes: 30,
});

/** All that is answered, the whole last; or the first so many. */
const answersTo = (
	whatIf: ReturnType<typeof createWhatIf>,
	question: Pick<WhatIfQuestion, 'floor'> & Partial<WhatIfQuestion>,
	most = Number.POSITIVE_INFINITY,
): (WhatIf | NoForecast)[] => {
	const answers: (WhatIf | NoForecast)[] = [];
	const steps = whatIf({campaignId: '1001', extraAgents: 0, limit: 3, closesAt: 0, ...question});
	for (let step = steps.next(); ; step = steps.next()) {
		answers.push(...(step.value ? [step.value] : []));
		if (step.done || answers.length === most) {
			return answers;
		}
	}
};

const made = (answer: WhatIf | NoForecast | undefined): WhatIf => {
	if (!answer || 'why' in answer) {
		throw new Error(answer?.why);
	}
	return answer;
};

describe('a floor of 16 agents that dials a fixed level', () => {
	const floor = watchedFloor({agents: 16, seed: 3});
	const whatIf = createWhatIf();
	const answers = answersTo(whatIf, {floor: askedOf(floor), limit: 2});
	const whole = made(answers.at(-1));

	test('comes level by level, the present one first and those near it before the others', () => {
		expect(answers.map(answer => made(answer).points.length)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 8]);
		expect(made(answers[1]).points.map(({value}) => value)).toEqual([1.2]);
		expect(made(answers[0]).values).toEqual(whole.points.map(({value}) => value));
		expect(whole).toMatchObject({moved: 'level', present: 1.2, agents: 16, extraAgents: 0, runs: 100, limit: 2});
	});

	test('a higher level brings more talk, and keeps the limit less often', () => {
		const [first, last] = [whole.points[0], whole.points.at(-1)];
		expect(last?.talk.median).toBeGreaterThan(first?.talk.median ?? 0);
		expect(last?.dropAtClose.median).toBeGreaterThan(first?.dropAtClose.median ?? 0);
		expect(last?.under).toBeLessThan(first?.under ?? 1);
		expect(whole.points.map(({isSafe}) => isSafe)).toEqual(whole.points.map(({under}) => under >= 0.95));
	});

	test('other agents are tried on the same floor, which is not read again', () => {
		const {until} = whole.calibratedOn;
		const fewer = made(answersTo(whatIf, {floor: {until}, extraAgents: -6, limit: 2}, 2).at(-1));
		expect(fewer).toMatchObject({agents: 16, extraAgents: -6, calibratedOn: whole.calibratedOn});
		const [point] = fewer.points;
		expect(point?.value).toBe(1.2);
		expect(point?.talk).not.toEqual(whole.points.find(({value}) => value === 1.2)?.talk);
	});

	test('a floor of another time, or of another campaign, is not remembered', () => {
		const {until} = whole.calibratedOn;
		expect(answersTo(whatIf, {floor: {until: until - 1}})).toEqual([{why: expect.any(String)}]);
		expect(answersTo(whatIf, {floor: {until}, campaignId: '1002'})).toEqual([{why: expect.any(String)}]);
		expect(answersTo(createWhatIf(), {floor: {until}})).toEqual([{why: expect.any(String)}]);
	});

	test('a period that has had too many drops is over its limit whatever the level', () => {
		const {until} = whole.calibratedOn;
		const over = made(answersTo(whatIf, {floor: {until}, limit: 2, counted: {humans: 100_000, drops: 9000}}, 2).at(-1));
		expect(over).toMatchObject({isPeriod: true, safest: undefined});
		expect(over.points.map(({under}) => under)).toEqual([0]);
	});
});

test('where the method sets its level by the drop limit, that moves', () => {
	const floor = watchedFloor({
		agents: 24,
		seed: 3,
		settings: {method: 'PREDICTIVE', level: 1.2, levelLimit: 4, dropLimit: 3},
	});
	const [first] = answersTo(createWhatIf(), {floor: askedOf(floor)}, 1);
	expect(made(first)).toMatchObject({moved: 'dropLimit', present: 3});
	expect(made(first).values).toContain(2.5);
});

test('nothing is simulated of a floor that cannot be fitted', () => {
	expect(answersTo(createWhatIf(), {floor: {...askedOf(watchedFloor({agents: 16})), points: []}})).toEqual([
		{why: 'nothing is recorded of it'},
	]);
});
