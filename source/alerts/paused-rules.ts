/** Alert rules on agents who are paused, and on a campaign that is paused while agents are ready. */

import {type Drawn, drawnBefore} from './first-look.ts';
import type {CampaignPoll, CampaignRule} from './rule.ts';

/** Seconds of which the usual must be known. */
const leastKnown = 300;

/** Fewest paused agents for which a share means something: of a handful some are at lunch. */
const fewestPaused = 6;

/** The share of the agents that is usually paused; NaN if it is not known yet. */
const usualShare = ({row: {dashboard}}: CampaignPoll): number => {
	const {weight = 0, shares} = dashboard?.history.learned?.usual ?? {};
	return shares && weight >= leastKnown ? shares.paused / weight : Number.NaN;
};

/** The share of all agents by which paused ones must exceed the usual: nobody misses a few of many. */
const leastPart = 0.1;

/** Points of the graph, a minute each, within which that many more must be paused: for a break they pause one by one. */
const suddenly = 4;
const suddenPart = 0.15;

/** Whether the graph shows that they paused one by one; false where it lacks the figures. */
const isGradual = ({row: {dashboard}}: CampaignPoll, paused: number, agents: number): boolean => {
	const lately = (dashboard?.agents ?? []).slice(-suddenly).flatMap(point => point.paused ?? []);
	return lately.length > 0 && paused - Math.min(...lately) < suddenPart * agents;
};

/** Whether that many more may be chance. */
const isChance = (paused: number, usual: number, agents: number): boolean =>
	paused - usual < Math.max(leastPart * agents, 2 * Math.sqrt(usual));

/** Paused agents against what is usual; where hardly any are usual, one is assumed. */
export const pausedMore: CampaignRule = {
	id: 'paused-more',
	kind: 'staffing',
	level: 'warning',
	unit: 'times',
	title: 'more paused',
	figure: amount => `${amount} as many agents paused as usual`,
	defaults: {threshold: 2, margin: 0.4, seconds: 60, polls: 3},
	says: ({briefly, value, advice}) => `${briefly} agents paused, ${value} the usual${advice}`,
	inForce: ({threshold, seconds}) => `${threshold} as many agents paused as usual for ${seconds}`,
	needs: [],
	uses: [],
	isCompared: true,
	whileDialing: true,
	inOneLook: poll => !Number.isNaN(usualShare(poll)),
	measure(poll, {threshold}) {
		const {row, alert} = poll;
		const {agents, paused} = row.figures ?? {};
		if (agents === undefined || paused === undefined) {
			return 'unknown';
		}
		const usual = usualShare(poll);
		const floor = alert('floor');
		const partOf = floor?.cause?.kind === 'agents-paused' ? floor.rule : undefined;
		const isRaised = alert('staffing')?.rule === 'paused-more';
		if (
			paused < fewestPaused ||
			Number.isNaN(usual) ||
			(!isRaised && (partOf || isChance(paused, usual * agents, agents) || isGradual(poll, paused, agents)))
		) {
			return undefined;
		}
		return {
			value: paused / Math.max(1, usual * agents),
			threshold,
			concerns: paused,
			note: `${paused} of ${agents}`,
			cause: {kind: 'agents-paused', shifts: [{figure: 'paused', from: usual, to: paused / agents}], isSure: true},
			...(partOf && {partOf}),
			...drawnBefore(poll, minute => minute.paused >= threshold * Math.max(1, usual * minute.agents)),
		};
	},
};

/** For how long at least that many agents were ready while nothing was dialed. */
const readyWhileIdle = (poll: CampaignPoll, least: number): Drawn | undefined =>
	drawnBefore(poll, ({dialed, ready}) => (Number.isNaN(dialed + ready) ? 'unknown' : dialed === 0 && ready >= least));

/** The graver ones. */
export const pausedRules: readonly CampaignRule[] = [
	{
		id: 'paused-share',
		kind: 'staffing',
		level: 'warning',
		unit: 'share',
		title: 'agents paused',
		figure: amount => `${amount} of the agents paused`,
		bounds: {least: 1, most: 100},
		defaults: {threshold: 60, margin: 15, seconds: 120, polls: 3},
		inForce: ({threshold, seconds}) => `${threshold} of the agents paused for ${seconds}`,
		needs: [],
		uses: [],
		whileDialing: true,
		measure(poll, {threshold}) {
			const {agents, paused} = poll.row.figures ?? {};
			if (agents === undefined || paused === undefined) {
				return 'unknown';
			}
			const shareOfAll = Math.min(100, (100 * paused) / agents);
			const drawn = drawnBefore(poll, minute => 100 * minute.paused >= threshold * minute.agents);
			return paused < fewestPaused
				? undefined
				: {value: shareOfAll, threshold, concerns: paused, note: `${paused} of ${agents}`, ...drawn};
		},
	},
	{
		id: 'paused-ready',
		kind: 'staffing',
		level: 'warning',
		unit: 'agents',
		title: 'agents unused',
		figure: amount => `${amount} ready, and it does not dial`,
		defaults: {threshold: 3, margin: 0, seconds: 120, polls: 3},
		says: ({briefly, value, advice}) => `${briefly}, ${value} ready${advice}`,
		inForce: ({threshold, seconds}) => `${threshold} ready on a campaign that is paused or stopped for ${seconds}`,
		needs: [],
		uses: ['ready'],
		isCompared: true,
		inOneLook: poll => poll.row.state === 'dialing' || readyWhileIdle(poll, 0) !== undefined,
		measure(poll, {threshold}) {
			const {row} = poll;
			const ready = row.figures?.ready;
			if (row.state !== 'paused' && row.state !== 'stopped') {
				return row.state === 'unknown' ? 'unknown' : undefined;
			}
			return ready === undefined
				? 'unknown'
				: {
						value: ready,
						threshold,
						note: row.state,
						cause: {kind: row.state, status: row.status ?? '', ready},
						...readyWhileIdle(poll, threshold),
					};
		},
	},
];
