/** Secrets stay: each command with secrets from each source, where all is well, where it is told them again, where it crashes. */
import {commands} from '../../../source/commands/commands.ts';
import type {Row} from '../row.ts';
import {calls, elsewhere, sources} from './secrets/calls.ts';
import {type Condition, lanesAreBlind, openLane} from './secrets/lane.ts';
import {watchMonitor} from './secrets/monitors.ts';
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
		monitors: {full: 4, quick: 2},
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
		const runLane = async (conditions: readonly Condition[], name: string): Promise<void> => {
			await using lane = await openLane(trials, name);
			for (const folder of lanesAreBlind(lane)) {
				failed(`what is planted in ${folder} is not seen`, 'self-check');
			}
			for (const condition of conditions) {
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
				progress(`${name}: ${condition} is done`);
				if (condition !== 'told again') {
					await lane.signOut(condition);
				}
			}
			if (name === 'first') {
				await lane.signIn('well');
				const shown = sources.filter(({input}) => input === undefined);
				for (const source of isQuick ? shown.slice(0, 2) : shown) {
					await watchMonitor(trials, lane, source);
				}
			}
		};
		await Promise.all([runLane(['well', 'told again'], 'first'), runLane(['crash'], 'second')]);
	},
};
