/** Trials on the command line: each write is a `dialtop call` of its own. */
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {cleanEnvironment, program} from '../../../helpers/monitor.ts';
import {startProgram} from '../../../helpers/run-program.ts';
import {openPty, poll} from '../../../helpers/terminal.ts';
import type {Trials} from '../../row.ts';
import {type Fault, faults, type OutcomeKind} from './faults.ts';
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

/** Exit codes of the four outcomes. */
const outcomeOf: Record<number, OutcomeKind> = {0: 'done', 1: 'refused', 3: 'not-sent', 4: 'unknown'};

/** The arguments of `dialtop call` for a write; secrets are in a file. */
const callOf = ({type, fields, typed, isSecret}: Write, folder: string): string[] => {
	const words = Object.entries(fields).map(([name, value]) => `${name}=${name === 'file' ? '@' : ''}${value}`);
	const data = join(folder, 'data.json');
	if (isSecret) {
		writeFileSync(data, JSON.stringify(fields), {mode: 0o600});
	}
	return [
		...['call', type, ...(isSecret ? ['--data', data] : words)],
		...(typed === undefined ? ['--yes'] : ['--confirm', typed]),
	];
};

/** One write on the command line, under one fault. */
const tryLine = async (trials: Trials, world: World, fault: Fault, at: number, write: Write): Promise<Made> => {
	const trial = `${write.type} on the command line: ${fault.name}`;
	const state = join(world.folder, `line-${faults.indexOf(fault)}-${at}`);
	mkdirSync(state, {mode: 0o700});
	world.reset();
	const {env, token} = world.environment(fault.link, state);
	await world.lay(fault, at);
	const all = [
		...callOf(write, state),
		...world.flags(fault.link),
		'--deadline',
		fault.isSlow || fault.process ? '2' : '15',
	];
	const parked = world.wire.parked.length;
	const made: Made = {trial, token, write, state, fault};
	const ready = (): boolean => isUnderWay(world, state, parked, write, fault, at);

	if (fault.process === 'hang-up') {
		await using pty = openPty({command: process.execPath, args: [program, ...all], env: {...cleanEnvironment, ...env}});
		if (await poll(() => ready() || pty.exited, 15_000)) {
			pty.hangUp();
		}
		await pty.waitForExit({timeout: 30_000});
		const code = pty.signal === undefined ? pty.exitCode : 128 + pty.signal;
		if (ready() && code !== 129) {
			trials.failed(`the exit code is ${code}, not 129`, trial);
		}
	} else {
		await using running = startProgram(all, {env, isDetached: true});
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
export const onCommandLine = async (trials: Trials, kind: string): Promise<void> => {
	await using world = await startWorld();
	const writes = writesIn(world);
	const all: Made[] = [];
	for (const fault of faults) {
		for (const [at, write] of writes.entries()) {
			if (isChosen(trials, fault, at)) {
				const made = await tryLine(trials, world, fault, at, write);
				judged({trials, world, kind}, made);
				all.push(made);
			}
		}
		trials.progress(`command line: ${fault.name}`);
	}
	judgeAgain(trials, world, all);
};
