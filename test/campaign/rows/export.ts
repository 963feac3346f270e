/** The exporter serves whoever scrapes it, however slowly and however many, and asks the service no more for it. */
import {existsSync, readFileSync} from 'node:fs';
import {setTimeout as sleep} from 'node:timers/promises';
import {type OtherService, startOtherService} from '../../helpers/other-service.ts';
import {type Running, startProgram} from '../../helpers/run-program.ts';
import type {Random, Row, Trials} from '../row.ts';
import {holdPage, pageProblems, type SeenPage} from './export/held-page.ts';
import {openSlow} from './export/slow-scrapers.ts';

const campaigns = 12;
const rounds = {full: 12, quick: 2};
/** Scrapers that read nothing, or a byte now and then, at once. */
const slowScrapers = 30;
const burst = 200;
/** Milliseconds of a scrape, on a machine that does all the rest besides. */
const mostTime = 2000;
/** Megabytes that rounds after the first may add. */
const mostGrowth = 60;
/** How many requests more than an exporter that nobody scrapes: the two do not poll at the very same moments. */
const mostMore = 1.1;
const troubles = ['hang', 'http-500', 'reset-before', 'slow'] as const;

/** An exporter on a service of its own, whose clock is so many hours ahead of UTC. */
type Watched = {service: OtherService; running: Running; url: string; clock: {zone: number}};

const hour = 3_600_000;
const day = 24 * hour;
const dayAt = (at: number): number => Math.floor(at / day);

/** What the points of a graph reach back, in milliseconds. */
const graphLength = 180_000;

/** Zones in which it was the same day all the time from a moment until now, and will be for a while: in another a total may fall. */
const zonesOfDay = (begun: number): number[] =>
	Array.from({length: 23}, (_, index) => index - 11).filter(hours =>
		[begun - hour / 2, Date.now() + hour / 2].every(at => dayAt(at + hours * hour) === dayAt(begun)),
	);

const start = async (zone: number): Promise<Watched> => {
	const token = 'a token of the exporter';
	const clock = {zone};
	const since = (): number => ((Date.now() + clock.zone * hour - graphLength) % day) / 1000;
	const service = await startOtherService({token, campaigns, keepAlive: true, since});
	const env = {DIALTOP_URL: service.url, DIALTOP_TOKEN: token, DIALTOP_ENVIRONMENT: 'qa'};
	const running = startProgram(['export', '--listen', '127.0.0.1:0', '--interval', '1'], {env});
	for (const until = Date.now() + 20_000; !running.stderr().includes('scraped at') && Date.now() < until; ) {
		await sleep(50);
	}
	const [url = ''] = /http:\/\/[^\s/]+/.exec(running.stderr()) ?? [];
	return {service, running, url, clock};
};

const peakOf = ({child}: Running): number =>
	(Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024) / 1e6;

/** Waits until a page is so; false after so many milliseconds. */
const until = async (url: string, isSo: (page: string) => boolean, milliseconds: number): Promise<boolean> => {
	for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(200)) {
		if (isSo(await (await fetch(`${url}/metrics`)).text())) {
			return true;
		}
	}
	return false;
};

/** Scrapes until it is told to stop, in turn in each format, and looks at each page. */
const scrape = async (trials: Trials, trial: string, url: string, isOver: () => boolean): Promise<void> => {
	let last: SeenPage | undefined;
	for (let turn = 0; !isOver(); turn++) {
		const begun = performance.now();
		const answer = await fetch(`${url}/metrics`, {
			headers: {
				accept: turn % 2 === 0 ? 'application/openmetrics-text' : 'text/plain',
				'accept-encoding': turn % 3 === 0 ? 'gzip' : 'identity',
			},
		});
		const page = await answer.text();
		const took = performance.now() - begun;
		trials.tried('scrapes');
		if (took > mostTime) {
			trials.failed(`a scrape took ${took.toFixed(0)} ms`, trial);
		}
		const seen = holdPage(page);
		for (const problem of pageProblems(page, seen, last, turn % 2 === 0)) {
			trials.failed(problem, trial);
		}
		last = seen;
		await sleep(100);
	}
};

