/** Every rule's figure as it begins, at its worst and as it ends: it grows as it gets worse, or says what it is of. */
import {describe, expect, test} from 'vitest';
import {Draft} from '../../source/alerts/draft.ts';
import type {Measurement} from '../../source/alerts/rule.ts';
import {alertDefaults, allRules, ruleOf} from '../../source/alerts/rules.ts';
import {type Alert, type Alerts, noAlerts, type RuleId} from '../../source/model/alert.ts';
import {endText, lifeOf, whatOf} from '../../source/present/alert-text.ts';
import {alertSpans} from '../../source/present/gravest-alert.ts';
import {textOf} from '../../source/present/spans.ts';
import type {AlertRow} from '../../source/screen/state/view.ts';
import {alertColumns} from '../../source/screen/views/alerts/rows.ts';
import {at, fresh} from '../model/make.ts';

/** What a rule measures as its alert begins, at its worst, and where it is over. */
type Life = {
	values: readonly [begins: number, worst: number, ends: number];
	more?(value: number): Partial<Measurement>;
};

const lives: Readonly<Record<RuleId, Life>> = {
	hours: {values: [2, 9, 0], more: () => ({note: 'the calling hours of 08:00 to 21:00'})},
	'drop-pace': {values: [14, 0.4, 31], more: () => ({note: '11 drops of 79 live answers in 68 s'})},
	'drop-near': {values: [2.5, 2.74, 2.39], more: () => ({note: 'its own limit', limit: 3})},
	'drop-close': {values: [2.8, 2.95, 2.69], more: () => ({note: "the regulator's line", limit: 3})},
	'drop-limit': {values: [3.02, 4.86, 2.89], more: () => ({note: 'its own limit', limit: 3})},
	'period-near': {values: [91, 97, 86], more: () => ({note: '2.73% of 3% in the period of 30 days'})},
	'period-over': {values: [100.4, 108, 98], more: () => ({note: '3.01% of 3% in the period of 30 days'})},
	changed: {values: [1, 2, 0], more: () => ({note: 'drop limit 3% → 5%, not by dialtop here'})},
	answers: {values: [60, 20, 82]},
	outage: {values: [40, 0, 66]},
	waiting: {values: [1, 12, 0]},
	starved: {values: [4, 28, 0]},
	idle: {values: [4, 11, 0]},
	'not-dialing': {values: [180, 245, 0]},
	'leads-low': {values: [59, 12, 383]},
	staffing: {
		values: [60, 31, 76],
		more: value => ({
			cause: {kind: 'agents-left', shifts: [{figure: 'agents', from: 29, to: Math.round(0.29 * value)}], isSure: true},
		}),
	},
	'paused-share': {values: [60, 90, 44], more: value => ({note: `${value / 5} of 20`})},
	'paused-more': {
		values: [2, 3.4, 1.6],
		more: value => ({
			note: `${Math.round(5 * value)} of 30`,
			cause: {kind: 'agents-paused', shifts: [{figure: 'paused', from: 1 / 6, to: value / 6}], isSure: true},
		}),
	},
	'paused-ready': {values: [3, 6, 2], more: () => ({note: 'paused'})},
	unusual: {
		values: [45, 109, 28],
		more: value => ({
			cause: {kind: 'long-wrap-up', shifts: [{figure: 'wrapUp', from: 0.1, to: 0.1 + value / 1000}], isSure: true},
		}),
	},
	dead: {values: [1, 3, 0]},
	stale: {values: [60, 300, 0]},
	service: {values: [15, 200, 0]},
	metrics: {values: [15, 200, 0], more: () => ({note: 'metrics.test refuses connections'})},
};

const onlyOf = ({active}: Alerts): Alert => [...active.values()][0] as Alert;

/** The alert of a rule as it begins, and at its worst. */
const livesOf = (id: RuleId): {begins: Alert; worst: Alert} => {
	const {values, more} = lives[id];
	const match = (value: number) => ({
		rule: ruleOf[id],
		rank: 0,
		value,
		measurement: {threshold: alertDefaults.rules[id].threshold, ...more?.(value)},
	});
	const raised = new Draft(noAlerts, at(0));
	raised.raise({campaignId: '1', name: 'Spring', size: 29}, match(values[0]), at(0), 600);
	const renewed = new Draft(raised.result, at(2));
	renewed.renew(onlyOf(raised.result), match(values[1]), {name: 'Spring', size: 29});
	return {begins: onlyOf(raised.result), worst: onlyOf(renewed.result)};
};

