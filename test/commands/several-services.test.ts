/** Commands that read, on several services at once: two sandboxes with equal ids and names, one that is down, one that is signed out. */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {parse as parseCsv} from 'csv-parse/sync';
import {afterAll, afterEach, beforeAll, expect, test, vi} from 'vitest';
import {type Sandbox, startSandbox} from '../../source/sandbox/sandbox.ts';
import {type Called, calledAs} from './called.ts';

let east: Sandbox;
let west: Sandbox;
let folder: string;

const floor = {campaigns: 3, agents: 12, leads: 1000};
const states = ['OK', 'WARNING', 'UNKNOWN', 'CRITICAL'];
const ids = ['1001', '1002', '1003'];

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'dialtop-several-'));
	[east, west] = await Promise.all([startSandbox({...floor, seed: 1}), startSandbox({...floor, seed: 2})]);
	const down = await startSandbox(floor);
	await down.close();
	const profile = (name: string, {url, user, password}: Sandbox, settings: string) =>
		`  ${name}: {url: "${url}", user: ${user}, password_command: "echo ${password}", environment: ${settings}}`;
	writeFileSync(
		join(folder, 'config.yml'),
		[
			'profiles:',
			profile('east', east, 'qa, time_zone: America/New_York'),
			profile('west', west, 'qa, time_zone: Asia/Kolkata'),
			profile('down', down, 'qa'),
			profile('prod', west, 'production'),
			profile('out', {...west, user: 'nobody'}, 'qa'),
			`  broken: {url: "${west.url}", user: ann, environment: qa, ca: /nonexistent.pem}`,
			'',
		].join('\n'),
		{mode: 0o600},
	);
});

afterEach(() => {
	vi.unstubAllEnvs();
});

afterAll(async () => {
	await Promise.all([east.close(), west.close()]);
	rmSync(folder, {recursive: true});
});

const run = (line: string): Promise<Called> =>
	calledAs(line.split(' '), {XDG_STATE_HOME: folder, DIALTOP_CONFIG: join(folder, 'config.yml')});

const hostOf = ({url}: Sandbox): string => new URL(url).host;

test('check has a line for each service under the worst of them, and figures by the name of each', async () => {
	const {code, stdout, stderr} = await run('check -p east,down,west --timeout 3600');
	const [first = '', ...lines] = stdout.trimEnd().split('\n');
	expect(lines.map(line => line.split(' ')[0])).toEqual(['east', 'down', 'west']);
	expect(lines[1]).toMatch(/^down UNKNOWN - 127\.0\.0\.1:\d+ refused the connection$/);
	const own = lines.map(line => line.split(' ')[1] ?? '');
	const worst = own.reduce((one, other) => (states.indexOf(other) > states.indexOf(one) ? other : one));
	expect(first).toMatch(
		new RegExp(`^DIALTOP ${worst} - 3 services: east ${own[0]}, down UNKNOWN, west ${own[2]} \\| `),
	);
	expect(code).toBe(['OK', 'WARNING', 'CRITICAL', 'UNKNOWN'].indexOf(worst));
	const labels = [...first.matchAll(/'([^']+)'=/g)].map(([, label = '']) => label);
	expect(labels).toEqual(
		expect.arrayContaining(['east_campaigns', 'west_campaigns', 'east_drop_1001', 'west_drop_1001']),
	);
	expect(labels.indexOf('west_waiting')).toBeLessThan(labels.indexOf('east_drop_1003'));
	expect(stderr).toBe('');
});

test('check: what one service lacks is UNKNOWN and takes nothing from the other', async () => {
	const named = await run('check -p broken,east 1002 --rule drop-limit --timeout 3600');
	expect(named.stdout).toMatch(/^broken UNKNOWN - the certificates of \/nonexistent\.pem cannot be used/m);
	expect(named.stdout).toMatch(/^east (?:OK|CRITICAL|WARNING) - /m);
	expect(named.code).toBeGreaterThan(0);
});

