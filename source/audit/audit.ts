/** The audit: a command is recorded before it is sent, and its outcome after. */
import {randomUUID} from 'node:crypto';
import {type AuditOutcome, type Later, outcomeOf} from '../model/command-outcomes.ts';
import type {TargetName} from '../model/pending.ts';
import type {State} from '../model/state.ts';
import type {Store} from '../model/store.ts';
import type {Clock} from '../system/clock.ts';
import {endpoint} from '../wire/address.ts';
import type {Effect} from '../wire/operation.ts';
import {type OperationType, operations} from '../wire/operations/index.ts';
import type {Parameters} from '../wire/parameters.ts';
import {struck} from '../wire/secrets.ts';
import type {AuditLine, Common, Whereto, Who} from './entry.ts';
import {type AuditFailure, createAuditFile} from './file.ts';
import {masked, recordedFields, recordedTarget} from './mask.ts';
import {userText} from './who.ts';

/** What is about to be sent. */
export type Intent = {
	/** Unique over all runs; a new one if none is given. */
	id?: string;
	operation: OperationType;
	params: Readonly<Record<string, unknown>>;
	target?: TargetName;
	/** What is asked for, in a word; the operation if none is given. */
	verb?: string;
	/** The state that the service must show for it to count as observed. */
	expected?: string;
	/** The user at the service, if known. */
	by?: string | undefined;
};

/** A command of the operator's own that is about to be run: its name, its row and its arguments. */
export type OwnIntent = {name: string; run: readonly string[]; target: TargetName; by?: string | undefined};

/** What the audit has as the operation of such a command, which is none of the service. */
export const ownOperation = 'own_command';

/** The outcome of a command. */
export type IntentEnd = {
	kind: AuditOutcome;
	reason?: string;
	/** Milliseconds of the request. */
	ms: number;
};

/** What an operator did here, for which nothing is sent; its texts are masked already. */
export type OwnAct = {
	/** Unique over all runs. */
	id: string;
	operation: string;
	verb: string;
	target: TargetName;
	params: Readonly<Record<string, unknown>>;
	/** In words, for whoever reads the audit. */
	reason: string;
	/** When, UTC milliseconds. */
	at: number;
};

/** An intent that is on the disk. */
export type Written = {
	id: string;
	/** Writes the outcome. If that fails it is written with the next line, and this resolves with why. */
	ended(end: IntentEnd): Promise<AuditFailure | undefined>;
};

/** The audit of a run at one service. */
export type Audit = {
	file: string;
	/** The user of this machine who acts, and as whom by sudo. */
	user: string;
	/** Why nothing can be written now, so that no command can be sent; undefined if it can. */
	problem(): AuditFailure | undefined;
	/** Records what is about to be sent; resolves after fsync. @throws AuditFailure */
	intent(intent: Intent): Promise<Written>;
	/** Records a command of the operator's own that is about to be run; resolves after fsync. @throws AuditFailure */
	run(run: OwnIntent): Promise<Written>;
	/** Records what an operator did here, as done; resolves after fsync. @throws AuditFailure */
	act(act: OwnAct): Promise<void>;
	/** Records what was found out later about a command of this run or of an earlier one; resolves as `ended` does. */
	later(id: string, kind: Later, seen?: string): Promise<AuditFailure | undefined>;
	/** Registers a command of an earlier run, so that `later` can name it. */
	recall(command: Named): void;
	/** Waits a second at most for outcomes under way, and writes the lines that could not be written before. */
	close(): Promise<void>;
};

export type AuditParts = Whereto & {
	file: string;
	/** Opens the file for reading and appending, for its owner alone; makes it if it is missing, throws if it is unsafe. */
	open(): number;
	who: Who;
	clock: Pick<Clock, 'now' | 'after'>;
};

/** What every line has of a command. */
type Named = Omit<Common, 'at' | keyof Who>;

/** Lines that wait for room on the disk. */
const linesWaiting = 200;
/** Milliseconds to wait for outcomes at the end; without one the next start shows the command as UNKNOWN. */
const waitAtEnd = 1000;
/** Commands that `later` can name. */
const commandsNamed = 1000;

/** A new id, unique over all runs. */
export const newAuditId = (): string => randomUUID();

