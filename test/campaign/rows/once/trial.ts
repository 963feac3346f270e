/** What the trials on the command line and on screen share. */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {runProgram} from '../../../helpers/run-program.ts';
import {poll} from '../../../helpers/terminal.ts';
import type {Trials} from '../../row.ts';
import {type Fault, faults, type OutcomeKind} from './faults.ts';
import {auditIn, claimsIn, judge} from './judge.ts';
import type {World} from './world.ts';
import {type Write, writesWith} from './writes.ts';

/** Exit codes after each fault of the process that ends it, where the program chooses them. */
export const signalCodes: Partial<Record<NonNullable<Fault['process']>, number>> = {
	SIGTERM: 143,
	'hang-up': 129,
};

/** A trial that was made: it is judged again at the end, in case a request came late. */
export type Made = {
	trial: string;
	token: string;
	write: Write;
	state: string;
	fault: Fault;
	said?: OutcomeKind | undefined;
};

/** Judges a trial. One whose command was never given does not count, unless something arrived all the same. */
export const judged = ({trials, world, kind}: {trials: Trials; world: World; kind: string}, made: Made): void => {
	const {trial, token, write, state, fault, said} = made;
	const journal = world.journalOf(token, write.type);
	const lines = auditIn(state);
	const claims = {...claimsIn(lines, write.type), said};
	const reason = lines.find(line => line.operation === write.type && line.reason !== undefined)?.reason;
	if (claims.intents === 0 && journal.arrived === 0) {
		trials.progress(`not reached: ${trial}`);
		return;
	}
	if (!fault.process && claims.outcomes.length === 0) {
		trials.failed('the audit has no outcome, though the program ended well', trial);
	}
	for (const wrong of judge(journal, claims, fault.ends)) {
		trials.failed(reason === undefined ? wrong : `${wrong} (${reason})`, trial);
	}
	trials.tried(kind);
};

/** Looks once more at every journal: nothing may have come late. */
export const judgeAgain = (trials: Trials, world: World, all: readonly Made[]): void => {
	for (const {trial, token, write, state, fault} of all) {
		const {intents, outcomes} = claimsIn(auditIn(state), write.type);
		for (const wrong of judge(world.journalOf(token, write.type), {intents, outcomes}, fault.ends)) {
			trials.failed(`later: ${wrong}`, trial);
		}
	}
};

/** Whether a command of this type has gone as far as its fault wants: connecting, or waiting for what does not come. */
export const isUnderWay = (
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

/** Checks that the next start of the program knows the commands without an outcome as UNKNOWN. */
export const checkRecalled = async (
	trials: Trials,
	state: string,
	types: readonly string[],
	trial: string,
): Promise<void> => {
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

/** Whether this write is tried under this fault: all in full; a third with --quick, each fault and each write many times. */
export const isChosen = ({isQuick, seed}: Trials, fault: Fault, write: number): boolean =>
	!isQuick || (faults.indexOf(fault) + write + seed) % 3 === 0;

/** Suspends a program beyond every deadline, and lets every second answer arrive in that time. */
export const suspend = async (pid: number, world: World, parkedBefore: number, beyond: number): Promise<void> => {
	process.kill(pid, 'SIGSTOP');
	const stopped = performance.now();
	await poll(() => performance.now() - stopped > beyond, beyond + 1000);
	for (const {release} of world.wire.parked.slice(parkedBefore).filter((_one, index) => index % 2 === 0)) {
		release();
	}
	process.kill(pid, 'SIGCONT');
};

/** The writes of a world, with a file to be uploaded. */
export const writesIn = (world: World): Write[] => {
	const file = join(world.folder, 'leads.csv');
	writeFileSync(file, 'phone_number\n2125570001\n');
	return writesWith(file);
};
