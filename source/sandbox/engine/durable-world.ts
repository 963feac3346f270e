/** A world that is stored in a database: a command changes the world and the store together, or neither. */
import {randomBytes} from 'node:crypto';
import type {SlowContext} from '../handlers/handler.ts';
import {type LogLimits, logLimits, storeEndedCalls} from '../rules/logged-calls.ts';
import {hashPassword} from '../rules/passwords.ts';
import {type CastSize, castOf} from '../scenarios/cast.ts';
import type {ScenarioName} from '../scenarios/names.ts';
import {type Scenario, scenarios, scriptOf} from '../scenarios/scenarios.ts';
import {type Database, openDatabase, unnamed} from '../store/database.ts';
import {createJournal} from '../store/journal.ts';
import {createStore, type Store, storeFormat} from '../store/store.ts';
import type {CampaignPlan} from '../world/campaigns.ts';
import type {Carrier} from '../world/carrier.ts';
import {commands} from '../world/commands.ts';
import type {Habit} from '../world/habits.ts';
import {takeHappenings} from '../world/happenings.ts';
import {Refusal} from '../world/refusal.ts';
import type {AdaptiveRule, Happening, World} from '../world/state.ts';
import {
	atTimeOfDay,
	dayNumber,
	dayText,
	eastern,
	fromUtc,
	hour,
	laterDay,
	parseDay,
	weekdayOf,
	type Zoned,
} from '../world/time.ts';
import {advance, createWorld} from '../world/world.ts';
import {respondTo} from './responses.ts';

/** Options of a service. Most have no effect if the database already holds a world, which is continued. */
export type ServiceOptions = CastSize & {
	/** The database file; by default nothing is stored. */
	database?: string | undefined;
	/** 1 by default. The same seed makes the same world. */
	seed?: number | undefined;
	/** The service's time zone; US Eastern by default. */
	timeZone?: string | undefined;
	/** The world's day, `YYYY-MM-DD`; today in its time zone by default, but no Sunday: the usual floor is closed then. */
	day?: string | undefined;
	/** The world's time of day at the start, in milliseconds since midnight; 11:00 by default. */
	at?: number | undefined;
	/** How long the world has already run at the start, in milliseconds; two hours by default. */
	warmUp?: number | undefined;
	/** The first user's password; random by default. */
	password?: string | undefined;
	rule?: AdaptiveRule | undefined;
	carrier?: Partial<Carrier> | undefined;
	/** Habits that the world's people lack; none by default. */
	without?: readonly Habit[] | undefined;
	/** Its campaigns replace the usual ones, whatever size is asked for, and its `at` is the default. */
	scenario?: ScenarioName | undefined;
	/** The campaigns, instead of those of the cast or the scenario. */
	plan?: readonly CampaignPlan[] | undefined;
	/** How much of the call log is stored; the usual limits by default. */
	logLimits?: LogLimits | undefined;
	/** Calls in a chunk of the call log. */
	chunkSize?: number | undefined;
	/** The machine's time in milliseconds: tokens expire by it. */
	now?: (() => number) | undefined;
	/** Called with errors outside of any request, such as a full disk; they are thrown by default. */
	report?: ((error: unknown) => void) | undefined;
};

/** An open world with its store. */
export type DurableWorld = Pick<SlowContext, 'world' | 'store' | 'command' | 'transaction' | 'now'> & {
	readonly user: string;
	/** The first user's password; undefined if an earlier run made the user. */
	readonly password: string | undefined;
	/** True if the world comes from the database. */
	readonly isRestored: boolean;
	/** What the database has lost, as a sentence; undefined if nothing. */
	readonly loss: string | undefined;
	/**
	 * Moves the world to `until` (world time) and saves what is due.
	 *
	 * @param afterEvent called after every event; the world stops there if it returns true
	 * @returns whether it got to `until`
	 */
	advanceTo(until: number, afterEvent?: () => boolean): boolean;
	/** Saves the world and closes the database. */
	close(): void;
};

const userName = 'ops';

/** Today, or yesterday if today is Sunday. */
const openingDay = (zoned: Zoned, now: number): string => {
	const time = fromUtc(zoned, now);
	const isSunday = weekdayOf(dayNumber(zoned, time)) === 0;
	return laterDay(dayText(zoned, time), isSunday ? -1 : 0);
};

const newWorld = (options: ServiceOptions, now: number): World => {
	const scenario: Scenario | undefined = options.scenario && scenarios[options.scenario];
	const {
		seed = 1,
		at = scenario?.at ?? 11 * hour,
		warmUp = 2 * hour,
		rule,
		carrier,
		without,
		plan,
		chunkSize,
	} = options;
	const zoned = {timeZone: options.timeZone ?? eastern.timeZone};
	const opening = atTimeOfDay(zoned, parseDay(zoned, options.day ?? openingDay(zoned, now)), at);
	const world = createWorld({
		seed,
		...zoned,
		origin: opening - warmUp,
		plan: plan ?? scenario?.plan ?? castOf(options),
		...(rule && {rule}),
		without: [...(scenario?.without ?? []), ...(without ?? [])],
		...(chunkSize !== undefined && {chunkSize}),
		carrier: {...scenario?.carrier, ...carrier},
		...(scenario && {script: scriptOf(scenario, opening)}),
	});
	advance(world, opening);
	// What happened before the opening raises no notifications and books no sales; opt-outs still count.
	world.sales = [];
	world.happenings = takeHappenings(world).filter(({kind}) => kind === 'opt-out');
	return world;
};

