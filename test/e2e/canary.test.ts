/**
 * Canaries in real processes: token, passwords, a secret parameter and phone numbers go through every command, fault and
 * crash, and every place where somebody else could read is looked at for them.
 */
import {createHash} from 'node:crypto';
import {existsSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {commands} from '../../source/commands/commands.ts';
import {assistantLines} from '../helpers/assistant.ts';
import {canaries, canariesIn, createWatch} from '../helpers/canaries.ts';
import {startConnectProxy} from '../helpers/connect-proxy.ts';
import {startEchoing} from '../helpers/echoing-service.ts';
import {program} from '../helpers/monitor.ts';
import {selfSigned} from '../helpers/other-service/certificate.ts';
import {type FaultName, type OtherService, startOtherService} from '../helpers/other-service.ts';
import {openPty, type Pty, poll} from '../helpers/terminal.ts';
import {type Home, hasProc, openHome, textOf, type WatchedOptions} from '../helpers/watched-process.ts';
import {type Answering, json, startEngine, success} from '../prometheus/engine.ts';

const {token, password, parameter, dialed, searched} = canaries;
const spoken = `(${dialed.slice(0, 3)}) ${dialed.slice(3, 6)}-${dialed.slice(6)}`;

const watch = createWatch();
let home: Home;
let good: OtherService;
let faulty: OtherService;
let other: OtherService;
let engine: Awaited<ReturnType<typeof startEngine>>;
/** What the engine answers, which may give back what it was sent. */
let answering: Answering;
/** Loaded into the program, it throws at SIGUSR2 what stands in the file that CANARIES names. */
const thrower = (how: string): string =>
	`--import data:text/javascript,${encodeURIComponent(
		`import {readFileSync} from 'node:fs'; process.once('SIGUSR2', () => { const error = new Error(readFileSync(process.env.CANARIES, 'utf8')); ${how}; });`,
	)}`;

beforeAll(async () => {
	home = openHome(watch);
	const known = {user: 'ops', pass: password, issues: token};
	[good, faulty, other] = await Promise.all([startOtherService(known), startOtherService(known), startOtherService()]);
	engine = await startEngine((...asked) => answering(...asked));
	const [pass, bearer] = [join(home.root, 'pass'), join(home.root, 'bearer')];
	writeFileSync(pass, `${password}\n`);
	writeFileSync(bearer, `${token}\n`);
	// The command is shown what dialtop's own children are shown.
	const asks = `password_command: "env >> '${join(home.root, 'given')}'; cat '${pass}'"`;
	writeFileSync(
		join(home.root, 'config.yml'),
		[
			'profiles:',
			`  main: {url: "${good.url}", environment: qa, user: ops}`,
			`  by-command: {url: "${good.url}", environment: qa, user: ops, ${asks}}`,
			`  faulty: {url: "${faulty.url}", environment: qa, user: ops, ${asks}}`,
			`  engined: {url: "${good.url}", environment: qa, user: ops, requests: 50, ${asks},`,
			`    history: {prometheus: "${engine.url}", bearer_command: "cat '${bearer}'", header_commands: {X-Key: "cat '${pass}'"}}}`,
			`  other: {url: "${other.url}", environment: production, user: ops}`,
		].join('\n'),
	);
});

afterAll(async () => {
	await Promise.all([good, faulty, other].map(service => service.close()));
	await engine[Symbol.asyncDispose]();
	home[Symbol.dispose]();
	process.stdout.write(
		`canary: ${watch.places.length} places × ${watch.secrets} secrets, ${watch.leaks.length} found\n`,
	);
});

const run = async (code: number, args: readonly string[], options: WatchedOptions = {}) => {
	const ended = await home.run(args, {
		...options,
		env: {DIALTOP_CONFIG: join(home.root, 'config.yml'), ...options.env},
	});
	expect([ended.code, args.join(' '), ended.stderr]).toEqual([code, args.join(' '), expect.anything()]);
	return ended;
};

/** Places that a number of runs have, `logged` of which take `--log`. */
const placesOf = (runs: number, logged: number): number => runs * (hasProc ? 4 : 2) + logged;

test('a canary is told in every writing', () => {
	for (const [name, text] of Object.entries(canaries)) {
		for (const written of [
			text,
			JSON.stringify(text),
			encodeURIComponent(text),
			String(new URLSearchParams({text})),
			Buffer.from(`ops:${text}`).toString('base64'),
			[...text].join('\u001b[1;31m'),
		]) {
			expect(canariesIn(`<${written}>`), written).toEqual([name]);
		}
	}
	expect([spoken, '1-212.555.0147', encodeURIComponent(spoken)].map(canariesIn)).toEqual(Array(3).fill(['dialed']));
});

test('the commands, where all is well', async () => {
	const fields = JSON.stringify;
	const from = watch.places.length;
	const used = new Set<string>();
	const without = new Set([
		'profiles',
		'config',
		'completion',
		'operations',
		'log',
		'logout',
		'report',
		'replay',
		'forecast',
		'notify',
	]);
	const use = (args: readonly string[], options: WatchedOptions = {}, code = 0) => {
		used.add(args[0] ?? '');
		return run(code, args, {logs: !without.has(args[0] ?? ''), ...options});
	};
	await use(['login', '-p', 'main', '--password-stdin'], {input: `${password}\n`});
	const p = ['-p', 'main'] as const;
	const argv = {cmdline: ['dialed']} as const;
	await Promise.all([
		(async () => {
			await use(['login', '-p', 'by-command']);
			await use(['profiles', '--json']);
			await use(['config', ...p]);
			await use(['completion', 'bash']);
			await use(['operations']);
			await use(['campaigns', ...p, '--json']);
			await use(['campaign', '1001', ...p]);
			await use(['lists', ...p]);
			await use(['list', '2001', ...p]);
			await use(['watch', ...p, '--count', '1']);
			await use(['check', ...p]);
			await use(['alerts', ...p]);
			await use(['alerts', 'ack', 'drop:1001', ...p, '--reason', `called ${spoken}`], {own: {cmdline: ['dialed']}});
			await use(['snapshot', ...p, '--svg', '--output', '-']);
			// Of two services, each is sent what is its own; a secret of one is shown in nothing of the other.
			await use(['campaigns', '-p', 'main,faulty', '--json']);
			await use(['doctor', ...p]);
			await use(['search', searched, ...p, '--json'], {own: {cmdline: ['searched'], stdout: ['searched']}});
			await use(['calls', searched, ...p, '--json'], {own: {cmdline: ['searched'], stdout: ['searched']}});
		})(),
		(async () => {
			await use(['play', '1002', ...p, '--yes']);
			await use(['level', '1002', '+0.1', ...p, '--yes']);
			await use(['dnc', 'list', ...p], {}, 1);
			await use(['pause', '1001', ...p, '--yes']);
			await use(['stop', '1002', ...p, '--confirm', 'Autumn Collections']);
			await use(['list-on', '2002', ...p, '--yes']);
			await use(['list-off', '2001', ...p, '--yes']);
			await use(['call', 'add_dnc', ...p, '--yes', '--data', '-'], {input: fields({phone_number: spoken})});
			await use(
				[
					'call',
					'dial_number',
					'campaign_id=1001',
					`phone_number=${dialed}`,
					'callerid=8005550100',
					...p,
					'--confirm',
					dialed,
				],
				{own: argv},
			);
			await use(['call', 'send_text_message', ...p, '--confirm', `+1${dialed}`, '--data', '-'], {
				input: fields({to: `+1${dialed}`, message: `call ${spoken} or 1-212.555.0147`}),
				own: argv,
			});
			await use(['call', 'change_password', ...p, '--yes', '--json-body', '--data', '-'], {
				input: fields({old_pass: password, new_pass: parameter}),
			});
		})(),
	]);
	await use(['record', ...p], {
		async during(child) {
			const folder = join(home.state, 'history');
			await poll(
				() => existsSync(folder) && readdirSync(folder, {recursive: true}).some(name => String(name).endsWith('.open')),
				10_000,
			);
			child.kill('SIGTERM');
		},
	});
	await use(['export', ...p, '--listen', '127.0.0.1:0'], {
		async during(child, stderr) {
			await poll(() => /answers/.test(stderr()), 10_000);
			const [url = ''] = /http:\S+/.exec(stderr()) ?? [];
			const scraped = async (): Promise<string> => (await fetch(url)).text();
			await expect.poll(scraped).toContain('dialtop_campaign_info{');
			watch.look('what is scraped', await scraped());
			child.kill('SIGTERM');
		},
	});
	await use(['mcp', ...p], {
		input: assistantLines(
			['campaigns', {}],
			['campaign', {campaign: '1001', settings: true}],
			['calls', {number_hash: createHash('sha256').update(searched).digest('hex')}],
			['calls', {number_hash: searched}],
		),
	});
	await use(['history', 'check', ...p]);
	await use(['report', ...p]);
	await use(['forecast', '1001', ...p], {}, 1);
	await use(['replay', ...p], {}, 2);
	await use(['notify', 'test', '--notify', 'off'], {}, 3);
	await use(['log', '--json']);
	await use(['log']);
	const [file = ''] = readdirSync(join(home.state, 'tokens'));
	expect(JSON.parse(readFileSync(join(home.state, 'tokens', file), 'utf8')).token).toBe(token);
	expect(canariesIn(textOf(home.state))).toEqual(['token']);
	await use(['logout', ...p]);
	expect(canariesIn(textOf(home.state))).toEqual([]);
	await use(['sandbox', '--ephemeral', '--json'], {
		env: {DIALTOP_TOKEN: token, DIALTOP_PASSWORD: password},
		own: {environ: ['token', 'password']},
		async during(child) {
			const [line] = await new Promise<Buffer[]>(resolve => child.stdout?.once('data', (...data) => resolve(data)));
			const {url} = JSON.parse(String(line));
			for (const given of [
				{type: 'login_user', user: 'ops', pass: password},
				{type: 'add_dnc', token, phone_number: spoken},
				{type: token, token: parameter, phone_number: dialed},
			]) {
				await fetch(`${url}/api/`, {method: 'POST', body: new URLSearchParams(given)});
			}
			child.kill('SIGTERM');
		},
	});
	expect([...used].sort()).toEqual(commands.map(({name}) => name).sort());
	expect(watch.leaks).toEqual([]);
	// What is scraped is looked at too.
	expect(watch.places.length - from).toBe(placesOf(42, 31) + 1);
});

/**
 * What a write says when it cannot be carried out as it should, by its exit code: one fault of each. All that a service can
 * give back goes through every operation in test/service/canary.test.ts.
 */
const faults: readonly (readonly [fault: FaultName, code: number])[] = [
	['refused', 3],
	['http-307', 4],
	['refusal', 1],
	['wrong-password', 5],
];

/** Ways in which a service gives back what it was sent: in its refusal, in a page, in the header that redirects, in another. */
const echoes = ['refusal', 'page', 'redirect', 'compressed'] as const;

/** Ways in which an engine gives back what it was sent, and the exit code of what asks it. */
const engineEchoes: readonly (readonly [code: number, answering: Answering])[] = [
	[
		0,
		({headers: {authorization = '', 'x-key': key}}, response) =>
			json(
				response,
				success('vector', [{metric: {version: key, [authorization]: authorization}, value: [1, '1']}], {
					warnings: [authorization, key],
				}),
			),
	],
	[
		4,
		({headers}, response) =>
			json(response, {status: 'error', errorType: headers['x-key'], error: JSON.stringify(headers)}, 400),
	],
	[
		4,
		({headers: {authorization = ''}}, response) =>
			void response
				.writeHead(302, {location: `https://${encodeURIComponent(authorization.slice(7))}.example/`})
				.end(JSON.stringify(authorization)),
	],
];

/** A number and a text to a person. */
const texting = JSON.stringify({to: dialed, message: `call ${spoken}`});
const text = ['call', 'send_text_message', '--again', '--deadline', '1', '--confirm', dialed, '--data', '-'];
const confirmed = {input: texting, own: {cmdline: ['dialed']}} as const;
const onLine = [
	'call',
	'send_text_message',
	`to=${dialed}`,
	`message=call ${spoken}`,
	'--token-stdin',
	'--again',
	'--deadline',
	'1',
	'--confirm',
	dialed,
];

test('the commands, where a service, a proxy or somebody between fails or lies', async () => {
	const from = watch.places.length;
	let runs = 0;
	const use = (code: number, args: readonly string[], options: WatchedOptions = {}) => {
		runs++;
		return run(code, args, options);
	};
	const secure = selfSigned({host: 'dialer.test'});
	const ca = join(home.root, 'ca.pem');
	writeFileSync(ca, secure.cert);
	await using echoing = await startEchoing(other.url, {isSound: true});
	const tls = await startOtherService({token, tls: secure});
	await using proxy = await startConnectProxy(tls.port);
	await Promise.all([
		(async () => {
			const p = ['-p', 'faulty'];
			for (const [fault, code] of faults) {
				await faulty.setFault(fault, {
					types: ['send_text_message', ...(fault === 'wrong-password' ? ['login_user'] : [])],
				});
				await use(code, [...text, ...p], confirmed);
			}
			for (const [fault, code] of [
				['html', 4],
				['wrong-password', 1],
			] as const) {
				await faulty.setFault(fault);
				await use(code, ['login', ...p, '--password-stdin'], {input: password});
			}
			for (const [code, echoing] of engineEchoes) {
				answering = echoing;
				await use(code, ['doctor', '-p', 'engined']);
			}
			expect(engine.asked.map(({headers}) => headers.authorization)).toContain(`Bearer ${token}`);
			await faulty.setFault('http-500');
			await use(3, ['check', ...p]);
			await use(3, ['check', '-p', 'faulty,main']);
			await faulty.setFault();
			faulty.state.tokens.clear();
			const env = {DIALTOP_PROFILE: 'faulty', DIALTOP_TOKEN: `${token} that has expired`};
			await use(0, text, {...confirmed, env, own: {...confirmed.own, environ: ['token']}});
			expect(faulty.strayRequests()).toBe(0);
			watch.look('what a password_command is given', readFileSync(join(home.root, 'given'), 'utf8'));
		})(),
		(async () => {
			const url = ['--url', echoing.url];
			let said = '';
			for (const echo of echoes) {
				echoing.setEcho(echo);
				const {stderr} = await use(echo.endsWith('refusal') ? 1 : 4, [...onLine, ...url], {
					input: token,
					own: confirmed.own,
				});
				said += stderr;
			}
			expect(echoing.seen()).toBe(echoes.length);
			expect(said.split('•••').length).toBeGreaterThan(echoes.length);
			echoing.setEcho('refusal');
			await use(1, ['login', ...url, '--user', 'ops', '--password-stdin'], {input: password});
			await use(1, ['search', searched, ...url, '--token-stdin'], {input: token, own: {cmdline: ['searched']}});
			// No profile, no environment: nothing of theirs goes to another host.
			await use(5, ['campaigns', '-p', 'by-command', '--url', other.url]);
			expect(other.requests).toEqual([]);

			const far = ['--url', 'https://dialer.test', '--token-stdin'];
			const through = (host: string) => ({DIALTOP_PROXY: `http://ops:${encodeURIComponent(canaries.proxy)}@${host}`});
			const env = through(proxy.host);
			const own = {...confirmed.own, environ: ['proxy']} as const;
			const proxied = {input: token, env, own};
			await use(0, [...onLine, ...far.slice(0, 2), '--ca', ca], proxied);
			const unverified = await use(3, [...onLine, ...far.slice(0, 2)], {
				...proxied,
				env: {...env, NODE_TLS_REJECT_UNAUTHORIZED: '0'},
			});
			expect(unverified.stderr).toMatch(/^dialtop: .*its certificate is self-signed.*\n$/);
			proxy.setFault('407');
			await use(3, [...onLine, ...far.slice(0, 2), '--ca', ca], proxied);
			expect(proxy.asked[0]).toEqual({
				target: 'dialer.test:443',
				authorization: `Basic ${Buffer.from(`ops:${canaries.proxy}`).toString('base64')}`,
			});
			expect(tls.requests.filter(({type}) => type === 'send_text_message')).toHaveLength(1);
		})(),
	]);
	await tls.close();

	const wrong = {logs: false} as const;
	const typed = {...wrong, own: {cmdline: ['dialed', 'parameter']}} as const;
	const p = ['-p', 'by-command'];
	await Promise.all([
		(async () => {
			await use(2, ['call', 'change_password', `new_pass=${parameter}`, ...p], typed);
			await use(2, ['call', 'change_password', '--data', '-', ...p], {
				...wrong,
				input: `{"new_pass": "${password}", ${token}`,
			});
			await use(2, ['call', 'change_password', '--data', '-', ...p], {
				...wrong,
				input: JSON.stringify({new_pass: [parameter], [token]: 1}),
			});
			await use(2, ['call', 'add_dnc', spoken, ...p], typed);
		})(),
		(async () => {
			await use(2, ['call', 'add_dnc', `phone_number=${dialed}x`, ...p], typed);
			await use(2, ['call', 'send_text_message', '--data', '-', ...p], {input: texting});
			await use(2, ['call', 'send_text_message', '--data', '-', '--confirm', 'not it', ...p], {input: texting});
			await use(2, ['call', 'add_dnc', `phone_number=${dialed}`, ...p], {own: typed.own});
		})(),
	]);
	expect(watch.leaks).toEqual([]);
	expect([runs, watch.places.length - from]).toEqual([30, placesOf(30, 25) + 1]);
});

/** The canaries as a careless program could write them into an error. */
const careless = (...given: string[]): string =>
	given
		.flatMap(text => [text, JSON.stringify(text), encodeURIComponent(text), String(new URLSearchParams({text}))])
		.join(' ');

test('the commands, where they crash with everything in the message, are aborted, or asked for a report', async () => {
	const from = watch.places.length;
	const p = ['-p', 'by-command'];
	const number = {input: JSON.stringify({phone_number: spoken}), logs: true};
	const passwords = {input: JSON.stringify({old_pass: password, new_pass: parameter}), logs: true};
	let files = 0;
	/** Lets a command wait for its answer, and gives it the signal. */
	const strike = async (
		service: OtherService,
		type: string,
		args: readonly string[],
		{text, options, ...more}: WatchedOptions & {text: string; options: string},
	) => {
		const file = join(home.root, `careless-${++files}`);
		writeFileSync(file, text);
		const before = service.requests.filter(request => request.type === type).length;
		const ended = await home.run(args, {
			...more,
			env: {DIALTOP_CONFIG: join(home.root, 'config.yml'), CANARIES: file, NODE_OPTIONS: options, ...more.env},
			async during(child) {
				await expect.poll(() => service.requests.filter(request => request.type === type).length).toBe(before + 1);
				child.kill('SIGUSR2');
				await more.during?.(child, () => '');
			},
		});
		service.release();
		return ended;
	};
	const dnc = ['call', 'add_dnc', ...p, '--yes', '--data', '-'];
	await Promise.all([
		(async () => {
			await good.setFault('hang', {types: ['change_password', 'add_dnc']});
			const thrown = await strike(good, 'change_password', ['call', 'change_password', ...p, '--yes', '--data', '-'], {
				...passwords,
				text: careless(token, password, parameter),
				options: thrower('throw error'),
				env: {DIALTOP_DEBUG: '1'},
			});
			expect(thrown).toMatchObject({code: 70, stdout: ''});
			expect(thrown.stderr).toMatch(/^dialtop: •••.*\ndialtop: Error: •••.*\ndialtop: +at /);
			const rejected = await strike(good, 'add_dnc', dnc, {
				...number,
				text: careless(token, password, dialed, spoken),
				options: thrower('Promise.reject(error)'),
			});
			expect(rejected).toMatchObject({code: 70, stdout: ''});
			// First comes the warning of the change of the password, which nobody answered.
			expect(rejected.stderr).toMatch(
				/^dialtop: 1 command of an earlier run .*\ndialtop: add dnc "•••" is under way.*\ndialtop: •••[^\n]*\n$/,
			);
		})(),
		(async () => {
			await faulty.setFault('hang', {types: ['login_user', 'add_dnc']});
			const thrown = await strike(faulty, 'login_user', ['login', '-p', 'faulty', '--password-stdin'], {
				input: password,
				text: careless(password),
				options: thrower('throw error'),
			});
			expect(thrown).toMatchObject({code: 70, stdout: ''});
			await faulty.setFault('hang', {types: ['add_dnc']});
			faulty.state.tokens.add(token);
			const reports = () => readdirSync(home.work).filter(name => name.startsWith('report.'));
			const aborted = await strike(faulty, 'add_dnc', dnc.toSpliced(2, 2), {
				...number,
				coreless: true,
				text: '',
				options: '--report-on-signal',
				env: {DIALTOP_TOKEN: token, DIALTOP_PROFILE: 'faulty'},
				own: {environ: ['token']},
				async during(child) {
					await expect
						.poll(() => reports().flatMap(name => readFileSync(join(home.work, name), 'utf8').trim().endsWith('}')))
						.toEqual([true]);
					child.kill('SIGSEGV');
				},
			});
			expect(aborted).toMatchObject({signal: 'SIGSEGV', stdout: ''});
		})(),
	]);
	await Promise.all([good.setFault(), faulty.setFault()]);
	expect(watch.leaks).toEqual([]);
	expect(watch.places.length - from).toBe(placesOf(4, 4));
});

/** Opens the monitor in the home of the canaries. */
const openMonitor = (args: readonly string[], env: Readonly<Record<string, string>>): Pty =>
	openPty({
		command: process.execPath,
		args: [program, ...args],
		env: {...home.env, DIALTOP_CONFIG: join(home.root, 'config.yml'), ...env},
		cwd: home.work,
		columns: 120,
		rows: 40,
	});

const numberOnly = ['dialed', 'searched'] as const;

/** Looks at a trace, and at what its keys spell one after the other. */
const lookAtTrace = (path: string): void => {
	const text = readFileSync(path, 'utf8');
	const lines = text
		.trimEnd()
		.split('\n')
		.map(line => JSON.parse(line) as Record<string, string>);
	expect(statSync(path).mode & 0o777).toBe(0o600);
	expect([...new Set(lines.map(({kind}) => kind))].sort()).toEqual(['key', 'request', 'screen', 'service']);
	watch.look('monitor: trace', text);
	watch.look('monitor: keys of the trace', lines.map(({kind, name}) => (kind === 'key' ? name : '')).join(''));
};

/** Looks at all that the terminal was sent of late, and at what it shows. */
const lookAt = (place: string, monitor: Pty): void => {
	watch.look(`monitor, ${place}: what the terminal is sent`, monitor.raw, numberOnly);
	watch.look(`monitor, ${place}: the screen`, monitor.text(), numberOnly);
};

/** Types what has to be typed to reach a person, and sends it once it stands there. */
const typeNumber = async (monitor: Pty): Promise<void> => {
	await monitor.waitFor(`Type ${dialed} to`);
	monitor.press(dialed);
	await monitor.waitFor(`Number: ${dialed}`);
	await monitor.answer('enter');
};

test('the monitor in sentences: signed in and crashed', async () => {
	const from = watch.places.length;
	const message = join(home.root, 'linear-careless');
	writeFileSync(message, careless(token, password, dialed, spoken));
	await using monitor = openMonitor(['-p', 'main', '--linear'], {
		CANARIES: message,
		NODE_OPTIONS: thrower('throw error'),
	});
	await monitor.waitFor('Type login to sign in');
	monitor.press('login', 'enter');
	await monitor.waitFor('Password of ops');
	monitor.press(password, 'enter');
	await monitor.waitFor(/\d+ campaigns: /);
	lookAt('in sentences', monitor);
	monitor.kill('SIGUSR2');
	expect(await monitor.waitForExit()).toBe(70);
	expect(monitor.modes.bracketedPaste).toBe(false);
	lookAt('in sentences, crashed', monitor);
	expect(watch.leaks).toEqual([]);
	expect(watch.places.length - from).toBe(4);
});

test('the monitor: signed in on screen, a number called and texted, another profile, and a crash', async () => {
	const from = watch.places.length;
	const [log, message] = [join(home.root, 'monitor.jsonl'), join(home.root, 'monitor-careless')];
	const trace = join(home.root, 'trace.jsonl');
	writeFileSync(message, careless(token, password, dialed, spoken));
	await using monitor = openMonitor(['-p', 'main', '--log', log], {
		TMUX: '/tmp/no-tmux,1,0',
		DIALTOP_DEBUG: '1',
		DIALTOP_TRACE: trace,
		CANARIES: message,
		NODE_OPTIONS: thrower('throw error'),
	});
	await monitor.waitFor('User at');
	monitor.press('enter');
	await monitor.waitFor('Password of ops');
	monitor.press(password);
	await monitor.waitFor('•'.repeat(password.length));
	monitor.press('enter');
	await monitor.waitFor(/ live /);
	lookAt('signed in', monitor);

	monitor.press('T');
	await monitor.waitFor('Number to call');
	monitor.press(dialed, 'enter');
	await monitor.waitFor('Caller ID to show');
	monitor.press('ctrl-u', '8005550100', 'enter');
	await typeNumber(monitor);
	await monitor.waitFor(/Test-call 2125550147: done/);
	monitor.write(':send_text_message\r');
	await monitor.waitFor('─ send_text_message');
	monitor.write(`${dialed}\tcall ${spoken}\x13`);
	await typeNumber(monitor);
	await monitor.waitFor('The service reported success');
	lookAt('a call and a text', monitor);

	for (const next of ['[ Send ]', 'What to do', '─ Campaigns ─']) {
		monitor.press('escape');
		await monitor.waitFor(next);
	}
	monitor.press('8');
	await monitor.waitFor('─ Log of this run ─');
	monitor.press('y');
	await monitor.waitFor('OSC 52');
	expect(monitor.raw).toContain('\u001b]52;c;');
	lookAt('copied inside tmux', monitor);

	if (hasProc) {
		watch.look('monitor: command line', readFileSync(`/proc/${monitor.pid}/cmdline`, 'utf8'));
		watch.look('monitor: environment', readFileSync(`/proc/${monitor.pid}/environ`, 'utf8'));
	}
	monitor.press(':', 'profile other', 'enter');
	await monitor.waitFor(/profile other[\s\S]*User at/);
	expect(other.requests).toEqual([]);
	lookAt('on another profile', monitor);

	process.kill(monitor.pid, 'SIGUSR2');
	expect(await monitor.waitForExit()).toBe(70);
	expect(monitor.text()).toMatch(/ended by a fault of its own: •••/);
	watch.look('monitor, after the crash: what the terminal was sent', monitor.raw, numberOnly);
	watch.look('monitor, after the crash: the screen', monitor.text());
	watch.look('monitor: log', readFileSync(log, 'utf8'));
	lookAtTrace(trace);
	expect(good.requests.map(({type}) => type)).toEqual(expect.arrayContaining(['dial_number', 'send_text_message']));
	expect(watch.leaks).toEqual([]);
	expect(watch.places.length - from).toBe(hasProc ? 15 : 13);
});

test('the monitor on a service that gives everything back', async () => {
	const from = watch.places.length;
	await using echoing = await startEchoing(other.url, {isSound: true});
	const [log, trace] = [join(home.root, 'echoed.jsonl'), join(home.root, 'echoed-trace.jsonl')];
	await using monitor = openMonitor(['--log', log], {
		DIALTOP_URL: echoing.url,
		DIALTOP_TOKEN: token,
		DIALTOP_TRACE: trace,
	});
	await monitor.waitFor(/ live /);
	monitor.write(':change_password\r');
	await monitor.waitFor('─ change_password');
	monitor.write(`${password}\t${parameter}\x13`);
	await monitor.waitFor('[y/N]');
	lookAt('a form of passwords', monitor);
	await monitor.answer('y');
	await monitor.waitFor(/no: .*•••/);
	lookAt('a refusal that says it all', monitor);
	monitor.press('q');
	watch.look('monitor that is told it all: log', readFileSync(log, 'utf8'));
	lookAtTrace(trace);
	expect(echoing.seen('change_password')).toBe(1);
	expect(watch.leaks).toEqual([]);
	expect(watch.places.length - from).toBe(7);
});

test('what is left behind, and that the canaries were where they belong', () => {
	const from = watch.places.length;
	watch.look('the audit', textOf(home.state));
	watch.look('the configuration', textOf(join(home.home, '.config')));
	watch.look('the cache', textOf(join(home.home, '.cache')));
	watch.look('the temporary files', textOf(home.temporary));
	watch.look('reports and whatever else lies where it was called', textOf(home.work));
	watch.look("another host's journal", JSON.stringify(other.requests));
	expect(readFileSync(join(home.state, 'audit.jsonl'), 'utf8').includes('"phone_number":"•••0147"')).toBe(true);
	expect(textOf(home.work).includes('"trigger": "Signal"')).toBe(true);
	const journal = [...good.requests, ...faulty.requests].map(({body}) => body).join('\n');
	expect(canariesIn(journal)).toEqual(['token', 'password', 'parameter', 'dialed', 'searched']);
	expect(watch.leaks).toEqual([]);
	expect(watch.places.length - from).toBe(6);
});