/** Where the alert of a rule is over: its figure came back over the line. */
const endOf = (id: RuleId): string => {
	const {isLow} = ruleOf[id];
	const {threshold, margin} = alertDefaults.rules[id];
	return endText({kind: 'back', rule: id, value: lives[id].values[2], line: threshold + (isLow ? margin : -margin)});
};

const columns = alertColumns({state: fresh(), floors: []});

const cell = (id: string, alert: Alert): string =>
	columns.find(column => column.id === id)?.cell({id: '1', kind: 'alert', alert, isOpened: false} as AlertRow).text ??
	'';

const lineOf = (alert: Alert, width: number): string =>
	textOf(
		alertSpans(
			{lead: alert, members: [alert]},
			{
				now: at(90),
				width,
				keys: action => action,
				answer: undefined,
				old: undefined,
				others: 0,
			},
		),
	)
		.replace(/ since .*/, '')
		.trim();

/** All that is said of a rule's alert. */
const said = (id: RuleId): string[] => {
	const {begins, worst} = livesOf(id);
	return [
		`${cell('what', begins)} | ${cell('figure', begins)} | ${cell('threshold', begins)}`,
		whatOf(begins),
		`${cell('figure', worst)} | worst ${cell('worst', worst)}`,
		whatOf(worst),
		lineOf(worst, 80),
		endOf(id),
	];
};

/** What a figure is of, or until when: a figure that falls as it gets worse must say it. */
const saysWhat = /of usual|of the usual|^in |leads for |passed at this pace in /;

/** The first number of a text; of a duration the minutes. */
const numberIn = (text: string): number => {
	const [, hours = '0', first = 'NaN', seconds = '0', isSeconds] =
		/(?:(\d+) h )?(\d+(?:\.\d+)?)(?:m (\d+)s|(s))?/.exec(text) ?? [];
	return Number(hours) * 60 + Number(first) / (isSeconds ? 60 : 1) + Number(seconds) / 60;
};

/** The unit of the first number of a text. */
const unitOf = (text: string): string | undefined =>
	/\d ?(%|min|h|s|m \d\ds|agents?|calls?|changes?|×)(?: \d\d)?(?=\W|$)/
		.exec(text)?.[1]
		?.replace(/^h$/, 'min')
		.replace(/^m \d\ds$/, 's')
		.replace(/(agent|call|change)s/, '$1');

describe.each(allRules.map(({id}) => id))('%s', id => {
	const {begins, worst} = livesOf(id);

	test('grows as it gets worse, or says what it is of', () => {
		const [first, most] = [cell('figure', begins), cell('figure', worst)];
		const grows = numberIn(most) > numberIn(first);
		expect(grows || [first, most].every(text => saysWhat.test(text)), `${first} → ${most}`).toBe(true);
		expect(grows || saysWhat.test(endOf(id)), endOf(id)).toBe(true);
		for (const [name, text] of [
			['figure', most],
			['figure', first],
			['worst', cell('worst', worst)],
			['threshold', cell('threshold', worst)],
		] as const) {
			expect(text.length, text).toBeLessThanOrEqual(columns.find(({id: column}) => column === name)?.width ?? 0);
		}
		// The side of the threshold on which it is bad is that to which the figure goes.
		expect(cell('threshold', begins)).toMatch(grows ? /^≥/ : /^</);
	});

	test('has one unit from its start to its end', () => {
		const unit = unitOf(cell('figure', begins));
		expect(unit).toBeDefined();
		for (const text of [cell('figure', worst), cell('worst', worst), lifeOf(worst, at(90)), endOf(id)]) {
			expect(unitOf(text), text).toBe(unit);
		}
		expect(unitOf(cell('threshold', worst)) ?? unit).toBe(unit);
		expect(cell('worst', worst)).toBe(cell('figure', worst));
	});

	test('is said whole under the header, with its line, where there is room', () => {
		expect(lineOf({...worst, cause: undefined}, 160)).not.toContain('…');
	});
});

