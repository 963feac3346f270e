/** A stretch of days: the monitor under a clock that runs fast, with alerts, commands, outages and a changing size. */
import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {type Bound, boundOn, type Calibration} from '../../../helpers/calibration.ts';
import {openMonitor} from '../../../helpers/monitor.ts';
import {type OtherService, startOtherService} from '../../../helpers/other-service.ts';
import {type Pty, poll} from '../../../helpers/terminal.ts';
import type {Random, Trials} from '../../row.ts';
import type {Held} from './inside.ts';
import {apart, growing, heapSlope, type Inside, type Seen, type Span, wrongDays, wrongTimes} from './judge.ts';

const timeZone = 'America/New_York';
const hour = 3_600_000;

/** A stretch of days, which begins at a time of the service's zone. */
export type Stretch = {
	name: string;
	begins: string;
	isSummer: boolean;
	hasChange: boolean;
	/** Hours in full. */
	hours: number;
	/** True where nothing is preloaded: garbage is collected when the program itself does it. */
	isBare: boolean;
};

/** How many seconds of the monitor pass in one. */
const pace = 64;
/** How long a stretch is, and how it is judged. */
const spanOf = (hours: number, isQuick: boolean): Span =>
	// What is kept of commands and alerts is not full after a few hours.
	isQuick ? {hours: 8, settled: 3, mostHeap: 200} : {hours, settled: 12, mostHeap: 100};

/** How late what the screen shows may be, and the start of its clock, by the machine's time. */
const mostLate: Bound = {work: 3000};
const latestStart: Bound = {work: 15_000};
/** Milliseconds of the machine to wait for what must come: what is stuck stays so, and a busy machine is slow at this speed. */
const patience = 90_000;
/**
 * How many commands or reconnects in a row may fail to come about, each for a third of that time: on a busy machine a
 * question is void before it is answered, which is no fault of the program.
 */
const mostMissed = 4;
/** Hours of the stretch between two looks inside. */
const insideEvery = 1 / 6;

const localTime = new Intl.DateTimeFormat('en-US', {
	timeZone,
	hourCycle: 'h23',
	year: 'numeric',
	month: '2-digit',
	day: '2-digit',
	hour: '2-digit',
	minute: '2-digit',
	second: '2-digit',
});

/** The second of the day that a clock in the zone shows. */
const secondOfDay = (at: number): number => {
	const parts = Object.fromEntries(localTime.formatToParts(at).map(({type, value}) => [type, Number(value)]));
	return (parts.hour ?? 0) * 3600 + (parts.minute ?? 0) * 60 + (parts.second ?? 0);
};

/** The child of faketime, which is the monitor. */
const childOf = (pid: number): number =>
	Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0] ?? 0) || pid;

const resident = (pid: number): number =>
	(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024) / 1e6;

const descriptors = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

const bytesIn = (folder: string): Pick<Seen, 'audit' | 'recorded' | 'other'> => {
	const sizes = {audit: 0, recorded: 0, other: 0};
	for (const name of existsSync(folder) ? readdirSync(folder, {recursive: true, encoding: 'utf8'}) : []) {
		// A file of the recording may have gone since its folder was read.
		const size = statSync(join(folder, name), {throwIfNoEntry: false})?.size ?? 0;
		sizes[name.endsWith('audit.jsonl') ? 'audit' : name.includes('history') ? 'recorded' : 'other'] += size;
	}
	return sizes;
};

/** When the audit says that commands were meant, in milliseconds, in the order of its lines. */
const timesIn = (folder: string): {all: number[]; intents: number[]} => {
	const lines = readFileSync(join(folder, 'dialtop', 'audit.jsonl'), 'utf8')
		.trim()
		.split('\n')
		.map(line => JSON.parse(line) as {at?: string; kind?: string});
	const at = (of: typeof lines): number[] => of.map(line => Date.parse(line.at ?? ''));
	return {all: at(lines), intents: at(lines.filter(({kind}) => kind === 'intent'))};
};

