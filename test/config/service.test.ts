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
    time_zone: America/Chicago
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
		timeZone: 'America/Chicago',
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
		expect({...nobody, ...choose(flags, secrets, from)}).toMatchObject({
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

const bareIsCurrent = givenIn(`${config.replace('profile: qa', 'profile: bare')}`);
const noneIsCurrent = givenIn(config.replace('profile: qa\n', ''));

test.each<[string, ServiceFlags, NodeJS.ProcessEnv, from?: typeof given]>([
	['--url where nothing names a service', {url: 'https://x.example'}, {}, noneIsCurrent],
	['the profile of the configuration', {}, {}, bareIsCurrent],
	['the profile of the configuration, named by flag too', {profile: 'bare'}, {}, bareIsCurrent],
	['the address of the profile of the configuration', {url: 'https://bare.example/api'}, {}, bareIsCurrent],
	['DIALTOP_URL', {}, {DIALTOP_URL: 'https://x.example'}],
	['DIALTOP_PROFILE', {}, {DIALTOP_PROFILE: 'bare'}],
	['DIALTOP_PROFILE, named by flag too', {profile: 'bare'}, {DIALTOP_PROFILE: 'bare'}],
	['DIALTOP_URL, named by flag too', {url: 'https://x.example/api/'}, {DIALTOP_URL: 'https://x.example'}],
	['DIALTOP_URL, where a profile has it too', {profile: 'bare'}, {DIALTOP_URL: 'https://bare.example/'}],
	['DIALTOP_URL beside DIALTOP_PROFILE', {}, {DIALTOP_URL: 'https://x.example', DIALTOP_PROFILE: 'qa'}],
	['the address of DIALTOP_PROFILE', {url: 'https://bare.example'}, {DIALTOP_PROFILE: 'bare'}],
])('what the environment holds goes to %s', (_, flags, env, from) => {
	expect(choose(flags, {...secrets, ...env}, from)).toMatchObject(taken);
});

test.each<[string, ServiceFlags, NodeJS.ProcessEnv]>([
	['--url beside DIALTOP_URL', {url: 'https://y.example'}, {DIALTOP_URL: 'https://x.example'}],
	['--url of another path', {url: 'https://x.example/b'}, {DIALTOP_URL: 'https://x.example/a'}],
	['--url of another port', {url: 'https://x.example:8443'}, {DIALTOP_URL: 'https://x.example'}],
	['-p beside DIALTOP_URL', {profile: 'bare'}, {DIALTOP_URL: 'https://x.example'}],
	[
		'-p beside DIALTOP_URL and DIALTOP_PROFILE',
		{profile: 'bare'},
		{DIALTOP_URL: 'https://x.example', DIALTOP_PROFILE: 'prod'},
	],
	['-p beside a DIALTOP_URL that is none', {profile: 'bare'}, {DIALTOP_URL: 'nonsense'}],
])('what the environment holds does not go to %s', (_, flags, env) => {
	expect(choose(flags, {...secrets, ...env})).toMatchObject({...nobody, environment: 'PRODUCTION (assumed)'});
});

const ofNobody = 'belongs to no service, since neither the environment nor the configuration names one';

test.each<[string, ServiceFlags, NodeJS.ProcessEnv, from: typeof given, whose: string, mend: string]>([
	[
		'-p beside the profile of the configuration',
		{profile: 'prod'},
		{},
		given,
		'belongs to the profile qa, which the configuration names',
		'DIALTOP_PROFILE=prod',
	],
	[
		'-p beside DIALTOP_PROFILE',
		{profile: 'bare'},
		{DIALTOP_PROFILE: 'prod'},
		given,
		'belongs to the profile prod, which DIALTOP_PROFILE names',
		'DIALTOP_PROFILE=bare',
	],
	[
		'-p beside a DIALTOP_PROFILE that is not there',
		{profile: 'bare'},
		{DIALTOP_PROFILE: 'gone'},
		given,
		'belongs to the profile gone, which DIALTOP_PROFILE names',
		'DIALTOP_PROFILE=bare',
	],
	[
		'-p of the same address',
		{profile: 'prod-too'},
		{DIALTOP_PROFILE: 'prod'},
		given,
		'belongs to the profile prod, which DIALTOP_PROFILE names',
		'DIALTOP_PROFILE=prod-too',
	],
	['-p where nothing is current', {profile: 'bare'}, {}, noneIsCurrent, ofNobody, 'DIALTOP_PROFILE=bare'],
	[
		'--url beside the profile of the configuration',
		{url: 'https://y.example'},
		{},
		given,
		'belongs to the profile qa, which the configuration names',
		'DIALTOP_URL=https://y.example',
	],
	[
		'--url beside DIALTOP_PROFILE',
		{url: 'https://y.example'},
		{DIALTOP_PROFILE: 'bare'},
		given,
		'belongs to the profile bare, which DIALTOP_PROFILE names',
		'DIALTOP_URL=https://y.example',
	],
	[
		'--url beside -p',
		{url: 'https://y.example', profile: 'qa'},
		{},
		given,
		'belongs to the profile qa, which the configuration names',
		'DIALTOP_URL=https://y.example',
	],
])(
	'a token or a password of the environment is refused for %s, and what to set is said',
	(_, flags, env, from, whose, mend) => {
		for (const name of ['DIALTOP_TOKEN', 'DIALTOP_PASSWORD'] as const) {
			const alone = {[name]: 'a-secret', ...env};
			expect(() => choose(flags, alone, from)).toThrow(UsageError);
			expect(() => choose(flags, alone, from)).toThrow(
				`${name} ${whose}: unset it, or set ${mend} beside it to use it here`,
			);
			expect(() => choose(flags, alone, from)).not.toThrow(/a-secret/);
			// What is set then is what makes it go.
			const [variable = '', value = ''] = mend.split('=');
			const mended = choose(flags, {...alone, [variable]: value}, from);
			expect([mended.token, mended.password]).toContain('a-secret');
		}
		expect(choose(flags, {DIALTOP_USER: 'eve', ...env}, from).token).toBeUndefined();
		const {passwordStdin, tokenStdin} = {passwordStdin: true, tokenStdin: true};
		expect(choose({...flags, tokenStdin}, {DIALTOP_TOKEN: 'a-secret', ...env}, from).token).toBeUndefined();
		expect(choose({...flags, passwordStdin}, {DIALTOP_PASSWORD: 'a-secret', ...env}, from).password).toBeUndefined();
		expect(choose({sandbox: true}, {...secrets, ...env}, from).token).toBeUndefined();
	},
);

test('another profile of the same address is another user', () => {
	expect(choose({profile: 'prod-too'}, {DIALTOP_USER: 'eve', DIALTOP_PROFILE: 'prod'})).toMatchObject({
		...nobody,
		user: 'cas',
	});
});

test('no password and no token go along with the name of another', () => {
	expect(choose({profile: 'qa', user: 'zoe'})).toMatchObject({...nobody, user: 'zoe', profile: 'qa'});
	expect(choose({url: 'https://x.example', user: 'zoe'}, secrets)).toMatchObject({...nobody, user: 'zoe'});
	expect(choose({url: 'https://x.example', user: 'zoe'}, {...secrets, DIALTOP_USER: ''}, noneIsCurrent)).toMatchObject({
		...taken,
		user: 'zoe',
	});
	expect(choose({}, {DIALTOP_PROFILE: 'prod', DIALTOP_USER: 'eve', DIALTOP_PASSWORD: 'p'})).toMatchObject({
		user: 'eve',
		password: 'p',
		passwordCommand: undefined,
	});
	expect(choose({}, {DIALTOP_PROFILE: 'prod', DIALTOP_PASSWORD: 'p'})).toMatchObject({user: 'ben', password: 'p'});
});

test('standard input is stronger than the environment', () => {
	expect(choose({url: 'https://x.example', tokenStdin: true}, secrets, noneIsCurrent).token).toBeUndefined();
	expect(choose({url: 'https://x.example', passwordStdin: true}, secrets, noneIsCurrent).password).toBeUndefined();
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

test.each([
	'https://ops:hunter2@x.example',
	'https://ops:a/hunter2@x.example',
	'https://ops:a?hunter2@x.example',
	'https://ops:a#hunter2@x y',
	'https://ops:a@hunter2@x y',
	'https://ops:a%2fhunter2@x.example:99999',
	'https://ops:hunter2',
	'https://x.example:hunter2/',
	'ops:hunter2@x.example',
	'hunter2@x.example',
	'hunter2:x@x.example',
	'ftp://ops:hunter2@x.example',
	'//ops:hunter2@x.example',
	'https://x.example/?token=hunter2',
	'https://x.example/api#token=hunter2',
	'https://x y?token=hunter2',
])('%s is refused without what may be a secret in it', url => {
	for (const choosing of [
		() => choose({url}),
		() => choose({}, {DIALTOP_URL: url}),
		() => choose({profile: 'bare', proxy: url}),
		() => givenIn(`profiles:\n  qa: {url: ${JSON.stringify(url)}}`),
		() => givenIn(`profiles:\n  qa: {url: "https://x.example", proxy: ${JSON.stringify(url)}}`),
	]) {
		expect(choosing).toThrow(/(?:--url|DIALTOP_URL|--proxy|url:|proxy:) (?:is not an address|must )/);
		expect(choosing).not.toThrow(/hunter2/);
	}
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
