/** What came of a floor, by the definitions of a forecast's figures. */
import {countBetween, lastBy, overTime, type Series} from '../model/series.ts';
import type {Figures} from '../model/wire.ts';
import type {Scored} from './bands.ts';
import {countedIn} from './calibrate.ts';

/** The share of a half hour that must have been seen. */
const seen = 0.9;

/** Whether two figures show a floor that dials alike. The level of PREDICTIVE moves by itself. */
export const dialsAlike = (one: Partial<Figures>, other: Partial<Figures>): boolean =>
	one.paceMethod === other.paceMethod &&
	(one.paceMethod?.toUpperCase() === 'PREDICTIVE'
		? one.dropLimit === other.dropLimit
		: one.paceTempo === other.paceTempo);

/** Whether nobody changed how a floor dials between two moments, or paused or stopped it. */
export const isUndisturbed = ({samples}: Series, from: number, to: number): boolean => {
	const first = lastBy(samples, from, figures => figures);
	return (
		first !== undefined &&
		samples.every(
			({at, figures}) => at < from || at > to || (dialsAlike(first, figures) && figures.status === first.status),
		)
	);
};

/** What came between two moments: of live answers, and of each agent's hour. Undefined if too little of it was seen. */
export const cameOf = (series: Series, from: number, to: number): Scored['came'] | undefined => {
	const agents = overTime(series, from, to, figures => figures.agents);
	if (agents.known < seen * (to - from) || agents.sum === 0) {
		return undefined;
	}
	const perHour = (of: (figures: Figures) => number | undefined): number | undefined => {
		const {sum, known} = overTime(series, from, to, of);
		return known < seen * (to - from) ? undefined : (60 * sum * agents.known) / (known * agents.sum);
	};
	const {humans, drops} = countedIn(series, from, to);
	const talk = perHour(({onCall, dead}) => (onCall === undefined ? undefined : onCall + (dead ?? 0)));
	const ready = perHour(figures => figures.ready);
	const isCounted = countBetween(series, from, to, figures => figures.dropRate) !== undefined;
	return {
		...(isCounted && humans > 0 && {drop: Math.min(100, (100 * drops) / humans)}),
		...(talk !== undefined && {talk}),
		...(ready !== undefined && {ready}),
	};
};
