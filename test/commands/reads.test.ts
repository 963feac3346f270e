/** The commands that look, and `dialtop call`, on a sandbox: what they print in each format, and how they end. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {parse} from 'csv-parse/sync';
import {afterAll, afterEach, beforeAll, expect, test, vi} from 'vitest';
import * as z from 'zod';
import {type Sandbox, startSandbox} from '../../source/sandbox/sandbox.ts';
import {type Called, calledAs} from './called.ts';

let sandbox: Sandbox;
let state: string;

beforeAll(async () => {
	state = mkdtempSync(join(tmpdir(), 'dialtop-reads-'));
	sandbox = await startSandbox({
		campaigns: 6,
		agents: 20,
		leads: 2000,
		faults: {'reset:get_queues': 1, 'hang:list_ivrs': 1},
	});
});

afterEach(() => {
	vi.unstubAllEnvs();
});

afterAll(async () => {
	await sandbox.close();
	rmSync(state, {recursive: true});
});

const run = (line: string, env: Readonly<Record<string, string | undefined>> = {}): Promise<Called> =>
	calledAs(line.split(' '), {
		XDG_CONFIG_HOME: '/nonexistent',
		XDG_STATE_HOME: state,
		DIALTOP_URL: sandbox.url,
		DIALTOP_USER: sandbox.user,
		DIALTOP_PASSWORD: sandbox.password,
		DIALTOP_ENVIRONMENT: 'qa',
		...env,
	});

const nullable = <T extends z.ZodType>(type: T) => type.nullable();
const text = nullable(z.string());
const count = nullable(z.number().int().nonnegative());
const figure = nullable(z.number());

const boardRow = z.strictObject({
	state: text,
	name: z.string(),
	id: z.string().regex(/^\d+$/),
	method: text,
	level: figure,
	ready: count,
	on_call: count,
	wrap_up: count,
	paused: count,
	ringing: count,
	waiting: count,
	drop: figure,
	done: figure,
	remaining: count,
	time_left: figure,
	recent_drop: figure.nullable(),
	// Of the drops of a period; this service's profile names no rule.
	period: z.null(),
	live_answer: figure.nullable(),
	connect: figure.nullable(),
	sales: count,
	sales_per_hour: figure.nullable(),
	lines: count,
	means: z.enum(['dialing', 'paused', 'stopped', 'unknown']),
	disputed: z.null(),
	drop_limit: figure,
	failure: z.null(),
});

const listRow = z.strictObject({
	status: z.enum(['Y', 'N']),
	name: z.string(),
	id: z.string().regex(/^\d+$/),
	remaining: count,
	done: figure,
	total: count,
	new: count,
	called: count,
	campaign: text,
	last_called: text,
	changed: text,
	campaign_id: text,
});

const callRow = z.strictObject({
	date: text,
	status: text,
	name: text,
	phone: text,
	campaign: text,
	type: text,
	list: text,
	lead: text,
	flag: text,
	unique_id: text,
	campaign_id: text,
	list_id: text,
});

const campaignWhole = z.strictObject({
	id: z.string(),
	name: z.string(),
	status: text,
	means: z.string(),
	disputed: z.null(),
	dial_method: text,
	created: text,
	more: z.record(z.string(), z.string()),
	figures: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
	unreadable: z.array(z.string()).length(0),
	failure: z.null(),
	period: z.null(),
	forecast_errors: z.array(
		z.strictObject({minutes_ahead: z.int(), usually_within_minutes: figure, forecasts: z.int()}),
	),
	drop_at_close: nullable(
		z.strictObject({
			median: figure,
			low: figure,
			high: figure,
			closes_at: text,
			closes_by: nullable(z.enum(['hours', 'usual', 'midnight'])),
			inside_band: count,
			forecasts: count,
			why: nullable(z.enum(['not_recorded', 'not_dialing', 'few_answers', 'no_pace', 'closed'])),
		}),
	),
	alerts: z.array(
		z.strictObject({
			level: z.enum(['warning', 'critical']),
			rule: z.string(),
			text: z.string(),
			value: z.number(),
			threshold: z.number(),
			unit: z.string(),
		}),
	),
	derived: z.strictObject({
		live_answer_rate: figure,
		connect_rate: figure,
		sales_per_agent_hour: figure.nullable(),
		lines_in_use: count,
		occupancy: figure,
		seconds_left: figure,
	}),
	diagnosis: z.strictObject({
		verdict: z.enum(['dialing', 'not-dialing', 'unexplained', 'unknown']),
		reasons: z.array(z.looseObject({kind: z.string()})),
		ringing: count,
		in_progress: count,
		leads_a_minute: figure,
		not_told: z.array(z.string()),
	}),
	settings: nullable(
		z.array(
			z.strictObject({
				name: z.string(),
				value: z.string(),
				options: z.array(z.strictObject({id: z.string(), label: z.string()})),
			}),
		),
	),
});

/** What each command prints: JSON by a strict schema, CSV with the same fields, and a table with these words. */
const printing: readonly (readonly [argv: string, schema: z.ZodType, table: RegExp])[] = [
	['campaigns', z.array(boardRow).length(6), /^state +campaign +id +ready +on call[\s\S]* 6 campaigns in QA /],
	['campaign 1001 --settings', campaignWhole, /^\S.+ {2}1001 {2}\w+ {2}in QA at [\s\S]* Leads\n[\s\S]*autodiallevel/],
	['lists --status on', z.array(listRow).min(1), /^state +list +id +remaining[\s\S]*\nY on /],
	['list 50001', listRow, /^state +[YN] o[\s\S]*\nlist +\S/],
	['search --days 1', z.array(callRow).min(1), /^date +status +name +phone/],
];

