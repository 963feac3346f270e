/** What an operator changes on a shift beside play, pause and stop, on the sandbox over HTTP. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {readAfter} from '../../source/steering/answer.ts';
import {openOn, openSandbox, type SandboxProcess} from '../helpers/monitor.ts';

let sandbox: SandboxProcess;

beforeAll(async () => {
	sandbox = await openSandbox();
});

afterAll(async () => {
	await sandbox[Symbol.asyncDispose]();
});

/** The monitor with its board filtered down to some campaigns. */
const openFiltered = async (filter: string) => {
	const monitor = await openOn(sandbox);
	monitor.press('/');
	await monitor.waitFor('Filter');
	monitor.press(filter, 'enter');
	await monitor.waitFor(() => monitor.text().includes(`filter: ${filter}`) && !monitor.text().includes('Spring Coll'));
	return monitor;
};

const idOf = async (name: string): Promise<string> => {
	const outcome = await sandbox.call('get_campaigns', {});
	const found = outcome.kind === 'done' ? outcome.answer.records.find(record => record.name === name) : undefined;
	if (!found?.id) {
		throw new Error(`no campaign ${name}`);
	}
	return found.id;
};

const settingOf = async (campaign: string, name: string): Promise<string | undefined> => {
	const outcome = await sandbox.call('get_campaign_settings', {campaign_id: await idOf(campaign)});
	return outcome.kind === 'done' ? outcome.answer.settings.find(setting => setting.name === name)?.value : undefined;
};

test('raises the dial level by a tenth, takes it back, sends two settings as one update, and overwrites nothing unseen', async () => {
	await using monitor = await openFiltered('Home Warranty');
	const before = Number(await settingOf('Home Warranty Renewals', 'autodiallevel'));
	monitor.press('+');
	await monitor.waitFor(/Level of \d+ 0\.1 higher: [\d.]+ → [\d.]+ staged/);
	await monitor.waitFor(/│PLAY (?:[▲△] )?[\d.]+ → [\d.]+ Home Warr/);
	expect(Number(await settingOf('Home Warranty Renewals', 'autodiallevel'))).toBe(before);
	monitor.press('E');
	await monitor.waitFor(/QA: update \d+\? level 0\.1 higher: from [\d.]+ to [\d.]+\./);
	await monitor.answer('y');
	await monitor.waitFor(/Update \d+: done, observed after/);
	expect(Number(await settingOf('Home Warranty Renewals', 'autodiallevel'))).toBeCloseTo(before + 0.1, 5);
	monitor.press('U');
	await monitor.waitFor(/Takes\s+back the update of/);
	await monitor.answer('y');
	await monitor.waitFor(/Update \d+: done, observed after/);
	await expect.poll(() => settingOf('Home Warranty Renewals', 'autodiallevel')).toBe(String(before));

	const detection = await settingOf('Home Warranty Renewals', 'amd');
	monitor.press('5');
	await monitor.waitFor(/machine detection +(Yes|No) \(/);
	monitor.press('/');
	await monitor.waitFor('Filter');
	monitor.press('amd', 'enter');
	await monitor.waitFor('filter: amd');
	monitor.press('enter');
	await monitor.waitFor('Enter takes it');
	monitor.press('down');
	await monitor.answer('enter');
	await monitor.waitFor('1 staged');
	monitor.press('c', '/');
	await monitor.waitFor('Filter');
	monitor.press('number_of_lines', 'enter');
	await monitor.waitFor('filter: number_of_lines');
	monitor.press('enter');
	await monitor.waitFor('lines at most, at least 0:');
	monitor.press('ctrl-u', '41', 'enter');
	await monitor.waitFor('2 staged');
	monitor.press('E');
	await monitor.waitFor(/QA: update \d+\?.*lines at most from \d+ to 41/);
	await monitor.answer('y');
	await monitor.waitFor(/Update \d+: done, observed after .*lines at most 41/);
	expect(await settingOf('Home Warranty Renewals', 'number_of_lines')).toBe('41');
	expect(await settingOf('Home Warranty Renewals', 'amd')).not.toBe(detection);
	await monitor.waitFor(() => !monitor.text().includes('staged,'));

	// What somebody else changed meanwhile.
	monitor.press('1');
	await monitor.waitFor('─ Pace ─');
	monitor.press('+');
	await monitor.waitFor('staged; nothing is sent yet');
	monitor.press('E');
	await monitor.waitFor('[y/N]');
	await sandbox.call('update_campaign', {campaign_id: await idOf('Home Warranty Renewals'), autodiallevel: 3});
	await monitor.answer('y');
	await monitor.waitFor(/NOT SENT: level changed from [\d.]+ to 3 meanwhile/);
	expect(await settingOf('Home Warranty Renewals', 'autodiallevel')).toBe('3');
	monitor.press('E');
	await monitor.waitFor(/level 0\.1 higher: from 3\.00 to 3\.10/);
});

test('marks two campaigns, pauses both with one yes, and takes both back', async () => {
	await using monitor = await openFiltered('Auto Loans');
	monitor.press('space', 'space');
	await monitor.waitFor('2 marked');
	await monitor.waitFor(/^\*PLAY/m);
	monitor.press('P');
	await monitor.waitFor(/QA: pause 2 campaigns \(\d+, \d+\)\?[\s\S]*\[y\/N\][\s\S]*: Auto Loans/);
	await monitor.answer('y');
	// A row may show PAUSE while its answer is still on the way: what is not known to be done is not taken back.
	await monitor.waitFor(() => (monitor.text().match(/│PAUSE ✓/g) ?? []).length === 2);
	monitor.press('U');
	await monitor.waitFor(/QA: play 2 campaigns/);
	await monitor.waitFor('[y/N]');
	await monitor.answer('y');
	await monitor.waitFor(() => (monitor.text().match(/│PLAY/g) ?? []).length === 2);
});

type Monitor = Awaited<ReturnType<typeof openFiltered>>;

/** How often the program has taken the terminal over. */
const timesEntered = ({raw}: Monitor): number => raw.split('\u001b[?1049h').length;

/** Ways to lose sight of a question and to see it again. */
const outOfSight: Readonly<Record<string, (monitor: Monitor) => Promise<void>>> = {
	async 'too small a terminal'(monitor) {
		monitor.resize(40, 10);
		await monitor.waitFor('too small');
		monitor.resize(120, 40);
	},
	async 'a stopped program'(monitor) {
		const before = timesEntered(monitor);
		monitor.kill('SIGSTOP');
		monitor.kill('SIGCONT');
		await monitor.waitFor(() => timesEntered(monitor) > before);
	},
};

test.for(Object.entries(outOfSight))(
	'after %s a question is read anew before it can be answered',
	async ([, lose], {expect}) => {
		await using monitor = await openFiltered('Home Warranty');
		const asked = /QA: pause \d+\?/;
		let isSoon = false;
		while (!isSoon) {
			// Escape from the question before is a key that did nothing.
			await monitor.answer('P');
			await monitor.waitFor(asked);
			await monitor.answer('left');
			const since = performance.now();
			await lose(monitor);
			await monitor.waitFor(asked);
			// A machine that is too busy to show it in time is asked again.
			isSoon = performance.now() - since < readAfter - 100;
			if (!isSoon) {
				monitor.press('escape');
				await monitor.waitFor(() => !asked.test(monitor.text()));
			}
		}
		monitor.press('y');
		await monitor.answer('n');
		await monitor.waitFor('Cancelled: nothing was sent');
		expect(monitor.text()).not.toMatch(/Pause \d+: /);
	},
);
