/**
 * Canaries in real processes: token, passwords, a secret parameter and phone numbers go through every command, fault and
 * crash, and every place where somebody else could read is looked at for them.
 */
import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {commands} from '../../source/commands/commands.ts';
import {canaries, canariesIn, createWatch} from '../helpers/canaries.ts';
import {startConnectProxy} from '../helpers/connect-proxy.ts';
import {echoNames, startEchoing} from '../helpers/echoing-service.ts';
import {selfSigned} from '../helpers/other-service/certificate.ts';
import {type FaultName, type OtherService, startOtherService} from '../helpers/other-service.ts';
import {type Home, hasProc, openHome, textOf, type WatchedOptions} from '../helpers/watched-process.ts';

const {token, password, parameter, dialed, searched} = canaries;
const spoken = `(${dialed.slice(0, 3)}) ${dialed.slice(3, 6)}-${dialed.slice(6)}`;

const watch = createWatch();
let home: Home;
let good: OtherService;
let faulty: OtherService;
let other: OtherService;

beforeAll(async () => {
	home = openHome(watch);
	const known = {user: 'ops', pass: password, issues: token};
	[good, faulty, other] = await Promise.all([startOtherService(known), startOtherService(known), startOtherService()]);
	const pass = join(home.root, 'pass');
	writeFileSync(pass, `${password}\n`);
	// The command is shown what dialtop's own children are shown.
	const asks = `password_command: "env >> '${join(home.root, 'given')}'; cat '${pass}'"`;
	writeFileSync(
		join(home.root, 'config.yml'),
		[
			'profiles:',
			`  main: {url: "${good.url}", environment: qa, user: ops}`,
			`  by-command: {url: "${good.url}", environment: qa, user: ops, ${asks}}`,
			`  faulty: {url: "${faulty.url}", environment: qa, user: ops, ${asks}}`,
			`  other: {url: "${other.url}", environment: production, user: ops}`,
		].join('\n'),
	);
});

afterAll(async () => {
	await Promise.all([good, faulty, other].map(service => service.close()));
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

test('the commands, where all is well', async () => {
	const fields = JSON.stringify;
	const from = watch.places.length;
	const used = new Set<string>();
	const without = new Set(['profiles', 'config', 'completion', 'operations', 'log', 'logout']);
	let logged = 0;
	const use = (args: readonly string[], options: WatchedOptions = {}, code = 0) => {
		used.add(args[0] ?? '');
		const logs = !without.has(args[0] ?? '');
		logged += logs ? 1 : 0;
		return run(code, args, {logs, ...options});
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
			await use(['search', searched, ...p, '--json'], {own: {cmdline: ['searched'], stdout: ['searched']}});
		})(),
		(async () => {
			await use(['play', '1002', ...p, '--yes']);
			await use(['pause', '1001', ...p, '--yes']);
			await use(['stop', '1002', ...p, '--confirm', 'Autumn Collections']);
			await use(['list-on', '2002', ...p, '--yes']);
			await use(['list-off', '2001', ...p, '--yes']);
			await use(['call', 'add_dnc', ...p, '--yes', '--data', '-'], {input: fields({phone_number: spoken})});
			await use(['call', 'dial_number', 'campaign_id=1001', `phone_number=${dialed}`, 'callerid=8005550100', ...p, '--confirm', dialed], {own: argv});
			await use(['call', 'send_text_message', ...p, '--confirm', `+1${dialed}`, '--data', '-'], {
				input: fields({to: `+1${dialed}`, message: `call ${spoken} or 1-212.555.0147`}),
				own: argv,
			});
			await use(['call', 'change_password', ...p, '--yes', '--json-body', '--data', '-'], {
				input: fields({old_pass: password, new_pass: parameter}),
			});
		})(),
	]);
	await use(['log', '--json']);
	await use(['log']);
	expect(JSON.parse(readFileSync(join(home.state, 'tokens.json'), 'utf8')).tokens[0].token).toBe(token);
	expect(canariesIn(textOf(home.state))).toEqual(['token']);
	await use(['logout', ...p]);
	expect(canariesIn(textOf(home.state))).toEqual([]);
	await use(['sandbox', '--ephemeral', '--json'], {
		env: {DIALTOP_TOKEN: token, DIALTOP_PASSWORD: password},
		own: {environ: ['token', 'password']},
		logs: false,
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
	}, 143);
	expect([...used].sort()).toEqual(commands.map(({name}) => name).sort());
	expect(watch.leaks).toEqual([]);
	expect(watch.places.length - from).toBe(placesOf(26, 19));
});
