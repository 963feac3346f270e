/** The flags of `dialtop sandbox`, and the options made from them. */
import {join, resolve} from 'node:path';
import type {FlagRow, FlagRows, FlagsOf} from '../../cli/command.ts';
import {dashed} from '../../cli/text.ts';
import {UsageError} from '../../config/errors.ts';
import {dataFolder} from '../../config/paths.ts';
import {speedLimits} from '../../sandbox/engine/clock.ts';
import {FaultError, readRates} from '../../sandbox/faults/faults.ts';
import type {SandboxOptions} from '../../sandbox/sandbox.ts';
import {isScenarioName, scenarioNames} from '../../sandbox/scenarios/names.ts';
import {habitNames} from '../../sandbox/world/habits.ts';
import {parseTimeOfDay, second} from '../../sandbox/world/time.ts';
import {makeFolders} from '../../system/folders.ts';
import {timeZoneOf} from '../../wire/calling-hours.ts';
import {registerSecret} from '../../wire/secrets.ts';

const where = 'Address and storage';
const world = 'World, unless the database holds one already';
const course = 'While it runs';

/** The value of `--without` that names all of them. */
const everyHabit = 'all';

const port = {type: 'number', value: 'N', least: 0, most: 65_535, whole: true} as const;

export const sandboxFlags = {
	port: {...port, about: 'port on 127.0.0.1; 0 is any free one (0)', group: where},
	database: {
		type: 'string',
		value: 'FILE',
		about: 'keep everything in this file (sandbox.db in the data folder, see below)',
		completes: 'file',
		group: where,
	},
	ephemeral: {type: 'boolean', about: 'keep nothing: make a new world each time', group: where},
	log: {
		type: 'string',
		value: 'FILE',
		about: 'write a line of JSON for every request, without secrets; - is standard error',
		completes: 'file',
		group: where,
	},
	json: {type: 'boolean', about: 'print address, user and password as one line of JSON', group: where},
	seed: {
		type: 'number',
		value: 'N',
		about: 'the same seed makes the same world (1)',
		least: 0,
		most: 2 ** 32 - 1,
		whole: true,
		group: world,
	},
	at: {
		type: 'string',
		value: 'HH:MM',
		about: 'time of day at which it opens, two hours into its day (11:00)',
		group: world,
	},
	timeZone: {
		type: 'string',
		value: 'ZONE',
		about: 'time zone of the service, for its days, months and shifts (America/New_York)',
		group: world,
	},
	campaigns: {type: 'number', value: 'N', about: 'campaigns (14)', least: 1, most: 1000, whole: true, group: world},
	agents: {
		type: 'number',
		value: 'N',
		about: 'agents of all campaigns together (239)',
		least: 0,
		most: 10_000,
		whole: true,
		group: world,
	},
	leads: {
		type: 'number',
		value: 'N',
		about: 'leads of all campaigns together (333,900)',
		least: 0,
		most: 10_000_000,
		whole: true,
		group: world,
	},
	pacing: {
		type: 'string',
		value: 'NAME',
		about: 'pacing rule of PREDICTIVE campaigns, see below (damped)',
		choices: ['damped', 'classic'],
		group: world,
	},
	dropAfter: {
		type: 'number',
		value: 'SECONDS',
		about: 'how long after the greeting an answered call without an agent counts as dropped, 0 to 60 (2)',
		least: 0,
		most: 60,
		group: world,
	},
	without: {
		type: 'string',
		value: 'HABIT',
		about: 'leave out a habit of people and agents, see below; all leaves the plain floor of queueing theory',
		choices: [...habitNames.map(dashed), everyHabit],
		many: true,
		group: world,
	},
	scenario: {
		type: 'string',
		value: 'NAME',
		about: 'a floor on which something goes wrong, at a time of day of its own unless --at is given',
		choices: scenarioNames,
		group: world,
	},
	speed: {
		type: 'number',
		value: 'N',
		about: `simulated seconds per second, ${speedLimits.least} to ${speedLimits.most} (1)`,
		...speedLimits,
		group: course,
	},
	fault: {
		type: 'string',
		value: 'NAME[=RATE]',
		about:
			'apply this fault to a share of the requests, 0 to 1 (1); NAME:OPERATION for one operation only; signing in is spared unless it is named',
		many: true,
		group: course,
	},
	adminPort: {
		...port,
		about: 'second port, to switch faults, set the speed and pay links while it runs; 0 is any free one',
		group: course,
	},
} as const satisfies FlagRows;

