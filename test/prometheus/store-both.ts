/** Waits until a real Prometheus has stored a page before and after it changes. */
import {setTimeout as sleep} from 'node:timers/promises';
import {createEngine} from '../../source/prometheus/client.ts';
import {systemClock} from '../../source/system/clock.ts';
import {figures, type startPage, type Times} from './stored.ts';

type Page = Awaited<ReturnType<typeof startPage>>;

/** Polls until the newest total is this one, for half a minute at most; returns the moment, UTC milliseconds. */
const seen = async (url: string, total: number): Promise<number> => {
	const engine = createEngine({url}, systemClock);
	try {
		for (const end = Date.now() + 30_000; Date.now() < end; await sleep(100)) {
			const at = Math.floor(Date.now() / 1000) * 1000;
			const answer = await engine.query('dialtop_campaign_dialed_total', {at}).catch(() => undefined);
			if (answer?.series[0]?.samples[0]?.value === total) {
				return at;
			}
		}
		throw new Error(`the total ${total} was never stored`);
	} finally {
		await engine.close();
	}
};

/** Shows the second poll once the first is stored; the times at which each is there. */
export const storeBoth = async (page: Page, url: string): Promise<Times> => {
	const first = await seen(url, figures[0].calledToday);
	await page.showSecond();
	return {first, second: await seen(url, figures[1].calledToday)};
};
