/** Which service is meant, and that nothing of one goes to another. */
import {userInfo} from 'node:os';
import {expect, test} from 'vitest';
import {UsageError} from '../../source/config/errors.ts';
import {chooseProfile, chooseService, type ServiceFlags} from '../../source/config/service.ts';
import {givenIn} from './make.ts';

const config = `
profile: qa
profiles:
  qa:
    url: https://qa.example
    environment: qa
    user: ann
    password_command: pass show qa
    read_only: true
    encoding: json
    requests: 3
    theme: light
    interval: 4
    ca: ~/qa.pem
    proxy: http://proxy.example:3128
    status_words: {RUNNING: play, 2: pause, OLD: }
  prod: {url: "https://prod.example/", environment: production, user: ben, password_command: pass show prod}
  prod-too: {url: "https://prod.example/api", user: cas}
  plain: {url: "http://plain.example", insecure_http: true}
  bare: {url: "https://bare.example"}
`;
const given = givenIn(config);

const choose = (flags: ServiceFlags = {}, env: NodeJS.ProcessEnv = {}, from = given) => chooseService(flags, env, from);

const nobody = {user: undefined, password: undefined, passwordCommand: undefined, token: undefined};

const secrets = {
	DIALTOP_TOKEN: 'a-token',
	DIALTOP_PASSWORD: 'a-password',
	DIALTOP_USER: 'eve',
	DIALTOP_ENVIRONMENT: 'sandbox',
};

const taken = {token: 'a-token', password: 'a-password', user: 'eve', environment: 'SANDBOX'};

test('a profile lends all it has', () => {
	expect(choose({profile: 'qa'}, {HOME: '/home/ann'})).toEqual({
		profile: 'qa',
		url: 'https://qa.example',
		environment: 'QA',
		user: 'ann',
		password: undefined,
		passwordCommand: 'pass show qa',
		token: undefined,
		readOnly: true,
		encoding: 'json',
		perSecond: 3,
		ca: '/home/ann/qa.pem',
		proxy: 'http://proxy.example:3128',
		isPlain: false,
		statusWords: {RUNNING: 'play', 2: 'pause'},
		theme: 'light',
		interval: 4,
	});
	expect(choose({profile: 'qa'}, {}).ca).toBe(`${userInfo().homedir}/qa.pem`);
});

test.each<[string, ServiceFlags, NodeJS.ProcessEnv, profile: string, url: string | undefined]>([
	['the configuration', {}, {}, 'qa', 'https://qa.example'],
	['DIALTOP_PROFILE before it', {}, {DIALTOP_PROFILE: 'prod'}, 'prod', 'https://prod.example/'],
	['an empty DIALTOP_PROFILE is none', {}, {DIALTOP_PROFILE: ''}, 'qa', 'https://qa.example'],
	['-p before both', {profile: 'bare'}, {DIALTOP_PROFILE: 'prod'}, 'bare', 'https://bare.example'],
	['-p before DIALTOP_URL', {profile: 'bare'}, {DIALTOP_URL: 'https://x.example'}, 'bare', 'https://bare.example'],
	['none beside --url', {url: 'https://x.example'}, {}, '', 'https://x.example'],
	['none beside DIALTOP_URL', {}, {DIALTOP_URL: 'https://x.example'}, '', 'https://x.example'],
	['none beside --sandbox', {sandbox: true}, {}, '', undefined],
	[
		'--sandbox whatever the environment says',
		{sandbox: true},
		{DIALTOP_PROFILE: 'prod', DIALTOP_URL: 'x'},
		'',
		undefined,
	],
	['--url before DIALTOP_URL', {url: 'https://x.example'}, {DIALTOP_URL: 'https://y.example'}, '', 'https://x.example'],
	['--url beside -p', {profile: 'prod', url: 'https://prod.example/v2'}, {}, 'prod', 'https://prod.example/v2'],
	['--url of another origin', {profile: 'prod', url: 'https://prod.example:8443'}, {}, '', 'https://prod.example:8443'],
	[
		'--url of another scheme',
		{profile: 'prod', url: 'http://prod.example', insecureHttp: true},
		{},
		'',
		'http://prod.example',
	],
	[
		'--url beside DIALTOP_PROFILE',
		{url: 'https://qa.example/b'},
		{DIALTOP_PROFILE: 'qa'},
		'qa',
		'https://qa.example/b',
	],
	[
		'DIALTOP_URL beside DIALTOP_PROFILE',
		{},
		{DIALTOP_PROFILE: 'qa', DIALTOP_URL: 'https://x.example'},
		'',
		'https://x.example',
	],
])('the profile: %s', (_, flags, env, profile, url) => {
	expect(choose(flags, env)).toMatchObject({profile, url});
});

