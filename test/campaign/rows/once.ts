/** A command is sent once: every write of the catalogue under every fault, on the command line and on screen. */
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {cleanEnvironment, openMonitor, program} from '../../helpers/monitor.ts';
import {runProgram, startProgram} from '../../helpers/run-program.ts';
import {openPty, type Pty, poll} from '../../helpers/terminal.ts';
import type {Row, Trials} from '../row.ts';
import {type Fault, faults, type OutcomeKind} from './once/faults.ts';
import {auditIn, claimsIn, judge, unnoticed} from './once/judge.ts';
import {giveOnScreen, logOnScreen} from './once/screen.ts';
import {startWorld, type World} from './once/world.ts';
import {type Write, writesWith, writingTypes} from './once/writes.ts';

const kinds = {line: 'trials on the command line', screen: 'trials on screen'};

/** Exit codes of the four outcomes. */
const outcomeOf: Record<number, OutcomeKind> = {0: 'done', 1: 'refused', 3: 'not-sent', 4: 'unknown'};

const signalCodes: Partial<Record<NonNullable<Fault['process']>, number>> = {SIGTERM: 143, SIGHUP: 129, 'hang-up': 129};

/** A trial that was made: it is judged again at the end, in case a request came late. */
type Made = {trial: string; token: string; write: Write; state: string; fault: Fault; said?: OutcomeKind | undefined};

/** Judges a trial. One whose command was never given does not count, unless something arrived all the same. */
const judged = ({trials, world, kind}: {trials: Trials; world: World; kind: string}, made: Made): void => {
	const {trial, token, write, state, fault, said} = made;
	const journal = world.journalOf(token, write.type);
	const claims = {...claimsIn(auditIn(state), write.type), said};
	if (claims.intents === 0 && journal.arrived === 0) {
		trials.progress(`not reached: ${trial}`);
		return;
	}
	if (!fault.process && claims.outcomes.length === 0) {
		trials.failed('the audit has no outcome, though the program ended well', trial);
	}
	for (const wrong of judge(journal, claims, fault.ends)) {
		trials.failed(wrong, trial);
	}
	trials.tried(kind);
};

/** Whether a command of this type has gone as far as its fault wants: connecting, or waiting for what does not come. */
const isUnderWay = (
	world: World,
	state: string,
	parkedBefore: number,
	{type}: Write,
	fault: Fault,
	at: number,
): boolean =>
	fault.phase(at).route === 'black-hole'
		? claimsIn(auditIn(state), type).intents > 0
		: world.wire.parked.slice(parkedBefore).some(one => one.type === type);

/** Whether two faults of the process happen to commands that an earlier start of the program must know as UNKNOWN. */
const checkRecalled = async (trials: Trials, state: string, types: readonly string[], trial: string): Promise<void> => {
	const open = types.filter(type => {
		const {intents, outcomes} = claimsIn(auditIn(state), type);
		return intents === 1 && outcomes.length === 0;
	});
	if (open.length === 0) {
		return;
	}
	const {stdout} = await runProgram(['log', '--json'], {env: {XDG_STATE_HOME: state}});
	const shown = JSON.parse(stdout) as {operation: string; outcome: string}[];
	for (const type of open) {
		const found = shown.find(({operation}) => operation === type);
		if (found?.outcome !== 'unknown') {
			trials.failed(
				`dialtop log shows it as ${found?.outcome ?? 'nothing'}, and its outcome is not known`,
				`${trial}, ${type}`,
			);
		}
	}
};

/** The arguments of `dialtop call` for a write. */
const callOf = ({type, fields, typed, isSecret}: Write): {args: string[]; input: string} => {
	const words = Object.entries(fields).map(([name, value]) => `${name}=${name === 'file' ? '@' : ''}${value}`);
	return {
		args: [
			...['call', type, ...(isSecret ? ['--data', '-'] : words)],
			...(typed === undefined ? ['--yes'] : ['--confirm', typed]),
		],
		input: isSecret ? JSON.stringify(fields) : '',
	};
};

/** Whether this write is tried under this fault: all in full; a third with --quick, each fault and each write many times. */
const isChosen = ({isQuick, seed}: Trials, fault: Fault, write: number): boolean =>
	!isQuick || (faults.indexOf(fault) + write + seed) % 3 === 0;

/** Suspends a program beyond every deadline, and lets every second answer arrive in that time. */
const suspend = async (pid: number, world: World, parkedBefore: number, beyond: number): Promise<void> => {
	process.kill(pid, 'SIGSTOP');
	const stopped = performance.now();
	await poll(() => performance.now() - stopped > beyond, beyond + 1000);
	for (const {release} of world.wire.parked.slice(parkedBefore).filter((_one, index) => index % 2 === 0)) {
		release();
	}
	process.kill(pid, 'SIGCONT');
};