test('what each rule says as it begins, at its worst and as it ends', () => {
	expect(Object.fromEntries(allRules.map(({id}) => [id, said(id)]))).toMatchInlineSnapshot(`
		{
		  "answers": [
		    "fewer answers | 60% of usual | <65%",
		    "live answers per dial at 60% of the usual (alarm below 65%)",
		    "20% of usual | worst 20% of usual",
		    "live answers per dial at 20% of the usual (alarm below 65%)",
		    "△ 1 Spring: live answers per dial at 20% of the usual",
		    "live answers per dial at 82% of the usual, above 80%",
		  ],
		  "changed": [
		    "set elsewhere | 1 change | ≥1",
		    "drop limit 3% → 5%, not by dialtop here",
		    "2 changes | worst 2 changes",
		    "drop limit 3% → 5%, not by dialtop here",
		    "△ 1 Spring: drop limit 3% → 5%, not by dialtop here",
		    "0 changes within the hour, not by dialtop here, below 1 change",
		  ],
		  "dead": [
		    "dead calls | 1 agent | ≥1",
		    "1 agent more than usual on a dead call: the caller is gone",
		    "3 agents | worst 3 agents",
		    "3 agents more than usual on a dead call: the caller is gone",
		    "△ 1 Spring: 3 agents more than usual on a dead call",
		    "0 agents more than usual on a dead call, below 1 agent",
		  ],
		  "drop-close": [
		    "drop rate | 2.80% | ≥2.80%",
		    "drop rate 2.80%, 0.20 under the regulator's line of 3.00%",
		    "2.95% | worst 2.95%",
		    "drop rate 2.95%, 0.05 under the regulator's line of 3.00%",
		    "△ 1 Spring: drop rate 2.95% (alarm from 2.80%)",
		    "drop rate 2.69%, below 2.70%",
		  ],
		  "drop-limit": [
		    "drop rate | 3.02% | ≥3.00%",
		    "DROP RATE 3.02%, 0.02 OVER its own limit of 3.00%",
		    "4.86% | worst 4.86%",
		    "DROP RATE 4.86%, 1.86 OVER its own limit of 3.00%",
		    "▲ 1 Spring: DROP RATE 4.86%, 1.86 OVER its own limit of 3.00%",
		    "drop rate 2.89%, below 2.90%",
		  ],
		  "drop-near": [
		    "drop rate | 2.50% | ≥2.50%",
		    "drop rate 2.50%, 0.50 under its own limit of 3.00%",
		    "2.74% | worst 2.74%",
		    "drop rate 2.74%, 0.26 under its own limit of 3.00%",
		    "△ 1 Spring: drop rate 2.74%, 0.26 under its own limit of 3.00%",
		    "drop rate 2.39%, below 2.40%",
		  ],
		  "drop-pace": [
		    "limit ahead | in 14 min | <15 min",
		    "limit passed at this pace in 14 min (alarm below 15 min): 11 drops of 79 live answers in 68 s",
		    "in <1 min | worst in <1 min",
		    "limit passed at this pace in under 1 min (alarm below 15 min): 11 drops of 79 live answers in 68 s",
		    "△ 1 Spring: limit passed at this pace in under 1 min",
		    "limit passed at this pace in 31 min, above 30 min",
		  ],
		  "hours": [
		    "outside hours | 2 calls | ≥1",
		    "2 calls RINGING OUTSIDE the calling hours of 08:00 to 21:00",
		    "9 calls | worst 9 calls",
		    "9 calls RINGING OUTSIDE the calling hours of 08:00 to 21:00",
		    "▲ 1 Spring: 9 calls ringing outside hours",
		    "0 calls ringing outside hours, below 1 call",
		  ],
		  "idle": [
		    "agents idle | 4 agents | ≥1",
		    "4 agents ready, and nothing rings",
		    "11 agents | worst 11 agents",
		    "11 agents ready, and nothing rings",
		    "△ 1 Spring: 11 agents ready, and nothing rings",
		    "0 agents ready, and nothing rings, below 1 agent",
		  ],
		  "leads-low": [
		    "leads run out | in 59 min | <1 h",
		    "leads for 59 min at the present pace (alarm below 1 h)",
		    "in 12 min | worst in 12 min",
		    "leads for 12 min at the present pace (alarm below 1 h)",
		    "△ 1 Spring: leads for 12 min at the present pace (alarm below 1 h)",
		    "leads for 6 h 23 at the present pace, above 1 h 15",
		  ],
		  "metrics": [
		    "no metrics | 15s | ≥15s",
		    "no metrics for 15s: metrics.test refuses connections",
		    "3m 20s | worst 3m 20s",
		    "no metrics for 3m 20s: metrics.test refuses connections",
		    "▲ 1 Spring: no metrics for 3m 20s (alarm from 15s)",
		    "no metrics for 0s, below 15s",
		  ],
		  "not-dialing": [
		    "not dialing | 3m 00s | ≥3m 00s",
		    "PLAY, and no dials for 3m 00s",
		    "4m 05s | worst 4m 05s",
		    "PLAY, and no dials for 4m 05s",
		    "▲ 1 Spring: PLAY, and no dials for 4m 05s",
		    "no dials for 0s, below 3m 00s",
		  ],
		  "outage": [
		    "outage | 40% of usual | <50%",
		    "answers per dial at 40% of the usual (alarm below 50%)",
		    "0% of usual | worst 0% of usual",
		    "answers per dial at 0% of the usual (alarm below 50%)",
		    "▲ 1 Spring: answers per dial at 0% of the usual (alarm below 50%)",
		    "answers per dial at 66% of the usual, above 65%",
		  ],
		  "paused-more": [
		    "more paused | 2.0× | ≥2.0×",
		    "10 of 30 agents paused, 2.0× the usual; - lowers the level, P pauses it",
		    "3.4× | worst 3.4×",
		    "17 of 30 agents paused, 3.4× the usual; - lowers the level, P pauses it",
		    "△ 1 Spring: 3.4× as many agents paused as usual (alarm from 2.0×)",
		    "1.6× as many agents paused as usual, below 1.6×",
		  ],
		  "paused-ready": [
		    "agents unused | 3 agents | ≥3",
		    "paused, 3 agents ready",
		    "6 agents | worst 6 agents",
		    "paused, 6 agents ready",
		    "△ 1 Spring: paused, 6 agents ready",
		    "2 agents ready, and it does not dial, below 3 agents",
		  ],
		  "paused-share": [
		    "agents paused | 60% | ≥60%",
		    "60% of the agents paused: 12 of 20",
		    "90% | worst 90%",
		    "90% of the agents paused: 18 of 20",
		    "△ 1 Spring: 90% of the agents paused: 18 of 20",
		    "44% of the agents paused, below 45%",
		  ],
		  "period-near": [
		    "period's drops | 91% | ≥90%",
		    "drops at 91% of the period's limit: 2.73% of 3% in the period of 30 days",
		    "97% | worst 97%",
		    "drops at 97% of the period's limit: 2.73% of 3% in the period of 30 days",
		    "△ 1 Spring: drops at 97% of the period's limit (alarm from 90%)",
		    "drops at 86% of the period's limit, below 87%",
		  ],
		  "period-over": [
		    "period's drops | 100% | ≥100%",
		    "DROPS AT 100% OF THE PERIOD'S LIMIT: 3.01% of 3% in the period of 30 days",
		    "108% | worst 108%",
		    "DROPS AT 108% OF THE PERIOD'S LIMIT: 3.01% of 3% in the period of 30 days",
		    "▲ 1 Spring: drops at 108% of the period's limit (alarm from 100%)",
		    "drops at 98% of the period's limit, below 99%",
		  ],
		  "service": [
		    "no service | 15s | ≥15s",
		    "no service for 15s",
		    "3m 20s | worst 3m 20s",
		    "no service for 3m 20s",
		    "▲ 1 Spring: no service for 3m 20s",
		    "no service for 0s, below 15s",
		  ],
		  "staffing": [
		    "agents gone | 40% | ≥40%",
		    "12 of 29 agents have left, 40%; - lowers the level, P pauses it",
		    "69% | worst 69%",
		    "20 of 29 agents have left, 69%; - lowers the level, P pauses it",
		    "△ 1 Spring: 20 of 29 agents have left, 69% (alarm from 40%)",
		    "24% of the agents have left, below 25%",
		  ],
		  "stale": [
		    "figures stale | 1m 00s | ≥1m 00s",
		    "figures not read for 1m 00s",
		    "5m 00s | worst 5m 00s",
		    "figures not read for 5m 00s",
		    "△ 1 Spring: figures not read for 5m 00s",
		    "figures not read for 0s, below 1m 00s",
		  ],
		  "starved": [
		    "agents wait | 4 agents | ≥1",
		    "4 agents ready while it dials",
		    "28 agents | worst 28 agents",
		    "28 agents ready while it dials",
		    "△ 1 Spring: 28 agents ready while it dials",
		    "0 agents ready while it dials, below 1 agent",
		  ],
		  "unusual": [
		    "unusual | 45% over | ≥40%",
		    "wrap-up takes longer: agents wrapping up rose from 10% to 15%; - lowers the level, P pauses it",
		    "109% over | worst 109% over",
		    "wrap-up takes longer: agents wrapping up rose from 10% to 21%; - lowers the level, P pauses it",
		    "△ 1 Spring: wrap-up takes longer: 109% over the usual",
		    "28% from the usual, below 30%",
		  ],
		  "waiting": [
		    "no agent ready | 1 call | ≥1",
		    "1 call waiting, and no agent ready",
		    "12 calls | worst 12 calls",
		    "12 calls waiting, and no agent ready",
		    "△ 1 Spring: 12 calls waiting, and no agent ready",
		    "0 calls waiting, and no agent ready, below 1 call",
		  ],
		}
	`);
});
