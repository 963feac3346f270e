/** A home in which commands run, with the services that they ask, and everything that they leave behind. */
import {
	appendFileSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {type Canary, canaries, createWatch} from '../../../helpers/canaries.ts';
import {startConnectProxy} from '../../../helpers/connect-proxy.ts';
import {echoNames, startEchoing} from '../../../helpers/echoing-service.ts';
import {selfSigned} from '../../../helpers/other-service/certificate.ts';
import {type OtherService, startOtherService} from '../../../helpers/other-service.ts';
import {poll} from '../../../helpers/terminal.ts';
import {openHome} from '../../../helpers/watched-process.ts';
import type {Trials} from '../../row.ts';
import {type Call, type Source, withoutLog} from './calls.ts';

const {token, password} = canaries;

/** What a careless program would write of all that it knows. */
export const careless = (given: readonly string[]): string =>
	given
		.flatMap(text => [text, JSON.stringify(text), encodeURIComponent(text), String(new URLSearchParams({text}))])
		.join(' ');

/** Loaded into the program, it throws at SIGUSR2 all that it knows. */
export const thrower = `--import data:text/javascript,${encodeURIComponent(
	"import {readFileSync} from 'node:fs'; process.once('SIGUSR2', () => { throw new Error(readFileSync(process.env.CANARIES, 'utf8')); });",
)}`;

/** What a proxy does where it lies. */
const proxyFaults = ['407', 'break', 'not-http', 'talkative', '502'] as const;

export type Condition = 'well' | 'told again' | 'crash';

/** What the service leaves without an answer until the program has crashed. */
const asked = [
	'get_campaigns',
	'get_lists',
	'get_list',
	'search_lead',
	'send_text_message',
	'change_password',
	'charge_customer',
	'list_dnc',
	'change_status',
];

/** The files of the tokens, and their modes. */
const tokenFilesIn = (state: string): {text: string; mode: number}[] => {
	const folder = join(state, 'tokens');
	return (existsSync(folder) ? readdirSync(folder) : [])
		.map(name => join(folder, name))
		.map(path => ({text: readFileSync(path, 'utf8'), mode: statSync(path).mode & 0o777}));
};

/** Every file under a folder but the one that may hold the token, as one text; and those that others may read. */
const filesOf = (folder: string): {text: string; open: string[]} => {
	const files = readdirSync(folder, {recursive: true, withFileTypes: true})
		.filter(file => file.isFile())
		.map(file => join(file.parentPath, file.name));
	return {
		text: files
			.filter(path => !path.includes('/state/dialtop/tokens/'))
			.map(path => `${path}\n${readFileSync(path, 'latin1')}`)
			.join('\n'),
		open: files.filter(
			path => /\/(?:state|cache)\/dialtop\/|\/exported-/.test(path) && (statSync(path).mode & 0o077) !== 0,
		),
	};
};

/** One home, its services, and the runs in it. */
export const openLane = async (trials: Trials, name: string) => {
	const {failed, tried} = trials;
	const watch = createWatch();
	const home = openHome(watch);
	const known = {user: 'ops', pass: password, issues: token};
	const tls = selfSigned({host: 'dialer.test'});
	const [good, hanging, secure, other] = await Promise.all([
		startOtherService({...known, token}),
		startOtherService({...known, token}),
		startOtherService({...known, token, tls}),
		startOtherService(),
	]);
	const proxy = await startConnectProxy(secure.port);
	const ca = join(home.root, 'ca.pem');
	writeFileSync(ca, tls.cert);
	const proxied = {DIALTOP_PROXY: `http://ops:${encodeURIComponent(canaries.proxy)}@${proxy.host}`};
	const echoing = await startEchoing(other.url, {isSound: true});
	const pass = join(home.root, 'pass');
	writeFileSync(pass, `${password}\n`);
	const given = join(home.root, 'given');
	writeFileSync(given, '');
	const config = (url: string): string => {
		const asks = `password_command: "env >> '${given}'; cat '${pass}'"`;
		const path = join(home.root, `config-${new URL(url).port}.yml`);
		writeFileSync(
			path,
			`profiles:\n  main: {url: "${url}", environment: qa, user: ops}\n  by-command: {url: "${url}", environment: qa, user: ops, ${asks}}\n`,
		);
		return path;
	};
	const careful = join(home.root, 'careless');
	let told = 0;
	let fresh = 0;

	/** Looks at all that a run has left behind. */
	const lookBehind = (trial: string, ofReports: readonly Canary[] = []): void => {
		for (const [place, folder] of [
			['home', home.home],
			['temporary files', home.temporary],
			['reports', home.work],
		] as const) {
			const {text, open} = filesOf(folder);
			// A report has the arguments, as whoever typed them chose.
			watch.look(`${trial}: ${place}`, text, place === 'reports' ? ofReports : []);
			for (const path of open) {
				failed(`${path} may be read by others`, trial);
			}
		}
		watch.look(`${trial}: environment of the password command`, readFileSync(given, 'utf8'));
		watch.look(`${trial}: journal of another host`, JSON.stringify(other.requests));
		for (const {place, canary, text} of watch.leaks.splice(0)) {
			failed(`${canary} stands in ${place}: ${JSON.stringify(text)}`, `${name} ${trial}`);
		}
		// What was looked at is not looked at again.
		rmSync(home.work, {recursive: true});
		mkdirSync(home.work);
		writeFileSync(given, '');
		other.requests.length = 0;
		tried('places', watch.places.splice(0).length);
	};

	const serviceOf: Record<Condition, Pick<OtherService, 'url'>> = {well: good, 'told again': echoing, crash: hanging};

	return {
		home,
		good,
		hanging,
		echoing,
		watch,
		lookBehind,
		config,
		/** Signs in with a kept token, at the service of a condition. */
		async signIn(condition: Condition): Promise<void> {
			if (condition === 'told again') {
				return;
			}
			await hanging.setFault();
			const {code, stderr} = await home.run(['login', '-p', 'main', '--password-stdin'], {
				input: `${password}\n`,
				env: {DIALTOP_CONFIG: config(serviceOf[condition].url)},
			});
			const stored = tokenFilesIn(home.state);
			if (
				code !== 0 ||
				stored.some(({mode}) => mode !== 0o600) ||
				!stored.some(({text}) => text.includes('canary-tok'))
			) {
				failed(`the login ended with ${code}, or its token is not kept as it should be: ${stderr}`, `${name} login`);
			}
			lookBehind(`${condition}: login`);
		},
		/** Signs out, and looks whether anything is left. */
		async signOut(condition: Condition): Promise<void> {
			await home.run(['logout', '-p', 'main'], {logs: false, env: {DIALTOP_CONFIG: config(serviceOf[condition].url)}});
			watch.look(`${condition}: all files after logout`, filesOf(home.home).text);
			watch.look(
				`${condition}: tokens after logout`,
				tokenFilesIn(home.state)
					.map(({text}) => text)
					.join('\n'),
			);
			lookBehind(`${condition}: logout`);
		},
		async use(call: Call, source: Source, condition: Condition): Promise<void> {
			const {url} = serviceOf[condition];
			const trial = `${condition}: ${call.args.slice(0, 2).join(' ')}, ${source.name}`;
			const isCrash = condition === 'crash';
			const struck = source.isProxied ? secure : hanging;
			writeFileSync(careful, careless([...source.knows, ...(call.knows ?? [])]));
			if (isCrash) {
				await struck.setFault();
				struck.state.tokens.add(token);
				await struck.setFault('hang', {types: call.crashesAt === undefined ? asked : [call.crashesAt]});
			}
			if (condition === 'told again') {
				echoing.setEcho(echoNames[told++ % echoNames.length] ?? 'refusal');
				proxy.setFault(proxyFaults[told % proxyFaults.length]);
			}
			const before = struck.requests.length;
			let wasStruck = false;
			const logs = !withoutLog.has(call.args[0] ?? '');
			const {code, stdout, stderr} = await home.run(
				[
					...call.args,
					...(call.isLocal ? [] : source.flags(url)),
					...(source.isProxied && !call.isLocal ? ['--ca', ca] : []),
					...(logs && !call.args.includes('--deadline') && ['call', 'search', 'lists'].includes(call.args[0] ?? '')
						? ['--deadline', '4']
						: []),
				],
				{
					logs,
					input: call.input ?? source.input,
					own: {
						stdout: call.own?.stdout ?? [],
						cmdline: call.own?.cmdline ?? [],
						environ: source.own?.environ ?? [],
					},
					env: {
						...source.env,
						...(source.isProxied && proxied),
						DIALTOP_CONFIG: config(url),
						// Where no token is kept the password command is asked.
						...(source.isAsked ? {XDG_STATE_HOME: join(home.home, `fresh-${++fresh}`, 'state')} : {}),
						DIALTOP_DEBUG: '1',
						...(isCrash
							? {CANARIES: careful, NODE_OPTIONS: `${thrower} --report-on-signal --report-uncaught-exception`}
							: {}),
					},
					during: async (child, said) => {
						const {endsAfter} = call;
						if (!isCrash) {
							if (endsAfter) {
								await poll(() => child.exitCode !== null || endsAfter.test(said()), 10_000);
								child.kill('SIGTERM');
							}
							if (!(await poll(() => child.exitCode !== null || child.signalCode !== null, 60_000))) {
								failed('it had not ended after a minute', trial);
								child.kill('SIGKILL');
							}
							return;
						}
						wasStruck = await poll(
							() =>
								child.exitCode !== null ||
								struck.requests
									.slice(before)
									.some(({type}) => (call.crashesAt === undefined ? asked.includes(type) : type === call.crashesAt)),
							10_000,
						);
						wasStruck &&= child.exitCode === null;
						if (wasStruck) {
							// Of no use to anybody who wants to look inside.
							child.kill('SIGUSR1');
							child.kill('SIGUSR2');
						}
						await poll(() => child.exitCode !== null || child.signalCode !== null, 8000);
						struck.release();
						child.kill('SIGTERM');
					},
				},
			);
			if (/Debugger listening/.test(stderr)) {
				failed('it listens for a debugger', trial);
			}
			if (condition !== 'crash' && code === 70) {
				failed(`ended with 70: ${stderr.slice(0, 300)}`, trial);
			}
			// The signal itself has Node write a report: without one it came when the program had ended.
			wasStruck &&= readdirSync(home.work).some(file => file.startsWith('report.'));
			if (wasStruck) {
				tried('crashes');
				// To a monitoring system, a fault of its own is UNKNOWN, on standard output.
				const isPlugin = call.args[0] === 'check';
				const isTold = isPlugin ? /^DIALTOP UNKNOWN - .*•••/m.test(stdout) : /^dialtop: .*•••/m.test(stderr);
				if (code !== (isPlugin ? 3 : 70) || !isTold) {
					failed(`the crash ended with ${code}, and says: ${stdout.slice(0, 300)} | ${stderr.slice(0, 300)}`, trial);
				}
			}
			const isLeftOut =
				(isCrash && !wasStruck) || (source.isAsked && !call.isLocal && readFileSync(given, 'utf8') === '');
			lookBehind(trial, call.own?.cmdline);
			tried(isLeftOut ? 'commands that ended before their trial' : 'commands');
		},
		async [Symbol.asyncDispose]() {
			await echoing[Symbol.asyncDispose]();
			await proxy[Symbol.asyncDispose]();
			await Promise.all([good, hanging, secure, other].map(service => service.close()));
			home[Symbol.dispose]();
		},
	};
};

/** A home, its services, and the runs in it. */
export type Lane = Awaited<ReturnType<typeof openLane>>;

/** Plants a secret in files of a home, and sees whether they are looked at. */
export const lanesAreBlind = (lane: Lane): string[] => {
	const {home, watch} = lane;
	return [home.home, home.temporary, home.work].filter(folder => {
		const path = join(folder, 'planted');
		mkdirSync(folder, {recursive: true});
		appendFileSync(path, Buffer.from(token).toString('hex'));
		const {text} = filesOf(folder);
		rmSync(path);
		watch.look('planted', text);
		watch.places.pop();
		return watch.leaks.splice(0).length === 0;
	});
};
