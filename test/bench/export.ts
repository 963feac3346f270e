/** `dialtop export` at a thousand campaigns: how long a scrape takes, what its event loop lags, and its memory. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {createInterface} from 'node:readline';
import {setTimeout as sleep} from 'node:timers/promises';
import {startControl} from '../campaign/rows/slow/control.ts';
import {type LoopLag, lagModule} from '../helpers/loop-lag.ts';
import {type Figure, percentile} from './figures.ts';
import {canSee, residentMegabytes, unseen} from './load.ts';
import type {Program} from './program.ts';
import {startSandbox} from './sandbox.ts';

const campaigns = 1000;
const [lagAim, scrapeAim, memoryAim] = [20, 250, 150];

/** Requests a second: five times as many as usual, so that all are read within a minute, and five times as much is news. */
const perSecond = 25;

/** Milliseconds: a round of all campaigns, and half of another. */
const warmUp = (campaigns / perSecond) * 1500;

/** Scrapes again and again for so many milliseconds; how long each took. */
const scrape = async (url: string, milliseconds: number): Promise<{times: number[]; bytes: number}> => {
	const times: number[] = [];
	let bytes = 0;
	for (const until = performance.now() + milliseconds; performance.now() < until; await sleep(500)) {
		const from = performance.now();
		const page = await fetch(url, {headers: {accept: 'application/openmetrics-text', 'accept-encoding': 'gzip'}});
		bytes = (await page.text()).length;
		times.push(performance.now() - from);
	}
	return {times, bytes};
};

/** Measures it while it is scraped twice a second. */
export const measureExport = async (program: Program, isQuick: boolean): Promise<Figure[]> => {
	await using sandbox = await startSandbox(
		program,
		...['--campaigns', String(campaigns), '--agents', '2000', '--leads', '200000'],
	);
	const folder = dirname(dirname(program.cli));
	const [config, file] = [join(folder, 'export.yml'), join(folder, 'lag')];
	const {DIALTOP_URL: url, DIALTOP_USER: user, DIALTOP_PASSWORD: password = ''} = sandbox.env;
	writeFileSync(
		config,
		`profiles:\n  floor: {url: "${url}", environment: sandbox, user: ${user}, requests: ${perSecond}}\n`,
		{mode: 0o600},
	);
	using control = startControl();
	const child = spawn(
		process.execPath,
		[program.cli, 'export', '-p', 'floor', '--password-stdin', '--config', config, '--listen', '127.0.0.1:0'],
		{
			env: {...program.env, NODE_OPTIONS: `--import=${lagModule(file)}`},
			stdio: ['pipe', 'ignore', 'pipe'],
		},
	);
	child.stdin.end(`${password}\n`);
	const [line]: string[] = await once(createInterface(child.stderr), 'line');
	const at = `${/http:\S+/.exec(line ?? '')?.[0]}`;
	const pid = child.pid ?? 0;
	const lags = async (): Promise<LoopLag> => {
		rmSync(file, {force: true});
		process.kill(pid, 'SIGURG');
		while (!existsSync(file) || readFileSync(file, 'utf8') === '') {
			if (child.exitCode !== null) {
				throw new Error(`the exporter ended with ${child.exitCode}`);
			}
			await sleep(10);
		}
		return JSON.parse(readFileSync(file, 'utf8'));
	};
	try {
		await sleep(warmUp);
		await Promise.all([lags(), control.lag()]);
		const {times, bytes} = await scrape(at, isQuick ? 20_000 : 60_000);
		const [[longest, usual], own] = [await lags(), await control.lag()];
		const megabytes = `${(bytes / 1e6).toFixed(1)} MB a page`;
		return [
			{
				name: 'export: event loop lag with 1,000 campaigns (99 %)',
				unit: 'ms',
				samples: [usual],
				aim: lagAim,
				note: `${longest.toFixed(0)} ms at most, ${own.toFixed(0)} for an idle process beside it`,
			},
			{
				name: 'export: a scrape of 1,000 campaigns (95 %)',
				unit: 'ms',
				samples: times,
				value: percentile(times, 0.95),
				aim: scrapeAim,
				note: megabytes,
			},
			{
				name: 'export: memory with 1,000 campaigns',
				unit: 'MB',
				aim: memoryAim,
				...(canSee ? {samples: [residentMegabytes(pid)]} : unseen),
			},
		];
	} finally {
		if (child.exitCode === null) {
			child.kill('SIGTERM');
			await once(child, 'exit');
		}
	}
};
