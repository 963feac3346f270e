/** A real Prometheus on loopback, where the machine has one. */
import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** Whether the machine has Prometheus, which CI's does not: tests that need it skip and say so. */
export const hasPrometheus = spawnSync('prometheus', ['--version']).status === 0;

/** A port that nobody listens on. */
export const freePort = async (): Promise<number> => {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const {port} = server.address() as {port: number};
	server.close();
	await once(server, 'close');
	return port;
};

/** A series of an answer: its labels, and a value with the second of its time, or several. */
export type Series = {
	metric: Record<string, string>;
	value?: [number, string];
	values?: [number, string][];
};

/** Starts Prometheus, which scrapes every second. Use with `await using`. */
export const startPrometheus = async (target: string, rules: string) => {
	const folder = mkdtempSync(join(tmpdir(), 'dialtop-prometheus-'));
	const port = await freePort();
	writeFileSync(join(folder, 'rules.yml'), rules);
	writeFileSync(
		join(folder, 'prometheus.yml'),
		JSON.stringify({
			global: {scrape_interval: '1s', evaluation_interval: '1s'},
			rule_files: ['rules.yml'],
			scrape_configs: [{job_name: 'dialtop', static_configs: [{targets: [target]}]}],
		}),
	);
	const child = spawn(
		'prometheus',
		[
			'--config.file=prometheus.yml',
			`--storage.tsdb.path=${join(folder, 'data')}`,
			`--web.listen-address=127.0.0.1:${port}`,
			'--log.level=error',
		],
		{cwd: folder, stdio: 'ignore'},
	);
	const ask = async (path: string, fields: Readonly<Record<string, string>>): Promise<Series[]> => {
		const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, {
			method: 'POST',
			body: new URLSearchParams(fields),
		});
		const {status, error, data} = (await answer.json()) as {
			status: string;
			error?: string;
			data?: {result: Series[]};
		};
		if (status !== 'success' || !data) {
			throw new Error(`${fields.query}: ${error}`);
		}
		return data.result;
	};
	return {
		url: `http://127.0.0.1:${port}`,
		/** The value of an expression now. */
		query: (query: string) => ask('query', {query}),
		/** Its values at each second between two moments, in seconds since 1970. */
		range: (query: string, start: number, end: number) =>
			ask('query_range', {query, start: String(start), end: String(end), step: '1'}),
		async [Symbol.asyncDispose]() {
			if (child.exitCode === null && child.signalCode === null) {
				child.kill('SIGKILL');
				await once(child, 'exit');
			}
			rmSync(folder, {recursive: true, force: true});
		},
	};
};
