/** Runs commands of the operator's own: no audit, no run; one of a name at a time; bounded; ended when dialtop is left. */
import type {Audit} from '../audit/audit.ts';
import type {AuditFailure} from '../audit/file.ts';
import type {AuditOutcome} from '../model/command-outcomes.ts';
import type {TargetName} from '../model/pending.ts';
import type {State} from '../model/state.ts';
import type {Arguments, ProgramEnd, Written} from '../system/child.ts';
import {messageOf} from '../wire/causes.ts';

/** What is to be run: its name, its arguments as they were confirmed, and the row that they are about. */
export type OwnOrder = {
	name: string;
	run: Arguments;
	target: TargetName;
	/** Milliseconds that it may take in the background. */
	timeout: number;
};

/** Releases the terminal while a program has it. */
export type HandTerminal = <T>(use: () => Promise<T>) => Promise<T>;

/** How it ended. */
export type OwnEnd = {
	end: ProgramEnd;
	/** Its output, safe to show; none of what had the terminal. */
	lines: readonly string[];
	/** Whether it wrote more than that. */
	isCut: boolean;
	/** Set if its end could not be written to the audit yet. */
	note: string | undefined;
};

/** Runs commands of the operator's own. */
export type OwnRuns = {
	/**
	 * Runs it once. Resolves with how it ended, or with why it was not run.
	 *
	 * @param hand releases the terminal for it; without, it runs in the background
	 */
	run(order: OwnOrder, hand?: HandTerminal): Promise<OwnEnd | {why: string}>;
	/** Why a command of this name cannot be run now. */
	whyNot(name: string): string | undefined;
	/** Ends what still runs. */
	close(): Promise<void>;
};

/** Bytes of output that are held of a program. */
const mostBytes = 256 * 1024;

/** Milliseconds that the programs get to end once dialtop is left. */
const patience = 1000;

const outcomes: Readonly<Record<ProgramEnd['kind'], AuditOutcome>> = {
	exited: 'refused',
	killed: 'unknown',
	late: 'unknown',
	'not-started': 'not-sent',
};

/** How a program ended, in words. */
export const endText = (end: ProgramEnd): string => {
	switch (end.kind) {
		case 'exited':
			return `exit code ${end.code}`;
		case 'killed':
			return `ended by ${end.signal}`;
		case 'late':
			return 'it took too long and was ended';
		case 'not-started':
			return `not started: ${end.reason}`;
	}
};

export const createOwnRuns = (
	audit: Pick<Audit, 'run'>,
	{state, user}: {state(): Pick<State, 'locked' | 'lookingAt'>; user(): string | undefined},
): OwnRuns => {
	const running = new Map<string, {end?: () => void; ended: Promise<unknown>}>();

	const whyNot = (name: string): string | undefined => (running.has(name) ? 'it still runs' : undefined);

	const start = async (
		{name, run, target, timeout}: OwnOrder,
		hand: HandTerminal | undefined,
		onStart: (end: () => void) => void,
	): Promise<OwnEnd | {why: string}> => {
		const intent = await audit.run({name, run, target, by: user()}).catch((error: unknown) => error as AuditFailure);
		if (intent instanceof Error) {
			return {why: messageOf(intent)};
		}
		// Most runs of dialtop need none of this.
		const [{runInBackground, runOnTerminal}, {outputLines}] = await Promise.all([
			import('../system/child.ts'),
			import('./program-output.ts'),
		]);
		const from = performance.now();
		let ended: {end: ProgramEnd; written?: Written};
		if (hand) {
			ended = {
				end: await hand(() => {
					const program = runOnTerminal(run);
					onStart(program.end);
					return program.ended;
				}),
			};
		} else {
			const program = runInBackground(run, {timeout, mostBytes});
			onStart(program.end);
			ended = await program.ended;
		}
		const {end, written} = ended;
		const problem = await intent.ended({
			kind: end.kind === 'exited' && end.code === 0 ? 'done' : outcomes[end.kind],
			reason: endText(end),
			ms: performance.now() - from,
		});
		const lines = written ? outputLines(written.bytes) : [];
		return {
			end,
			lines,
			isCut: written?.isCut ?? false,
			note: problem && `its end is not in the audit yet: ${problem.message}`,
		};
	};

	return {
		whyNot,
		async run(order, hand) {
			// Nothing is run from the past, nor while read-only: this is checked here too, not only when keys are pressed.
			const {locked, lookingAt} = state();
			const why =
				whyNot(order.name) ??
				(locked ? 'read-only' : lookingAt === undefined ? undefined : 'the screen shows the past');
			if (why !== undefined) {
				return {why};
			}
			const own: {end?: () => void; ended: Promise<unknown>} = {ended: Promise.resolve()};
			const result = start(order, hand, end => {
				own.end = end;
			});
			own.ended = result;
			running.set(order.name, own);
			try {
				return await result;
			} finally {
				running.delete(order.name);
			}
		},
		async close() {
			const all = [...running.values()];
			for (const {end} of all) {
				end?.();
			}
			const {promise, resolve} = Promise.withResolvers<void>();
			const timer = setTimeout(resolve, patience);
			await Promise.race([Promise.allSettled(all.map(({ended}) => ended)), promise]);
			clearTimeout(timer);
		},
	};
};