test.for(printing)('%s: a table, JSON and CSV', async ([argv, schema, table]) => {
	const json = await run(`${argv} --json`);
	expect([argv, json.code, json.stderr]).toEqual([argv, 0, '']);
	const value: unknown = JSON.parse(json.stdout);
	expect([argv, schema.safeParse(value).error?.issues]).toEqual([argv, undefined]);
	const csv = await run(`${argv} --csv`);
	const [head = [], ...rows]: string[][] = parse(csv.stdout);
	expect([argv, csv.code, csv.stderr]).toEqual([argv, 0, '']);
	expect(head).toEqual(Array.isArray(value) ? Object.keys(value[0]) : ['field', 'value']);
	expect(rows.length).toBeGreaterThan(0);
	const people = await run(argv);
	expect(people.code).toBe(0);
	expect(people.stdout).toMatch(table);
	expect(people.stdout).not.toContain('\u001b');
});

const nobody = 'http://127.0.0.1:9';
const refusedToken = {DIALTOP_TOKEN: 'dead', DIALTOP_PASSWORD: undefined};

const endings: readonly (readonly [
	line: string,
	code: number,
	says: RegExp,
	env?: Record<string, string | undefined>,
])[] = [
	['list 7', 1, /refused by the service: List not found/],
	['campaign 7', 1, /does not list a campaign 7/],
	['search --days many', 2, /--days must be a whole number/],
	['campaigns', 3, /not sent: /, {DIALTOP_URL: nobody}],
	['call get_lists', 3, /not sent: /, {DIALTOP_URL: nobody}],
	['call pause_campaign campaign_id=1001 --yes --read-only', 3, /read-only/],
	['call get_queues', 4, /outcome unknown: /],
	['call list_ivrs --deadline 1', 4, /outcome unknown: /],
	['campaigns', 5, /not signed in at .* dialtop login/, {DIALTOP_PASSWORD: undefined}],
	['lists', 5, /not signed in/, refusedToken],
	['call add_queue name=x --yes', 5, /not signed in/, refusedToken],
];

test.for(endings)('dialtop %s ends with %i', async ([line, code, says, env]) => {
	const ran = await run(line, env);
	expect([line, ran.code, ran.stdout]).toEqual([line, code, '']);
	expect(ran.stderr).toMatch(says);
	expect(ran.stderr).toMatch(/^dialtop: /);
});
