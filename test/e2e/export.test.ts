/** `dialtop export` as it runs for months: scraped, told to read its configuration again, and ended. */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {type OtherService, type OtherServiceOptions, startOtherService} from '../helpers/other-service.ts';
import {type Running, runProgram, startProgram} from '../helpers/run-program.ts';

const token = 'token-of-the-export-0815';

const serve = async (options: OtherServiceOptions = {}): Promise<OtherService> => {
	const service = await startOtherService({token, campaigns: 3, ...options});
	onTestFinished(() => service.close());
	return service;
};

const profiles = (...lines: readonly string[]): string => `profiles:\n${lines.map(line => `  ${line}\n`).join('')}`;

const configured = (text: string) => {
	const folder = mkdtempSync(join(tmpdir(), 'dialtop-export-'));
	onTestFinished(() => rmSync(folder, {recursive: true}));
	const file = join(folder, 'config.yml');
	const write = (changed: string): void => writeFileSync(file, changed, {mode: 0o600});
	write(text);
	return {write, env: {DIALTOP_CONFIG: file, XDG_STATE_HOME: folder}};
};

/** Where it is scraped. */
const urlOf = async (running: Running): Promise<string> => {
	await expect.poll(running.stderr).toMatch(/scraped at http\S+\/metrics/);
	return /scraped at (http\S+)\/metrics/.exec(running.stderr())?.[1] ?? '';
};

const page = async (url: string, path = '/metrics'): Promise<string> => (await fetch(`${url}${path}`)).text();

test('a scrape asks nothing of the service, and it ends when it is told to', async () => {
	const service = await serve();
	const env = {DIALTOP_URL: service.url, DIALTOP_TOKEN: token, DIALTOP_ENVIRONMENT: 'qa'};
	await using running = startProgram(['export', '--listen', '127.0.0.1:0', '--interval', '60'], {env});
	const url = await urlOf(running);
	// Its page is made anew in its next cycle.
	await expect.poll(() => service.requests.length).toBe(4);
	const pages = await Promise.all(Array.from({length: 100}, () => page(url)));
	expect(pages.every(one => one.includes('dialtop_build_info{'))).toBe(true);
	expect(service.requests.map(({type}) => type).sort()).toEqual([
		'get_campaigns',
		'get_dashboard_stats',
		'get_dashboard_stats',
		'get_dashboard_stats',
	]);
	expect(running.stderr()).not.toContain('ANYBODY');
	running.child.kill('SIGTERM');
	expect(await running.ended).toMatchObject({code: 0, stdout: ''});
	expect(running.stderr()).not.toContain(token);
});

test('several floors, a configuration that is read again, and one floor that is signed out', async () => {
	const [east, west] = [await serve({user: 'ops', pass: 'p'}), await serve({user: 'ops', pass: 'p'})];
	const floor = (name: string, {url}: OtherService, password: string) =>
		`${name}: {url: "${url}", environment: qa, user: ops, password_command: "echo ${password}"}`;
	const {write, env} = configured(profiles(floor('east', east, 'p'), floor('west', west, 'wrong')));
	const args = ['export', '-p', 'east,west', '--listen', '127.0.0.1:0', '--interval', '1'];
	await using running = startProgram(args, {env: {...env, JOURNAL_STREAM: '8:1'}});
	const url = await urlOf(running);
	await expect.poll(() => page(url)).toContain('dialtop_campaign_info{profile="east",campaign_id="1001"');
	await expect
		.poll(running.stderr)
		.toMatch(/<3>dialtop export: west: not signed in at 127.*dialtop login -p west signs in/);
	await expect.poll(() => page(url)).toContain('dialtop_service_up{profile="west"} 0\n');
	expect(await page(url, '/probe?target=west')).not.toContain('profile="east"');
	expect((await fetch(`${url}/probe?target=north`)).status).toBe(404);
	expect((await fetch(`${url}/-/ready`)).status).toBe(200);

	write('profiles: [');
	running.child.kill('SIGHUP');
	await expect.poll(running.stderr).toContain('the configuration cannot be used, and that of before holds');
	const asked = east.requests.length;
	write(profiles(floor('east', east, 'p'), floor('west', west, 'p')));
	running.child.kill('SIGHUP');
	await expect.poll(running.stderr).toContain('the configuration was read again: west opened anew');
	await expect.poll(() => page(url)).toContain('dialtop_service_up{profile="west"} 1\n');
	await expect.poll(() => east.requests.length).toBeGreaterThan(asked);
	// East was not disturbed: nobody signed in anew.
	expect(east.requests.filter(({type}) => type === 'login_user')).toHaveLength(1);
	expect(running.stderr()).toMatch(/^<6>dialtop export: scraped at/m);
	running.child.kill('SIGINT');
	expect(await running.ended).toMatchObject({code: 0});
});

test('a service that fails is asked again until it answers; its figures are left out, and come back', async () => {
	const service = await serve();
	const env = {DIALTOP_URL: service.url, DIALTOP_TOKEN: token, DIALTOP_ENVIRONMENT: 'qa'};
	await using running = startProgram(['export', '--listen', '127.0.0.1:0', '--interval', '1'], {env});
	const url = await urlOf(running);
	const figures = 'dialtop_campaign_leads_remaining{';
	await expect.poll(() => page(url)).toContain(figures);
	await service.setFault('http-500');
	await expect.poll(() => page(url)).not.toContain(figures);
	const during = await page(url);
	expect(during).toMatch(/dialtop_service_up\{.*\} 0\n/);
	expect(during).toContain('dialtop_campaign_last_poll_timestamp_seconds{');
	expect(during).toMatch(/dialtop_requests_total\{.*outcome="unknown"\} \d+\n/);
	await service.setFault();
	await expect.poll(() => page(url)).toContain(figures);
	expect(running.stderr().match(/asked again until it answers/g)).toHaveLength(1);
});

test('it ends with 5 where it cannot sign in, and with 70 where it cannot listen', async () => {
	const service = await serve({user: 'ops', pass: 'p'});
	const env = {DIALTOP_URL: service.url, DIALTOP_USER: 'ops', DIALTOP_PASSWORD: 'wrong', DIALTOP_ENVIRONMENT: 'qa'};
	const out = await runProgram(['export', '--listen', '127.0.0.1:0'], {env});
	expect(out).toMatchObject({code: 5, stderr: expect.stringContaining('not signed in')});
	expect(service.requests.filter(({type}) => type === 'login_user')).toHaveLength(1);
	const taken = createServer().listen(0, '127.0.0.1');
	onTestFinished(() => void taken.close());
	await expect.poll(() => taken.listening).toBe(true);
	const {port} = taken.address() as {port: number};
	const refused = await runProgram(['export', '--sandbox', '--listen', `127.0.0.1:${port}`]);
	expect(refused).toMatchObject({code: 70, stderr: expect.stringContaining(`cannot listen on 127.0.0.1:${port}`)});
});

test('another address without a password is warned of loudly', async () => {
	await using running = startProgram(['export', '--sandbox', '--web.listen-address', '0.0.0.0:0']);
	await urlOf(running);
	expect(running.stderr()).toContain('ANYBODY who reaches 0.0.0.0 CAN READ the figures of every campaign');
});