test('campaigns of several services are one table, sorted as a whole, with totals for each', async () => {
	const {code, stdout, stderr} = await run('campaigns -p west,east --sort drop');
	expect([code, stderr]).toEqual([0, '']);
	const [title = '', ...lines] = stdout.trimEnd().split('\n');
	expect(title).toMatch(/^service +state +campaign +id /);
	const rows = lines.slice(0, 6).map(line => line.split(/ +/)[0] + (/ (100\d) /.exec(line)?.[1] ?? ''));
	expect(rows.toSorted()).toEqual(['east', 'west'].flatMap(name => ids.map(id => name + id)));
	const drops = lines.slice(0, 6).map(line => Number(/!?(\d+\.\d+)%\/3\.0/.exec(line)?.[1] ?? -1));
	expect(drops).toEqual(drops.toSorted((one, other) => other - one));
	expect(lines.slice(6).map(line => line.replaceAll(/ +/g, ' ').slice(0, 24))).toEqual([
		expect.stringMatching(/^west 3 campaigns in QA/),
		expect.stringMatching(/^east 3 campaigns in QA/),
	]);
});

test('each row says which service it is of, in every format; one alone has no such field', async () => {
	const json = JSON.parse((await run('campaigns -p east,west --json')).stdout) as Record<string, unknown>[];
	expect(json.map(row => Object.keys(row)[0])).toEqual(json.map(() => 'service'));
	expect(json.map(({service, id}) => `${service} ${id}`).toSorted()).toEqual(
		['east', 'west'].flatMap(name => ids.map(id => `${name} ${id}`)),
	);
	// Equal ids are not equal campaigns: each has the figures of its own service.
	const leadsOf = (name: string) => json.find(({service, id}) => service === name && id === '1003')?.remaining;
	expect(leadsOf('east')).not.toEqual(leadsOf('west'));
	const csv = parseCsv((await run('campaigns -p east,west --csv --columns id,service 1003')).stdout);
	expect(csv).toEqual([
		['id', 'service'],
		['1003', 'east'],
		['1003', 'west'],
	]);
	const [alone] = JSON.parse((await run('campaigns -p east --quick --json')).stdout) as object[];
	expect(Object.keys(alone ?? {})).toEqual(['state', 'name', 'id', 'method', 'means']);
	expect((await run('campaigns -p east --columns service')).code).toBe(2);
});

test('a service that cannot be read is missing, with the reason, and the exit code is the worst', async () => {
	const {code, stdout, stderr} = await run('campaigns -p down,east --quick');
	expect(code).toBe(3);
	expect(stderr).toMatch(/^dialtop: down: campaigns: not sent: 127\.0\.0\.1:\d+ refused the connection/);
	expect(stdout).toMatch(/^service[\s\S]*^east +PLAY/m);
	const named = await run('campaigns -p east,west --quick 1001 nobody');
	expect(named.code).toBe(1);
	expect(named.stderr.trimEnd().split('\n').toSorted()).toEqual([
		`dialtop: east: ${hostOf(east)} does not list a campaign nobody`,
		`dialtop: west: ${hostOf(west)} does not list a campaign nobody`,
	]);
	const neither = await run('campaigns -p down,out --quick --json');
	expect(neither).toMatchObject({code: 5, stdout: ''});
	expect(neither.stderr).toMatch(/^dialtop: out: .*dialtop login -p out signs in/m);
});

test('production beside QA is compared by what only reads', async () => {
	const {code, stdout} = await run('campaigns -p east,prod --quick');
	expect(code).toBe(0);
	expect(stdout).toMatch(/^east +3 campaigns in QA\nprod +3 campaigns in PRODUCTION\n/m);
});

