/** `dialtop record` as a unit of systemd has it, and the monitor beside it. */
import {mkdtempSync, readdirSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {startOtherService} from '../helpers/other-service.ts';
import {runProgram, startProgram} from '../helpers/run-program.ts';

const token = 'token-of-the-record-0815';

test('records until it is told to stop, for the group of its unit to read', async () => {
	const state = mkdtempSync(join(tmpdir(), 'dialtop-record-'));
	onTestFinished(() => rmSync(state, {recursive: true}));
	const {url, close} = await startOtherService({token, campaigns: 3});
	onTestFinished(close);
	const env = {DIALTOP_URL: url, DIALTOP_TOKEN: token, DIALTOP_ENVIRONMENT: 'qa', STATE_DIRECTORY: state};
	await using running = startProgram(['record', '--interval', '0.5'], {env});
	await expect.poll(running.stderr).toMatch(/Recording to .*; history: \{record: false\}/);
	const info = async () => JSON.parse((await runProgram(['history', 'info', '--json'], {env})).stdout || '{}');
	await expect.poll(info).toMatchObject({campaigns: 3});
	running.child.kill('SIGTERM');
	expect(await running.ended).toMatchObject({code: 0});
	const folder = join(state, readdirSync(state)[0] ?? '');
	expect(readdirSync(folder)).toEqual([expect.stringMatching(/\.open$/)]);
	expect(statSync(folder).mode & 0o777).toBe(0o750);
	expect(statSync(join(folder, readdirSync(folder)[0] ?? '')).mode & 0o777).toBe(0o640);
	const checked = await runProgram(['history', 'check', '--csv'], {env});
	expect(checked).toMatchObject({code: 0});
	const {stdout} = await runProgram(['history', 'export', '--id', '1001'], {env});
	expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({id: '1001', status: expect.any(String)});
	expect(stdout).not.toContain(token);
});

test('refuses to record a sandbox that ends with it, unless a folder is named', async () => {
	const {code, stderr} = await runProgram(['record', '--sandbox']);
	expect(code).toBe(2);
	expect(stderr).toContain('name a folder for its recording (history: {path: …})');
});
