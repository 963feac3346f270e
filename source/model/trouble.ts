/** Trouble, by which the board is sorted: which class a campaign is in, and which of the classes last. */
import {dropStatusOf} from './drops.ts';
import type {CampaignRow} from './select.ts';

/** The classes, the gravest first. */
export const troubleClasses = [
	/** The outcome of a command on it is not known, or the service does not show it. */
	'unsettled',
	/** A critical alert that nobody has acknowledged, be it by itself or in a flood. */
	'critical',
	/** Its two sources disagree: one says that it dials, or stopped, and the other does not. */
	'disputed',
	/** A warning that nobody has acknowledged; or a drop rate at its limit without an alert, because of few calls. */
	'warning',
	/** A drop rate near its limit without an alert yet. */
	'near',
	/** Calls wait, and no agent is ready. */
	'waiting',
	/** It dials, and has no leads left. */
	'no-leads',
	/** It dials, agents are ready, and nothing rings. */
	'idle',
	/** Its figures have failed to be read for a minute, or were never read. */
	'unread',
	/** Its alerts are all acknowledged: somebody knows. */
	'acknowledged',
	/** It dials and nothing is wrong; or its status is a word without a meaning. */
	'none',
	'paused',
	'stopped',
] as const;

/** How much trouble a campaign is in. */
export type TroubleClass = (typeof troubleClasses)[number];

const ranks = Object.fromEntries(troubleClasses.map((name, rank) => [name, rank])) as Readonly<
	Record<TroubleClass, number>
>;

/** The index of a class, 0 for the gravest. */
export const rankOf = (name: TroubleClass): number => ranks[name];

/** Milliseconds that reads must have failed for: one that gets no answer is nothing yet. */
const unreadFor = 60_000;

const isUnread = ({failure, span}: CampaignRow): boolean =>
	failure !== undefined && (!span || failure.at.mono - span.receivedAt.mono >= unreadFor);

/**
 * Trouble that one poll shows and the next may not. If it lasts it becomes an alert, which ends only once the figures are normal by a
 * margin: the order of rows on screen follows the alert.
 */
const passingOf = (row: CampaignRow): TroubleClass | undefined => {
	const {figures, state} = row;
	if (!figures) {
		return undefined;
	}
	if (dropStatusOf(row) === 'near') {
		return 'near';
	}
	if ((figures.waiting ?? 0) > 0 && figures.ready === 0) {
		return 'waiting';
	}
	if (state !== 'dialing') {
		return undefined;
	}
	return figures.remainingLeads === 0
		? 'no-leads'
		: (figures.ready ?? 0) > 0 && figures.ringing === 0
			? 'idle'
			: undefined;
};

/** The class by its alerts, or else by its drop rate. */
const alarmOf = (row: CampaignRow): TroubleClass | undefined => {
	const {alert, acknowledged, command, state, dispute} = row;
	if (command?.phase === 'unknown' || command?.phase === 'unobserved') {
		return 'unsettled';
	}
	if (dispute && alert?.level !== 'critical') {
		return 'disputed';
	}
	if (alert) {
		return alert.level;
	}
	const isOff = state === 'paused' || state === 'stopped';
	return !isOff && !acknowledged && dropStatusOf(row) === 'high' ? 'warning' : undefined;
};

const calmOf = ({acknowledged, state}: CampaignRow): TroubleClass =>
	acknowledged ? 'acknowledged' : state === 'paused' || state === 'stopped' ? state : 'none';

/** Its class without passing trouble: a floor on which nothing happens keeps its order. */
export const lastingTroubleOf = (row: CampaignRow): TroubleClass =>
	alarmOf(row) ?? (isUnread(row) ? 'unread' : calmOf(row));

/** The class of a campaign by all that is known of it now. */
export const troubleOf = (row: CampaignRow): TroubleClass => alarmOf(row) ?? passingOf(row) ?? lastingTroubleOf(row);

/** Whether somebody should look: true unless its alerts are acknowledged, or it dials, is paused or is stopped without trouble. */
export const isTrouble = (rank: number): boolean => rank < ranks.acknowledged;