test('alerts: the gravest of all services first, each with its service, and how each service is', async () => {
	const {code, stdout} = await run('alerts -p west,down,east --json --timeout 3600');
	const listed = JSON.parse(stdout);
	expect(Object.keys(listed)).toEqual(['watched_s', 'campaigns', 'not_judged', 'not_read', 'services', 'alerts']);
	expect(listed.campaigns).toBe(6);
	expect(listed.services).toMatchObject([
		{profile: 'west', environment: 'QA', host: hostOf(west), campaigns: 3},
		{profile: 'down', state: 'UNKNOWN', campaigns: 0, alerts: 0},
		{profile: 'east', host: hostOf(east)},
	]);
	expect(listed.not_read).toEqual([expect.stringMatching(/^down: .*refused the connection$/)]);
	const alerts = listed.alerts as {profile: string; host: string; level: string}[];
	expect(alerts.map(({level}) => level)).toEqual(alerts.map(({level}) => level).toSorted());
	for (const {profile, host} of alerts) {
		expect(host).toBe(hostOf(profile === 'east' ? east : west));
	}
	expect(new Set(alerts.map(({profile}) => profile))).toEqual(new Set(['east', 'west']));
	expect(code).toBe(listed.services.some(({state}: {state: string}) => state === 'CRITICAL') ? 2 : 3);
});

test('alerts for people: the service before each, and what each look covered', async () => {
	const {stdout, stderr} = await run('alerts -p east,west --timeout 3600');
	const lines = stdout.trimEnd().split('\n');
	expect(lines.filter(line => !/^(?:east|west) {2}[A-Za-z]+ {2,}(?:since \d\d:\d\d:\d\d {2})?\S/.test(line))).toEqual(
		[],
	);
	expect(stderr).toMatch(/^dialtop: east: \d alerts? on 3 campaigns in one look/m);
	expect(stderr).toMatch(/^dialtop: west: not judged in one look/m);
	const backtest = await run('alerts -p east,west --backtest 1h');
	expect(backtest).toMatchObject({code: 2, stderr: expect.stringContaining('give one, such as -p east')});
});

test('alerts --follow names the service of each line, and goes on where one is signed out', async () => {
	const {code, stdout, stderr} = await run('alerts -p east,out,west --follow --for 2.5');
	expect(stdout).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}east {2}begins {2}/m);
	expect(stdout).toMatch(/ {2}west {2}begins {2}/);
	expect(stderr).toMatch(/^dialtop: out: not signed in at .*dialtop login -p out signs in$/m);
	expect(code).toBe(3);
});

test('watch prints the polls of all services as they come, and goes on where one cannot', async () => {
	const {code, stdout, stderr} = await run('watch -p east,down,out,west --interval 0.5 --kinds poll,link --count 9');
	const lines = stdout
		.trimEnd()
		.split('\n')
		.map(line => JSON.parse(line) as Record<string, unknown>);
	const polls = lines.filter(({kind}) => kind === 'poll');
	expect(polls).toHaveLength(9);
	expect(new Set(polls.map(({profile}) => profile))).toEqual(new Set(['east', 'west']));
	for (const {profile, host} of polls) {
		expect(host).toBe(hostOf(profile === 'east' ? east : west));
	}
	expect(lines).toContainEqual(expect.objectContaining({kind: 'link', profile: 'down', link: 'retrying'}));
	expect(stderr).toMatch(/^dialtop: out: not signed in/m);
	expect(code).toBe(5);
});

test('two sandboxes need no configuration, and do not take the name of a profile', async () => {
	const {code, stdout} = await run('report --sandbox -p left,right --shift 1h --markdown');
	expect(code).toBe(0);
	expect(stdout.match(/^# .*$/gm)).toEqual(['left', 'right'].map(name => `# Hand-over: SANDBOX embedded (${name})`));
	const taken = await run('campaigns --sandbox -p left,east --quick');
	expect(taken.stderr).toContain('"east" is a profile of your configuration: name the sandboxes otherwise');
	expect(taken.code).toBe(2);
});
