/** Canaries: secrets that every operation sends, and that a service gives back in every way, are in no place they could leave by. */
import {readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {createConnection} from '../../source/service/connection.ts';
import {openRequestLog} from '../../source/service/log-file.ts';
import {reasonOf} from '../../source/service/session.ts';
import {crashMessage} from '../../source/terminal/signals.ts';
import type {Outcome} from '../../source/wire/errors.ts';
import type {AnyOperation} from '../../source/wire/operation.ts';
import {type OperationType, operations} from '../../source/wire/operations/index.ts';
import type {Parameter, Parameters} from '../../source/wire/parameters.ts';
import {struck} from '../../source/wire/secrets.ts';
import {temporaryFolder, testAudit} from '../helpers/audit.ts';
import {echoNames, startEchoing} from '../helpers/echoing-service.ts';

const canaries = {
	token: 'canary-token/1',
	password: 'canary-pass/"1&',
	method: 'canary-method-1',
	phone: '+15550104477',
};
const digits = '5550104477';

/** What a parameter is sent as: a canary where it is sensitive, else the first of a few texts that it takes. */
const exampleOf = (row: Parameter): unknown => {
	if (row.fields) {
		const inner = examplesOf(row.fields);
		return row.kind === 'repeated' ? [inner] : inner;
	}
	if (row.kind === 'file') {
		return {name: 'leads.csv', bytes: Buffer.from('phone_number\n')};
	}
	const {secret, phone} = {
		secret: row.kind === 'secret' || row.sensitive === 'secret',
		phone: row.sensitive === 'phone',
	};
	const tries = secret
		? [canaries.password, canaries.method]
		: phone
			? [canaries.phone, digits]
			: [...(row.choices ?? []), '5', 'text', 'repeat', '2026-03-31', 'ann@example.com', '12.50', '5550100000'];
	const taken = tries.flatMap(text => [text, [text]]).find(wire => row.schema().safeDecode(wire as never).success);
	return taken === undefined ? undefined : row.schema().safeDecode(taken as never).data;
};

const examplesOf = (rows: Parameters): Record<string, unknown> =>
	Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, exampleOf(row)]));

test('no canary leaves by the log, the audit, what is said, a crash or another host', async () => {
	const journal: string[] = [];
	const other = createServer((request, response) => {
		journal.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
		response.end();
	});
	await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve));
	await using service = await startEchoing(`http://127.0.0.1:${(other.address() as AddressInfo).port}`);
	const folder = temporaryFolder();
	const log = await openRequestLog(join(folder, 'log.jsonl'), text => said.push(text));
	const audit = testAudit(service.url, {file: join(folder, 'audit.jsonl')});
	const connection = createConnection({
		url: service.url,
		token: canaries.token,
		isLocked: () => false,
		log,
		audit,
	});
	onTestFinished(async () => {
		await connection.close();
		other.close();
	});

	const said: string[] = [];
	const shown: string[] = [];
	const crashes: string[] = [];
	let called = 0;
	const note = (outcome: Outcome<unknown>): void => {
		called++;
		expect(['refused', 'unknown'], 'cause' in outcome ? outcome.cause.message : '').toContain(outcome.kind);
		if (outcome.kind === 'done') {
			return;
		}
		shown.push(reasonOf(outcome));
		said.push(struck(reasonOf(outcome)));
		const raw = outcome.kind === 'refused' ? `${outcome.error} ${outcome.techMsg}` : String(outcome.cause.stack);
		crashes.push(crashMessage(new Error(raw), struck, '1'));
	};
	const types = Object.keys(operations) as OperationType[];
	for (const echo of echoNames) {
		service.setEcho(echo);
		const outcomes = await Promise.all(
			types.map(type => {
				const {params}: AnyOperation = operations[type];
				return connection.dialer.ask(type, examplesOf(params), {retries: 0});
			}),
		);
		outcomes.forEach(note);
	}
	await log.close();
	await audit.close();
	expect(service.seen()).toBe(types.length * echoNames.length);
	expect(called).toBe(service.seen());

	const places: Record<string, string> = {
		'the log': readFileSync(join(folder, 'log.jsonl'), 'utf8'),
		'the audit': readFileSync(join(folder, 'audit.jsonl'), 'utf8'),
		'standard error': said.join('\n'),
		'the crash reports': crashes.join('\n'),
		'another host': journal.join('\n'),
	};
	const secrets = [/canary-/i, new RegExp(digits)];
	for (const [place, text] of Object.entries(places)) {
		for (const secret of secrets) {
			expect(secret.exec(text) && text.slice(Math.max(0, text.search(secret) - 300)).slice(0, 600), place).toBeNull();
		}
	}
	// On screen the operator may see the number that was typed, and nothing to get in with.
	expect(shown.filter(text => /canary-/i.test(text))).toEqual([]);
	expect(shown.some(text => text.includes('•••'))).toBe(true);
	expect(journal).toEqual([]);
	expect(places['the log']?.trim().split('\n')).toHaveLength(called);
	const looked = Object.keys(places).length + 1;
	process.stdout.write(
		`canaries: ${called} requests (${types.length} operations × ${echoNames.length} echoes), ${looked} places × ${Object.keys(canaries).length} secrets, 0 found\n`,
	);
});
