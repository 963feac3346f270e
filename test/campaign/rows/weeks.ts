/** Days of the monitor under a clock that runs fast: what grows, what gets stuck, and whether its day is right. */
import {spawnSync} from 'node:child_process';
import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {openMonitor} from '../../helpers/monitor.ts';
import {startOtherService} from '../../helpers/other-service.ts';
import {poll} from '../../helpers/terminal.ts';
import type {Row, Trials} from '../row.ts';

const timeZone = 'America/New_York';
const hour = 3_600_000;

/** A stretch of days, which begins at a time of the service's zone. */
type Stretch = {name: string; begins: string; isSummer: boolean; hasChange: boolean};

const stretches: readonly Stretch[] = [
	{name: 'the night in spring', begins: '2026-03-07 20:30:00', isSummer: false, hasChange: true},
	{name: 'the night in autumn', begins: '2026-10-31 20:30:00', isSummer: true, hasChange: true},
	{name: 'the end of a year', begins: '2026-12-31 20:30:00', isSummer: false, hasChange: false},
];

/** How many seconds of the monitor pass in one. */
const speed = {full: 60, quick: 60};
const hoursEach = {full: 24, quick: 8};

/** Megabytes, descriptors and bytes that may come after the first quarter of a stretch. */
const mostMemory = 20;
const mostDescriptors = 3;
/** Of the audit for a command, and of everything else. */
const auditPerCommand = 4000;
const mostOtherFiles = 200_000;

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

/** The difference of two times of the day, across midnight. */
const apart = (one: number, other: number): number => {
	const difference = Math.abs(one - other) % 86_400;
	return Math.min(difference, 86_400 - difference);
};

/** The child of faketime, which is the monitor. */
const childOf = (pid: number): number =>
	Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0] ?? 0) || pid;

const resident = (pid: number): number =>
	(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024) / 1e6;

const descriptors = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

const bytesIn = (folder: string): {audit: number; other: number} => {
	const sizes = {audit: 0, other: 0};
	for (const name of existsSync(folder) ? readdirSync(folder, {recursive: true, encoding: 'utf8'}) : []) {
		const {size} = statSync(join(folder, name));
		sizes[name.endsWith('audit.jsonl') ? 'audit' : 'other'] += size;
	}
	return sizes;
};

const median = (values: readonly number[]): number =>
	values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Whether what is measured has grown: its last quarter against its second one. */
const growth = (samples: readonly number[]): number => {
	const quarter = Math.floor(samples.length / 4);
	return median(samples.slice(-quarter)) - median(samples.slice(quarter, 2 * quarter));
};