/** What the program holds after a garbage collection; undefined if it does not say so. */
const lookInside = async (pid: number, file: string): Promise<Held | undefined> => {
	rmSync(file, {force: true});
	process.kill(pid, 'SIGURG');
	return (await poll(() => existsSync(file), patience)) ? (JSON.parse(readFileSync(file, 'utf8')) as Held) : undefined;
};

/** When the rows of the log on screen were asked, in their words. */
const askedInLog = (monitor: Pty): string[] =>
	monitor
		.text()
		.split('\n')
		.flatMap(line => /^[│▌▎> ]*(\d\d:\d\d:\d\d|\d{1,2} [A-Z][a-z]{2}) +[A-Z]/.exec(line)?.[1] ?? []);

/** What is done to a monitor meanwhile. */
type Hands = {
	monitor: Pty;
	service: OtherService;
	random: Random;
	/** The monitor's time in milliseconds, as this process reckons it. */
	now(): number;
	/** When the service got commands, by that time. */
	sent: number[];
	failed(what: string): void;
};

/** Pauses or plays a campaign. False if it was not sent. */
const command = async ({monitor, service, now, sent}: Hands): Promise<boolean> => {
	const {total} = service.commands;
	const isSent = (): boolean => service.commands.total > total;
	const asks = (): boolean => monitor.text().includes('[y/N]');
	// A hundredth of a second is most of one here: a question is soon void, and asked anew as often as it takes.
	const until = performance.now() + patience / 3;
	while (!isSent() && performance.now() < until) {
		// The view may not have changed back: a key counts for nothing while something under it has just moved.
		monitor.press(monitor.text().includes('P play/pause') ? 'P' : '1');
		await poll(asks, 200);
		// Drawn for long enough to be answered.
		for (let tries = 0; tries < 5 && asks() && !isSent(); tries++) {
			await sleep(30);
			monitor.press('y');
			await poll(isSent, 100);
		}
	}
	monitor.press('escape');
	for (let count = total; count < service.commands.total; count++) {
		sent.push(now());
	}
	return isSent();
};

/** Lets the service fail for a while. False if the monitor does not come back. */
const outage = async ({monitor, service, random}: Hands): Promise<boolean> => {
	await service.setFault(random.pick(['refused', 'reset-before', 'http-503', 'hang']));
	await sleep(500 + random.below(2000));
	await service.setFault(random.pick([undefined, 'token-expired'] as const));
	await service.setFault();
	service.release();
	return poll(() => / (?:live|slow) /.test(monitor.line(0)), patience / 3);
};

/** Lets figures move so that alerts begin and end. */
const move = ({service, random}: Hands, turn: number): void => {
	for (const campaign of service.state.campaigns) {
		const drops = random.below(2) === 0 ? '0.80' : '9.40';
		campaign.figures = {percentage_dropped: drops, called_today: String(1310 + turn)};
	}
};

/** Looks at another view, and changes the size. */
const lookAround = async ({monitor, random}: Hands): Promise<void> => {
	// Views that ask for nothing before they show something.
	monitor.press(random.pick(['2', '3', '8']));
	await sleep(100);
	// Its end is reported with what it printed.
	if (monitor.exited) {
		return;
	}
	monitor.press('1');
	monitor.resize(100 + random.below(40), 34 + random.below(12));
};

/** Compares the log on screen, its newest and its oldest rows, with the audit. */
const checkLog = async ({monitor, now, failed}: Hands, intents: readonly number[]): Promise<number> => {
	monitor.resize(120, 40);
	// A key counts for nothing while something under it has just moved.
	const until = performance.now() + patience;
	while (!monitor.text().includes('Log of this run') && performance.now() < until) {
		monitor.press('8');
		await poll(() => monitor.text().includes('Log of this run'), 500);
	}
	let rows = 0;
	for (const key of ['g', 'G']) {
		monitor.press(key);
		let shown: string[] = [];
		let wrong: string | undefined;
		// What is wrong stays so; a frame may be half drawn.
		await poll(() => {
			shown = askedInLog(monitor);
			wrong = wrongDays(shown, intents.toReversed(), now(), timeZone);
			return wrong === undefined;
		}, 10_000);
		if (wrong !== undefined) {
			failed(`${wrong}: ${monitor.text()}`);
		}
		rows += shown.length;
	}
	return rows;
};

