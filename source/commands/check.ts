/** `dialtop check`: the monitor's alert rules once, as a plugin for Nagios and compatible systems. */
import {writeSync} from 'node:fs';
import {rulesOverTime} from '../alerts/one-poll.ts';
import {command, type FlagRows} from '../cli/command.ts';
import {campaignsArgument, severalServicesFlags} from '../cli/service-flags.ts';
import {UsageError} from '../config/errors.ts';
import {messageOf} from '../wire/causes.ts';
import {struck} from '../wire/secrets.ts';
import {look, lookFlags, lookInterval, lookRules, lookTimes} from './check/look.ts';
import {type PluginState, pluginLine, pluginStates} from './check/plugin-line.ts';
import {severalOutput} from './check/several-verdicts.ts';
import {judge, type Verdict} from './check/verdict.ts';
import {monitorOne, type OneService} from './connect/reach.ts';
import {servicesOf, useEach} from './connect/several.ts';

const checkFlags = {...lookFlags, ...severalServicesFlags} as const satisfies FlagRows;

/** Milliseconds after the deadline when it ends whatever still hangs. */
const grace = 500;

const codeOf = (pluginState: PluginState): number => pluginStates.indexOf(pluginState);

/** A verdict without secrets. */
const withoutSecrets = <V extends Verdict>(verdict: V): V => ({
	...verdict,
	text: struck(verdict.text),
	figures: verdict.figures.map(figure => ({...figure, label: struck(figure.label)})),
});

/** An error as a verdict; of a name that several campaigns have, with the ids of these. */
const unknownOf = (error: unknown): Verdict => {
	const more = error instanceof UsageError && error.more.length > 0 ? ` (${error.more.join(', ')})` : '';
	return withoutSecrets({pluginState: 'UNKNOWN', text: `${messageOf(error)}${more}`, figures: []});
};

/** What is printed, and the exit code. */
type Output = {text: string; code: number};

const outputOf = ({pluginState, text, figures}: Verdict): Output => ({
	text: pluginLine(pluginState, text, figures),
	code: codeOf(pluginState),
});

/** Ends with what is known by then if the command hangs or an error is not caught; returns a function that switches this off. */
const startGuard = (after: number, late: string, known: (error: unknown) => Output): (() => void) => {
	const end = (error: unknown): never => {
		const {text, code} = known(error);
		try {
			writeSync(1, text);
		} finally {
			process.exit(code);
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
		'Prints one line with performance data, and exits with the code that Nagios and compatible systems expect. The rules and their thresholds are those of your configuration.',
		`One look judges ${rulesOverTime.map(({id}) => id).join(', ')} by the service's own graphs, as far as these show for how long something has lasted, and ignores the durations of the other rules. OK and WARNING name the rules that it could not judge; --for judges them too, with the rules' own durations.`,
		'A service that cannot be reached is UNKNOWN, and so is anything that could not be read: OK means that everything was read. A figure that a rule needs is not read if it is missing on a campaign that dials, or is a percentage below 0 or above 100; switch the rule off if your service does not send it. CRITICAL takes precedence over UNKNOWN, and UNKNOWN over WARNING. In the performance data U is a figure that does not exist, such as the drop rate of a campaign that dials for no agents.',
		'With several profiles the state is that of the worst, and each has a line of its own below the first; labels of performance data begin with its name. Campaigns that are named are looked for at each of them.',
		'Each campaign takes a request, and the budget is 5 a second unless the profile sets another (`requests`): for more than 80 campaigns raise --timeout, or name the campaigns.',
	],
	argument: campaignsArgument('campaigns to check, by their ids, names or unique beginnings of names; all by default'),
	flags: checkFlags,
	examples: [
		['dialtop check -p prod', 'every campaign, one look'],
		['dialtop check -p prod 1001 Autumn', 'two of them'],
		['dialtop check -p prod --for 240', 'with the rules that need time, such as waiting'],
		['dialtop check -p east,west', 'two services at once: the worst of them, and a line for each'],
	],
	exits: [
		['0', 'OK'],
		['1', 'WARNING'],
		['2', 'CRITICAL'],
		['3', 'UNKNOWN: not reached, not signed in, not all read, late, wrong usage or an error of its own'],
	],
	failed(error, out) {
		out.ifLost(() => codeOf('UNKNOWN'));
		const {text, code} = outputOf(unknownOf(error));
		out.write(text);
		return code;
	},
	async run({flags, input, out}) {
		const times = lookTimes(flags);
		const {remaining, late} = times;
		let services: readonly OneService[] = [];
		/** The verdicts of several services by their names: what one of them lacks in the end takes nothing from the others. */
		const judged = new Map<string, Verdict>();
		const ofName = (name: string, error: unknown) => ({...(judged.get(name) ?? unknownOf(error)), name});
		const stopGuard = startGuard(remaining() + grace, late, error =>
			services.length > 1
				? severalOutput(services.map(({name = ''}) => ofName(name, error)))
				: outputOf(unknownOf(error)),
		);
		try {
			services = await servicesOf(flags);
			const verdicts = await useEach(
				services,
				one =>
					monitorOne(one, {interval: lookInterval, rules: lookRules(times)}, async headless => {
						const looked = await look(headless, input, times);
						const verdict = {name: one.name ?? '', ...withoutSecrets(judge(headless.store.get(), looked))};
						judged.set(verdict.name, verdict);
						return verdict;
					}),
				(error, name) => ofName(name, error),
			);
			const [only] = verdicts;
			const {text, code} = only && verdicts.length === 1 ? outputOf(only) : severalOutput(verdicts);
			out.ifLost(() => code || codeOf('UNKNOWN'));
			out.write(text);
			return code;
		} finally {
			stopGuard();
		}
	},
});
