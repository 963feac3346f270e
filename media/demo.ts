/**
 * `npm run media`: records the readme's demonstration from the running program, on a sandbox with a seed. Somebody raises
 * the level of a campaign too far; the monitor says so, and its operator finds out why, pauses it and sees it paused.
 */
import {writeFile} from 'node:fs/promises';
import {setTimeout as sleep} from 'node:timers/promises';
import {createService} from '../source/sandbox/engine/service.ts';
import {campaign} from '../source/sandbox/scenarios/campaign.ts';
import {createServer, listen} from '../source/sandbox/server/server.ts';
import {openMonitor} from '../test/helpers/monitor.ts';
import {runProgram} from '../test/helpers/run-program.ts';
import {animation, type Caption, type Frame} from './animation.ts';

/** The world, the hour at which it is seen, and how much faster than the clock it goes on. */
const seed = 1;
const day = '2026-03-17';
const opening = 11 * 3_600_000;
const password = 'pictures';
const speed = 3;

/** A floor on which nothing is wrong. */
const plan = [
	campaign({
		name: 'Skip Trace Follow-up',
		agents: 5,
		method: 'MANUAL',
		settings: {level: 1, levelLimit: 1, lines: 10},
		lists: [['New numbers found', 2400]],
	}),
	campaign({
		name: 'Utilities Past Due',
		agents: 30,
		method: 'PREDICTIVE',
		settings: {level: 1.3},
		lists: [['Electric, second notice', 26_000]],
	}),
	campaign({
		name: 'Payment Reminders by Text',
		agents: 0,
		method: 'SMSB',
		attempts: 1,
		settings: {velocity: 20, machineDetection: false, recording: false},
		lists: [['Due within 5 days', 26_000]],
	}),
	campaign({
		name: 'Auto Loans 30-60',
		agents: 40,
		method: 'RATIO',
		settings: {level: 1.2},
		lists: [['30 days', 30_000]],
	}),
	campaign({
		name: 'Spring Collections',
		agents: 60,
		method: 'PREDICTIVE',
		settings: {level: 1.3},
		lists: [['Retail cards 30+', 41_000]],
	}),
];

/** Whose level is raised, and to what. */
const troubled = {name: 'Auto Loans 30-60', level: '3'};

/** Milliseconds: between two looks at the screen; of calm before the trouble; from start to end. */
const every = 100;
const calm = 2500;
const length = 20_000;

/** Milliseconds in which the monitor learns what is usual. */
const settling = 45_000;

/** What a readme's picture may weigh. */
const mostBytes = 300_000;

const size = {columns: 100, rows: 30};

const title =
	'dialtop: an alert appears; Enter shows its campaign and why calls wait there, P asks, y pauses it, and it is seen paused.';

const service = await createService({seed, day, at: opening, password, plan});
const server = await createServer(service);
const url = await listen(server, 0);
const calendar = `const real = Date.now, start = real(); Date.now = () => ${Date.parse(`${day}T00:00:00Z`) + opening} + real() - start;`;
const env = {
	DIALTOP_URL: url,
	DIALTOP_USER: service.user,
	DIALTOP_PASSWORD: password,
	DIALTOP_ENVIRONMENT: 'sandbox',
};
const monitor = openMonitor({
	...size,
	env: {...env, TZ: 'UTC', NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(calendar)}`},
});

const begin = performance.now();
const origin = service.world.now;
const world = setInterval(() => service.advanceTo(origin + (performance.now() - begin) * speed), 200);

const frames: Frame[] = [];
const captions: Caption[] = [];
let recorder: NodeJS.Timeout | undefined;

/** Presses keys, and says in the window's bar what for. */
const press = (text: string, ...keys: readonly string[]): void => {
	captions.push({at: performance.now(), text});
	monitor.press(...keys);
};

const record = (): void => {
	recorder = setInterval(() => void frames.push({at: performance.now(), cells: monitor.cells()}), every);
};

try {
	await monitor.waitFor(/ live /);
	await sleep(settling);
	if (/\d alerts?\b/.test(monitor.line(0))) {
		throw new Error(`the floor is not calm before the trouble: another seed may be\n${monitor.text()}`);
	}
	const raised = await runProgram(['level', troubled.name, troubled.level, '--yes', '--wait', '0'], {env});
	if (raised.code !== 0) {
		throw new Error(`the level was not raised: ${raised.stderr}`);
	}
	record();
	await monitor.waitFor(/\d alerts?\b/, {timeout: 120_000});
	const start = performance.now() - calm;
	await sleep(2500);
	press('7: the alerts', '7');
	await monitor.waitFor(/figure +alarm/);
	await sleep(2500);
	press('Enter: its campaign', 'enter');
	await sleep(1500);
	press('Enter again: what is behind it', 'enter');
	await sleep(3500);
	press('P: pause it?', 'P');
	await monitor.waitFor('[y/N]');
	await sleep(2800);
	press('y', 'y');
	await sleep(1500);
	press('1: the board, where it is seen paused', '1');
	await sleep(Math.max(0, start + length - performance.now()));
	clearInterval(recorder);
	const from = frames.findLastIndex(({at}) => at <= start);
	const shown = frames.slice(Math.max(0, from)).filter(({at}) => at < start + length);
	const picture = animation(
		shown.map(({at, cells}) => ({at: Math.max(0, Math.round(at - start)), cells})),
		captions.map(({at, text}) => ({at: Math.round(at - start), text})),
		{end: length, title},
	);
	if (picture.length > mostBytes) {
		throw new Error(`the picture has ${picture.length} bytes, and ${mostBytes} are the most`);
	}
	await writeFile(new URL('demo.svg', import.meta.url), picture);
	process.stdout.write(`demo.svg, ${Math.round(picture.length / 1000)} kB\n`);
} finally {
	clearInterval(recorder);
	clearInterval(world);
	await monitor[Symbol.asyncDispose]();
	await server.close();
}
