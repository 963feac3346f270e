/** Kills the sandbox in the middle of writes, and looks for every write that it has acknowledged. */
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {setTimeout as sleep} from 'node:timers/promises';
import {type Call, createWriters} from '../../../helpers/writers.ts';
import type {Trials} from '../../row.ts';
import {callWith, createClient, signIn, small, startSandbox, startWithPassword} from './process.ts';

/** Answers after which it is killed, at most. */
const mostAnswers = 40;

/** So many lives; each ends with a kill while requests are under way. */
export const tryKills = async (trials: Trials, folder: string, lives: number): Promise<void> => {
	const file = join(folder, 'kills.db');
	const random = trials.random('kills');
	const writers = createWriters();
	let running = startWithPassword(['--database', file, ...small]);
	let token: string | undefined;
	let acknowledged = 0;
	try {
		for (let life = 1; life <= lives; life++) {
			const url = await running.url;
			if (url === undefined) {
				trials.failed(`it did not start again after a kill: ${running.said()}`, `kill ${life - 1}`);
				return;
			}
			const clients = writers.map(() => createClient(url));
			token ??= await signIn(clients[0] ?? createClient(url));
			const known = token;
			let answers = 0;
			let underWay = 0;
			const calls = clients.map((client): Call => {
				const call = callWith(client, known);
				return async (type, params) => {
					underWay++;
					try {
						const response = await call(type, params);
						answers++;
						return response;
					} finally {
						underWay--;
					}
				};
			});
			const look = async (): Promise<void> => {
				for (const [at, writer] of writers.entries()) {
					const lost = await writer.lost(calls[at] as Call);
					for (const one of lost) {
						trials.failed(`an acknowledged write is lost: ${one}`, `kill ${life - 1}`);
					}
				}
			};
			await look();
			answers = 0;
			const until = 2 + random.below(mostAnswers);
			const writing = Promise.all(writers.map(({write}, at) => write(calls[at] as Call).catch(() => undefined)));
			while (answers < until && !running.hasEnded()) {
				await sleep(1);
			}
			// Somewhere in what is being written, not always right after an answer.
			const from = performance.now();
			const rest = random.next() * 4;
			while (performance.now() - from < rest) {
				await new Promise(resolve => setImmediate(resolve));
			}
			if (running.hasEnded()) {
				trials.failed(`it ended by itself: ${running.said()}`, `kill ${life}`);
				return;
			}
			const wasWriting = underWay > 0;
			running.kill('SIGKILL');
			await Promise.all([writing, running.ended]);
			for (const client of clients) {
				client.close();
			}
			if (wasWriting) {
				trials.tried('kills during writes');
			}
			running = startSandbox(['--database', file]);
			if (life % 20 === 0) {
				acknowledged = writers.reduce((sum, writer) => sum + writer.acknowledged(), 0);
				trials.progress(`${life} kills, ${acknowledged} acknowledged writes`);
			}
		}
		const url = await running.url;
		const client = createClient(url ?? '');
		for (const writer of writers) {
			for (const one of await writer.lost(callWith(client, token ?? ''))) {
				trials.failed(`an acknowledged write is lost: ${one}`, `kill ${lives}`);
			}
		}
		client.close();
		running.kill('SIGTERM');
		const how = await running.ended;
		if (how !== 0) {
			trials.failed(`after all kills it ended with ${how}: ${running.said()}`, 'the end');
		}
	} finally {
		await running[Symbol.asyncDispose]();
	}
	const database = new DatabaseSync(file, {readOnly: true});
	const health = JSON.stringify(database.prepare('pragma integrity_check').all());
	database.close();
	if (health !== '[{"integrity_check":"ok"}]') {
		trials.failed(`SQLite finds damage after the kills: ${health}`, 'the end');
	}
	acknowledged = writers.reduce((sum, writer) => sum + writer.acknowledged(), 0);
	trials.tried('acknowledged writes looked for', acknowledged);
	// A detector that sees everything as there would prove nothing.
	const blind = createWriters();
	const forgetful: Call = async type =>
		type.startsWith('get_') || type.startsWith('fetch')
			? {accounts: [], dncs: [], campaigns: [], list: {}}
			: {success: 1, added: 1, messages: []};
	let seen = 0;
	for (const writer of blind) {
		let count = 0;
		await writer
			.write(async () => (++count > 3 ? Promise.reject(new Error('enough')) : {success: 1}))
			.catch(() => undefined);
		seen += (await writer.lost(forgetful)).length > 0 ? 1 : 0;
	}
	if (seen < blind.length) {
		trials.failed(`only ${seen} of ${blind.length} kinds of lost writes would be noticed`, 'the detector');
	}
};