/** Adds the first user or, if a password is given, sets it. Returns the password; undefined if it is not known. */
const openUser = async ({users}: Store, {password}: ServiceOptions): Promise<string | undefined> => {
	const known = users.credentials(userName);
	if (known && password === undefined) {
		return undefined;
	}
	const chosen = password ?? randomBytes(9).toString('base64url');
	const hashed = await hashPassword(chosen);
	if (known) {
		users.setPassword(known.id, hashed);
	} else {
		users.add({
			name: userName,
			fullName: 'Floor Supervisor',
			level: 'admin',
			campaigns: 'all',
			password: hashed,
		});
	}
	return chosen;
};

/** Milliseconds (machine time) between two records of the world's time, and before a failed write is tried again. */
const writeInterval = 5000;
/**
 * A snapshot is due once running the world since the last one has taken this many times as long as taking it did, and at
 * least `leastWork` milliseconds. Replaying takes no longer than that, and snapshots are a tenth of the work.
 */
const workPerSnapshot = 10;
const leastWork = 250;
/** Ended chunks of the call log that are written at once: each transaction waits for the disk. */
const chunksPerWrite = 16;

/** Opens the database and restores its world, or creates one. @throws DatabaseError if the file cannot be used */
export const openDurableWorld = async (options: ServiceOptions = {}): Promise<DurableWorld> => {
	const {now = Date.now} = options;
	const database = openDatabase(options.database ?? unnamed, storeFormat);
	try {
		return await restoreOrCreate(database, now, options);
	} catch (error) {
		database.close();
		throw error;
	}
};

/** Happenings at whose time the service responds: how it does must not depend on how far the world moves at once. */
const byWorldTime: ReadonlySet<Happening['kind']> = new Set(['new-day', 'collection', 'link-payment', 'sales']);

const raise = (error: unknown): never => {
	throw error;
};

const restoreOrCreate = async (
	database: Database,
	now: () => number,
	options: ServiceOptions,
): Promise<DurableWorld> => {
	const {report = raise, logLimits: limits = logLimits} = options;
	const store = createStore(database, now);
	const journal = options.database === undefined ? undefined : createJournal(database);
	const begun = performance.now();
	const restored = journal?.restore();
	const world = restored ?? newWorld(options, now());
	/** Milliseconds that the last snapshot took. */
	let cost = 0;
	/** Milliseconds that running the world has taken since. */
	let work = 0;
	let timeWrittenAt = now();
	let retryAt = 0;
	let isChanged = false;

	const timed = <T>(task: () => T): T => {
		const begun = performance.now();
		try {
			return task();
		} finally {
			work += performance.now() - begun;
		}
	};

	const save = (): void => {
		storeEndedCalls({world, store}, limits, database.transaction);
		const begun = performance.now();
		journal?.save(world);
		cost = performance.now() - begun;
		work = 0;
		timeWrittenAt = now();
	};
	if (restored) {
		// Its snapshot still holds. What was replayed on it counts as work, so that the next one is no later for that.
		work = performance.now() - begun;
	} else {
		save();
	}
	// Comes last: if the start failed after this, a generated password would be lost.
	const password = await openUser(store, options);

	const transaction = <T>(task: () => T): T => {
		isChanged = false;
		try {
			return database.transaction(() => {
				const result = task();
				// A restored world must not be earlier than what it has acknowledged.
				journal?.writeTime(world.now);
				return result;
			});
		} catch (error) {
			if (isChanged && journal) {
				// The world has changed and the database has not: restore the world without the change.
				const until = world.now;
				Object.assign(world, journal.restore());
				advance(world, until);
			}
			throw error;
		}
	};

	/** Responds to what has happened in the world, and saves what is due. */
	const saveProgress = (): void => {
		if (now() < retryAt) {
			return;
		}
		try {
			if (world.happenings.length > 0) {
				transaction(() => {
					respondTo(world.happenings, {world, store});
					journal?.addAnswered(world.happenings.length);
				});
				takeHappenings(world);
			}
			if (world.log.ended.length >= chunksPerWrite) {
				storeEndedCalls({world, store}, limits, database.transaction);
			}
			if (journal && work >= Math.max(leastWork, workPerSnapshot * cost)) {
				save();
			} else if (journal && now() - timeWrittenAt >= writeInterval) {
				timeWrittenAt = now();
				journal.writeTime(world.now);
			}
		} catch (error) {
			retryAt = now() + writeInterval;
			report(error);
		}
	};

	saveProgress();
	return {
		world,
		store,
		user: userName,
		password,
		isRestored: restored !== undefined,
		loss: database.loss,
		now,
		command(name, ...given) {
			const result = timed(() => {
				try {
					// Handle what is due by now first, as a replay of the commands will.
					advance(world, world.now);
					return (commands[name] as (world: World, ...given: unknown[]) => never)(world, ...given);
				} catch (error) {
					// A refusal has changed nothing; any other error may have come after a change.
					isChanged ||= !(error instanceof Refusal);
					throw error;
				}
			});
			isChanged = true;
			journal?.append(world.now, name, given);
			return result;
		},
		transaction,
		advanceTo(until, afterEvent) {
			for (;;) {
				const {happenings} = world;
				let seen = happenings.length;
				let isStopped = false;
				const isThere = timed(() =>
					advance(world, until, () => {
						isStopped = afterEvent?.() === true;
						const isDue = happenings.length > seen && happenings.slice(seen).some(({kind}) => byWorldTime.has(kind));
						seen = happenings.length;
						return isStopped || isDue;
					}),
				);
				saveProgress();
				if (isThere || isStopped) {
					return isThere;
				}
			}
		},
		close() {
			try {
				save();
			} finally {
				database.close();
			}
		},
	};
};
