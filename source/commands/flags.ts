/** The monitor's flags, its help, and what the environment adds. */
import meow from 'meow';
import pkg from '../../package.json' with {type: 'json'};
import {isScenarioName, type ScenarioName, scenarioNames} from '../sandbox/scenarios/names.ts';
import {UsageError} from './environment.ts';

/** What was given on the command line. */
export type Flags = {
	url?: string | undefined;
	user?: string | undefined;
	environment?: string | undefined;
	tokenStdin: boolean;
	readOnly: boolean;
	interval?: number | undefined;
	sandbox: boolean;
	scenario?: ScenarioName | undefined;
	ascii: boolean;
	theme?: string | undefined;
	config?: string | undefined;
};

const help = `
	top for an outbound dialer: watch and steer live campaigns.

	Usage
	  $ dialtop                          the monitor on its embedded sandbox
	  $ dialtop --url ADDRESS            the monitor on a service; asks for user and password
	  $ dialtop sandbox --port N         the sandbox alone (dialtop sandbox --help)
	  $ dialtop config                   the configuration in force (dialtop config --help)

	Options
	  --url ADDRESS        base address of the service; /api/ is added
	  --environment NAME   production, qa or sandbox: shown in words everywhere (assumed production)
	  --user NAME          user to sign in as
	  --token-stdin        read an API token from standard input
	  --read-only          nothing can be changed, by any key
	  --interval SECONDS   between polls of the selected campaign, 0.5 to 60 (2)
	  --sandbox            the embedded sandbox, whatever the environment says
	  --scenario NAME      the embedded sandbox with a story: ${scenarioNames.join(', ')}
	  --theme NAME         dark, light (for a light background), high-contrast or mono (dark)
	  --ascii              borders and charts in ASCII (also where the locale is not UTF-8)
	  --config FILE        the configuration, instead of config.yml in your configuration folder
	  --version, --help

	Environment
	  DIALTOP_URL, DIALTOP_USER, DIALTOP_PASSWORD, DIALTOP_TOKEN, DIALTOP_ENVIRONMENT,
	  DIALTOP_THEME, DIALTOP_CONFIG, NO_COLOR

	Exit codes
	  0 done, 2 called wrongly or without a terminal, 70 an error of dialtop's own, 129 130 143 ended by a signal

	Press ? on screen for the keys.
`;

/** Reads the command line; meow itself ends the program for --help, --version and an unknown flag (exit code 2). */
export const readFlags = (argv: readonly string[]): Flags => {
	const {flags, input} = meow(help, {
		importMeta: import.meta,
		argv,
		pkg,
		description: false,
		allowUnknownFlags: false,
		flags: {
			url: {type: 'string'},
			user: {type: 'string'},
			environment: {type: 'string'},
			tokenStdin: {type: 'boolean', default: false},
			readOnly: {type: 'boolean', default: false},
			interval: {type: 'number'},
			sandbox: {type: 'boolean', default: false},
			scenario: {type: 'string'},
			ascii: {type: 'boolean', default: false},
			theme: {type: 'string'},
			config: {type: 'string'},
		},
	});
	if (input.length > 0) {
		throw new UsageError(`there is no command "${input[0]}"; see dialtop --help`);
	}
	const {scenario} = flags;
	if (scenario !== undefined && !isScenarioName(scenario)) {
		throw new UsageError(`--scenario must be one of ${scenarioNames.join(', ')}, not "${scenario}"`);
	}
	return {...flags, scenario};
};
