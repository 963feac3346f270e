/** Ways of looking, in the real program: the campaign whole, the wall, the help's search, masking, themes. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {openOn, openSandbox, type SandboxProcess} from '../helpers/monitor.ts';

let sandbox: SandboxProcess;

beforeAll(async () => {
	sandbox = await openSandbox();
});

afterAll(async () => {
	await sandbox[Symbol.asyncDispose]();
});

const open = (options: Parameters<typeof openOn>[1] = {}) => openOn(sandbox, options);

/** Opens a campaign by its name. */
const openCampaign = async (monitor: Awaited<ReturnType<typeof open>>, name: string): Promise<void> => {
	monitor.press('1', '/');
	await monitor.waitFor('Filter');
	monitor.press('ctrl-u', name, 'enter');
	await monitor.waitFor(`filter: ${name}`);
	monitor.press('enter');
	await monitor.waitFor(`─ ${name} (`);
};

test('says of each campaign whether it dials, and why it does not', async () => {
	await using monitor = await open();
	await openCampaign(monitor, 'Spring Collections');
	await monitor.waitFor(/Dialing: [\d,]+ ringing, [\d,]+ leads a minute\*/);
	await openCampaign(monitor, 'Home Warranty Renewals');
	await monitor.waitFor('1 No list is on: 0 of 8,300 leads are active');
	await openCampaign(monitor, 'Winter Settlement Offers');
	await monitor.waitFor('1 It is stopped: the service shows STOP');
	await openCampaign(monitor, 'Credit Cards Early Stage');
	await monitor.waitFor('1 It is paused: the service shows PAUSE');
	await openCampaign(monitor, 'Telecom Final Notices');
	await monitor.waitFor(/remaining +[\d,]+ /);
});

test('shows the wall, and leaves it', async () => {
	await using monitor = await open();
	monitor.press('w');
	await monitor.waitFor('w leave the wall');
	expect(monitor.text()).not.toContain('─ Pace ─');
	expect(monitor.text()).toContain('─ All campaigns ─');
	monitor.press('escape');
	await monitor.waitFor('─ Pace ─');
});

test('finds in the help what is typed', async () => {
	await using monitor = await open();
	monitor.press('?', '/');
	await monitor.waitFor('Find in the help:');
	monitor.write('occupancy');
	await monitor.waitFor('find: occupancy');
	await monitor.waitFor(() => !monitor.text().includes('quit at once'));
	monitor.press('enter', 'escape', 'escape');
	await monitor.waitFor('─ Pace ─');
});

test('masks people, and says so', async () => {
	await using monitor = await open({columns: 160});
	monitor.press('s');
	await monitor.waitFor('Search name, phone or account');
	monitor.write('Smith\r');
	await monitor.waitFor(/\d{10} /);
	monitor.press('m');
	await monitor.waitFor(' masked ');
	await monitor.waitFor(() => !/Smith|\d{10}/.test(monitor.text()));
	expect(monitor.text()).toMatch(/S••• .*••••\d\d/);
});

test('a theme is chosen by flag, and NO_COLOR is stronger than any', async () => {
	const coloured = async (options: Parameters<typeof open>[0]): Promise<Set<number>> => {
		await using monitor = await open(options);
		await monitor.waitFor(/ live /);
		return new Set(
			monitor
				.cells()
				.flat()
				.map(({fg}) => fg),
		);
	};
	const light = await coloured({args: ['--theme', 'light']});
	// Neither green, yellow nor cyan can be read on white.
	expect([2, 3, 6].filter(colour => light.has(colour))).toEqual([]);
	expect(light.has(4)).toBe(true);
	expect(await coloured({args: ['--theme', 'high-contrast'], env: {NO_COLOR: '1'}})).toEqual(new Set([-1]));
});
