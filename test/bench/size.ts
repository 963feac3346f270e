/** The sandbox at its largest: 1,000 campaigns, 10,000 agents, 10 million leads in one process. */
import {execFile} from 'node:child_process';
import {setTimeout as sleep} from 'node:timers/promises';
import {promisify} from 'node:util';
import type {Figure} from './figures.ts';
import type {Program} from './program.ts';
import {startSandbox} from './sandbox.ts';

/** Aims: a thousand simulated seconds a second, a gigabyte, and answers within 50 ms. */
const costAim = 1;
const memoryAim = 1000;
const answerAim = 50;
/** No request waits longer for another, in milliseconds. */
const waitAim = 100;

type World = {opening: number; speed: number; calls: number; memory: number};

const measureWorld = async (): Promise<Figure[]> => {
	const {stdout} = await promisify(execFile)(process.execPath, [new URL('large-world.ts', import.meta.url).pathname]);
	const {opening, speed, calls, memory}: World = JSON.parse(stdout);
	return [
		{
			name: 'largest world: processor a simulated second',
			unit: 'ms',
			samples: [1000 / speed],
			aim: costAim,
			note: `${Math.round(speed)} x real time; ${calls.toLocaleString('en')} calls an hour`,
		},
		{name: 'largest world: made, and two hours into its day', unit: 's', samples: [opening]},
		{name: 'largest world: memory', unit: 'MB', samples: [memory], aim: memoryAim},
	];
};

const post = async (url: string, fields: Record<string, string>): Promise<Record<string, unknown>> => {
	const reply = await fetch(`${url}/api/`, {method: 'POST', body: new URLSearchParams(fields)});
	const {response} = (await reply.json()) as {response: Record<string, unknown>};
	return response;
};

/** The hundredth part that took longest is left out. */
const percentile = (samples: readonly number[], share: number): number =>
	samples.toSorted((a, b) => a - b)[Math.ceil(samples.length * share) - 1] ?? Number.NaN;

/** How long dashboards take while another request searches the whole log and every lead for a name. */
const measureDuringSearch = async (url: string, token: string): Promise<Figure[]> => {
	const begun = performance.now();
	let took: number | undefined;
	const searching = post(url, {type: 'search_lead', token, name: 'zimmerman'}).then(({footer}) => {
		took = performance.now() - begun;
		return String(footer);
	});
	const samples: number[] = [];
	for (let index = 0; took === undefined; index++) {
		const asked = performance.now();
		await post(url, {type: 'get_dashboard_stats', token, campaign_id: String(1001 + ((index * 61) % 1000))});
		samples.push(performance.now() - asked);
	}
	const note = (await searching).replace(/:.*/, '');
	return [
		{name: 'largest world: search_lead by name', unit: 's', samples: [(took ?? 0) / 1000], note},
		{
			name: 'largest world: get_dashboard_stats meanwhile, 99th percentile',
			unit: 'ms',
			value: percentile(samples, 0.99),
			samples,
			aim: waitAim,
		},
	];
};

const measureAnswers = async (program: Program, count: number): Promise<Figure[]> => {
	const size = ['--campaigns', '1000', '--agents', '10000', '--leads', '10000000'];
	await using sandbox = await startSandbox(program, ...size);
	const {DIALTOP_URL: url = '', DIALTOP_USER: user = '', DIALTOP_PASSWORD: pass = ''} = sandbox.env;
	const {token} = await post(url, {type: 'login_user', user, pass});
	const samples: number[] = [];
	for (let index = 0; index < count; index++) {
		// Other campaigns each time, at moments that keep no step with the world's own.
		await sleep(20 + ((index * 37) % 60));
		const asked = performance.now();
		await post(url, {
			type: 'get_dashboard_stats',
			token: String(token),
			campaign_id: String(1001 + ((index * 61) % 1000)),
		});
		samples.push(performance.now() - asked);
	}
	const asked = performance.now();
	await post(url, {type: 'get_all_stats', token: String(token)});
	const all = performance.now() - asked;
	const dashboard: Figure = {
		name: 'largest world: get_dashboard_stats at real time, 99th percentile',
		unit: 'ms',
		value: percentile(samples, 0.99),
		samples,
		aim: answerAim,
	};
	return [
		dashboard,
		{name: 'largest world: get_all_stats, a thousand rows', unit: 'ms', samples: [all]},
		...(await measureDuringSearch(url, String(token))),
	];
};

/** Measures the sandbox at its largest. */
export const measureSize = async (program: Program, requests: number): Promise<Figure[]> => [
	...(await measureWorld()),
	...(await measureAnswers(program, requests)),
];
