/** The monitor with secrets from each source. */
import {readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {canaries} from '../../../helpers/canaries.ts';
import {echoNames} from '../../../helpers/echoing-service.ts';
import {program} from '../../../helpers/monitor.ts';
import {openPty, type Pty} from '../../../helpers/terminal.ts';
import {hasProc} from '../../../helpers/watched-process.ts';
import {exportView} from '../../export-view.ts';
import type {Trials} from '../../row.ts';
import type {Source} from './calls.ts';
import {careless, type Lane, thrower} from './lane.ts';

const {token, password, parameter} = canaries;

/** Exports a view in both formats into new files, which are looked at with all else that is left behind. */
const exportBoth = async (
	{failed, tried}: Trials,
	{home, watch}: Pick<Lane, 'home' | 'watch'>,
	monitor: Pty,
	{view, title, trial}: {view: string; title: string; trial: string},
): Promise<void> => {
	for (const format of ['csv', 'json'] as const) {
		const file = join(home.work, `exported-${view}.${format}`);
		const text = (await exportView(monitor, {view, title, format, file})).toString();
		if ((format === 'json') !== /^[[{]/.test(text)) {
			failed(`what was exported is no ${format}: ${text.slice(0, 100)}`, trial);
		}
		if ((statSync(file).mode & 0o777) !== 0o600) {
			failed(`the export may be read by others: ${(statSync(file).mode & 0o777).toString(8)}`, trial);
		}
		watch.look(`${trial}: export of ${title} as ${format}`, text);
		tried('exports from the monitor');
	}
};

/** The monitor: what the terminal is sent, and shows, while it is looked through, copied from, exported, and crashes. */
export const watchMonitor = async (trials: Trials, lane: Lane, source: Source): Promise<void> => {
	const {home, good, watch, lookBehind} = lane;
	const {failed, tried} = trials;
	const trial = `monitor, ${source.name}`;
	const log = join(home.work, 'monitor.jsonl');
	const message = join(home.root, 'careless');
	writeFileSync(message, careless(source.knows));
	const env = {
		...home.env,
		...source.env,
		// Where no token is kept the password command is asked.
		...(source.isAsked ? {XDG_STATE_HOME: join(home.home, 'fresh', 'state')} : {}),
		DIALTOP_CONFIG: lane.config(good.url),
		CANARIES: message,
		NODE_OPTIONS: `${thrower} --report-on-signal`,
		DIALTOP_DEBUG: '1',
	};
	await using monitor = openPty({
		command: process.execPath,
		args: [program, ...source.flags(good.url), '--log', log],
		env,
		cwd: home.work,
		columns: 120,
		rows: 40,
	});
	await monitor.waitFor(/ live /);
	const look = (what: string): void => {
		watch.look(`${trial}: ${what}, sent`, monitor.raw, ['searched']);
		watch.look(`${trial}: ${what}, screen`, monitor.text(), ['searched']);
	};
	for (const view of '123478') {
		const before = monitor.bytes;
		monitor.press(view);
		await monitor.waitFor(() => monitor.bytes > before).catch(() => undefined);
		monitor.press('y');
		look(`view ${view}`);
	}
	for (const [view, title] of [
		['1', 'Campaigns'],
		['3', 'Lists'],
	] as const) {
		await exportBoth(trials, lane, monitor, {view, title, trial});
	}
	monitor.press('1');
	await monitor.waitFor('─ Campaigns ─');
	monitor.write(':change_password\r');
	await monitor.waitFor('─ change_password');
	monitor.write(`${password}\t${parameter}`);
	await monitor.waitFor('••••');
	look('a form of passwords');
	if (hasProc) {
		watch.look(`${trial}: command line`, readFileSync(`/proc/${monitor.pid}/cmdline`, 'utf8'));
		watch.look(`${trial}: environment`, readFileSync(`/proc/${monitor.pid}/environ`, 'utf8'), source.own?.environ);
	}
	process.kill(monitor.pid, 'SIGUSR1');
	process.kill(monitor.pid, 'SIGUSR2');
	const code = await monitor.waitForExit();
	if (code !== 70) {
		failed(`the crash ended with ${code}`, trial);
	}
	look('the crash');
	watch.look(`${trial}: log`, readFileSync(log, 'utf8'));
	lookBehind(trial);
	tried('monitors');
};

/** The monitor on a service that tells it again all that it sends: what is shown, copied, logged and exported of that. */
export const watchToldMonitor = async (trials: Trials, lane: Lane): Promise<void> => {
	const {home, echoing, watch, lookBehind} = lane;
	const {tried} = trials;
	const log = join(home.work, 'monitor.jsonl');
	for (const echo of echoNames) {
		const trial = `monitor, told again by ${echo}`;
		echoing.setEcho(echo);
		await using monitor = openPty({
			command: process.execPath,
			args: [program, '--url', echoing.url, '--log', log],
			env: {
				...home.env,
				DIALTOP_TOKEN: token,
				TMUX: '/tmp/no-tmux,1,0',
				// A change of the password whose outcome an earlier run does not know would hold up this one.
				XDG_STATE_HOME: join(home.home, `told-${echo}`, 'state'),
			},
			cwd: home.work,
			columns: 160,
			rows: 40,
		});
		await monitor.waitFor(/ live /);
		monitor.write(':change_password\r');
		await monitor.waitFor('─ change_password');
		monitor.write(`${password}\t${parameter}\x13`);
		await monitor.waitFor('[y/N]');
		await monitor.answer('y');
		await monitor.waitFor(/refused|UNKNOWN|unknown|not known|not sent/i);
		for (let turn = 0; turn < 4 && !monitor.text().includes('─ Campaigns ─'); turn++) {
			const before = monitor.text();
			monitor.press('escape');
			await monitor.waitFor(() => monitor.text() !== before);
		}
		await exportBoth(trials, lane, monitor, {view: '8', title: 'Log of this run', trial});
		monitor.press('y');
		await monitor.waitFor('OSC 52');
		watch.look(`${trial}: sent`, monitor.raw);
		watch.look(`${trial}: screen`, monitor.text());
		monitor.kill();
		await monitor.waitForExit();
		watch.look(`${trial}: log`, readFileSync(log, 'utf8'));
		lookBehind(trial);
		tried('monitors');
	}
};