test('nothing said is the embedded sandbox, and no secret is for it', () => {
	for (const [flags, from] of [
		[{}, {}],
		[{sandbox: true}, given],
	] as const) {
		expect(choose(flags, secrets, from)).toMatchObject({
			...nobody,
			url: undefined,
			profile: '',
			environment: 'SANDBOX',
		});
	}
	expect(choose({readOnly: true}, {}, {}).readOnly).toBe(true);
});

test('an address of another origin takes nothing of the profile along, but stays read-only', () => {
	for (const url of [
		'https://x.example',
		'https://qa.example:8443',
		'https://qa.example.x.example',
		'https://sub.qa.example',
	]) {
		expect(choose({profile: 'qa', url}), url).toMatchObject({
			...nobody,
			profile: '',
			environment: 'PRODUCTION (assumed)',
			readOnly: true,
			encoding: 'form',
			perSecond: undefined,
			ca: undefined,
			proxy: undefined,
			theme: undefined,
			interval: undefined,
		});
	}
	expect(choose({profile: 'qa', url: 'https://x.example', environment: 'qa'}).environment).toBe('QA');
	expect(() => choose({profile: 'plain', url: 'http://x.example'})).toThrow('--insecure-http');
	expect(choose({profile: 'qa', url: 'https://QA.example:443/elsewhere'})).toMatchObject({
		profile: 'qa',
		user: 'ann',
		passwordCommand: 'pass show qa',
	});
});

test.each<[string, ServiceFlags, NodeJS.ProcessEnv]>([
	['a service of the flags where the environment names none', {url: 'https://x.example'}, {}],
	['a profile of the flags without an environment of its own', {profile: 'bare'}, {}],
	['DIALTOP_URL', {}, {DIALTOP_URL: 'https://x.example'}],
	['DIALTOP_PROFILE', {}, {DIALTOP_PROFILE: 'bare'}],
	['DIALTOP_PROFILE, named by flag too', {profile: 'bare'}, {DIALTOP_PROFILE: 'bare'}],
	['DIALTOP_URL, named by flag too', {url: 'https://x.example/api/'}, {DIALTOP_URL: 'https://x.example'}],
	['DIALTOP_URL, where a profile has it too', {profile: 'bare'}, {DIALTOP_URL: 'https://bare.example/'}],
	['DIALTOP_URL beside DIALTOP_PROFILE', {}, {DIALTOP_URL: 'https://x.example', DIALTOP_PROFILE: 'qa'}],
	['the address of DIALTOP_PROFILE', {url: 'https://bare.example'}, {DIALTOP_PROFILE: 'bare'}],
])('what the environment holds goes to %s', (_, flags, env) => {
	expect(choose(flags, {...secrets, ...env})).toMatchObject(taken);
});

