/** Trials on screen: a monitor is given many writes under one fault, by its palette and forms. */
import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {openMonitor} from '../../../helpers/monitor.ts';
import {type Pty, poll} from '../../../helpers/terminal.ts';
import type {Trials} from '../../row.ts';
import {type Fault, faults, type OutcomeKind} from './faults.ts';
import {auditIn, claimsIn} from './judge.ts';
import {giveOnScreen, openLog} from './screen.ts';
import {
	checkRecalled,
	isChosen,
	isUnderWay,
	judgeAgain,
	judged,
	type Made,
	signalCodes,
	suspend,
	writesIn,
} from './trial.ts';
import {startWorld, type World} from './world.ts';
import type {Write} from './writes.ts';

/** What the log on screen calls each outcome. */
const outcomeWords: [word: RegExp, outcome: OutcomeKind][] = [
	[/^DONE/, 'done'],
	[/^REFUSED/, 'refused'],
	[/^NOT SENT/, 'not-sent'],
	[/^UNKNOWN/, 'unknown'],
];

/** What the log on screen says of an operation. */
const saidOnScreen = (monitor: Pty, type: string): OutcomeKind | undefined => {
	const log = monitor.text().split('\n');
	const named = log.find(line => line.includes(` ${type} `) || line.includes(` ${type.slice(0, 17)}…`));
	const word = /^│\d\d:\d\d:\d\d (.*)/.exec(named ?? '')?.[1] ?? '';
	return outcomeWords.find(([words]) => words.test(word))?.[1];
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
		// The log has room for every write.
		rows: 100,
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
		// A service that takes no connection holds up those behind it.
		await poll(ended, 90_000);
		await openLog(monitor);
		await poll(() => all.every(({write}) => saidOnScreen(monitor, write.type) !== undefined), 10_000);
		for (const made of all) {
			made.said = saidOnScreen(monitor, made.write.type);
			if (made.said === undefined) {
				trials.failed(`the log on screen does not show its outcome:\n${monitor.text()}`, made.trial);
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

/** Writes as they share a monitor: all of them, or those that are under way together when it ends. */
const groupsOf = (fault: Fault, given: readonly (readonly [number, Write])[]) =>
	fault.process && fault.process !== 'suspended'
		? [...Map.groupBy(given, ([at]) => Math.floor(at / 4)).values()]
		: [given];

/** Every write on screen under some faults. */
export const onScreen = async (trials: Trials, kind: string, under: readonly Fault[]): Promise<void> => {
	await using world = await startWorld();
	const writes = writesIn(world);
	const all: Made[] = [];
	for (const fault of under) {
		const chosen = [...writes.entries()].filter(([at]) => isChosen(trials, fault, at));
		for (const given of groupsOf(fault, chosen)) {
			const made = await tryScreen(trials, world, {fault, given});
			for (const one of made) {
				judged({trials, world, kind}, one);
			}
			all.push(...made);
		}
		trials.progress(`screen: ${fault.name}`);
	}
	judgeAgain(trials, world, all);
};
