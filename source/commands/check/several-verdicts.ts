/** The output of a plugin that checked several services: the worst of them, and a line for each. */
import {type PerfFigure, type PluginState, plainText, pluginLine, pluginStates} from './plugin-line.ts';
import type {Verdict} from './verdict.ts';

/** What came of a service. */
export type NamedVerdict = Verdict & {name: string};

/** The states from the mildest to the gravest. */
const gravity: readonly PluginState[] = ['OK', 'WARNING', 'UNKNOWN', 'CRITICAL'];

/** The gravest of some states: CRITICAL prevails over UNKNOWN, and UNKNOWN over WARNING. */
export const gravestState = (states: readonly PluginState[]): PluginState =>
	states.reduce((worst, state) => (gravity.indexOf(state) > gravity.indexOf(worst) ? state : worst), 'OK');

/** The most characters of the lines of all services together, and the least of one. */
const [mostCharacters, leastCharacters] = [4000, 200];

/** The figures of the services before those of their campaigns, since the last ones are omitted where there is no room. */
const figuresOf = (verdicts: readonly NamedVerdict[]): PerfFigure[] => {
	const all = verdicts.flatMap(({name, figures}) =>
		figures.map(figure => ({
			...figure,
			label: `${name}_${figure.label}`,
			isOfCampaign: /^(?:drop|waiting)_/.test(figure.label),
		})),
	);
	return all.toSorted((one, other) => Number(one.isOfCampaign) - Number(other.isOfCampaign));
};

/** The output, and the exit code. */
export const severalOutput = (verdicts: readonly NamedVerdict[]): {text: string; code: number} => {
	const state = gravestState(verdicts.map(({pluginState}) => pluginState));
	const room = Math.max(leastCharacters, Math.floor(mostCharacters / verdicts.length));
	const summary = verdicts.map(({name, pluginState}) => `${name} ${pluginState}`).join(', ');
	const lines = verdicts.map(({name, pluginState, text}) => plainText(`${name} ${pluginState} - ${text}`, room));
	return {
		text: pluginLine(state, `${verdicts.length} services: ${summary}`, figuresOf(verdicts), lines),
		code: pluginStates.indexOf(state),
	};
};
