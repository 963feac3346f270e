import {afterEach, expect, test, vi} from 'vitest';
import {sandboxCommand} from '../../source/commands/sandbox.ts';

afterEach(() => {
	vi.restoreAllMocks();
});

const listening = () => {
	const lines: string[] = [];
	vi.spyOn(process.stderr, 'write').mockImplementation(text => {
		lines.push(String(text));
		return true;
	});
	return lines;
};

test.each([
	[['--port', 'abc'], '--port must be a whole number from 0 to 65535'],
	[['--port', '65536'], '--port must be a whole number from 0 to 65535'],
	[['--port'], '--port needs a value'],
	[['--at', '--json'], '--at needs a value'],
	[['--at', '25:00'], '--at must be a time of day such as 11:00'],
	[['--speed', '0'], '--speed must be a number from 0.01 to 100000'],
	[['--seed', '1.5'], '--seed must be a whole number from 0 to 4294967295'],
	[['--pacing', 'fast'], '--pacing must be damped or classic'],
	[['now'], 'there is nothing called "now" to run'],
])('%j is refused and named', async (argv, problem) => {
	const lines = listening();
	expect(await sandboxCommand(argv)).toBe(2);
	expect(lines.join('')).toContain(`dialtop sandbox: ${problem}\n`);
});

test('it says where it is, and ends with a signal', async () => {
	const lines: string[] = [];
	vi.spyOn(process.stdout, 'write').mockImplementation(text => {
		lines.push(String(text));
		return true;
	});
	vi.stubEnv('DIALTOP_SANDBOX_PASSWORD', 'from the environment');
	const ended = sandboxCommand(['--json', '--campaigns', '1', '--leads', '100']);
	await vi.waitFor(() => expect(lines).toHaveLength(1));
	vi.unstubAllEnvs();
	expect(JSON.parse(lines[0] ?? '')).toEqual({
		url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
		user: 'ops',
		password: 'from the environment',
	});
	process.emit('SIGTERM');
	expect(await ended).toBe(0);
});