/** Lets a stretch pass, and judges it. */
export const passStretch = async (trials: Trials, calibration: Calibration, stretch: Stretch): Promise<void> => {
	const {name, begins, isSummer, hasChange, hours, isBare} = stretch;
	const span = spanOf(hours, trials.isQuick);
	const folder = mkdtempSync(join(tmpdir(), 'dialtop-campaign-weeks-'));
	const insideFile = join(folder, 'inside.json');
	const state = join(folder, 'state');
	const startsAt = Date.parse(`${begins.replace(' ', 'T')}Z`) + (isSummer ? 4 : 5) * hour;
	const failed = (what: string): void => trials.failed(what, `${name}, seed ${trials.seed}`);
	let begun = performance.now();
	const now = (): number => startsAt + (performance.now() - begun) * pace;
	// Its graphs end in the present, so that its clock is the monitor's.
	const service = await startOtherService({campaigns: 6, since: () => secondOfDay(now() - 180_000)});
	const counts = {outages: 0, clocks: 0, requests: 0};
	const seen: Seen[] = [];
	const inside: Inside[] = [];
	try {
		await using monitor = openMonitor({
			before: ['faketime', '-f', `@${begins} x${pace}`],
			args: ['--interval', '10'],
			env: {
				TZ: timeZone,
				XDG_STATE_HOME: state,
				DIALTOP_URL: service.url,
				DIALTOP_USER: 'ops',
				DIALTOP_PASSWORD: 'secret',
				DIALTOP_ENVIRONMENT: 'qa',
				...(isBare
					? {}
					: {
							DIALTOP_TEST_INSIDE: insideFile,
							NODE_OPTIONS: `--import=${process.env.DIALTOP_TEST_PLANT ?? new URL('inside.ts', import.meta.url)}`,
						}),
			},
		});
		begun = performance.now();
		await monitor.waitFor('Spring Renewals');
		await monitor.waitFor(/live/);
		const pid = childOf(monitor.pid);
		/** The seconds of the day that its header shows. */
		const clock = (): number | undefined => {
			const shown = /(\d\d):(\d\d):(\d\d)\s*$/.exec(monitor.line(0));
			return shown ? Number(shown[1]) * 3600 + Number(shown[2]) * 60 + Number(shown[3]) : undefined;
		};
		// Its clock began when the program started, which takes a while on a busy machine.
		const late = apart(secondOfDay(now()), clock() ?? Number.NaN) / pace;
		const slowness = await calibration.recent();
		if (!(late * 1000 < boundOn(slowness, 'wall', latestStart))) {
			failed(`its clock begins with ${monitor.line(0).trim()}, and should show ${localTime.format(now())}`);
			return;
		}
		begun += late * 1000;
		const lag = (pace * boundOn(slowness, 'wall', mostLate)) / 1000;
		const isRight = (): boolean => apart(clock() ?? Number.NaN, secondOfDay(now())) <= lag;
		const hands: Hands = {monitor, service, random: trials.random(name), now, sent: [], failed};
		const until = begun + (span.hours * hour) / pace;
		const missed = {commands: 0, reconnects: 0};
		let lookedInside = Number.NEGATIVE_INFINITY;
		for (let turn = 0; performance.now() < until; turn++) {
			if (monitor.exited) {
				failed(`the monitor ended with ${monitor.exitCode}: ${monitor.text()}`);
				return;
			}
			const at = (now() - startsAt) / hour;
			if (!(await poll(isRight, patience))) {
				failed(`its clock shows ${monitor.line(0).trim()}, and should show ${localTime.format(now())}`);
				return;
			}
			counts.clocks++;
			if (!(await poll(() => service.requests.length > 0, patience))) {
				failed(`it asks no more at ${localTime.format(now())}: ${monitor.text()}`);
				return;
			}
			counts.requests += service.requests.splice(0).length;
			seen.push({
				hour: at,
				resident: resident(pid),
				descriptors: descriptors(pid),
				...bytesIn(state),
				commands: hands.sent.length,
				requests: counts.requests,
			});
			if (!isBare && at - lookedInside >= insideEvery) {
				lookedInside = at;
				const held = await lookInside(pid, insideFile);
				if (!held) {
					failed(`it does not tell what it holds at ${localTime.format(now())}`);
					return;
				}
				inside.push({hour: at, heap: held.heap, resources: held.resources.length});
			}
			const action = turn % 8;
			if (action === 0 || action === 4) {
				missed.commands = (await command(hands)) ? 0 : missed.commands + 1;
			} else if (action === 2) {
				move(hands, turn);
			} else if (action === 5) {
				const isBack = await outage(hands);
				counts.outages += isBack ? 1 : 0;
				missed.reconnects = isBack ? 0 : missed.reconnects + 1;
			} else if (action === 6) {
				await lookAround(hands);
			}
			if (Math.max(missed.commands, missed.reconnects) >= mostMissed) {
				const what = missed.commands > missed.reconnects ? 'sends no commands' : 'does not become live again';
				failed(`it ${what} at ${localTime.format(now())}: ${monitor.text()}`);
				return;
			}
			if (turn % 40 === 39) {
				const last = seen.at(-1);
				trials.progress(
					`${name}: ${localTime.format(now())}, ${last?.resident.toFixed(0)} MB, ${last?.descriptors} descriptors, ${hands.sent.length} commands`,
				);
			}
			await sleep(1200);
		}
		const {all, intents} = timesIn(state);
		for (const what of [...growing(seen, isBare ? undefined : inside, span), ...wrongTimes(all, hands.sent, now())]) {
			failed(what);
		}
		const rows = await checkLog(hands, intents);
		// The first one leaves the log.
		const leaveBy = performance.now() + patience;
		while (!monitor.exited && performance.now() < leaveBy) {
			monitor.press('q');
			await poll(() => monitor.exited, 1000);
		}
		if (monitor.exitCode !== 0) {
			failed(`it does not leave in good order: ${monitor.exitCode}`);
		}
		trials.tried('hours', span.hours);
		trials.tried('midnights', Math.floor((span.hours + 20.5) / 24));
		trials.tried('commands', hands.sent.length);
		trials.tried('reconnects', counts.outages);
		trials.tried('rows of the log with their day', rows);
		trials.tried('nights in which clocks change', hasChange ? 1 : 0);
		const settledAt = seen.find(one => one.hour >= span.settled);
		const slope = isBare ? undefined : heapSlope(inside, span);
		const last = seen.at(-1);
		trials.noted(
			[
				`${name}: ${span.hours} h at ${pace} times the speed, ${counts.clocks} looks at its clock`,
				`memory ${seen[0]?.resident.toFixed(0)} MB at first, ${settledAt?.resident.toFixed(0)} after ${span.settled} h and ${last?.resident.toFixed(0)} at last`,
				slope
					? `heap ${((inside.at(-1)?.heap ?? 0) / 1000).toFixed(1)} MB, ${slope.slope.toFixed(0)} ± ${slope.error.toFixed(0)} kB an hour`
					: 'nothing preloaded',
				`${last?.descriptors} descriptors, ${Math.round(counts.requests / (last?.hour ?? 1))} requests an hour`,
			].join('; '),
		);
	} finally {
		await service.close();
		rmSync(folder, {recursive: true, force: true});
	}
};
