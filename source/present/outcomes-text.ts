/** How the day's calls ended, as the page of a campaign shows it. */
import {type OutcomeMix, outcomeMix, type StatusCount} from '../model/outcomes.ts';
import type {CampaignDashboard} from '../model/state.ts';
import {width as cells, clock, number, percent} from './format.ts';
import type {Span, Spans} from './spans.ts';

/** A status with its figure: `CALLBACK 51 28%`. */
type OutcomeFigure = {label: string; value: string; share: string};

const talk = ({status, count}: StatusCount, {total}: OutcomeMix): OutcomeFigure => ({
	label: status,
	value: number(count),
	share: ` ${percent((count / total) * 100, 0)}*`,
});

const other = ({status, count}: StatusCount): OutcomeFigure => ({label: status, value: number(count), share: ''});

const gap = 3;

/** Figures one after another, as many a line as fit. */
const flowed = (all: readonly OutcomeFigure[], width: number): Spans[] => {
	const lines: Span[][] = [];
	let used = width;
	for (const {label, value, share} of all) {
		const needs = cells(label) + 1 + cells(value) + cells(share);
		if (used + gap + needs > width - 1) {
			lines.push([]);
			used = 0;
		}
		const space = ' '.repeat(used === 0 ? 1 : gap);
		lines.at(-1)?.push(['faint', `${space}${label} `], ['strong', value], ['faint', share]);
		used += space.length + needs;
	}
	return lines;
};

/** The lines; none if the service reports nothing about it. */
export const outcomeLines = (outcomes: CampaignDashboard['outcomes'], width: number): Spans[] => {
	if (!outcomes) {
		return [];
	}
	const {statuses = [], callbacksDue, at} = outcomes;
	const mix = outcomeMix(statuses);
	const due: OutcomeFigure[] =
		callbacksDue === undefined ? [] : [{label: 'callbacks due', value: number(callbacksDue), share: ''}];
	const of = mix.total > 0 ? `, of ${number(mix.total)} talks` : '';
	return [
		[
			['title', ' Outcomes today'],
			['faint', `  at ${clock(at.wall).slice(0, 5)}${of}`],
		],
		...flowed([...mix.talks.map(one => talk(one, mix)), ...due], width),
		...flowed(mix.others.map(other), width),
	];
};
