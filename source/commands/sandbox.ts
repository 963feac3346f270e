/** `dialtop sandbox`: the service itself, on this machine, until a signal ends it. */
import meow from 'meow';
import pkg from '../../package.json' with {type: 'json'};
import type {SandboxOptions} from '../sandbox/sandbox.ts';

const help = `
	The service of the interface on this machine, with a simulated carrier and a floor of agents.

	Usage
	  $ dialtop sandbox --port 8080

	Options
	  --port N        port on 127.0.0.1; 0 is any free one (0)
	  --seed N        the same seed makes the same world (1)
	  --speed N       simulated seconds per second, above 0 (1)
	  --at HH:MM      time of day at which it opens, two hours into its day (11:00)
	  --campaigns N   campaigns (14)
	  --agents N      agents of all campaigns together (239)
	  --leads N       leads of all campaigns together (333,900)
	  --pacing NAME   rule of predictive campaigns: damped or classic (damped)
	  --json          print where it is as one line of JSON
	  --version, --help

	Environment
	  DIALTOP_SANDBOX_PASSWORD   password of the user; a random one is made and printed without it

	Exit codes
	  0 ended by a signal, 2 called wrongly, 70 it could not start
`;

type NumberFlag = 'port' | 'seed' | 'speed' | 'campaigns' | 'agents' | 'leads';

/** What a number may be; `whole` where it has no decimals. */
const bounds: Record<NumberFlag, {least: number; most: number; whole: boolean}> = {
	port: {least: 0, most: 65_535, whole: true},
	seed: {least: 0, most: 2 ** 32 - 1, whole: true},
	speed: {least: 0.01, most: 100_000, whole: false},
	campaigns: {least: 1, most: 1000, whole: true},
	agents: {least: 0, most: 10_000, whole: true},
	leads: {least: 0, most: 10_000_000, whole: true},
};

const readFlags = (argv: readonly string[]) =>
	meow(help, {
		importMeta: import.meta,
		argv,
		pkg,
		description: false,
		allowUnknownFlags: false,
		flags: {
			port: {type: 'number'},
			seed: {type: 'number'},
			speed: {type: 'number'},
			at: {type: 'string'},
			campaigns: {type: 'number'},
			agents: {type: 'number'},
			leads: {type: 'number'},
			pacing: {type: 'string'},
			json: {type: 'boolean', default: false},
		},
	});

type Flags = ReturnType<typeof readFlags>['flags'];

const timeOfDay = /^([01]?\d|2[0-3]):([0-5]\d)$/;

const takeValues = [...Object.keys(bounds), 'at', 'pacing'].map(name => `--${name}`);

/** Flags that were given without the value they take: the parser passes over them in silence. */
const withoutValue = (argv: readonly string[]): string[] =>
	argv.filter((word, place) => takeValues.includes(word) && (argv[place + 1] ?? '--').startsWith('--'));

/** What is wrong with the flags, a line each. */
const problemsOf = (flags: Flags, input: readonly string[], argv: readonly string[]): string[] => {
	const problems = input.map(word => `there is nothing called "${word}" to run`);
	problems.push(...withoutValue(argv).map(flag => `${flag} needs a value`));
	for (const [name, {least, most, whole}] of Object.entries(bounds)) {
		const value = flags[name as NumberFlag];
		if (value !== undefined && (!(value >= least && value <= most) || (whole && !Number.isInteger(value)))) {
			problems.push(`--${name} must be a ${whole ? 'whole ' : ''}number from ${least} to ${most}`);
		}
	}
	if (flags.at !== undefined && !timeOfDay.test(flags.at)) {
		problems.push('--at must be a time of day such as 11:00');
	}
	if (flags.pacing !== undefined && flags.pacing !== 'damped' && flags.pacing !== 'classic') {
		problems.push('--pacing must be damped or classic');
	}
	return problems;
};

const optionsOf = ({at, pacing, json: _json, ...numbers}: Flags): SandboxOptions => {
	const [, hours = 0, minutes = 0] = timeOfDay.exec(at ?? '')?.map(Number) ?? [];
	return {
		...numbers,
		at: at === undefined ? undefined : (hours * 60 + minutes) * 60_000,
		rule: pacing === 'classic' ? 'classic' : 'damped',
		password: process.env.DIALTOP_SANDBOX_PASSWORD || undefined,
	};
};

const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const untilSignal = async (): Promise<void> =>
	new Promise(resolve => {
		for (const signal of endSignals) {
			process.once(signal, () => resolve());
		}
	});

/**
 * Runs the sandbox until a signal ends it; requests under way finish first.
 *
 * @returns the exit code: 0, 2 where it was called wrongly, 70 where it could not start
 */
export const sandboxCommand = async (argv: string[]): Promise<number> => {
	const {flags, input} = readFlags(argv);
	const problems = problemsOf(flags, input, argv);
	if (problems.length > 0) {
		process.stderr.write(problems.map(problem => `dialtop sandbox: ${problem}\n`).join(''));
		return 2;
	}
	const {startSandbox} = await import('../sandbox/sandbox.ts');
	try {
		const ended = untilSignal();
		const {url, user, password, close} = await startSandbox(optionsOf(flags));
		process.stdout.write(
			flags.json
				? `${JSON.stringify({url, user, password})}\n`
				: `The sandbox is at ${url}, user ${user}, password ${password}\n`,
		);
		await ended;
		await close();
		return 0;
	} catch (error) {
		process.stderr.write(`dialtop sandbox: ${error instanceof Error ? error.message : String(error)}\n`);
		return 70;
	}
};
