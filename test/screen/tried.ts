/** What a simulation has made of a campaign, for screens without one. */
import {scoreRecordOf} from '../../source/foresight/bands.ts';
import type {Band} from '../../source/model/drop-at-close.ts';
import {aboutOf} from '../../source/screen/sheets/what-if/what-if.ts';
import type {Foresight, WhatIf} from '../../source/service/foresight.ts';
import type {makeScreen} from './make.ts';
import {moment} from './make.ts';

const band = (median: number, width: number): Band => ({low: median - width, median, high: median + width});

/** A record of which so many of the last 20 were inside their band. */
const recordOf = (inside: number): WhatIf['record'] => {
	const {asIs, ...others} = scoreRecordOf([], 59);
	return {...others, asIs: {...asIs, drop: {scored: 40, inside, of: 20, factor: 1, least: 9}}};
};

/** The trade-off of a floor of 59 agents at level 1.5, of which so many levels are simulated. */
export const tradeOffOf = (over: Partial<WhatIf> = {}, ready = 8): WhatIf => {
	const values = [1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8];
	const agents = 59 + (over.extraAgents ?? 0);
	const points = values.slice(0, ready).map((value, index) => {
		const drop = 1.6 + 0.09 * index ** 1.5 + (59 - agents) / 40;
		const under = [1, 1, 1, 0.99, 0.97, 0.9, 0.55, 0.12][index] ?? 0;
		return {
			value,
			dropAtClose: band(drop, 0.25 + 0.03 * index),
			drop: band(drop + 0.3, 0.9),
			talk: band(34 + 1.6 * index - (59 - agents) / 10, 1.4),
			ready: band(14 - 1.4 * index, 1.2),
			leadsOut: undefined,
			under,
			isSafe: under >= 0.95,
		};
	});
	return {
		moved: 'level',
		values,
		present: 1.5,
		points,
		safest: ready === values.length ? 1.5 : undefined,
		agents: 59,
		extraAgents: 0,
		limit: 3,
		isPeriod: false,
		closesAt: moment(8 * 3_600_000).wall,
		runs: 100,
		record: recordOf(17),
		calibratedOn: {minutes: 45, until: moment(0).wall, dials: 5120, talks: 512},
		...over,
	};
};

/** A simulation that remembers what it was asked, and answers nothing. */
export const noSimulation = () => {
	const asked: Parameters<Foresight['whatIf']>[1][] = [];
	const foresight: Foresight = {
		ask: async () => undefined,
		whatIf: (_, what) => asked.push(what),
		see: () => undefined,
		callOff: () => undefined,
		close: async () => undefined,
	};
	return {foresight, asked};
};

/** Opens the what-if of the selected campaign, and gives it what was simulated. */
export const openTried = (
	screen: ReturnType<typeof makeScreen>,
	answer: WhatIf | {why: string} = tradeOffOf(),
): void => {
	screen.simulate(noSimulation().foresight);
	screen.settle();
	screen.press('f');
	give(screen, answer);
};

/** Gives an open what-if what was simulated with its agents. */
export const give = (screen: ReturnType<typeof makeScreen>, answer: WhatIf | {why: string}): void => {
	const {whatIf} = screen.ui.get().sheet ?? {};
	if (whatIf) {
		const {campaignId, extraAgents} = whatIf;
		screen.ui.dispatch({type: 'tried', campaignId, extraAgents, about: aboutOf(screen.store.get(), whatIf), answer});
	}
};
