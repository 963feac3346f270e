/** The credentials of an engine: commands print them, queries carry them, and nothing else shows them. */
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {EngineError} from '../../source/prometheus/client.ts';
import {struck} from '../../source/wire/secrets.ts';
import {connect} from './client.ts';
import {type Answering, json, success} from './engine.ts';

let folder = '';

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'dialtop-credentials-'));
});

afterEach(() => {
	rmSync(folder, {recursive: true, force: true});
});

const fine: Answering = (_, response) => json(response, success('vector', []));

/** A command that prints a new token each time it runs, and how often it has run. */
const tokens = () => {
	const file = join(folder, 'runs');
	writeFileSync(file, '');
	return {
		command: `echo x >> '${file}'; echo token-number-$(wc -l < '${file}' | tr -d ' ')`,
		runs: () => readFileSync(file, 'utf8').length / 2,
	};
};

/** The message of a query that is rejected. */
const problem = async (answer: Promise<unknown>): Promise<EngineError> => {
	const error = await answer.catch(reason => reason);
	expect(error).toBeInstanceOf(EngineError);
	return error as EngineError;
};

test('a bearer token comes from a command, which runs at the first query and once', async () => {
	const {command, runs} = tokens();
	await using at = await connect(fine, {bearerCommand: command});
	expect(runs()).toBe(0);
	await Promise.all([at.engine.query('a'), at.engine.query('b')]);
	await at.engine.query('c');
	expect(at.asked.map(({headers}) => headers.authorization)).toEqual(
		Array.from({length: 3}, () => 'Bearer token-number-1'),
	);
	expect(runs()).toBe(1);
	expect(struck('it is token-number-1')).toBe('it is •••');
});

test('a user and a password go as basic authentication; headers may come from commands', async () => {
	await using at = await connect(fine, {
		user: 'ann',
		passwordCommand: 'echo the-password-of-ann',
		headers: {'X-Scope-OrgID': 'north'},
		headerCommands: {'X-Api-Key': 'printf "the-key\\nand more"'},
	});
	await at.engine.query('a');
	const encoded = Buffer.from('ann:the-password-of-ann').toString('base64');
	expect(at.asked[0]?.headers).toMatchObject({
		authorization: `Basic ${encoded}`,
		'x-scope-orgid': 'north',
		'x-api-key': 'the-key',
	});
	expect(struck(`${encoded} the-key north`)).toBe('••• ••• north');
});

test('a token that is rejected is fetched anew, but not more often than every 30 s', async () => {
	const {command, runs} = tokens();
	let valid = 'Bearer token-number-2';
	await using at = await connect(
		({headers}, response) => {
			if (headers.authorization === valid) {
				json(response, success('vector', []));
			} else {
				response.writeHead(401, {'content-type': 'text/html'}).end(`<p>${headers.authorization}</p>`);
			}
		},
		{bearerCommand: command},
	);
	const error = await problem(at.engine.query('a'));
	expect([error.code, error.message]).toEqual([
		'credentials',
		`${at.host} rejects the credentials (HTTP 401). Check bearer_command, user and password_command, or the headers in the history of the profile`,
	]);
	expect(runs()).toBe(1);
	at.clock.pass(30_000);
	const [one, other] = await Promise.all([at.engine.query('a'), at.engine.query('b')]);
	expect([one, other]).toMatchObject([{series: []}, {series: []}]);
	expect(runs()).toBe(2);
	valid = 'none';
	for (let query = 0; query < 5; query++) {
		await problem(at.engine.query('a'));
	}
	expect(runs()).toBe(2);
});

test.each<[what: string, command: string, message: RegExp]>([
	[
		'fails',
		'echo not-to-be-shown; exit 3',
		/^the history of the profile: bearer_command failed with exit code 3; it is in your configuration/,
	],
	['prints nothing', 'true', /bearer_command gave nothing on the first line/],
	[
		'prints what no header may hold',
		'printf "not-to-be-shown\\001"',
		/bearer_command prints characters that no header may hold/,
	],
])('a command that %s is run again after 30 s, and nothing is sent', async (_, bearerCommand, message) => {
	await using at = await connect(fine, {bearerCommand});
	const error = await problem(at.engine.query('a'));
	expect([error.code, error.message]).toEqual(['credentials', expect.stringMatching(message)]);
	expect(error.message).not.toContain('not-to-be-shown');
	expect(await problem(at.engine.query('a'))).toBe(error);
	at.clock.pass(30_000);
	expect(await problem(at.engine.query('a'))).not.toBe(error);
	expect(at.asked).toEqual([]);
});

test('a query that is called off while a command runs ends at once; closing ends the command', async () => {
	const file = join(folder, 'began');
	const at = await connect(fine, {bearerCommand: `echo $$ > '${file}'; sleep 600; true`});
	const leaving = new AbortController();
	const [one, other] = [problem(at.engine.query('a', {signal: leaving.signal})), problem(at.engine.query('a'))];
	leaving.abort();
	expect(await one).toMatchObject({code: 'aborted'});
	await at[Symbol.asyncDispose]();
	expect(await other).toMatchObject({code: 'aborted'});
});

test('an engine that gives back what it was sent shows none of it', async () => {
	const secret = 'a-token-that-comes-back';
	let answering: Answering = fine;
	await using at = await connect((...given) => answering(...given), {bearerCommand: `echo ${secret}`});
	answering = (_, response) =>
		json(
			response,
			success('vector', [{metric: {name: `x ${secret}`, [secret]: encodeURIComponent(secret)}, value: [1, '1']}], {
				warnings: [secret],
			}),
		);
	expect(JSON.stringify(await at.engine.query('a'))).not.toContain(secret);
	answering = (_, response) => json(response, {status: 'error', errorType: 'bad_data', error: secret}, 400);
	expect((await problem(at.engine.query('a'))).message).not.toContain(secret);
	answering = (_, response) => void response.writeHead(302, {location: `https://${secret}.example/`}).end();
	expect((await problem(at.engine.query('a'))).message).not.toContain(secret);
});
