/** `dialtop check`: the monitor's alert rules once, as a plugin for Nagios and compatible systems. */
import {writeSync} from 'node:fs';
import {rulesOverTime} from '../alerts/one-poll.ts';
import {command, type FlagRows} from '../cli/command.ts';
import {campaignsArgument, serviceFlags} from '../cli/service-flags.ts';
import {UsageError} from '../config/errors.ts';
import {messageOf} from '../wire/causes.ts';
import {struck} from '../wire/secrets.ts';
import {look, lookFlags, lookInterval, lookRules, lookTimes} from './check/look.ts';
import {type PerfFigure, type PluginState, pluginLine, pluginStates} from './check/plugin-line.ts';
import {judge} from './check/verdict.ts';
import {withMonitor} from './connect/reach.ts';

const checkFlags = {...lookFlags, ...serviceFlags} as const satisfies FlagRows;

/** Milliseconds after the deadline when it ends whatever still hangs. */
const grace = 500;

const codeOf = (pluginState: PluginState): number => pluginStates.indexOf(pluginState);

const lineOf = (pluginState: PluginState, text: string, figures: readonly PerfFigure[] = []): string =>
	pluginLine(
		pluginState,
		struck(text),
		figures.map(figure => ({...figure, label: struck(figure.label)})),
	);

/** An error as a plugin's line; of a name that several campaigns have, with the ids of these. */
const unknownLine = (error: unknown): string => {
	const more = error instanceof UsageError && error.more.length > 0 ? ` (${error.more.join(', ')})` : '';
	return lineOf('UNKNOWN', `${messageOf(error)}${more}`);
};

/** Ends with UNKNOWN if the command hangs or an error is not caught; returns a function that switches this off. */
const startGuard = (after: number, late: string): (() => void) => {
	const end = (error: unknown): never => {
		try {
			writeSync(1, unknownLine(error));
		} finally {
			process.exit(codeOf('UNKNOWN'));
		}
	};
	const timer = setTimeout(end, after, new Error(late));
	process.on('uncaughtException', end);
	return () => {
		clearTimeout(timer);
		process.off('uncaughtException', end);
	};
};

/** `dialtop check`. */
export const checkCommand = command({
	name: 'check',
	summary: "check the monitor's alert rules once, as a plugin for Nagios",
	details: [
		'Prints one line with performance data, and exits with the code that Nagios and compatible systems expect. The rules and their thresholds are those of your configuration; --for 0 ignores their durations.',
		`One look judges ${rulesOverTime.map(({id}) => id).join(', ')} by the service's own graphs, as far as these show that something has lasted. What it could not judge so is named after the others; --for judges that too. A rule that is asked for with --rule and could not be judged is UNKNOWN. A service that cannot be reached is UNKNOWN, and so is anything that could not be read: OK means that everything was read. A figure that a rule needs counts as not read if it cannot be read, is a percentage below 0 or above 100, or does not come from a campaign that dials; switch the rule off if your service does not send it. CRITICAL takes precedence over UNKNOWN, and UNKNOWN over WARNING. In the performance data U stands for a figure that there is not, such as the drop rate of a campaign that dials for no agents.`,
		'Each campaign takes a request, and the budget is 5 a second unless the profile sets another (`requests`): for more than 80 campaigns raise --timeout, or name the campaigns.',
	],
	argument: campaignsArgument('campaigns to check, by their ids, names or unique beginnings of names; all by default'),
	flags: checkFlags,
	examples: [
		['dialtop check -p production', 'every campaign, one look'],
		['dialtop check -p production 1001 Autumn', 'two of them'],
		['dialtop check -p production --for 240', 'with the rules that need time, such as not-dialing'],
	],
	exits: [
		['0', 'OK'],
		['1', 'WARNING'],
		['2', 'CRITICAL'],
		['3', 'UNKNOWN: not reached, not signed in, not all read, late, wrong usage or an error of its own'],
	],
	failed(error, out) {
		out.ifLost(() => codeOf('UNKNOWN'));
		out.write(unknownLine(error));
		return codeOf('UNKNOWN');
	},
	async run({flags, input, out}) {
		const times = lookTimes(flags);
		const {remaining, late} = times;
		const stopGuard = startGuard(remaining() + grace, late);
		try {
			const {pluginState, text, figures} = await withMonitor(
				flags,
				{interval: lookInterval, rules: lookRules(times)},
				async headless => {
					const looked = await look(headless, input, times);
					return judge(headless.store.get(), looked);
				},
			);
			out.ifLost(() => codeOf(pluginState) || codeOf('UNKNOWN'));
			out.write(lineOf(pluginState, text, figures));
			return codeOf(pluginState);
		} finally {
			stopGuard();
		}
	},
});
