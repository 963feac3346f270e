/** The world and the store together: what changes one is written into the other, at once or not at all. */
import {randomBytes} from 'node:crypto';
import type {SlowContext} from '../handlers/handler.ts';
import {hashPassword} from '../rules/passwords.ts';
import {type CastSize, castOf} from '../scenarios/cast.ts';
import {scenarios} from '../scenarios/index.ts';
import type {ScenarioName} from '../scenarios/names.ts';
import {type Scenario, scriptOf} from '../scenarios/scenario.ts';
import {type Database, inMemory, openDatabase} from '../store/database.ts';
import {createJournal} from '../store/journal.ts';
import {migrations} from '../store/migrations.ts';
import {createStore, type Store} from '../store/store.ts';
import type {CampaignPlan} from '../world/campaigns.ts';
import type {Carrier} from '../world/carrier.ts';
import {commands} from '../world/commands.ts';
import {takeHappenings} from '../world/happenings.ts';
import {Refusal} from '../world/refusal.ts';
import type {AdaptiveRule, World} from '../world/state.ts';
import {hour, parseDay} from '../world/time.ts';
import {advance, createWorld} from '../world/world.ts';
import {respond} from './happenings.ts';

/** What a service is made from. Where its database holds a world already, that one goes on and most of this is void. */
export type ServiceOptions = CastSize & {
	/** The file that everything is kept in; in memory where there is none. */
	database?: string | undefined;
	/** 1 by default. The same seed makes the same world. */
	seed?: number | undefined;
	/** The world's day, `YYYY-MM-DD`; the machine's own by default. */
	day?: string | undefined;
	/** World time of day at which it opens, in milliseconds since midnight; 11:00 by default. */
	at?: number | undefined;
	/** How long the world has run by then, in milliseconds; two hours by default. */
	warmUp?: number | undefined;
	/** The first user's password; random by default. */
	password?: string | undefined;
	rule?: AdaptiveRule | undefined;
	carrier?: Partial<Carrier> | undefined;
	/** A floor with a story of its own: its cast, whatever size is asked for, and its time of day unless one is given. */
	scenario?: ScenarioName | undefined;
	/** Instead of the usual cast. */
	plan?: readonly CampaignPlan[] | undefined;
	/** Milliseconds of the machine's clock, by which tokens live. */
	now?: (() => number) | undefined;
	/** Told of what goes wrong while nobody waits for an answer, such as a disk that is full; thrown by default. */
	report?: ((error: unknown) => void) | undefined;
};

/** World and store. */
export type Floor = Pick<SlowContext, 'give' | 'transaction' | 'now'> & {
	readonly world: World;
	readonly store: Store;
	/** The first user, and the password where this run knows it. */
	readonly user: string;
	readonly password: string | undefined;
	/** Whether the world is one that the database held. */
	readonly isRestored: boolean;
	advanceTo(until: number, afterEvent?: () => boolean): boolean;
	close(): void;
};

const userName = 'ops';