const passStretch = async (trials: Trials, {name, begins, isSummer, hasChange}: Stretch): Promise<void> => {
	const [pace, hours] = trials.isQuick ? [speed.quick, hoursEach.quick] : [speed.full, hoursEach.full];
	const random = trials.random(name);
	const folder = mkdtempSync(join(tmpdir(), 'dialtop-campaign-weeks-'));
	const service = await startOtherService({campaigns: 6});
	const startsAt = Date.parse(`${begins.replace(' ', 'T')}Z`) + (isSummer ? 4 : 5) * hour;
	const failed = (what: string): void => trials.failed(what, `${name}, seed ${trials.seed}`);
	const counts = {commands: 0, outages: 0, alerts: 0, clocks: 0};
	try {
		await using monitor = openMonitor({
			before: ['faketime', '-f', `@${begins} x${pace}`],
			args: ['--interval', '10'],
			env: {
				TZ: timeZone,
				XDG_STATE_HOME: folder,
				DIALTOP_URL: service.url,
				DIALTOP_USER: 'ops',
				DIALTOP_PASSWORD: 'secret',
				DIALTOP_ENVIRONMENT: 'qa',
			},
		});
		const begun = performance.now();
		await monitor.waitFor('Spring Renewals');
		await monitor.waitFor(/live/);
		const pid = childOf(monitor.pid);
		/** The time that its header shows, and when it was read. */
		const clock = (): number | undefined => {
			const shown = /(\d\d):(\d\d):(\d\d)\s*$/.exec(monitor.line(0));
			return shown ? Number(shown[1]) * 3600 + Number(shown[2]) * 60 + Number(shown[3]) : undefined;
		};
		const now = (): number => startsAt + (performance.now() - begun) * pace;
		/** Its clock is read within a second of this machine, and begins while the program starts. */
		const tolerance = pace * 3;
		const isRight = (): boolean => {
			const shown = clock();
			return shown !== undefined && apart(shown, secondOfDay(now())) <= tolerance;
		};
		const memory: number[] = [];
		const files: number[] = [];
		const lengths: {audit: number; other: number; commands: number}[] = [];
		const until = begun + (hours * hour) / pace;
		let asked = 0;
		let wasCommand = 0;
		for (let turn = 0; performance.now() < until; turn++) {
			const {exited} = monitor;
			if (exited) {
				failed(`the monitor ended with ${monitor.exitCode}: ${monitor.text()}`);
				return;
			}
			memory.push(resident(pid));
			files.push(descriptors(pid));
			lengths.push({...bytesIn(folder), commands: counts.commands});
			if (!(await poll(isRight, 5000))) {
				failed(`its clock shows ${monitor.line(0).trim()}, and should show ${localTime.format(now())}`);
				return;
			}
			counts.clocks++;
			if (!(await poll(() => service.requests.length > asked, 15_000))) {
				failed(`it asks no more at ${localTime.format(now())}: ${monitor.text()}`);
				return;
			}
			asked = 0;
			service.requests.length = 0;
			const action = turn % 8;
			if (action === 0 || action === 4) {
				const before = service.commands.total;
				// At this speed a question is soon void, and asked anew: as often as it takes.
				const until = performance.now() + 20_000;
				while (service.commands.total === before && performance.now() < until) {
					const text = monitor.text();
					// The view may not have changed back: a key counts for nothing while something under it has just moved.
					monitor.press(text.includes('[y/N]') ? 'y' : text.includes('P play/pause') ? 'P' : '1');
					await poll(() => service.commands.total > before, 200);
				}
				monitor.press('escape');
				if (service.commands.total === before) {
					failed(`a command was not sent at ${localTime.format(now())}: ${monitor.text()}`);
					return;
				}
				counts.commands += service.commands.total - before;
				wasCommand = now();
			} else if (action === 2) {
				for (const campaign of service.state.campaigns) {
					const drops = random.below(2) === 0 ? '0.80' : '9.40';
					campaign.figures = {percentage_dropped: drops, called_today: String(1310 + turn)};
				}
				counts.alerts++;
			} else if (action === 5) {
				await service.setFault(random.pick(['refused', 'reset-before', 'http-503', 'hang']));
				await sleep(500 + random.below(2000));
				await service.setFault(random.pick([undefined, 'token-expired'] as const));
				await service.setFault();
				service.release();
				if (!(await poll(() => / live /.test(monitor.line(0)), 20_000))) {
					failed(`after an outage it is not live again at ${localTime.format(now())}: ${monitor.text()}`);
					return;
				}
				counts.outages++;
			} else if (action === 6) {
				// Views that ask for nothing before they show something.
				monitor.press(random.pick(['2', '3', '8']));
				await sleep(100);
				monitor.press('1');
				monitor.resize(100 + random.below(40), 34 + random.below(12));
			}
			if (turn % 40 === 39) {
				trials.progress(
					`${name}: ${localTime.format(now())}, ${memory.at(-1)?.toFixed(0)} MB, ${files.at(-1)} descriptors, ${counts.commands} commands`,
				);
			}
			await sleep(1200);
		}
		const grown = {memory: growth(memory), files: growth(files)};
		const [early, last] = [lengths[Math.floor(lengths.length / 4)], lengths.at(-1)];
		const written = (last?.audit ?? 0) - (early?.audit ?? 0);
		const commanded = (last?.commands ?? 0) - (early?.commands ?? 0);
		const other = (last?.other ?? 0) - (early?.other ?? 0);
		if (grown.memory > mostMemory) {
			failed(`its memory grows by ${grown.memory.toFixed(0)} MB in half of ${hours} h`);
		}
		if (grown.files > mostDescriptors) {
			failed(`${grown.files} descriptors more in half of ${hours} h`);
		}
		if (written > (commanded + 1) * auditPerCommand || other > mostOtherFiles) {
			failed(`its files grow: ${written} bytes of audit for ${commanded} commands, ${other} bytes of others`);
		}
		const audit = readFileSync(join(folder, 'dialtop', 'audit.jsonl'), 'utf8')
			.trim()
			.split('\n');
		const times = audit.map(line =>
			Date.parse(
				String((JSON.parse(line) as {at?: string; time?: string}).at ?? (JSON.parse(line) as {time?: string}).time),
			),
		);
		const [firstAt = Number.NaN, lastAt = Number.NaN] = [times[0], times.at(-1)];
		if (!(firstAt >= startsAt - hour / 10 && lastAt >= wasCommand - hour / 6 && lastAt <= now() + hour / 10)) {
			failed(`the audit is of a wrong day: ${audit[0]?.slice(0, 200)} to ${audit.at(-1)?.slice(0, 200)}`);
		}
		monitor.press('q');
		if (!(await poll(() => monitor.exited, 10_000)) || monitor.exitCode !== 0) {
			failed(`it does not leave in good order: ${monitor.exitCode}`);
		}
		trials.tried('hours', hours);
		trials.tried('midnights', Math.floor((hours + 20.5) / 24));
		trials.tried('commands', counts.commands);
		trials.tried('reconnects', counts.outages);
		trials.tried('nights in which clocks change', hasChange ? 1 : 0);
		trials.noted(
			`${name}: ${hours} h at ${pace} times the speed, ${counts.clocks} looks at its clock; memory ${memory[0]?.toFixed(0)} MB at first and ${memory.at(-1)?.toFixed(0)} at last (${grown.memory.toFixed(1)} from the second quarter to the last), ${files.at(-1)} descriptors`,
		);
	} finally {
		await service.close();
		rmSync(folder, {recursive: true, force: true});
	}
};

export const row: Row = {
	name: 'weeks',
	promise: 'it runs for weeks',
	never: 'memory, descriptors or files that grow; a stuck timer; a wrong day',
	least: {
		hours: {full: 72, quick: 24},
		midnights: {full: 3, quick: 3},
		commands: {full: 100, quick: 30},
		reconnects: {full: 60, quick: 15},
		'nights in which clocks change': {full: 2, quick: 2},
	},
	missing() {
		if (!existsSync('/proc/self/status')) {
			return 'needs /proc';
		}
		return spawnSync('faketime', ['--version']).status === 0 ? undefined : 'needs faketime, which is not installed';
	},
	async run(trials) {
		if (apart(86_399, 1) !== 2 || growth([1, 1, 1, 1, 5, 5, 9, 9]) !== 8) {
			trials.failed('the measures are wrong', 'the detector');
		}
		await Promise.all(stretches.map(stretch => passStretch(trials, stretch)));
	},
};
