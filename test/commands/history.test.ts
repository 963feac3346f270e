import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {beforeEach, expect, onTestFinished, test, vi} from 'vitest';
import type {Out} from '../../source/cli/out.ts';
import {historyCommand} from '../../source/commands/history.ts';
import {closeHours, retentionDefaults} from '../../source/recording/closing.ts';
import {diskFolder} from '../../source/recording/folder.ts';
import {encodeBatch, fileStart} from '../../source/recording/open-hour.ts';
import {valuesOfMark} from '../../source/recording/reader.ts';
import {runCommand} from '../helpers/command.ts';

let path: string;
let config: string;

const begin = Date.parse('2026-11-26T13:10:00Z');

beforeEach(() => {
	const folder = mkdtempSync(join(tmpdir(), 'dialtop-history-'));
	onTestFinished(() => rmSync(folder, {recursive: true}));
	[path, config] = [join(folder, 'recording'), join(folder, 'config.yml')];
	mkdirSync(path);
	writeFileSync(config, '');
	const rows = Array.from({length: 20}, (_, index) => ({
		stream: 'figures/1001',
		at: begin + index * 60_000,
		seq: index + 1,
		values: {calledToday: index * 10, dropRate: 1.25, status: 'PLAY'},
	}));
	const marks = [
		{
			stream: 'marks',
			at: begin + 30_000,
			seq: 21,
			values: valuesOfMark({kind: 'state', run: 1, campaignId: '1001', text: 'paused → dialing', data: {a: 1}}),
		},
	];
	writeFileSync(join(path, '2026-11-26T13.1.open'), Buffer.concat([fileStart, encodeBatch([...rows, ...marks])]));
	for (const _ of closeHours(diskFolder(path), {
		isOver: () => true,
		zone: 'UTC',
		retention: retentionDefaults,
		now: begin,
	})) {
		// Every step at once.
	}
});

const run = async (...argv: string[]): Promise<{code: number; out: string; err: string}> => {
	let [out, err] = ['', ''];
	const write = vi.spyOn(process.stderr, 'write').mockImplementation(text => {
		err += String(text);
		return true;
	});
	const to: Out = {
		write: text => {
			out += text;
		},
		async writeEach(texts) {
			out += [...texts].join('');
		},
		isTerminal: false,
		pending: () => 0,
		columns: undefined,
		isClosed: () => false,
		closed: new Promise(() => undefined),
		ifLost: () => undefined,
	};
	const code = await runCommand(historyCommand, [...argv, '--config', config, '--file', path], to);
	write.mockRestore();
	return {code, out, err};
};

test('info says where it is and how far it reaches', async () => {
	const {code, out} = await run('info', '--json');
	expect(code).toBe(0);
	expect(JSON.parse(out)).toMatchObject({
		path,
		from: '2026-11-26T13:10:00.000Z',
		to: '2026-11-26T13:29:00.000Z',
		campaigns: 1,
		marks: 1,
		gaps: 0,
		aside: [],
	});
	expect((await run('info')).out).toMatch(/^path +\//);
});

test('export prints the rows of a period, one a line', async () => {
	const {code, out} = await run('export', '--from', '2026-11-26T13:15Z', '--to', '2026-11-26T13:17Z', '--json');
	expect(code).toBe(0);
	const lines = out
		.trim()
		.split('\n')
		.map(line => JSON.parse(line));
	expect(lines).toMatchObject([50, 60, 70].map(called_today => ({id: '1001', called_today, drop_rate: 1.25})));
	const csv = (await run('export', '--csv', '--tier', 'hour')).out.split('\r\n');
	expect(csv[0]).toBe('time,shown,seq,id,called_today,drop_rate,status,polls');
	expect(csv[1]).toMatch(/^2026-11-26T13:29:00\.000Z,.*,20,1001,190,1\.25,PLAY,20$/);
	const marks = (await run('export', '--stream', 'marks')).out;
	expect(JSON.parse(marks)).toMatchObject({kind: 'state', text: 'paused → dialing', data: {a: 1}});
});

test('check says what is whole, and ends with 1 where something is not', async () => {
	const whole = await run('check', '--json');
	expect(whole.code).toBe(0);
	expect(JSON.parse(whole.out)).toHaveLength(4);
	writeFileSync(join(path, '2026-11-26T14.90.open'), Buffer.concat([fileStart, Buffer.alloc(40, 1)]));
	writeFileSync(join(path, 'hour-2025-01.db'), 'no database');
	const damaged = await run('check');
	expect(damaged.code).toBe(1);
	expect(damaged.out).toContain('its last 40 bytes are no whole batch');
	expect(damaged.out).toContain('file is not a database');
});

test('prune removes what is too old, and cut writes a part', async () => {
	const file = join(path, 'part.dialtop');
	const cut = await run('cut', '--from', '2026-11-26T13:15Z', '--to', '2026-11-26T13:17Z', file);
	expect(cut.code).toBe(0);
	expect(cut.err).toMatch(/^dialtop: \d+ rows in .*part\.dialtop, /);
	const again = await run('cut', file);
	expect(again.code).toBe(2);
	expect(again.err).toContain('was not written: EEXIST');
	vi.useFakeTimers({now: begin + 10 * 86_400_000, toFake: ['Date']});
	onTestFinished(() => {
		vi.useRealTimers();
	});
	// The clock is ten days ahead of what was recorded last: it may be wrong.
	const held = '1 file, too old by the clock of this machine, which is 9d 23h ahead of the last record';
	expect((await run('prune')).err).toBe(
		`dialtop: not removed: ${held}; --by-clock removes them\ndialtop: nothing is too old\n`,
	);
	expect(JSON.parse((await run('info', '--json')).out).held_back).toEqual(['polled-2026-11-26.db']);
	expect((await run('info')).out).toContain(held);
	expect((await run('prune', '--by-clock')).err).toBe('dialtop: removed 1 file: polled-2026-11-26.db\n');
	expect((await run('prune')).err).toBe('dialtop: nothing is too old\n');
});

test('wrong usage is reported', async () => {
	expect((await run('cut')).err).toContain('cut needs a file to write');
	// Who names a recording there would read about another one.
	for (const action of ['info', 'check', 'export', 'prune']) {
		expect(await run(action, 'storm.dialtop')).toMatchObject({
			code: 2,
			out: '',
			err: expect.stringContaining(`${action} takes no FILE: name the recording with --file storm.dialtop`),
		});
	}
	expect((await run('export', '--from', 'soon')).err).toContain('--from must be a time such as');
	expect((await run('export', '--from', '2026-11-27', '--to', '2026-11-26')).err).toContain(
		'--from must be before --to',
	);
	rmSync(path, {recursive: true});
	const none = await run('info');
	expect(none).toMatchObject({code: 2, err: `dialtop: there is no recording at ${path}\n`});
});
