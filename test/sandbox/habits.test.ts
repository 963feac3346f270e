/** Habits of people and agents are on unless left out, and a stored world keeps those that it has. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {parse} from '../../source/cli/parse.ts';
import {callOf} from '../../source/commands/sandbox/flags.ts';
import {sandboxCommand} from '../../source/commands/sandbox.ts';
import {habitNames, habitsWithout} from '../../source/sandbox/world/habits.ts';
import {smallService} from './small-service.ts';
import {planOf, smallWorld} from './small-world.ts';

test('people have every habit but those that are left out', () => {
	expect(Object.values(smallWorld([planOf()]).habits)).not.toContain(false);
	expect(smallWorld([planOf()], {without: ['memory', 'ringBack']}).habits).toEqual({
		...habitsWithout(),
		memory: false,
		ringBack: false,
	});
});

test('the command leaves out the habits named, or all', () => {
	const call = (...argv: string[]) => callOf(parse(sandboxCommand, ['--ephemeral', ...argv]).flags as never);
	const without = (...argv: string[]) => call(...argv).options().without;
	expect(without()).toEqual([]);
	expect(without('--without', 'ring-back', '--without', 'memory')).toEqual(['memory', 'ringBack']);
	expect(without('--without', 'all')).toEqual(habitNames);
	expect(() => without('--without', 'memries')).toThrow('--without must be one of memory, promises,');
	expect(call().ofNewWorlds).toEqual([]);
	expect(call('--without', 'talk').ofNewWorlds).toEqual(['--without']);
});

test('a stored world keeps its habits, whatever is left out when it is opened again', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'dialtop-habits-'));
	const database = join(folder, 'kept.db');
	try {
		const first = await smallService({database, without: ['skill']});
		first.service.close();
		const again = await smallService({database, without: ['memory']});
		expect(again.world.habits).toEqual(habitsWithout(['skill']));
		again.service.close();
	} finally {
		rmSync(folder, {recursive: true});
	}
});
