/** The flags of `dialtop sandbox`, its help, and what they come to. */
import {mkdirSync} from 'node:fs';
import {join, resolve} from 'node:path';
import meow from 'meow';
import pkg from '../../package.json' with {type: 'json'};
import {UsageError} from '../config/errors.ts';
import {dataFolder} from '../config/paths.ts';
import {speedLimits} from '../sandbox/clock.ts';
import {FaultError, faultTable, readRates} from '../sandbox/faults/faults.ts';
import type {SandboxOptions} from '../sandbox/sandbox.ts';
import {scenarios} from '../sandbox/scenarios/index.ts';
import {isScenarioName} from '../sandbox/scenarios/names.ts';
import {parseTimeOfDay} from '../sandbox/world/time.ts';
import {dashed} from './dashed.ts';

const faultLines = Object.entries(faultTable)
	.map(([name, does]) => `\t  ${name.padEnd(19)}  ${does}`)
	.join('\n');

const scenarioLines = Object.entries(scenarios)
	.map(([name, {summary}]) => `\t  ${name.padEnd(19)}  ${summary}`)
	.join('\n');

const help = `
	The service of the interface on this machine, with a simulated carrier and a floor of agents.

	Usage
	  $ dialtop sandbox [options]

	Where
	  --port N             port on 127.0.0.1; 0 is any free one (0)
	  --database FILE      keep everything in this file (sandbox.db in the data folder, see below)
	  --ephemeral          keep nothing: a new world each time
	  --log FILE           a line of JSON for every request, without secrets; - is standard error
	  --json               print where it is as one line of JSON

	What world, where there is none in the database yet
	  --seed N             the same seed makes the same world (1)
	  --at HH:MM           time of day at which it opens, two hours into its day (11:00)
	  --campaigns N        campaigns (14)
	  --agents N           agents of all campaigns together (239)
	  --leads N            leads of all campaigns together (333,900)
	  --pacing NAME        rule of predictive campaigns: damped or classic (damped)
	  --scenario NAME      a floor with a story of its own, at its own time of day unless --at is given

	How it goes
	  --speed N            simulated seconds per second, ${speedLimits.least} to ${speedLimits.most} (1)
	  --fault NAME[=RATE]  do wrong to this share of the requests, 0 to 1 (1); may be given again.
	                       NAME:OPERATION for one operation alone; signing in is spared unless named
	  --admin-port N       a second port to switch faults and speed while it runs; 0 is any free one
	  --version, --help

	Scenarios; what happens begins within five minutes of the opening
${scenarioLines}

	Faults; all but the first two carry the operation out
${faultLines}

	Administrative port
	  GET /  PUT /faults {"slow": 0.2}  DELETE /faults  PUT /speed {"speed": 60}

	Environment
	  DIALTOP_SANDBOX_PASSWORD   password of the user; without it a random one is made for a new database
	  XDG_DATA_HOME              the data folder is dialtop in there (~/.local/share)

	Exit codes
	  0 ended by a signal: requests under way were finished and the world saved; 2 called wrongly;
	  70 it could not start, or not save; 129 130 143 ended at once by a second signal

	Examples
	  $ dialtop sandbox --port 8080
	  $ dialtop sandbox --ephemeral --speed 60 --at 09:00
	  $ dialtop sandbox --ephemeral --scenario drop-storm
	  $ dialtop sandbox --fault hang:pause_campaign --fault slow=0.1 --log -
	  $ curl -X PUT -d '{"reset:charge_customer": 0.5}' http://127.0.0.1:9090/faults
`;

type NumberFlag = 'port' | 'adminPort' | 'seed' | 'speed' | 'campaigns' | 'agents' | 'leads';

/** What a number may be; `whole` where it has no decimals. */
const bounds: Record<NumberFlag, {least: number; most: number; whole: boolean}> = {
	port: {least: 0, most: 65_535, whole: true},
	adminPort: {least: 0, most: 65_535, whole: true},
	seed: {least: 0, most: 2 ** 32 - 1, whole: true},
	speed: {...speedLimits, whole: false},
	campaigns: {least: 1, most: 1000, whole: true},
	agents: {least: 0, most: 10_000, whole: true},
	leads: {least: 0, most: 10_000_000, whole: true},
};

/** Flags that make a world: void where the database holds one. */
const ofNewWorlds = ['seed', 'at', 'campaigns', 'agents', 'leads', 'pacing', 'scenario'] as const;

const readFlags = (argv: readonly string[]) =>
	meow(help, {
		importMeta: import.meta,
		argv,
		pkg,
		description: false,
		allowUnknownFlags: false,
		flags: {
			port: {type: 'number'},
			adminPort: {type: 'number'},
			seed: {type: 'number'},
			speed: {type: 'number'},
			at: {type: 'string'},
			campaigns: {type: 'number'},
			agents: {type: 'number'},
			leads: {type: 'number'},
			pacing: {type: 'string'},
			scenario: {type: 'string'},
			database: {type: 'string'},
			ephemeral: {type: 'boolean', default: false},
			fault: {type: 'string', isMultiple: true},
			log: {type: 'string'},
			json: {type: 'boolean', default: false},
		},
	});