/** One write on the command line, under one fault. */
const tryLine = async (trials: Trials, world: World, fault: Fault, at: number, write: Write): Promise<Made> => {
	const trial = `${write.type} on the command line: ${fault.name}`;
	const state = join(world.folder, `line-${faults.indexOf(fault)}-${at}`);
	mkdirSync(state, {mode: 0o700});
	world.reset();
	const {env, token} = world.environment(fault.link, state);
	await world.lay(fault, at);
	const {args, input} = callOf(write);
	const all = [...args, ...world.flags(fault.link), '--deadline', fault.isSlow || fault.process ? '2' : '15'];
	const parked = world.wire.parked.length;
	const made: Made = {trial, token, write, state, fault};
	const ready = (): boolean => isUnderWay(world, state, parked, write, fault, at);

	if (fault.process === 'hang-up') {
		await using pty = openPty({command: process.execPath, args: [program, ...all], env: {...cleanEnvironment, ...env}});
		if (input !== '') {
			pty.write(`${input}\n${String.fromCharCode(4)}`);
		}
		if (await poll(() => ready() || pty.exited, 15_000)) {
			pty.hangUp();
		}
		await pty.waitForExit({timeout: 30_000});
		const code = pty.signal === undefined ? pty.exitCode : 128 + pty.signal;
		if (ready() && code !== 129) {
			trials.failed(`the exit code is ${code}, not 129`, trial);
		}
	} else {
		await using running = startProgram(all, {env, input, isDetached: true});
		if (fault.process) {
			await poll(() => ready() || running.child.exitCode !== null, 15_000);
			const wasReady = ready() && running.child.exitCode === null;
			if (wasReady && fault.process === 'suspended') {
				await suspend(running.child.pid ?? 0, world, parked, 2300);
			} else if (wasReady) {
				running.child.kill(fault.process as NodeJS.Signals);
			}
			const {code, signal} = await running.ended;
			const wanted = signalCodes[fault.process];
			if (wasReady && wanted !== undefined && code !== wanted) {
				trials.failed(`the exit code is ${code ?? signal}, not ${wanted}`, trial);
			}
			if (fault.process === 'suspended' && code !== null) {
				made.said = outcomeOf[code];
			}
		} else {
			const {code, stderr} = await running.ended;
			made.said = outcomeOf[code ?? -1];
			if (made.said === undefined) {
				trials.failed(`the exit code is ${code}: ${stderr.trim()}`, trial);
			}
		}
	}
	await checkRecalled(trials, state, [write.type], trial);
	return made;
};

/** Every write on the command line under every fault. */
const onCommandLine = async (trials: Trials): Promise<void> => {
	await using world = await startWorld();
	const writes = writesIn(world);
	const all: Made[] = [];
	for (const fault of faults) {
		for (const [at, write] of writes.entries()) {
			if (isChosen(trials, fault, at)) {
				const made = await tryLine(trials, world, fault, at, write);
				judged({trials, world, kind: kinds.line}, made);
				all.push(made);
			}
		}
		trials.progress(`command line: ${fault.name}`);
	}
	judgeAgain(trials, world, all);
};

/** Looks once more at every journal: nothing may have come late. */
const judgeAgain = (trials: Trials, world: World, all: readonly Made[]): void => {
	for (const {trial, token, write, state, fault} of all) {
		const {intents, outcomes} = claimsIn(auditIn(state), write.type);
		for (const wrong of judge(world.journalOf(token, write.type), {intents, outcomes}, fault.ends)) {
			trials.failed(`later: ${wrong}`, trial);
		}
	}
};

const writesIn = (world: World): Write[] => {
	const file = join(world.folder, 'leads.csv');
	writeFileSync(file, 'phone_number\n2125570001\n');
	return writesWith(file);
};

/** What the log on screen calls each outcome. */
const outcomeWords: [word: RegExp, outcome: OutcomeKind][] = [
	[/^DONE/, 'done'],
	[/^REFUSED/, 'refused'],
	[/^NOT SENT/, 'not-sent'],
	[/^UNKNOWN/, 'unknown'],
];

/** What the log on screen says of an operation. */
const saidOnScreen = (log: readonly string[], type: string): OutcomeKind | undefined => {
	const named = log.find(line => line.includes(` ${type} `) || line.includes(` ${type.slice(0, 17)}…`));
	const word = /^│\d\d:\d\d:\d\d (.*)/.exec(named ?? '')?.[1] ?? '';
	return outcomeWords.find(([words]) => words.test(word))?.[1];
};