/** A round: slow scrapers and a burst while the service has a trouble, changes its zone and loses campaigns. */
const passRound = async (
	trials: Trials,
	trial: string,
	random: Random,
	watched: readonly [Watched, Watched],
	begun: number,
): Promise<void> => {
	const [{url, running, clock}] = watched;
	let isOver = false;
	using slow = openSlow(url, slowScrapers);
	trials.tried('slow scrapers', slow.count);
	const scraping = scrape(trials, trial, url, () => isOver);
	const trouble = random.pick(troubles);
	await Promise.all(watched.map(({service}) => service.setFault(trouble, {milliseconds: 3000})));
	trials.tried('troubles of the service');
	const pages = await Promise.all(
		Array.from({length: burst}, async () => (await fetch(`${url}/metrics`)).text().catch(() => '')),
	);
	trials.tried('scrapes at once', burst);
	const whole = pages.filter(page => page.includes('dialtop_service_up')).length;
	if (whole < burst) {
		trials.failed(`${burst - whole} of ${burst} scrapes at once got no page`, trial);
	}
	await sleep(3000 + random.below(3000));
	await Promise.all(watched.map(({service}) => service.setFault()));
	if (!(await until(url, page => /dialtop_service_up\{.*\} 1\n/.test(page), 90_000))) {
		trials.failed(`it did not come back after ${trouble}: ${running.stderr().slice(-300)}`, trial);
	}

	const zone = random.pick(zonesOfDay(begun).filter(hours => hours !== clock.zone));
	for (const one of watched) {
		one.clock.zone = zone;
		for (const {figures} of one.service.state.campaigns) {
			figures.called_today = String(random.below(50));
		}
	}
	trials.tried('changes of the zone');
	const lost = watched.map(({service}) => service.state.campaigns.splice(0, 1 + random.below(3)));
	const gone = lost[0]?.map(({id}) => id) ?? [];
	trials.tried('campaigns lost', gone.length);
	if (!(await until(url, page => gone.every(id => !page.includes(`campaign_id="${id}"`)), 30_000))) {
		trials.failed(`campaigns that are gone are served: ${gone.join(', ')}`, trial);
	}
	for (const [index, {service}] of watched.entries()) {
		service.state.campaigns.unshift(...(lost[index] ?? []));
	}
	if (!(await until(url, page => gone.every(id => page.includes(`campaign_id="${id}"`)), 30_000))) {
		trials.failed(`campaigns that came back are not served: ${gone.join(', ')}`, trial);
	}
	isOver = true;
	await scraping;
};

export const row: Row = {
	name: 'export',
	promise: 'it is scraped as anybody likes',
	never:
		'a scrape that takes long or gets half a page; a request to the service for it; a total that falls within a day; a campaign that is gone; memory that slow scrapers hold',
	least: {
		scrapes: {full: 1500, quick: 150},
		'scrapes at once': {full: rounds.full * burst, quick: rounds.quick * burst},
		'slow scrapers': {full: rounds.full * slowScrapers, quick: rounds.quick * slowScrapers},
		'troubles of the service': rounds,
		'changes of the zone': rounds,
		'campaigns lost': rounds,
	},
	missing: () => (existsSync('/proc/self/status') ? undefined : 'needs /proc'),
	async run(trials) {
		const begun = Date.now();
		const [zone = 0] = zonesOfDay(begun);
		const watched = [await start(zone), await start(zone)] as const;
		const [scraped, alone] = watched;
		try {
			let peak = 0;
			const count = trials.isQuick ? rounds.quick : rounds.full;
			for (let round = 0; round < count; round++) {
				const trial = `round ${round}`;
				await passRound(trials, trial, trials.random(trial), watched, begun);
				peak ||= peakOf(scraped.running);
				trials.progress(`${trial}: done`);
			}
			const [asked, usual] = [scraped.service.requests.length, alone.service.requests.length];
			if (asked > usual * mostMore + 5) {
				trials.failed(`${asked} requests where ${usual} were sent without a scrape`, 'all rounds');
			}
			const growth = peakOf(scraped.running) - peak;
			if (growth > mostGrowth) {
				trials.failed(`its memory grew by ${growth.toFixed(0)} MB after the first round`, 'all rounds');
			}
			trials.noted(
				`${asked} requests to the service, ${usual} without scrapes; ${peakOf(scraped.running).toFixed(0)} MB at most`,
			);
		} finally {
			for (const {running, service} of watched) {
				await running[Symbol.asyncDispose]();
				await service.close();
			}
		}
	},
};