type Flags = ReturnType<typeof readFlags>['flags'];

/** `--log -` as the parser understands it, which takes a dash that stands alone for something to run. */
const withDash = (argv: readonly string[]): string[] =>
	argv.flatMap((word, place) => {
		if (word === '-' && argv[place - 1] === '--log') {
			return [];
		}
		return word === '--log' && argv[place + 1] === '-' ? ['--log=-'] : [word];
	});

/** @throws UsageError for a flag that is given twice */
const readFlagsOnce = (argv: readonly string[]): ReturnType<typeof readFlags> => {
	try {
		return readFlags(withDash(argv));
	} catch (error) {
		throw new UsageError(error instanceof Error ? error.message : String(error));
	}
};

const flagOf = (name: string): string => `--${dashed(name)}`;

const takeValues = [...Object.keys(bounds), 'at', 'pacing', 'scenario', 'database', 'fault', 'log'].map(flagOf);

/** Flags that were given without the value they take: the parser passes over them in silence. */
const withoutValue = (argv: readonly string[]): string[] =>
	argv
		.filter((word, place) => takeValues.includes(word) && (argv[place + 1] ?? '--').startsWith('--'))
		.concat(takeValues.filter(flag => argv.includes(`${flag}=`)));

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

/** What a scenario brings with it. */
const sizes = ['campaigns', 'agents', 'leads'] as const;

const scenarioProblems = (flags: Flags): string[] => {
	const {scenario} = flags;
	if (scenario === undefined || scenario === '') {
		return [];
	}
	if (!isScenarioName(scenario)) {
		return [`there is no scenario "${scenario}"; there is ${Object.keys(scenarios).join(', ')}`];
	}
	return sizes
		.filter(name => flags[name] !== undefined)
		.map(name => `--scenario and ${flagOf(name)} exclude each other`);
};

/** What is wrong with the flags, a line each. */
const problemsOf = (flags: Flags, input: readonly string[], argv: readonly string[]): string[] => {
	const problems = input.map(word => `there is nothing called "${word}" to run`);
	problems.push(...withoutValue(argv).map(flag => `${flag} needs a value`));
	for (const [name, {least, most, whole}] of Object.entries(bounds)) {
		const value = flags[name as NumberFlag];
		if (value !== undefined && (!(value >= least && value <= most) || (whole && !Number.isInteger(value)))) {
			problems.push(`${flagOf(name)} must be a ${whole ? 'whole ' : ''}number from ${least} to ${most}`);
		}
	}
	if (flags.at !== undefined && parseTimeOfDay(flags.at) === undefined) {
		problems.push('--at must be a time of day such as 11:00');
	}
	if (flags.pacing !== undefined && flags.pacing !== 'damped' && flags.pacing !== 'classic') {
		problems.push('--pacing must be damped or classic');
	}
	problems.push(...scenarioProblems(flags));
	if (flags.ephemeral && flags.database !== undefined) {
		problems.push('--ephemeral and --database exclude each other');
	}
	problems.push(...faultProblem(flags.fault ?? []));
	return problems;
};

/** The file that everything is kept in, its folder made where there is none. */
const databaseOf = ({ephemeral, database}: Flags): string | undefined => {
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
	mkdirSync(folder, {recursive: true, mode: 0o700});
	return join(folder, 'sandbox.db');
};

/** What the command line came to. */
export type SandboxCall = {
	/** What is wrong with it, a line each. */
	problems: string[];
	json: boolean;
	/** Flags that were given and that only a new world can follow. */
	ofNewWorlds: string[];
	/** What the sandbox is to be made from; called once nothing is wrong. @throws Error where there is no place for it */
	options(): SandboxOptions;
};

/**
 * Reads the command line; meow itself ends the program for --help, --version and an unknown flag (exit code 2).
 *
 * @throws UsageError for a flag that is given twice
 */
export const readCall = (argv: readonly string[]): SandboxCall => {
	const {flags, input} = readFlagsOnce(argv);
	const {port, adminPort, seed, speed, campaigns, agents, leads, at, pacing, scenario, fault, log} = flags;
	return {
		problems: problemsOf(flags, input, argv),
		json: flags.json,
		ofNewWorlds: ofNewWorlds.filter(name => flags[name] !== undefined).map(flagOf),
		options() {
			return {
				port,
				adminPort,
				seed,
				speed,
				campaigns,
				agents,
				leads,
				at: at === undefined ? undefined : parseTimeOfDay(at),
				rule: pacing === 'classic' ? 'classic' : 'damped',
				scenario: scenario !== undefined && isScenarioName(scenario) ? scenario : undefined,
				faults: readRates(fault ?? []),
				log,
				database: databaseOf(flags),
				password: process.env.DIALTOP_SANDBOX_PASSWORD || undefined,
			};
		},
	};
};
