/** The figures that changed after a command, in words that claim no cause. */
import type {CommandChange, FigureChange} from '../model/command-change.ts';
import {counted, decimals, percent, span} from './format.ts';

const units: Readonly<Record<FigureChange['unit'], (value: number) => string>> = {
	agents: value => decimals(value, 1),
	calls: value => decimals(value, 1),
	'per minute': value => `${decimals(value, 1)} a minute`,
	percent: value => percent(value, 2),
	level: value => decimals(value, 2),
	seconds: value => span(value),
};

/** Changes by fewer deviations are no news. */
const leastDeviations = 1;

/** A figure that changed: `ready 3.2 → 9.8 (+4.1 sd)`. */
const figureText = ({name, unit, before, after, deviations}: FigureChange): string =>
	`${name} ${units[unit](before)} → ${units[unit](after)} (${deviations < 0 ? '-' : '+'}${decimals(Math.abs(deviations), 1)} sd)`;

/** The figures that changed by a standard deviation or more, in words. */
export const changedFigures = ({changes}: CommandChange): string[] =>
	changes.filter(({deviations}) => Math.abs(deviations) >= leastDeviations).map(figureText);

/** What is compared: `10 minutes after it against 10 before`. */
export const comparedText = ({minutes}: CommandChange): string =>
	`${counted(minutes, 'minute')} after it against 10 before`;

/** The text if no figure changed by that much. */
export const nothingChanged = 'no figure changed by a standard deviation';

/** The figures that changed after a command, in a sentence. */
export const changeText = (change: CommandChange): string =>
	`${comparedText(change)}: ${changedFigures(change).join('; ') || nothingChanged}`;
