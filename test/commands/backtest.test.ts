/** A shift that was recorded, and the rules run over it again. */
import {expect, test} from 'vitest';
import {compared} from '../../source/alerts/firings.ts';
import {alertDefaults} from '../../source/alerts/rules.ts';
import {backtest, firedThen} from '../../source/commands/alerts/backtest.ts';
import {changedSettings} from '../../source/commands/alerts/changed-settings.ts';
import type {AlertSettings, RuleSettings} from '../../source/model/alert.ts';
import type {Recording} from '../../source/recording/recording.ts';
import {hour, minute} from '../../source/sandbox/world/time.ts';
import {recordStorm} from '../helpers/recording.ts';

/** Records a floor on which a drop storm begins, over the end of an hour. */
const recorded = async () => {
	const floor = await recordStorm(40 * minute);
	for (let passed = 1; passed <= 55; passed++) {
		floor.watchFor(passed);
		await floor.written();
	}
	const {reader, watched, from, world} = floor;
	return {recording: reader, source: watched.state.source, period: {from, to: world.now}};
};

const shift = await recorded();

const did = firedThen(shift.recording, shift.period);

const run = async (settings: AlertSettings) => {
	const result = await backtest({...shift, settings});
	if (!result) {
		throw new Error('nobody ended it');
	}
	return result;
};

/** The settings with other ones of the rules of the drop rate. */
const withDrops = (changed: Partial<RuleSettings>): AlertSettings => ({
	...alertDefaults,
	rules: {
		...alertDefaults.rules,
		...Object.fromEntries(
			(['drop-near', 'drop-close', 'drop-limit'] as const).map(rule => [
				rule,
				{...alertDefaults.rules[rule], ...changed},
			]),
		),
	},
});

test('with the settings that it ran with, what fired fires at the same polls', async () => {
	const {firings, polls, byMinuteUntil} = await run(alertDefaults);
	expect(did.map(({rule}) => rule)).toContain('drop-limit');
	expect(firings).toEqual(did);
	expect(polls).toBeGreaterThan(1000);
	expect(byMinuteUntil).toBeUndefined();
});

test('with a lower threshold it fires earlier', async () => {
	const rows = compared((await run(withDrops({threshold: 1}))).firings, did, minute);
	const limit = rows.filter(({rule}) => rule === 'drop-limit');
	expect(limit.some(({verdict, from, recordedFrom = 0}) => verdict === 'both' && from < recordedFrom)).toBe(true);
	expect(limit.filter(({verdict}) => verdict === 'recorded')).toEqual([]);
});

test('a rule that is off fires only then', async () => {
	const {firings} = await run(withDrops({on: false}));
	const rows = compared(firings, did, minute).filter(({rule}) => rule === 'drop-limit');
	expect(new Set(rows.map(({verdict}) => verdict))).toEqual(new Set(['recorded']));
});

test('where minutes are all that is stored, it judges a minute at a time', async () => {
	const {recording} = shift;
	const rows: Recording['rows'] = (stream, period, tier) =>
		tier === 'polled' && /^(?:figures|graphs|reads)/.test(stream)
			? {tier, rows: []}
			: recording.rows(stream, period, tier);
	const result = await backtest({...shift, recording: {...recording, rows}, settings: alertDefaults});
	expect(result?.byMinuteUntil).toBe(shift.period.to);
	expect(result?.polls).toBe(2 * 56);
	const limit = compared(result?.firings ?? [], did, minute).filter(({rule}) => rule === 'drop-limit');
	expect(limit.map(({verdict}) => verdict)).toEqual(['both', 'both']);
	expect(limit.every(({from, recordedFrom = 0}) => Math.abs(from - recordedFrom) <= minute)).toBe(true);
});

test('where hours are all that is stored, it judges nothing and says until when', async () => {
	const {recording, period} = shift;
	const middle = Math.ceil(period.from / hour) * hour;
	const rows: Recording['rows'] = (stream, {from, to}, tier) =>
		tier !== 'hour' && from < middle && /^(?:figures|graphs|reads)/.test(stream)
			? recording.rows(stream, {from: Math.max(from, middle), to}, tier)
			: recording.rows(stream, {from, to}, tier);
	const result = await backtest({...shift, recording: {...recording, rows}, settings: alertDefaults});
	expect(result?.byHourUntil).toBe(middle);
	expect((await run(alertDefaults)).byHourUntil).toBeUndefined();
	const judged = {from: middle, to: period.to};
	const limit = compared(result?.firings ?? [], firedThen(recording, judged), minute).filter(
		({rule}) => rule === 'drop-limit',
	);
	expect(limit.map(({verdict}) => verdict)).not.toContain('recorded');
});

test('it ends when it is told to', async () => {
	expect(await backtest({...shift, settings: alertDefaults, reached: () => false})).toBeUndefined();
});

test('--set takes the names of the configuration, and lowers milder lines of the drop rate with a graver one', () => {
	const {settings, notes} = changedSettings({}, ['drop-limit.threshold=2.5', 'least-human=100', 'stale.on=false']);
	expect(settings.rules['drop-limit'].threshold).toBe(2.5);
	expect(settings.rules['drop-close'].threshold).toBe(2.5);
	expect(settings.rules['drop-near']).toEqual(alertDefaults.rules['drop-near']);
	expect([settings.leastHuman, settings.rules.stale.on]).toEqual([100, false]);
	expect(notes).toEqual([expect.stringMatching(/^drop-close\.threshold is 2\.5 as well/)]);
});

test.for<readonly [change: string, message: string]>([
	['drop-limt.threshold=2', 'there is no rule "drop-limt"; did you mean "drop-limit"?'],
	['drop.limit=2.5', 'there is no rule "drop"'],
	['drop-limit.treshold=2', 'there is no setting "treshold" of drop-limit; did you mean "threshold"?'],
	['drop-limit.threshold=9', 'drop-limit.threshold: must be a number from 0.1 to 3 percent, not 9'],
	['drop-near.threshold=2.9', 'the line of drop-near, 2.9, is above that of drop-close, 2.8'],
	['least-human', '--set takes RULE.SETTING=VALUE'],
])('--set %s is refused', ([change, message]) => {
	expect(() => changedSettings({}, [change])).toThrow(message);
});
