/** A real Prometheus scrapes the exporter through a storm of drops on a fast clock. */
import {expect, test} from 'vitest';
import {dashboard} from '../../source/metrics/dashboard.ts';
import {freePort, hasPrometheus, type Series, startPrometheus} from '../helpers/prometheus.ts';
import {runProgram, startProgram} from '../helpers/run-program.ts';

if (!hasPrometheus) {
	process.stdout.write('skipped: there is no prometheus here\n');
}

/** Seconds. */
const now = (): number => Date.now() / 1000;

/** When a series first had a value; undefined if it has none. */
const firstOf = (series: readonly Series[]): number | undefined => {
	const times = series.flatMap(({values = []}) => values.map(([time]) => time));
	return times.length === 0 ? undefined : Math.min(...times);
};

/** Every expression of the dashboard, with everything chosen. */
const expressions = dashboard().panels.flatMap(({targets}) =>
	targets.map(({expr}) => expr.replaceAll(/\$(?:profile|campaign)/g, '.*')),
);

/** What the floor of the storm has no figures for: no profile sets a rule of compliance. */
const isEmpty = (expression: string): boolean => expression.includes('period_drop_ratio');

test.skipIf(!hasPrometheus)(
	'the alert fires beside that of dialtop, and a restart leaves a gap and no spike',
	{
		timeout: 180_000,
	},
	async () => {
		await using sandbox = startProgram([
			...[
				'sandbox',
				'--ephemeral',
				'--json',
				'--seed',
				'1',
				'--scenario',
				'drop-storm',
				'--speed',
				'20',
				'--port',
				'0',
			],
		]);
		const [line = ''] = await sandbox.lines(1);
		const {url, user, password} = JSON.parse(line) as Record<string, string>;
		const env = {DIALTOP_URL: url, DIALTOP_USER: user, DIALTOP_PASSWORD: password, DIALTOP_ENVIRONMENT: 'sandbox'};
		const port = await freePort();
		const args = ['export', '--listen', `127.0.0.1:${port}`, '--interval', '1'];
		const rules = await runProgram(['export', '--rules']);
		const began = now();
		await using exporter = startProgram(args, {env});
		await using prometheus = await startPrometheus(`127.0.0.1:${port}`, rules.stdout);
		const since = (query: string) => prometheus.range(query, Math.floor(began), Math.ceil(now()));
		await expect.poll(exporter.stderr).toContain('scraped at');

		const own = 'dialtop_alerts_firing{rule="drop-limit"}';
		const theirs = 'ALERTS{alertname="DialtopDropsOverLimit",alertstate="firing"}';
		const first = async (query: string): Promise<number | undefined> => firstOf(await since(query).catch(() => []));
		await expect.poll(() => first(own), {timeout: 100_000, interval: 500}).toBeDefined();
		await expect.poll(() => first(theirs), {timeout: 60_000, interval: 500}).toBeDefined();
		const late = ((await first(theirs)) ?? Number.NaN) - ((await first(own)) ?? Number.NaN);
		expect(Math.abs(late)).toBeLessThanOrEqual(60);
		process.stdout.write(`prometheus: its alert fired ${late} s after that of dialtop\n`);
		const [fired] = await prometheus.query(theirs);
		expect(fired?.metric).toMatchObject({
			severity: 'critical',
			campaign_id: expect.any(String),
			name: expect.any(String),
		});

		for (const expression of expressions) {
			const result = await prometheus.query(expression);
			expect([expression, result.length > 0]).toEqual([expression, !isEmpty(expression)]);
		}

		exporter.child.kill('SIGKILL');
		await exporter.ended;
		await expect.poll(async () => (await prometheus.query('up'))[0]?.value?.[1]).toBe('0');
		const dialed = 'dialtop_campaign_dialed_total';
		expect(await prometheus.query(dialed)).toEqual([]);
		await using again = startProgram(args, {env});
		await expect.poll(again.stderr).toContain('answers');
		// Every campaign is back.
		const all = `count(${dialed}) == count(dialtop_campaign_info)`;
		await expect.poll(async () => (await prometheus.query(all)).length).toBe(1);
		const campaigns = await since(dialed);
		expect(campaigns.length).toBeGreaterThan(0);
		for (const {metric, values = []} of campaigns) {
			const [times, totals] = [values.map(([time]) => time), values.map(([, total]) => Number(total))];
			const gap = Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time)));
			expect([metric.campaign_id, gap > 1]).toEqual([metric.campaign_id, true]);
			expect(totals).toEqual(totals.toSorted((one, other) => one - other));
		}
		const resets = await prometheus.query(`sum(resets(${dialed}[${Math.ceil(now() - began)}s]))`);
		expect(resets[0]?.value?.[1]).toBe('0');
	},
);
