/** Agents' time of today as the screen writes it: each figure with the time that it is of. */
import type {Known, Staffing} from '../model/staffing.ts';
import {decimals, number, span, timeOfDay} from './format.ts';

/** Of which time a figure is: ` since 13:02`, with its length where hours between are missing; empty for the whole day. */
const ofTime = ({since, seconds, isWhole}: Known): string =>
	`${isWhole ? '' : ` of ${span(seconds)}`}${since === 0 ? '' : ` since ${timeOfDay(since)}`}`;

/** Minutes that agents were ready and had no call: `252 since 13:02`. */
export const idleText = (staffing: Staffing | undefined): string =>
	staffing ? `${number(Math.round(staffing.idle))}${ofTime(staffing.of)}` : number(undefined);

/** Sales an hour that an agent was signed in. */
export const salesSignedInText = (staffing: Staffing | undefined): string =>
	`${decimals(staffing?.sales?.perHour, 2)}${staffing?.sales ? ofTime(staffing.sales.of) : ''}`;