/** Some writes on one monitor, under one fault: each is given, and all end, or the program does with them under way. */
const tryScreen = async (
	trials: Trials,
	world: World,
	{fault, given}: {fault: Fault; given: readonly (readonly [at: number, write: Write])[]},
): Promise<Made[]> => {
	const [first] = given[0] ?? [0];
	const state = join(world.folder, `screen-${faults.indexOf(fault)}-${first}`);
	mkdirSync(state, {mode: 0o700});
	world.reset();
	const {env, token} = world.environment(fault.link, state);
	await world.lay(fault, first);
	await using monitor = openMonitor({
		args: ['--interval', '60', ...world.flags(fault.link)],
		env,
		columns: 200,
		rows: 50,
	});
	await monitor.waitFor('Spring Renewals', {timeout: 30_000});
	const parked = world.wire.parked.length;
	const all: Made[] = [];
	for (const [at, write] of given) {
		const trial = `${write.type} on screen: ${fault.name}`;
		await world.lay(fault, at);
		try {
			await giveOnScreen(monitor, write);
		} catch (error) {
			trials.progress(`not given: ${trial}: ${String(error)}`);
			break;
		}
		all.push({trial, token, write, state, fault});
		const claims = () => claimsIn(auditIn(state), write.type);
		await poll(() => claims().intents > 0, 3000);
		if (!fault.isSlow && !fault.process) {
			await poll(() => claims().outcomes.length > 0, 20_000);
		} else if (fault.process) {
			await poll(() => isUnderWay(world, state, parked, write, fault, at), 3000);
		}
	}
	const ended = (): boolean => all.every(({write}) => claimsIn(auditIn(state), write.type).outcomes.length > 0);
	if (fault.process && fault.process !== 'suspended') {
		await endMonitor(trials, monitor, fault, all);
	} else {
		if (fault.process === 'suspended') {
			await suspend(monitor.pid, world, parked, 16_000);
		}
		await poll(ended, 30_000);
		const log = await logOnScreen(monitor);
		for (const made of all) {
			made.said = saidOnScreen(log, made.write.type);
			if (made.said === undefined) {
				trials.failed('the log on screen does not show its outcome', made.trial);
			}
		}
	}
	await checkRecalled(
		trials,
		state,
		all.map(({write}) => write.type),
		`on screen: ${fault.name}`,
	);
	return all;
};

/** Ends a monitor while its commands are under way. */
const endMonitor = async (trials: Trials, monitor: Pty, fault: Fault, all: readonly Made[]): Promise<void> => {
	if (fault.process === 'hang-up') {
		monitor.hangUp();
	} else {
		monitor.kill(fault.process);
	}
	await monitor.waitForExit({timeout: 30_000});
	const code = monitor.signal === undefined ? monitor.exitCode : 128 + monitor.signal;
	const wanted = fault.process === 'SIGKILL' ? 137 : signalCodes[fault.process ?? 'SIGKILL'];
	if (code !== wanted) {
		trials.failed(`the exit code is ${code}, not ${wanted}`, all[0]?.trial ?? fault.name);
	}
};

/** Writes as they share a monitor: all of them, or those that are under way together when it ends. */
const groupsOf = (fault: Fault, given: readonly (readonly [number, Write])[]) =>
	fault.process && fault.process !== 'suspended'
		? [...Map.groupBy(given, ([at]) => Math.floor(at / 4)).values()]
		: [given];

/** Every write on screen under every fault. */
const onScreen = async (trials: Trials): Promise<void> => {
	await using world = await startWorld();
	const writes = writesIn(world);
	const all: Made[] = [];
	for (const fault of faults) {
		const chosen = [...writes.entries()].filter(([at]) => isChosen(trials, fault, at));
		for (const given of groupsOf(fault, chosen)) {
			const made = await tryScreen(trials, world, {fault, given});
			for (const one of made) {
				judged({trials, world, kind: kinds.screen}, one);
			}
			all.push(...made);
		}
		trials.progress(`screen: ${fault.name}`);
	}
	judgeAgain(trials, world, all);
};

export const row: Row = {
	name: 'once',
	promise: 'a command is sent once',
	never:
		'sent or carried out twice; DONE or REFUSED that the journal contradicts; NOT SENT that arrived; no line in the audit for what arrived; an exit code that disagrees',
	least: {
		[kinds.line]: {full: writingTypes.length * 24, quick: writingTypes.length * 8},
		[kinds.screen]: {full: writingTypes.length * 24, quick: writingTypes.length * 8},
	},
	async run(trials) {
		for (const blind of unnoticed()) {
			trials.failed(`the judge does not notice ${blind}`, 'self-check');
		}
		const tried = new Set(writesWith('').map(({type}) => type));
		for (const type of writingTypes.filter(one => !tried.has(one))) {
			trials.failed('the catalogue has a write that is not tried', type);
		}
		trials.noted(`${writingTypes.length} writes under ${faults.length} faults.`);
		await Promise.all([onCommandLine(trials), onScreen(trials)]);
	},
};