test.each<[string, ServiceFlags, NodeJS.ProcessEnv]>([
	['--url beside DIALTOP_URL', {url: 'https://y.example'}, {DIALTOP_URL: 'https://x.example'}],
	['--url of another path', {url: 'https://x.example/b'}, {DIALTOP_URL: 'https://x.example/a'}],
	['--url of another port', {url: 'https://x.example:8443'}, {DIALTOP_URL: 'https://x.example'}],
	['--url beside DIALTOP_PROFILE', {url: 'https://y.example'}, {DIALTOP_PROFILE: 'bare'}],
	['-p beside DIALTOP_URL', {profile: 'bare'}, {DIALTOP_URL: 'https://x.example'}],
	['-p beside DIALTOP_PROFILE', {profile: 'bare'}, {DIALTOP_PROFILE: 'prod'}],
	['-p beside a DIALTOP_PROFILE that is not there', {profile: 'bare'}, {DIALTOP_PROFILE: 'gone'}],
	['-p beside a DIALTOP_URL that is none', {profile: 'bare'}, {DIALTOP_URL: 'nonsense'}],
])('what the environment holds does not go to %s', (_, flags, env) => {
	expect(choose(flags, {...secrets, ...env})).toMatchObject({...nobody, environment: 'PRODUCTION (assumed)'});
});

test('another profile of the same address is another user', () => {
	expect(choose({profile: 'prod-too'}, {...secrets, DIALTOP_PROFILE: 'prod'})).toMatchObject({...nobody, user: 'cas'});
});

test('no password and no token go along with the name of another', () => {
	expect(choose({profile: 'qa', user: 'zoe'})).toMatchObject({...nobody, user: 'zoe', profile: 'qa'});
	expect(choose({url: 'https://x.example', user: 'zoe'}, secrets)).toMatchObject({...nobody, user: 'zoe'});
	expect(choose({url: 'https://x.example', user: 'zoe'}, {...secrets, DIALTOP_USER: ''})).toMatchObject({
		...taken,
		user: 'zoe',
	});
	expect(choose({profile: 'prod'}, {DIALTOP_USER: 'eve', DIALTOP_PASSWORD: 'p'})).toMatchObject({
		user: 'eve',
		password: 'p',
		passwordCommand: undefined,
	});
	expect(choose({profile: 'prod'}, {DIALTOP_PASSWORD: 'p'})).toMatchObject({user: 'ben', password: 'p'});
});

test('standard input is stronger than the environment', () => {
	expect(choose({url: 'https://x.example', tokenStdin: true}, secrets).token).toBeUndefined();
	expect(choose({url: 'https://x.example', passwordStdin: true}, secrets).password).toBeUndefined();
});

test('the environment: flag, variable, profile, and the gravest where nobody says', () => {
	expect(choose({profile: 'prod', environment: 'qa'}).environment).toBe('QA');
	expect(choose({profile: 'prod'}).environment).toBe('PRODUCTION');
	expect(choose({profile: 'bare'}, {DIALTOP_ENVIRONMENT: 'Qa'}).environment).toBe('QA');
	expect(choose({profile: 'bare'}).environment).toBe('PRODUCTION (assumed)');
	expect(choose({profile: 'prod'}, {DIALTOP_ENVIRONMENT: 'production'}).environment).toBe('PRODUCTION');
	expect(() => choose({profile: 'prod'}, {DIALTOP_ENVIRONMENT: 'qa'})).toThrow(
		'DIALTOP_ENVIRONMENT says QA, and the profile says PRODUCTION',
	);
	expect(choose({profile: 'prod', environment: 'production'}, {DIALTOP_ENVIRONMENT: 'qa'}).environment).toBe(
		'PRODUCTION',
	);
});

test('read-only, encoding, certificates and proxy: the flag first, and read-only from either', () => {
	expect(choose({profile: 'prod', readOnly: true}).readOnly).toBe(true);
	expect(choose({profile: 'qa', readOnly: false}).readOnly).toBe(true);
	expect(choose({profile: 'qa', encoding: 'form', ca: '/a.pem', proxy: 'http://p.example'})).toMatchObject({
		encoding: 'form',
		ca: '/a.pem',
		proxy: 'http://p.example',
	});
	const through = {DIALTOP_PROXY: 'http://a:b@p.example'};
	expect(choose({profile: 'qa'}, through).proxy).toBe('http://a:b@p.example');
	expect(choose({profile: 'qa', proxy: 'http://q.example'}, through).proxy).toBe('http://q.example');
	expect(choose({profile: 'bare', ca: 'a.pem'}).ca).toBe(`${process.cwd()}/a.pem`);
});

