/** The sandbox as a process: what it prints, logs and keeps of the secrets that it is given and asked with. */
import type {ChildProcess} from 'node:child_process';
import {mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {canaries} from '../../../helpers/canaries.ts';
import {poll} from '../../../helpers/terminal.ts';
import type {Trials} from '../../row.ts';
import {spoken} from './calls.ts';
import {careless, type Lane, thrower} from './lane.ts';

const {token, password, parameter, dialed} = canaries;

type Where = {url: string; admin: string; user: string};

/** A request to the sandbox, to its service or its administrative port. */
type Ask = (where: Where) => Promise<Response>;

const form =
	(fields: Record<string, string>): Ask =>
	({url}) =>
		fetch(`${url}/api/`, {method: 'POST', body: new URLSearchParams(fields)});

const body =
	(text: string, headers: Record<string, string> = {}): Ask =>
	({url}) =>
		fetch(`${url}/api/`, {method: 'POST', body: text, headers});

/** Requests with secrets wherever a client could put them, rightly and wrongly. */
const asks: readonly Ask[] = [
	({url, user}) =>
		fetch(`${url}/api/`, {method: 'POST', body: new URLSearchParams({type: 'login_user', user, pass: password})}),
	form({type: 'login_user', user: 'nobody', pass: password}),
	form({type: 'login_user', user: 'nobody', pass: token}),
	form({type: 'add_dnc', token, phone_number: spoken}),
	form({type: 'send_text_message', token, to: dialed, message: `call ${spoken}`}),
	form({type: 'change_password', token, old_pass: password, new_pass: parameter}),
	form({type: token, token: parameter, [password]: dialed}),
	form({type: 'get_campaigns', token, campaign_id: parameter}),
	({url}) => fetch(`${url}/api/?token=${encodeURIComponent(token)}&pass=${encodeURIComponent(password)}`),
	({url}) => fetch(`${url}/${encodeURIComponent(token)}`, {method: 'POST', body: password}),
	({url}) => fetch(`${url}/api/`, {method: 'PUT', body: token}),
	body(JSON.stringify({type: 'login_user', user: 'ops', pass: password}), {'content-type': 'application/json'}),
	body(`{"type": "add_dnc", "token": "${token}", ${password}`, {'content-type': 'application/json'}),
	body(`type=add_dnc&token=${token}`, {
		authorization: `Basic ${Buffer.from(`ops:${password}`).toString('base64')}`,
		cookie: `token=${encodeURIComponent(token)}`,
		'user-agent': encodeURIComponent(token),
		'content-type': `text/${encodeURIComponent(token)}`,
	}),
	({admin}) => fetch(`${admin}/faults`, {method: 'PUT', body: JSON.stringify({[token]: 1, slow: password})}),
	({admin}) => fetch(`${admin}/faults`, {method: 'PUT', body: `{"${token}`}),
	({admin}) => fetch(`${admin}/payments`, {method: 'POST', body: JSON.stringify({link_id: token, amount: parameter})}),
	({admin}) => fetch(`${admin}/${encodeURIComponent(token)}`),
];

/** How the sandbox is run. */
const ways: readonly {name: string; args: readonly string[]; crashes?: true; isKept?: true}[] = [
	{name: 'ephemeral', args: ['--ephemeral', '--log', 'requests.jsonl']},
	{name: 'kept', args: ['--database', 'world.db', '--log', '-'], isKept: true},
	{name: 'kept, again', args: ['--database', 'world.db', '--log', 'requests.jsonl'], isKept: true},
	{name: 'with faults', args: ['--ephemeral', '--log', '-', '--fault', 'http-500=0.4', '--fault', 'truncated=0.4']},
	{name: 'crash', args: ['--ephemeral', '--log', 'requests.jsonl'], crashes: true},
	{name: 'crash, kept', args: ['--database', 'world.db', '--log', '-'], crashes: true, isKept: true},
];

const isOver = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** Runs sandboxes that are given secrets by the environment, and asked with them. */
export const watchSandboxes = async (trials: Trials, {home, watch, lookBehind}: Lane): Promise<void> => {
	const {failed, tried} = trials;
	const kept = join(home.root, 'worlds');
	mkdirSync(kept);
	const message = join(home.root, 'careless-sandbox');
	// What a client has sent is nothing that it knows: its handlers' errors are written without the fields' values.
	writeFileSync(message, careless([password]));
	for (const {name, args, crashes = false, isKept = false} of ways) {
		const trial = `sandbox, ${name}`;
		let answered = 0;
		const {code, stderr} = await home.run(
			[
				'sandbox',
				'--json',
				'--admin-port',
				'0',
				'--campaigns',
				'3',
				...args.map(arg => (arg === 'world.db' ? join(kept, arg) : arg)),
			],
			{
				logs: false,
				// A sandbox prints its password, however it came by it: that is how one signs in there.
				own: {environ: ['token', 'password'], stdout: ['password']},
				env: {
					DIALTOP_TOKEN: token,
					DIALTOP_PASSWORD: password,
					DIALTOP_SANDBOX_PASSWORD: password,
					DIALTOP_DEBUG: '1',
					CANARIES: message,
					...(crashes && {NODE_OPTIONS: `${thrower} --report-on-signal`}),
				},
				async during(child) {
					let line = '';
					child.stdout?.on('data', chunk => (line += chunk));
					await poll(() => line.includes('\n') || isOver(child), 20_000);
					const where = line.includes('\n') ? (JSON.parse(line) as Where) : undefined;
					for (const ask of where ? asks : []) {
						try {
							const response = await ask(where as Where);
							const text = `${JSON.stringify([...response.headers])} ${await response.text()}`;
							// Who asks for what there is not is told what.
							watch.look(`${trial}: answer`, text, [
								'dialed',
								...(/no fault|Unknown operation/.test(text) ? (['token'] as const) : []),
							]);
							answered++;
						} catch {
							// A fault may end the connection.
						}
					}
					if (crashes) {
						child.kill('SIGUSR1');
						child.kill('SIGUSR2');
						if (!(await poll(() => isOver(child), 10_000))) {
							failed('it did not end when it crashed', trial);
						}
					}
					child.kill('SIGTERM');
					if (!(await poll(() => isOver(child), 10_000))) {
						failed('it did not end at SIGTERM', trial);
						child.kill('SIGKILL');
					}
				},
			},
		);
		if (code !== (crashes ? 70 : 0)) {
			failed(`ended with ${code}: ${stderr.slice(0, 300)}`, trial);
		}
		if (/Debugger listening/.test(stderr)) {
			failed('it listens for a debugger', trial);
		}
		for (const file of isKept ? readdirSync(kept) : []) {
			const path = join(kept, file);
			// What was asked for is data; a password is kept as a hash, and a token of another service not at all.
			watch.look(`${trial}: ${file}`, readFileSync(path, 'latin1'), ['dialed']);
			if ((statSync(path).mode & 0o077) !== 0) {
				failed(`${file} may be read by others`, trial);
			}
		}
		lookBehind(trial);
		tried('requests to sandboxes', answered);
		tried(answered > asks.length / 4 ? 'sandboxes' : 'sandboxes that answered too little');
	}
	rmSync(kept, {recursive: true});
};