type Flags = FlagsOf<typeof sandboxFlags>;

/** Flags that shape a new world; ignored if the database holds one. */
const ofNewWorlds = Object.entries<FlagRow>(sandboxFlags).flatMap(([name, {group}]) =>
	group === world ? [name as keyof Flags] : [],
);

/** Whether a flag was given, or one that may be given several times was at least once. */
const isGiven = (value: unknown): boolean => value !== undefined && !(Array.isArray(value) && value.length === 0);

const flagOf = (name: string): string => `--${dashed(name)}`;

const faultProblem = (faults: readonly string[]): string[] => {
	try {
		readRates(faults);
		return [];
	} catch (error) {
		if (error instanceof FaultError) {
			return [error.message];
		}
		throw error;
	}
};

/** Flags that a scenario sets itself. */
const sizes = ['campaigns', 'agents', 'leads'] as const;

/** Problems with the combination of flags. */
const problemsOf = (flags: Flags): string[] => [
	...(flags.at !== undefined && parseTimeOfDay(flags.at) === undefined
		? ['--at must be a time of day such as 11:00']
		: []),
	...(flags.timeZone !== undefined && timeZoneOf(flags.timeZone) === undefined
		? ['--time-zone must be a time zone such as America/New_York']
		: []),
	...(flags.scenario === undefined
		? []
		: sizes.filter(name => flags[name] !== undefined).map(name => `--scenario and ${flagOf(name)} exclude each other`)),
	...(flags.ephemeral && flags.database !== undefined ? ['--ephemeral and --database exclude each other'] : []),
	...faultProblem(flags.fault),
];

/** The file of the database, whose folder is made if missing; undefined with --ephemeral. */
const databaseOf = ({ephemeral, database}: Pick<Flags, 'ephemeral' | 'database'>): string | undefined => {
	if (ephemeral) {
		return undefined;
	}
	if (database !== undefined) {
		return resolve(database);
	}
	const folder = dataFolder(process.env, process.platform);
	if (folder === undefined) {
		throw new Error('the environment names no home to keep a database in; use --database FILE or --ephemeral');
	}
	makeFolders(folder);
	return join(folder, 'sandbox.db');
};

/** The password that the environment sets, which no message tells from here on. */
const passwordOf = (): string | undefined => {
	const password = process.env.DIALTOP_SANDBOX_PASSWORD || undefined;
	if (password !== undefined) {
		registerSecret(password);
	}
	return password;
};

export type SandboxCall = {
	/** The given flags that only a new world can follow. */
	ofNewWorlds: string[];
	/** Options for the sandbox. @throws Error without a folder for its database */
	options(): SandboxOptions;
};

/** Resolves the flags. @throws UsageError with a line for each mistake */
export const callOf = (flags: Flags): SandboxCall => {
	const [problem, ...others] = problemsOf(flags);
	if (problem !== undefined) {
		throw new UsageError(problem, others);
	}
	const {at, timeZone, pacing, dropAfter, scenario, without, fault} = flags;
	return {
		ofNewWorlds: ofNewWorlds.filter(name => isGiven(flags[name])).map(flagOf),
		options: () => ({
			...flags,
			at: at === undefined ? undefined : parseTimeOfDay(at),
			timeZone: timeZone === undefined ? undefined : timeZoneOf(timeZone),
			rule: pacing === 'classic' ? 'classic' : 'damped',
			carrier: dropAfter === undefined ? undefined : {dropAfter: dropAfter * second},
			without: habitNames.filter(name => without.includes(dashed(name)) || without.includes(everyHabit)),
			scenario: scenario !== undefined && isScenarioName(scenario) ? scenario : undefined,
			faults: readRates(fault),
			database: databaseOf(flags),
			password: passwordOf(),
		}),
	};
};
