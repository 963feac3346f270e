/**
 * Over which calls a service counts its drops: over the live answers (human_answered_calls), as regulators do, or over all
 * answered calls, machines included. The interface does not say it, so it is inferred from the figures.
 */
import {dropRateOf, rowOfFigures} from './drops.ts';
import type {Figures} from './wire.ts';

/** What the figures say of it. */
export type DropCounting = {
	/** `unclear` if the figures fit both ways, or neither. */
	over: 'live answers' | 'all answered' | 'unclear';
	/** Percentage points by which the rates miss the nearest whole number of drops if counted so; the largest of them. */
	errors: {live: number; all: number};
	/** How many campaigns' figures were compared. */
	campaigns: number;
};

/** How far two decimals may be off, be they rounded or cut off. */
const precision = 0.01;
/** What binary fractions add. */
const hair = 1e-6;

/** From so many live answers on, the rates of whole numbers of drops lie too close together to tell anything. */
const mostCalls = 5000;

/** Points between a rate and that of the nearest whole number of drops of so many calls. */
const errorOver = (rate: number, calls: number): number =>
	Math.abs(rate - (100 * Math.round((rate * calls) / 100)) / calls);

/**
 * Infers it: drops are whole numbers, so a rate with two decimals fits few of the counts that it may be a share of, and does
 * not fit a count of which it is none. The more calls there are, the more rates fit: from 5,000 on a campaign tells nothing.
 * Undefined if no campaign tells anything: without drops, without figures, or with too many calls.
 */
export const dropCounting = (all: readonly Figures[]): DropCounting | undefined => {
	const telling = all.flatMap(figures => {
		const dropRate = dropRateOf(rowOfFigures(figures));
		const {humanAnswered, answeredToday} = figures;
		return dropRate !== undefined &&
			dropRate > 0 &&
			dropRate <= 100 &&
			humanAnswered !== undefined &&
			humanAnswered > 0 &&
			humanAnswered < mostCalls &&
			answeredToday !== undefined &&
			answeredToday > humanAnswered
			? [{live: errorOver(dropRate, humanAnswered), all: errorOver(dropRate, answeredToday)}]
			: [];
	});
	if (telling.length === 0) {
		return undefined;
	}
	const worst = (base: 'live' | 'all'): number => Math.max(...telling.map(errors => errors[base]));
	const errors = {live: worst('live'), all: worst('all')};
	const [fitsLive, fitsAll] = [errors.live <= precision + hair, errors.all <= precision + hair];
	const over = fitsLive === fitsAll ? 'unclear' : fitsLive ? 'live answers' : 'all answered';
	return {over, errors, campaigns: telling.length};
};
