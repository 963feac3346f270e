/** Whatever a service names its campaigns and ids: one line, which a strict reader of the guidelines takes. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {forOnePoll} from '../../../source/alerts/one-poll.ts';
import {initialState} from '../../../source/alerts/reducer.ts';
import {alertDefaults} from '../../../source/alerts/rules.ts';
import {pluginLine, pluginStates} from '../../../source/commands/check/plugin-line.ts';
import {judge} from '../../../source/commands/check/verdict.ts';
import {hostileTexts} from '../../helpers/other-service/hostile.ts';
import {readPlugin} from '../../helpers/plugin.ts';
import {after, at, campaign, campaignsPolled, dashboardPolled, source} from '../../model/make.ts';

const hostile = fc.oneof(
	fc.constantFrom(...hostileTexts, "a'b=c;d|e\nf", '|', '\r\n', "'", '=', 'x | y=1;2;3'),
	fc.string({unit: 'binary', maxLength: 60}),
	fc.string({unit: fc.constantFrom('|', '\n', "'", '=', ';', ' ', '%', 'ä', '│', '\u2028', '5'), maxLength: 3000}),
);

const value = fc.oneof(fc.constant(undefined), fc.double(), fc.integer());

test('a line of any texts and figures is read again, no longer than Nagios reads', () => {
	fc.assert(
		fc.property(
			fc.constantFrom(...pluginStates),
			hostile.filter(text => /[^\s\p{C}\p{M}]/u.test(text)),
			fc.array(
				fc.record({
					label: hostile.filter(text => text !== ''),
					value,
					unit: fc.constantFrom(undefined, '%' as const),
					warn: value,
					crit: value,
					min: value,
					max: value,
				}),
				{maxLength: 300},
			),
			(pluginState, text, figures) => {
				const line = pluginLine(pluginState, text, figures);
				const read = readPlugin(line);
				expect(read.standing).toBe(pluginState);
				expect(read.figures.length).toBeLessThanOrEqual(figures.length);
				expect(Buffer.byteLength(line)).toBeLessThanOrEqual(8001);
			},
		),
	);
});

test('a verdict on campaigns of any name, id and reason is one line', () => {
	fc.assert(
		fc.property(
			fc.array(fc.tuple(hostile, hostile, fc.constantFrom(0, 1.2, 2.6, 3, 9)), {minLength: 1, maxLength: 12}),
			hostile,
			(some, reason) => {
				const records = some.map(([id, name], place) => campaign(`${place}${id}`, {name}));
				const state = after(
					initialState(source, at(0), forOnePoll(alertDefaults)),
					campaignsPolled(1, records),
					...some.map(([id, , dropRate], place) =>
						place % 4 === 3
							? ({type: 'dashboard-failed', campaignId: `${place}${id}`, failure: {at: at(2), reason}} as const)
							: dashboardPolled(2, `${place}${id}`, {dropRate, humanAnswered: 1000, waiting: 1, ready: 0}),
					),
				);
				const {pluginState, text, figures} = judge(state, {wanted: undefined, late: 'late', watched: 0, asked: []});
				const read = readPlugin(pluginLine(pluginState, text, figures));
				expect(read.figures).toHaveLength(8 + 2 * some.length);
				// Each of them has calls waiting and nobody ready.
				expect(pluginState).not.toBe('OK');
			},
		),
	);
});