const todayOf = (now: number): string => {
	const date = new Date(now);
	const two = (value: number): string => String(value).padStart(2, '0');
	return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

const newWorld = (options: ServiceOptions, now: number): World => {
	const scenario: Scenario | undefined = options.scenario && scenarios[options.scenario];
	const {seed = 1, at = scenario?.at ?? 11 * hour, warmUp = 2 * hour, rule, carrier, plan} = options;
	const opening = parseDay(options.day ?? todayOf(now)) + at;
	const world = createWorld({
		seed,
		origin: opening - warmUp,
		plan: plan ?? scenario?.plan ?? castOf(options),
		...(rule && {rule}),
		carrier: {...scenario?.carrier, ...carrier},
		...(scenario && {script: scriptOf(scenario, opening)}),
	});
	advance(world, opening);
	// What happened before anybody was there is no news.
	takeHappenings(world);
	return world;
};

/** Makes the first user, or gives that user the password that is asked for; returns it where it is known. */
const openUser = async ({users}: Store, {password}: ServiceOptions): Promise<string | undefined> => {
	const known = users.find(userName);
	if (known && password === undefined) {
		return undefined;
	}
	const chosen = password ?? randomBytes(9).toString('base64url');
	const hashed = await hashPassword(chosen);
	if (known) {
		users.setPassword(known.id, hashed);
	} else {
		users.add({name: userName, fullName: 'Floor Supervisor', level: 'admin', campaigns: 'all', password: hashed});
	}
	return chosen;
};

/** Milliseconds of the machine between notes of how far the world has come, and before a disk that failed is tried again. */
const markInterval = 5000;
/**
 * A new picture is due once going on from the last one has cost so much more than taking it (and so many milliseconds at
 * least): bringing the world back takes no longer than that, and pictures are a twentieth of the work at most.
 */
const pictureWorth = 20;
const leastWork = 250;

/** Opens the database, and the world in it. @throws DatabaseError where the file cannot be used */
export const openFloor = async (options: ServiceOptions = {}): Promise<Floor> => {
	const {now = Date.now} = options;
	const database = openDatabase(options.database ?? inMemory, migrations);
	try {
		return await furnishFloor(database, now, options);
	} catch (error) {
		database.close();
		throw error;
	}
};

const raise = (error: unknown): never => {
	throw error;
};

const furnishFloor = async (database: Database, now: () => number, options: ServiceOptions): Promise<Floor> => {
	const {report = raise} = options;
	const store = createStore(database, now);
	const journal = options.database === undefined ? undefined : createJournal(database);
	const restored = journal?.restore();
	let world = restored ?? newWorld(options, now());
	/** Milliseconds that the last picture took, and that going on has taken since. */
	let cost = 0;
	let work = 0;
	let marked = now();
	let tryAgainAt = 0;
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
		const begun = performance.now();
		journal?.save(world);
		cost = performance.now() - begun;
		work = 0;
		marked = now();
	};
	save();
	// Last of all: a password that is made up must not be lost with a start that fails.
	const password = await openUser(store, options);

	const transaction = <T>(task: () => T): T => {
		isChanged = false;
		try {
			return database.transaction(() => {
				const result = task();
				// What was acknowledged is never in the world's future.
				journal?.mark(world.now);
				return result;
			});
		} catch (error) {
			if (isChanged && journal) {
				// The world has done what was not written down: back to where it was without it.
				const until = world.now;
				world = journal.restore() ?? world;
				advance(world, until);
			}
			throw error;
		}
	};

	/** Writes down what the world's going on has brought. */
	const keep = (): void => {
		if (now() < tryAgainAt) {
			return;
		}
		try {
			if (world.happenings.length > 0) {
				transaction(() => {
					respond(world.happenings, {world, store});
					journal?.tell(world.happenings.length);
				});
				takeHappenings(world);
			}
			if (journal && work >= Math.max(leastWork, pictureWorth * cost)) {
				save();
			} else if (journal && now() - marked >= markInterval) {
				marked = now();
				journal.mark(world.now);
			}
		} catch (error) {
			tryAgainAt = now() + markInterval;
			report(error);
		}
	};

	return {
		get world() {
			return world;
		},
		store,
		user: userName,
		password,
		isRestored: restored !== undefined,
		now,
		give(name, ...given) {
			const wasChanged = isChanged;
			isChanged = true;
			const result = timed(() => {
				// Everything that is due by now comes first, as it will when the commands are given again.
				advance(world, world.now);
				try {
					return (commands[name] as (world: World, ...given: unknown[]) => never)(world, ...given);
				} catch (error) {
					// What is refused has changed nothing; what fails otherwise may have.
					isChanged = wasChanged || !(error instanceof Refusal);
					throw error;
				}
			});
			journal?.append(world.now, name, given);
			return result;
		},
		transaction,
		advanceTo(until, afterEvent) {
			const isThere = timed(() => advance(world, until, afterEvent));
			keep();
			return isThere;
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
