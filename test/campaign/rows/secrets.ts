/** Secrets stay: each command with secrets from each source, where all is well, where it is told them again, where it crashes. */
import {commands} from '../../../source/commands/commands.ts';
import type {Row} from '../row.ts';
import {calls, elsewhere, sources} from './secrets/calls.ts';
import {type Condition, type Lane, lanesAreBlind, openLane} from './secrets/lane.ts';
import {watchMonitor, watchToldMonitor} from './secrets/monitors.ts';
import {watchSandboxes} from './secrets/sandboxes.ts';
import {blindTo} from './secrets/writings.ts';

export const row: Row = {
	name: 'secrets',
	promise: 'secrets stay',
	never:
		'a token, a password or a number in an argument, an environment, a file, a report, a log, an output or a sequence where it does not belong; a private file that others may read; a debugger’s port',
	least: {
		commands: {full: 300, quick: 120},
		places: {full: 2500, quick: 1000},
		crashes: {full: 60, quick: 20},
		monitors: {full: 13, quick: 11},
		'exports from the monitor': {full: 30, quick: 26},
		sandboxes: {full: 6, quick: 6},
		'secrets planted, and found': {full: 1000, quick: 1000},
	},
	async run(trials) {
		const {isQuick, failed, tried, progress, random} = trials;
		const {blind, planted} = blindTo();
		for (const one of blind) {
			failed(`the row itself does not see ${one}`, 'self-check');
		}
		tried('secrets planted, and found', planted - blind.length);
		const left = commands
			.map(({name}) => name)
			.filter(name => !elsewhere.includes(name) && !calls.some(({args}) => args[0] === name));
		for (const name of left) {
			failed(`the command ${name} is not among the trials`, 'self-check');
		}
		const runLane = async (condition: Condition, then: (lane: Lane) => Promise<void>): Promise<void> => {
			await using lane = await openLane(trials, condition);
			for (const folder of lanesAreBlind(lane)) {
				failed(`what is planted in ${folder} is not seen`, 'self-check');
			}
			await lane.signIn(condition);
			for (const call of calls) {
				const fitting = sources.filter(
					({input, name: source}) =>
						!(input && (call.input || call.isLocal)) && !(condition === 'told again' && source === 'kept token'),
				);
				const from = random(`${condition} ${call.args.join(' ')}`).below(fitting.length);
				const chosen = isQuick ? [fitting[from], fitting[(from + 1) % fitting.length]] : fitting;
				for (const source of call.isLocal ? fitting.slice(0, condition === 'well' ? 4 : 0) : chosen) {
					if (source) {
						await lane.use(call, source, condition);
					}
				}
			}
			progress(`${condition}: commands are done`);
			if (condition !== 'told again') {
				await lane.signOut(condition);
			}
			await then(lane);
		};
		const monitors = async (lane: Lane): Promise<void> => {
			await lane.signIn('well');
			const shown = sources.filter(({input, isProxied}) => input === undefined && !isProxied);
			for (const source of isQuick ? shown.slice(0, 2) : shown) {
				await watchMonitor(trials, lane, source);
			}
		};
		// Most of the time they wait: for a service that tells again what it was sent, and for answers that never come.
		await Promise.all([
			runLane('well', monitors),
			runLane('told again', lane => watchToldMonitor(trials, lane)),
			runLane('crash', lane => watchSandboxes(trials, lane)),
		]);
	},
};