/** Opens the audit. Does not throw if it cannot be written: see {@link Audit.problem}. */
export const openAudit = ({file, open, who, clock, profile, environment, url}: AuditParts): Audit => {
	const out = createAuditFile(file, open);
	const service = endpoint(url).href;
	const named = new Map<string, Named>();
	let waiting: string[] = [];

	let underWay = 0;
	let onEnded = (): void => undefined;

	const at = (): string => new Date(clock.now().wall).toISOString();

	const name = (id: string, common: Named): void => {
		named.set(id, common);
		if (named.size > commandsNamed) {
			named.delete(named.keys().next().value ?? '');
		}
	};

	/** Writes the lines that wait, then these. */
	const append = async (...added: readonly AuditLine[]): Promise<void> => {
		const lines = waiting;
		waiting = [];
		try {
			await out.append([...lines, ...added.map(line => JSON.stringify(line))].join('\n'));
		} catch (error) {
			waiting = [...lines, ...waiting].slice(-linesWaiting);
			throw error;
		}
	};

	/** Writes a line about what has happened; retains it if it cannot be written yet. */
	const appendAfterwards = async (line: AuditLine): Promise<AuditFailure | undefined> => {
		try {
			await append(line);
			return undefined;
		} catch (error) {
			waiting.push(JSON.stringify(line));
			return error as AuditFailure;
		}
	};

	/** Writes an intent; resolves after fsync with what writes its outcome. */
	const begin = async (
		of: Pick<Named, 'id' | 'operation' | 'effect' | 'target' | 'verb'> & {by: string | undefined},
		recorded: {params: Readonly<Record<string, unknown>>; expected?: string},
	): Promise<Written> => {
		const {by, ...own} = of;
		const {id} = own;
		const common = {profile, environment, url: service, serviceUser: by === undefined ? null : struck(by), ...own};
		name(id, common);
		const begun = {at: at(), ...common, ...who};
		await append({...begun, kind: 'intent', ...recorded});
		underWay++;
		return {
			id,
			ended({kind, reason, ms}) {
				const why = reason ? {reason: masked(reason)} : {};
				const written = appendAfterwards({
					...begun,
					at: at(),
					kind: 'outcome',
					outcome: kind,
					...why,
					ms: Math.round(ms),
				});
				underWay--;
				onEnded();
				return written;
			},
		};
	};

	return {
		file,
		user: userText(who),
		problem: out.problem,
		async act({id, operation, verb, target, params, reason, at: wall}) {
			const common: Named = {
				id,
				profile,
				environment,
				url: service,
				serviceUser: null,
				operation,
				effect: 'read',
				target: recordedTarget(target),
				verb,
			};
			const begun = {at: new Date(wall).toISOString(), ...common, ...who};
			await append({...begun, kind: 'intent', params}, {...begun, kind: 'outcome', outcome: 'done', reason, ms: 0});
		},
		intent({id = newAuditId(), operation, params, target, verb, expected, by}) {
			const row: {effect: Effect; params: Parameters} = operations[operation];
			return begin(
				{
					id,
					operation,
					effect: row.effect,
					target: target ? recordedTarget(target) : null,
					verb: verb ?? operation,
					by,
				},
				{params: recordedFields(params, row.params), ...(expected === undefined ? {} : {expected})},
			);
		},
		run({name: verb, run, target, by}) {
			const of = {operation: ownOperation, effect: 'write', target: recordedTarget(target), verb, by} as const;
			return begin({id: newAuditId(), ...of}, {params: {run: run.map(masked)}});
		},
		async later(id, kind, seen) {
			const common = named.get(id);
			return common && appendAfterwards({at: at(), ...common, ...who, kind, ...(seen ? {seen: masked(seen)} : {})});
		},
		recall({id, profile, environment, url, serviceUser, operation, effect, target, verb}) {
			name(id, {id, profile, environment, url, serviceUser, operation, effect, target, verb});
		},
		async close() {
			if (underWay > 0) {
				const {promise, resolve} = Promise.withResolvers<void>();
				onEnded = () => {
					if (underWay === 0) {
						resolve();
					}
				};
				const cancel = clock.after(waitAtEnd, resolve);
				await promise;
				cancel();
			}
			const lines = waiting;
			waiting = [];
			await (lines.length > 0 ? out.append(lines.join('\n')).catch(() => undefined) : out.idle());
		},
	};
};

/** Writes to the audit what happens to commands after their outcome; returns how to stop. */
export const auditLater = (store: Pick<Store<State, never>, 'get' | 'subscribe'>, audit: Pick<Audit, 'later'>) => {
	let known: State['commands'] = store.get().commands;
	let recorded = new Set<string>();
	return store.subscribe(() => {
		const {commands} = store.get();
		if (commands === known) {
			return;
		}
		known = commands;
		const settled = new Set<string>();
		for (const pending of commands) {
			const {command, seen} = pending;
			const {later: kind} = outcomeOf(pending);
			if (command.audit === undefined || !kind) {
				continue;
			}
			settled.add(command.audit);
			if (!recorded.has(command.audit)) {
				void audit.later(command.audit, kind, seen);
			}
		}
		recorded = settled;
	});
};
