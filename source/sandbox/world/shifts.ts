/** The shifts of agents who work every day of the week. */
import type {Shift} from './state.ts';
import {hour} from './time.ts';

const week = [0, 1, 2, 3, 4, 5, 6];

/** Two shifts without breaks, in which nearly everybody is there around noon. */
export const everyDay: readonly Shift[] = [
	{days: week, from: 10 * hour, length: 9 * hour, share: 0.25, breaks: []},
	{days: week, from: 8.5 * hour, length: 9 * hour, share: 0.75, breaks: []},
];