test('plain http to another machine is allowed by somebody, or refused', () => {
	expect(() => choose({url: 'http://x.example'})).toThrow(/http:\/\/ to x\.example .*--insecure-http/);
	expect(() => choose({}, {DIALTOP_URL: 'http://10.0.0.1:8080'})).toThrow('--insecure-http');
	expect(choose({url: 'http://x.example', insecureHttp: true}).isPlain).toBe(true);
	expect(choose({profile: 'plain'}).isPlain).toBe(true);
	for (const url of ['http://127.0.0.1:8080', 'http://localhost', 'http://[::1]:1', 'https://x.example']) {
		expect(choose({url, insecureHttp: true}).isPlain, url).toBe(false);
		expect(choose({url}).isPlain, url).toBe(false);
	}
});

test.each<[ServiceFlags, NodeJS.ProcessEnv, string]>([
	[{profile: 'prdo'}, {}, '--profile names "prdo", and there is no such profile; did you mean "prod"?'],
	[{}, {DIALTOP_PROFILE: 'toString'}, 'DIALTOP_PROFILE names "toString", and there is no such profile'],
	[{profile: '__proto__'}, {}, '--profile names "__proto__"'],
	[{profile: ''}, {}, '--profile needs a name'],
	[{url: ''}, {}, '--url needs an address'],
	[{ca: ''}, {}, '--ca needs a file'],
	[{url: 'nonsense'}, {}, '--url is not an address: "nonsense"'],
	[{}, {DIALTOP_URL: 'ftp://x.example'}, 'DIALTOP_URL must begin with https:// or http://'],
	[{url: 'https://a:b@x.example'}, {}, '--url must not hold a user or a password'],
	[{profile: 'bare', proxy: 'http://a:b@p.example'}, {}, '--proxy must not hold a user or a password'],
	[{profile: 'bare', proxy: 'socks5://p.example'}, {}, '--proxy must begin with https:// or http://'],
	[{profile: 'bare', encoding: 'xml'}, {}, '--encoding must be form or json, not "xml"'],
	[{profile: 'bare', environment: 'staging'}, {}, '--environment must be production, qa or sandbox, not "staging"'],
	[{profile: 'bare'}, {DIALTOP_ENVIRONMENT: 'staging'}, 'DIALTOP_ENVIRONMENT must be production, qa or sandbox'],
	[{sandbox: true, url: 'https://x.example'}, {}, '--sandbox and --url exclude each other'],
	[{sandbox: true, profile: 'qa'}, {}, '--sandbox and --profile exclude each other'],
	[{profile: 'qa', tokenStdin: true, passwordStdin: true}, {}, '--token-stdin and --password-stdin exclude each other'],
])('%j %j is a mistake', (flags, env, says) => {
	expect(() => choose(flags, env)).toThrow(UsageError);
	expect(() => choose(flags, env)).toThrow(says);
});

test('no profiles: it says how to write one', () => {
	expect(() => choose({profile: 'qa'}, {}, {})).toThrow('the configuration has none (see dialtop config --example)');
});

test('says who named the profile', () => {
	expect(chooseProfile({profile: 'qa'}, {}, given)?.from).toBe('--profile');
	expect(chooseProfile({}, {DIALTOP_PROFILE: 'qa'}, given)?.from).toBe('DIALTOP_PROFILE');
	expect(chooseProfile({}, {}, given)?.from).toBe('profile');
	expect(chooseProfile({}, {}, {})).toBeUndefined();
});
