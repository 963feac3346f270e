import {afterEach, describe, expect, test} from 'vitest';
import type {AnyCommand, FlagRow} from '../../source/cli/command.ts';
import {flagText, helpOf, usageOf} from '../../source/cli/help.ts';
import {parse} from '../../source/cli/parse.ts';
import {dashed} from '../../source/cli/text.ts';
import {commands} from '../../source/commands/commands.ts';
import {monitorCommand} from '../../source/commands/monitor.ts';
import {run} from '../../source/commands/run.ts';
import {UsageError} from '../../source/config/errors.ts';
import {wordsOf} from '../helpers/command-line.ts';

const rows: readonly AnyCommand[] = [monitorCommand, ...(await Promise.all(commands.map(({load}) => load())))];

/** What a run prints. */
const printed = async (...argv: string[]): Promise<string> => {
	const texts: string[] = [];
	const write = process.stdout.write;
	process.stdout.write = ((text: string, done?: () => void) => {
		done?.();
		return texts.push(text) > 0;
	}) as typeof write;
	try {
		expect(await run(argv)).toBe(0);
	} finally {
		process.stdout.write = write;
	}
	return texts.join('');
};

// A process runs one command and listens once; here it runs many.
afterEach(() => {
	process.stdout.removeAllListeners('error');
	process.stderr.removeAllListeners('error');
});

test('each command is the one that it is listed as', () => {
	expect(rows.slice(1).map(({name, summary}) => ({name, summary}))).toEqual(
		commands.map(({name, summary}) => ({name, summary})),
	);
	expect(new Set(commands.map(({name}) => name)).size).toBe(commands.length);
});

describe.each(rows.map(row => [row.name || 'dialtop', row] as const))('%s', (_name, row) => {
	const flags = Object.entries<FlagRow>(row.flags);

	test('its flags are consistent', () => {
		const shorts = flags.flatMap(([, {short}]) => short ?? []);
		expect(new Set(shorts).size).toBe(shorts.length);
		// These are everybody's.
		expect(shorts).not.toContain('h');
		expect(flags.map(([name]) => name)).not.toEqual(expect.arrayContaining(['help']));
		for (const [name, {type, value, choices, completes, least, most}] of flags) {
			expect(/^[a-z][A-Za-z]*(?:\.[a-z][A-Za-z]*)*$/.test(name), name).toBe(true);
			expect(type === 'boolean' ? (value ?? choices ?? completes ?? least ?? most) : undefined, name).toBeUndefined();
			expect((least ?? 0) <= (most ?? Number.POSITIVE_INFINITY), name).toBe(true);
		}
	});

	test('its help says everything, in lines that fit', () => {
		const help = helpOf(row, row.name === '' ? commands : []);
		expect(help).toContain(row.summary);
		expect(help).toContain(`$ ${usageOf(row)}`);
		for (const [name, flag] of flags) {
			expect(help).toContain(flagText(name, flag));
			for (const choice of flag.choices ?? []) {
				expect(help, `--${dashed(name)}`).toContain(choice);
			}
		}
		for (const title of ['Usage', 'Options', 'Exit codes', 'Examples']) {
			expect(help).toMatch(new RegExp(`^${title}$`, 'm'));
		}
		expect(help).not.toMatch(/undefined|\[object/);
		expect(help).not.toMatch(/[ \t]$/m);
		expect(Math.max(...help.split('\n').map(line => line.length))).toBeLessThanOrEqual(120);
	});

	test('its examples are command lines of its own', () => {
		expect(row.examples.length).toBeGreaterThan(0);
		const own = row.examples.map(([line]) => wordsOf(line)).filter(([program]) => program === 'dialtop');
		expect(own.length).toBeGreaterThan(0);
		for (const [, ...words] of own) {
			const rest = row.name === '' ? words : words.slice(1);
			expect(row.name === '' ? '' : words[0]).toBe(row.name);
			// Help is given before anything is parsed.
			expect(
				() =>
					parse(
						row,
						rest.filter(word => word !== '--help'),
					),
				words.join(' '),
			).not.toThrow(UsageError);
		}
	});
});

test('help is where it is asked for, wherever that stands in the line', async () => {
	const config = await printed('config', '--help');
	expect(config).toContain('dialtop config [options]');
	for (const argv of [
		['help', 'config'],
		['config', '-h'],
		['config', '--check', '--help'],
		['config', '--nonsense', '-h'],
	]) {
		expect(await printed(...argv), argv.join(' ')).toBe(config);
	}
	const whole = await printed('--help');
	expect(await printed('help')).toBe(whole);
	expect(await printed('--ascii', '-h')).toBe(whole);
	for (const {name, summary} of commands) {
		expect(whole).toContain(name);
		expect(whole).toContain(summary);
	}
	expect(await printed('config', '--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('no help behind a --, and none for what is not there', async () => {
	await expect(run(['config', '--', '--help'])).rejects.toThrow('takes flags only, not "--help"');
	await expect(run(['help', 'confg'])).rejects.toThrow('there is no command "confg"; did you mean "config"?');
	await expect(run(['confg', '--help'])).rejects.toThrow(UsageError);
	await expect(run([''])).rejects.toThrow('there is no command ""');
});
