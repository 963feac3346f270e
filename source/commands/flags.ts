/** The monitor's flags, its help, and what the environment adds. */
import meow from 'meow';
import pkg from '../../package.json' with {type: 'json'};
import {UsageError} from '../config/errors.ts';
import {isScenarioName, type ScenarioName, scenarioNames} from '../sandbox/scenarios/names.ts';

/** What was given on the command line. */
export type Flags = {
	profile?: string | undefined;
	url?: string | undefined;
	user?: string | undefined;
	environment?: string | undefined;
	tokenStdin: boolean;
	passwordStdin: boolean;
	readOnly: boolean;
	encoding?: string | undefined;
	ca?: string | undefined;
	proxy?: string | undefined;
	insecureHttp: boolean;
	log?: string | undefined;
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
	  -p, --profile NAME   the profile of the configuration (dialtop config --example)
	  --url ADDRESS        base address of the service; /api/ is added
	  --environment NAME   production, qa or sandbox: shown in words everywhere (assumed production)
	  --user NAME          user to sign in as
	  --token-stdin        read an API token from standard input
	  --password-stdin     read the password from standard input
	  --read-only          nothing can be changed, by any key
	  --encoding NAME      how requests are written: form or json (form)
	  --ca FILE            certificates of an authority of your own, trusted beside the usual ones
	  --proxy ADDRESS      requests go through it; this machine itself is reached directly
	  --insecure-http      allow http:// to another machine: whoever is in between reads everything
	  --log FILE           write what is sent and answered there, as JSON lines without secrets
	  --interval SECONDS   between polls of the selected campaign, 0.5 to 60 (2)
	  --sandbox            the embedded sandbox, whatever the environment says
	  --scenario NAME      the embedded sandbox with a story: ${scenarioNames.join(', ')}
	  --theme NAME         dark, light (for a light background), high-contrast or mono (dark)
	  --ascii              borders and charts in ASCII (also where the locale is not UTF-8)
	  --config FILE        the configuration, instead of config.yml in your configuration folder
	  --version, --help

	Environment
	  DIALTOP_PROFILE, DIALTOP_URL, DIALTOP_USER, DIALTOP_PASSWORD, DIALTOP_TOKEN, DIALTOP_ENVIRONMENT,
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
			profile: {type: 'string', shortFlag: 'p'},
			url: {type: 'string'},
			user: {type: 'string'},
			environment: {type: 'string'},
			tokenStdin: {type: 'boolean', default: false},
			passwordStdin: {type: 'boolean', default: false},
			encoding: {type: 'string'},
			ca: {type: 'string'},
			proxy: {type: 'string'},
			insecureHttp: {type: 'boolean', default: false},
			log: {type: 'string'},
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
