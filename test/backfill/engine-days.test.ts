/** The drops of a day out of an engine: those at the end of its counts, whenever the service begins them anew. */
import {expect, test} from 'vitest';
import {engineDaysOf} from '../../source/backfill/engine-days.ts';
import {dayNumberOf} from '../../source/model/compliance.ts';
import {dropCountOf} from '../../source/model/drop-days.ts';
import {hour, minute} from '../../source/model/time.ts';
import {createEngine} from '../../source/prometheus/client.ts';
import {manualClock} from '../helpers/clock.ts';
import {startScrapingEngine} from '../helpers/scraping-engine.ts';
import {exported} from '../metrics/make.ts';
import {campaignsPolled, dashboardPolled, fresh, live} from '../model/make.ts';

const zone = 'America/New_York';
const today = dayNumberOf('2026-05-28') ?? Number.NaN;
/** Midnight in New York. */
const midnight = Date.parse('2026-05-28T04:00:00Z');

/**
 * The day of a campaign by an engine that has scraped it for two days, in which its counts grow by the minute.
 *
 * @param late milliseconds after midnight when the counts begin anew; meanwhile they stay as they are
 */
const dayOf = async ({late = 0, until = midnight + 26 * hour, profile = 'east'}) => {
	await using server = await startScrapingEngine();
	const engine = createEngine({url: server.url}, manualClock({wall: midnight + 48 * hour, mono: 0}));
	const begun = midnight - 3 * hour;
	const state = fresh({timeZone: zone});
	const epoch = state.now.wall;
	const floor = exported(state, {profile: 'east', interval: 60_000});
	for (let at = begun; at < until; at += 5 * minute) {
		const begins = [midnight - 24 * hour, midnight, midnight + 24 * hour];
		const last = begins.findLast(one => one + late <= at) ?? begun;
		const minutes = Math.min(at - last, 24 * hour - 5 * minute) / minute;
		const second = (at - epoch) / 1000;
		floor.see(
			live,
			campaignsPolled(second, ['1']),
			dashboardPolled(second, '1', {
				paceMethod: 'PREDICTIVE',
				calledToday: minutes * 8,
				humanAnswered: minutes * 2,
				dropRate: Math.round(minutes / 10) / 100,
			}),
		);
		server.scrape(at, await floor.text(second));
	}
	const days = await engineDaysOf(engine, profile, zone, ['1'], today);
	await engine.close();
	return days.get('1');
};

test('a day ends where its counts do, a little late or not', async () => {
	// The last poll is five minutes before midnight.
	const known = {...dropCountOf(1435 * 2, 1.44), day: today, source: 'metrics', isWhole: true};
	expect(await dayOf({})).toEqual(known);
	expect(await dayOf({late: 20 * minute})).toEqual(known);
});

test('a day that the exporter did not see to its end is not known', async () => {
	expect(await dayOf({until: midnight + 23 * hour})).toBeUndefined();
	expect(await dayOf({profile: 'west'})).toBeUndefined();
});
