/** A floor that an exporter and dialtop watch: what was recorded, with a time in which dialtop did not run, and what was scraped. */
import {update} from '../../source/alerts/reducer.ts';
import {Pages} from '../../source/metrics/pages.ts';
import {ProfileMetrics} from '../../source/metrics/profile-metrics.ts';
import {memoryFolder} from '../../source/recording/folder.ts';
import {Recorder} from '../../source/recording/recorder.ts';
import {scenarios, scriptOf} from '../../source/sandbox/scenarios/scenarios.ts';
import {hour, minute} from '../../source/sandbox/world/time.ts';
import {advance, createWorld} from '../../source/sandbox/world/world.ts';
import {openingOf} from '../sandbox/scenario-world.ts';
import {manualClock} from './clock.ts';
import {soundWriter} from './recording.ts';
import {startScrapingEngine} from './scraping-engine.ts';
import {watch, watchUntil} from './watched-world.ts';

/** Seconds between two polls, and two scrapes. */
export const [pollEvery, scrapeEvery] = [15, 30];

/**
 * Watches a floor on which a drop storm begins.
 *
 * @param minutes how long
 * @param gap in which minutes dialtop did not run
 */
export const scrapedFloor = async (minutes: number, gap: readonly [from: number, to: number]) => {
	const opening = openingOf('drop-storm');
	const scenario = scenarios['drop-storm'];
	const world = createWorld({
		seed: 7,
		origin: opening - hour,
		plan: scenario.plan,
		script: scriptOf(scenario, opening),
	});
	const from = opening - 20 * minute;
	advance(world, from);
	const engine = await startScrapingEngine();
	const clock = manualClock({wall: from, mono: from});
	const folders = {whole: memoryFolder(), own: memoryFolder()};
	const writers = {whole: soundWriter({clock, folder: folders.whole}), own: soundWriter({clock, folder: folders.own})};
	const metrics: ProfileMetrics = new ProfileMetrics({
		profile: 'prod',
		store: {get: () => watched.state},
		interval: pollEvery * 1000,
		perSecond: 100,
	});
	const watched = watch(world, undefined, (state, message) => {
		metrics.saw(message);
		return update(state, message);
	});
	const pages = new Pages();
	const whole = new Recorder(writers.whole, watched.state.now);
	let own: Recorder | undefined;
	for (let passed = 0; passed < minutes * 60; passed += scrapeEvery) {
		const isGap = passed >= gap[0] * 60 && passed < gap[1] * 60;
		if (isGap && own) {
			own = undefined;
			await writers.own.close();
		} else if (!isGap && !own) {
			if (passed > 0) {
				writers.own = soundWriter({clock, folder: folders.own});
			}
			await writers.own.flush();
			own = new Recorder(writers.own, watched.state.now);
		}
		watchUntil(watched, from + (passed + scrapeEvery) * 1000, pollEvery, ({state}) => {
			whole.record(state);
			own?.record(state);
			return false;
		});
		await clock.advance(scrapeEvery * 1000);
		await pages.refresh([metrics]);
		engine.scrape(clock.now().wall, Buffer.concat(pages.page('text').pieces).toString());
	}
	await writers.whole.flush();
	await writers.own.flush();
	return {
		engine,
		clock,
		world,
		from,
		gap: {from: from + gap[0] * minute, to: from + gap[1] * minute},
		/** What was recorded with the gap, and without it. */
		own: writers.own.reader,
		whole: writers.whole.reader,
		state: watched.state,
		[Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
	};
};
