/** An operator watches, steers, and looks back at it: on a sandbox over HTTP, recorded to a disk. */
import {mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {cutRecording} from '../../source/recording/cut.ts';
import {diskFolder} from '../../source/recording/folder.ts';
import {allTime} from '../../source/recording/reader.ts';
import {openMonitor, openOn, openSandbox} from '../helpers/monitor.ts';
import {poll} from '../helpers/terminal.ts';

test('a command is found again on the timeline, cannot be repeated from there, and is in the recording afterwards', async () => {
	const state = mkdtempSync(join(tmpdir(), 'dialtop-look-back-'));
	onTestFinished(() => rmSync(state, {recursive: true, force: true}));
	await using sandbox = await openSandbox('--campaigns', '3', '--agents', '20', '--leads', '2000');
	{
		await using monitor = await openOn(sandbox, {env: {XDG_STATE_HOME: state}});
		await monitor.waitFor(/ live /);
		await monitor.waitFor(/dialed\/min/);
		// Recording begins a second after the start.
		await monitor.waitFor(/Recording to/);
		monitor.press('P');
		await monitor.waitFor('[y/N]');
		await monitor.answer('y');
		await monitor.waitFor(/observed after/);

		// What happened is on the disk a second later.
		await poll(() => {
			monitor.press('[');
			return monitor.text().includes('looking at');
		}, 15_000);
		await monitor.waitFor(/looking at .* ago · Esc: now/);
		await monitor.waitFor(/◆/);
		monitor.press('P');
		await monitor.waitFor(/not now, you are looking at/);
		monitor.press(':');
		await monitor.waitFor(/type|Palette|palette/i);
		monitor.press('p', 'a', 'u', 's', 'e', ' ', 'a', 'l', 'l', 'enter');
		await monitor.waitFor(/you are looking at/);
		monitor.press('escape');
		await monitor.waitFor(() => !monitor.text().includes('pause all'));
		monitor.press('escape');
		await monitor.waitFor(() => !monitor.text().includes('looking at'));
		expect(monitor.text()).toMatch(/ live /);
		monitor.press('q');
		await monitor.exited;
	}
	const history = join(state, 'dialtop', 'history');
	const [folder = ''] = readdirSync(history);
	const part = join(state, 'part.dialtop');
	cutRecording(diskFolder(join(history, folder)), allTime, part);
	await using replay = await openMonitor({args: ['replay', part]});
	await replay.waitFor(/looking at .* ago/);
	await replay.waitFor(' RECORDING ');
	replay.press(')', '[');
	await replay.waitFor(/◆/);
	replay.press('8');
	await replay.waitFor(/observed/);
	replay.press('1', 'S');
	await replay.waitFor(/this is a recording/);
});

test('the month of the embedded sandbox is opened without a service', async () => {
	// By id: which campaigns are among the first is chance otherwise.
	const config = new URL('../helpers/by-id.yml', import.meta.url).pathname;
	await using month = await openMonitor({args: ['replay', '--config', config, '--sandbox', '--at', 'yesterday 14:10']});
	await month.waitFor(/looking at .* 14:10:00/);
	await month.waitFor('Spring Collections');
	await month.waitFor(/PLAY|PAUSE/);
	month.press('1', 'P');
	await month.waitFor(/this is a recording/);
});
