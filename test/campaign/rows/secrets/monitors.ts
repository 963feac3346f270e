/** The monitor with secrets from each source. */
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {canaries} from '../../../helpers/canaries.ts';
import {program} from '../../../helpers/monitor.ts';
import {openPty} from '../../../helpers/terminal.ts';
import {hasProc} from '../../../helpers/watched-process.ts';
import type {Trials} from '../../row.ts';
import type {Source} from './calls.ts';
import {careless, type Lane, thrower} from './lane.ts';

const {password, parameter} = canaries;

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
