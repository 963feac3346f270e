/** Whatever is slow or large: the monitor's event loop, its memory and its polls of other campaigns do not suffer. */
import {fork, spawnSync} from 'node:child_process';
import {createSocket} from 'node:dgram';
import {once} from 'node:events';
import {closeSync, constants, existsSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync} from 'node:fs';
import {type AddressInfo, createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {
	type Bound,
	boundOn,
	type Calibration,
	type Slowness,
	slower,
	sourceOf,
	startCalibration,
} from '../../helpers/calibration.ts';
import type {MonitorOptions} from '../../helpers/monitor.ts';
import type {FaultName, FaultOptions} from '../../helpers/other-service.ts';
import type {Row, Trials} from '../row.ts';
import {type Control, startControl} from './slow/control.ts';
import type {Order, Told} from './slow/service.ts';
import {startWatched} from './slow/watched.ts';

const campaigns = 12;
/** The campaign whose answers are struck; it is on screen, and not the selected one. */
const struck = '1010';
/** Event-loop delay, and a key's answer: a frame may wait for a tenth of a second. */
const mostLag: Bound = {work: 100};
const mostEcho: Bound = {fixed: 100, work: 200};
/** Polls of the struck campaign that a trial needs; one of a slow answer takes most of a short trial. */
const leastHits = ({isLong}: Trial, milliseconds: number): number => (isLong && milliseconds < 60_000 ? 1 : 2);
/** How many times as long as usual a trial lasts at most. */
const mostLonger = 4;
/** Milliseconds that the machine itself may lag for a trial to count. */
const mostOwnLag = 20;
/** Megabytes. */
const mostMemory = 40;

type Service = {
	url: string;
	setFault(name?: FaultName, options?: FaultOptions): Promise<void>;
	take(): Promise<{at: number; target: string}[]>;
	[Symbol.dispose](): void;
};

const startService = async (): Promise<Service> => {
	const child = fork(new URL('slow/service.ts', import.meta.url), [String(campaigns)]);
	const next = async (): Promise<Told> => ((await once(child, 'message')) as [Told])[0];
	const first = await next();
	const order = async (what: Order): Promise<Told> => {
		const answer = next();
		child.send(what);
		return answer;
	};
	return {
		url: first.kind === 'url' ? first.url : '',
		async setFault(name, options) {
			await order({kind: 'fault', ...(name && {name}), ...(options && {options})});
		},
		async take() {
			const told = await order({kind: 'take'});
			return told.kind === 'polls' ? told.polls : [];
		},
		[Symbol.dispose]() {
			child.kill('SIGKILL');
		},
	};
};

/** The longest time between two polls of a campaign that is not struck, in milliseconds. */
const longestGap = (polls: readonly {at: number; target: string}[]): number => {
	const last = new Map<string, number>();
	const [first, end] = [polls[0]?.at ?? 0, polls.at(-1)?.at ?? 0];
	for (let id = 1001; id < 1001 + campaigns; id++) {
		last.set(String(id), first);
	}
	let longest = 0;
	for (const {at, target} of polls) {
		if (target !== struck) {
			longest = Math.max(longest, at - (last.get(target) ?? at));
			last.set(target, at);
		}
	}
	last.delete(struck);
	return Math.max(longest, ...[...last.values()].map(at => end - at));
};

/** Something that is slow or large. */
type Trial = {
	name: string;
	fault?: FaultName;
	options?: FaultOptions;
	/** False where nobody reads the terminal. */
	isRead?: boolean;
	monitor?: (folder: string) => MonitorOptions & {after?: () => void};
	/** False where no other campaign can be polled either. */
	hasOthers?: boolean;
	/** True if it is mostly waited for: it takes ten minutes in full, beside the others of which this is so. */
	isLong?: boolean;
	/** True if commands are sent meanwhile. */
	isSteered?: boolean;
	/** Why it can't be tried here. */
	missing?: () => string | undefined;
	/** Code that is run in the monitor before its own. */
	preload?: string;
	/** True if that makes it fail in every way: what measures must find it. */
	isPlanted?: boolean;
	/** True if nothing is slow in it: the others are measured against it, those that send commands against one that does. */
	isUsual?: boolean;
};

/** A pipe as a file that is full and that nobody reads. */
const fullPipe = (file: string): (() => void) => {
	spawnSync('mkfifo', [file]);
	const pipe = openSync(file, constants.O_RDWR | constants.O_NONBLOCK);
	try {
		for (;;) {
			writeSync(pipe, 'x'.repeat(4096));
		}
	} catch {
		// It takes no more.
	}
	return () => closeSync(pipe);
};

/** It works for twice as long as its event loop may lag, and fills its memory, so that what measures must find it. */
const planted = `
	const {workFor} = await import(${JSON.stringify(sourceOf)});
	const kept = [];
	setInterval(() => {
		workFor(${2 * mostLag.work});
		kept.push(Buffer.alloc(40_000_000, 1));
	}, 2000);`;

/** A disk that takes a second for whatever is written: whoever waits for it in the event loop holds that up. */
const slowDisk = `
	const {default: fs} = await import('node:fs');
	const {syncBuiltinESMExports} = await import('node:module');
	const asleep = new Int32Array(new SharedArrayBuffer(4));
	for (const name of ['fsyncSync', 'fdatasyncSync', 'writeFileSync', 'appendFileSync', 'renameSync']) {
		const own = fs[name];
		fs[name] = (...words) => {
			// But for what is measured itself.
			if (!String(words[0]).includes('dialtop-campaign-slow-')) {
				Atomics.wait(asleep, 0, 0, 1000);
			}
			return own(...words);
		};
	}
	for (const name of ['write', 'writev', 'fsync', 'fdatasync']) {
		const own = fs[name];
		fs[name] = (...words) => setTimeout(() => own(...words), 1000);
	}
	syncBuiltinESMExports();`;

const canUnshare = (): boolean =>
	spawnSync('unshare', ['-m', 'mount', '--bind', '/etc/hostname', '/etc/hostname']).status === 0;

const trialsOf = (resolver: string, proxy: string): readonly Trial[] => [
	{name: 'nothing', isLong: true, isUsual: true},
	{name: 'nothing, and commands are sent', isSteered: true, isLong: true, isUsual: true},
	{name: 'a planted fault', preload: planted, isPlanted: true},
	{name: 'a stopped terminal', isRead: false, isLong: true},
	{name: 'a disk that takes a second a write', preload: slowDisk, isSteered: true, isLong: true},
	{name: 'an answer of a byte a second', fault: 'drip', options: {milliseconds: 1000}, isLong: true},
	{name: 'an answer after 5 s', fault: 'slow', options: {milliseconds: 5000}, isLong: true},
	{name: 'no answer at all', fault: 'hang', isLong: true},
	{name: 'an answer of 100 MB', fault: 'huge'},
	{name: 'an answer without an end', fault: 'flood'},
	{name: 'a million keys', fault: 'many-keys'},
	{name: '600,000 keys, which are 5 MB', fault: 'many-keys', options: {length: 600_000}},
	{name: '110,000 keys, which are hardly few enough', fault: 'many-keys', options: {length: 110_000}},
	{name: 'a million empty arrays', fault: 'many-arrays'},
	{name: 'arrays 100,000 deep', fault: 'nested', options: {length: 100_000}},
	{name: 'arrays 3,900,000 deep, which are 8 MB', fault: 'nested', options: {length: 3_900_000}},
	{name: 'an answer of 3 MB in pieces of a byte', fault: 'crumbs'},
	{name: 'a name of 3.9 MB, which is hardly short enough', fault: 'long-name', options: {length: 3_900_000}},
	{name: 'a name of 7 MB', fault: 'long-name', options: {length: 7_000_000}},
	{name: 'a gzip bomb', fault: 'gzip'},
	{name: 'every answer after 1 s', fault: 'slow', options: {milliseconds: 1000}, hasOthers: false, isLong: true},
	{
		name: 'a log that takes no more',
		isLong: true,
		monitor: folder => {
			const after = fullPipe(join(folder, 'log'));
			return {args: ['--log', join(folder, 'log')], after};
		},
	},
	{
		name: 'a name that no server of names answers for',
		isLong: true,
		hasOthers: false,
		monitor: () => ({
			env: {DIALTOP_URL: 'https://slow.example.com'},
			before: ['unshare', '-m', 'sh', '-c', `mount --bind ${resolver} /etc/resolv.conf && exec "$@"`, 'sh'],
		}),
		missing: () => (canUnshare() ? undefined : 'needs the right to mount'),
	},
	{
		name: 'a proxy that takes connections and says nothing',
		isLong: true,
		hasOthers: false,
		monitor: () => ({env: {DIALTOP_URL: 'https://slow.example.com', DIALTOP_PROXY: proxy}}),
	},
];

/** What is left of the usual is what it is measured against: the same monitor, without anything slow. */
type Usual = {gap: number; growth: number};

const none: Usual = {gap: 0, growth: 0};

/** What was measured; the answer of keys and the gaps of other campaigns only where there are some. */
type Found = {
	lag: number;
	echo: number | undefined;
	growth: number;
	gap: number | undefined;
	/** Of the machine at that time. */
	slowness: Slowness;
};

const overOn = ({slowness}: Found, milliseconds: number, bound: Bound): string | undefined => {
	const most = boundOn(slowness, 'wall', bound);
	return milliseconds > most ? `${milliseconds.toFixed(0)} ms, over ${most.toFixed(0)}` : undefined;
};

/** What must not be, of what was found. */
const wrongIn = (found: Found, usual: Usual): string[] => {
	const extra = found.growth - usual.growth;
	const {echo = 0, gap = 0} = found;
	const [lags, waits] = [overOn(found, found.lag, mostLag), overOn(found, echo, mostEcho)];
	return [
		...(lags === undefined ? [] : [`the event loop lags ${lags}`]),
		...(waits === undefined ? [] : [`a key is answered after ${waits}`]),
		...(extra > mostMemory ? [`it takes ${extra.toFixed(0)} MB of extra`] : []),
		...(gap > usual.gap * 2 + 500
			? [`another campaign is not polled for ${(gap / 1000).toFixed(1)} s, usual are ${(usual.gap / 1000).toFixed(1)}`]
			: []),
	];
};

const judge = (trials: Trials, {name, isPlanted}: Trial, found: Found, usual: Usual): void => {
	const {lag, echo, growth, gap, slowness} = found;
	const wrong = wrongIn(found, usual);
	const rounded = [
		`lag ${lag.toFixed(0)} of ${boundOn(slowness, 'wall', mostLag).toFixed(0)} ms`,
		echo === undefined ? 'no key pressed' : `a key after ${echo.toFixed(0)} ms`,
		`${Math.max(0, growth - usual.growth).toFixed(0)} MB of extra`,
		gap === undefined ? 'no others to poll' : `others polled every ${(gap / 1000).toFixed(1)} s at most`,
	].join(', ');
	trials.progress(`${name}: ${rounded}`);
	trials.noted(`${name}: ${rounded}`);
	if (!isPlanted) {
		for (const what of wrong) {
			trials.failed(what, name);
		}
	} else if (!['lags', 'MB of extra'].every(fault => wrong.some(what => what.includes(fault)))) {
		trials.failed(`what is planted is not found: ${wrong.join(', ') || 'nothing is'}`, name);
	}
};

/** Milliseconds until the board is full and the engine has compiled what is used. */
const warmUp = 8000;

/** Every answer is struck, or those about one campaign. */
const aimOf = ({hasOthers}: Trial): FaultOptions =>
	hasOthers === false ? {} : {types: ['get_dashboard_stats'], targets: [struck]};

const tryOne = async (
	trials: Trials,
	service: Service,
	{control, calibration}: {control: Control; calibration: Calibration},
	trial: Trial,
	milliseconds: number,
	usual: Usual | Promise<Usual>,
	left = 2,
): Promise<Usual> => {
	const folder = mkdtempSync(join(tmpdir(), 'dialtop-campaign-slow-'));
	const {after, env, ...options} = trial.monitor?.(folder) ?? {};
	try {
		await service.setFault();
		await using watched = startWatched({
			...options,
			env: {DIALTOP_URL: service.url, DIALTOP_USER: 'ops', DIALTOP_PASSWORD: 'secret', ...env},
			preload: trial.preload,
		});
		const {monitor} = watched;
		if (env?.DIALTOP_URL === undefined) {
			await monitor.waitFor(/live/);
			await monitor.waitFor('Campaign 11');
		}
		await watched.measure(warmUp, {isRead: true});
		const slownessBefore = await calibration.measure();
		await service.take();
		await watched.reset();
		const before = watched.resident();
		await service.setFault(trial.fault, {...aimOf(trial), ...trial.options});
		if (trial.isRead === false) {
			monitor.pause();
		}
		// Without a service no key has anything to move.
		const hasRows = env?.DIALTOP_URL === undefined;
		await control.lag();
		const isPressed = trial.isRead !== false && hasRows;
		// A slower machine polls less often while it is at work.
		const long = milliseconds * Math.min(mostLonger, Math.max(1, slownessBefore.wall));
		const found = await watched.measure(long, {isRead: isPressed, isSteered: trial.isSteered === true});
		const polls = await service.take();
		const own = await control.lag();
		const slowness = slower(slownessBefore, await calibration.measure());
		const hits = polls.filter(({target}) => target === struck).length;
		const tryAgain = (why: string): Promise<Usual> => {
			trials.noted(`${trial.name}: ${why}: tried again`);
			return tryOne(trials, service, {control, calibration}, trial, milliseconds, usual, left - 1);
		};
		if (trial.fault !== undefined && trial.hasOthers !== false && hits < leastHits(trial, milliseconds)) {
			const polled = `the campaign that is struck was polled ${hits} times`;
			if (left > 0 && own > mostOwnLag) {
				return await tryAgain(polled);
			}
			trials.failed(polled, trial.name);
			return usual;
		}
		const gap = trial.hasOthers === false ? undefined : longestGap(polls);
		const growth = found.peak - before;
		const echo = isPressed ? found.echo : undefined;
		const isLate = found.lag > boundOn(slowness, 'wall', mostLag);
		if (!trial.isPlanted && isLate && own > mostOwnLag && left > 0) {
			return await tryAgain(`a process beside it that does nothing lagged ${own.toFixed(0)} ms too`);
		}
		const base = trial.isUsual ? {gap: gap ?? 0, growth} : await usual;
		judge(trials, trial, {lag: found.lag, echo, growth, gap, slowness}, base);
		if (trial.isRead === false) {
			monitor.resume();
			await monitor.waitFor(/live/);
		}
		trials.tried(trial.isPlanted ? 'faults planted' : 'slow or large things');
		return base;
	} finally {
		after?.();
		rmSync(folder, {recursive: true, force: true});
	}
};

/** Milliseconds that all of them take side by side, with some to spare. */
const longest = 13 * 60_000;
const hour = 3_600_000;

/** Tries for ten minutes each what is mostly waited for, side by side, and measures it against monitors beside them. */
const tryLong = async (trials: Trials, wanted: readonly Trial[]): Promise<void> => {
	const left = hour - (Date.now() % hour);
	if (left < longest) {
		// At the end of an hour each monitor starts a thread that closes its recording: ten at once are another trial.
		trials.progress(`the hour ends in ${Math.ceil(left / 60_000)} minutes: waits for it`);
		await sleep(left + 5000);
	}
	using control = startControl();
	using calibration = startCalibration();
	const alone = async (trial: Trial, usual: Promise<Usual>): Promise<Usual> => {
		using service = await startService();
		return await tryOne(trials, service, {control, calibration}, trial, 600_000, usual, 0);
	};
	const usual = new Map(
		wanted.filter(({isUsual}) => isUsual).map(trial => [trial.isSteered, alone(trial, Promise.resolve(none))] as const),
	);
	const others = wanted.filter(({isUsual}) => !isUsual);
	await Promise.all([
		...usual.values(),
		...others.map(trial => alone(trial, usual.get(trial.isSteered) ?? Promise.reject(new Error('no usual trial')))),
	]);
};

export const row: Row = {
	name: 'slow',
	promise: 'a slow reader costs nothing',
	never: 'an event loop that lags over 100 ms; memory beyond 40 MB of extra; a missed poll of another campaign',
	least: {'slow or large things': {full: 20, quick: 20}, 'faults planted': {full: 1, quick: 1}},
	isAlone: true,
	missing: () => (existsSync('/proc/self/status') ? undefined : 'needs /proc'),
	async run(trials) {
		const folder = mkdtempSync(join(tmpdir(), 'dialtop-campaign-slow-'));
		const resolver = join(folder, 'resolv.conf');
		writeFileSync(resolver, 'nameserver 127.0.0.2\noptions timeout:5 attempts:5\n');
		// They take what comes, and never answer.
		const names = createSocket('udp4');
		const silent = createServer(socket => socket.on('error', () => undefined));
		let asked = 0;
		names.on('message', () => asked++);
		using service = await startService();
		using control = startControl();
		using calibration = startCalibration();
		try {
			names.bind(53, '127.0.0.2');
			silent.listen(0, '127.0.0.1');
			await Promise.all([once(names, 'listening'), once(silent, 'listening')]);
			const proxy = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
			const all = trialsOf(resolver, proxy);
			// CAMPAIGN_TRIAL=disk tries that alone, to look into a failure.
			const wanted = all.filter(({name, isUsual}) => isUsual || name.includes(process.env.CAMPAIGN_TRIAL ?? ''));
			const here = wanted.filter(({name, missing}) => {
				const why = missing?.();
				if (why !== undefined) {
					trials.noted(`left out: ${name} (${why})`);
				}
				return why === undefined;
			});
			const usual = new Map<boolean | undefined, Usual>();
			const short = here.filter(({isLong, isUsual, isSteered}) => trials.isQuick || !isLong || (isUsual && !isSteered));
			for (const trial of short) {
				const measuring = {control, calibration};
				const milliseconds = trials.isQuick ? 5000 : 20_000;
				const before = usual.get(trial.isSteered) ?? none;
				usual.set(trial.isSteered, await tryOne(trials, service, measuring, trial, milliseconds, before));
			}
			if (!trials.isQuick) {
				await tryLong(
					trials,
					here.filter(({isLong}) => isLong),
				);
			}
			trials.noted(calibration.told());
			if (asked === 0) {
				trials.noted('left out: the server of names was not asked');
			}
		} finally {
			names.close();
			silent.close();
			rmSync(folder, {recursive: true, force: true});
		}
	},
};
