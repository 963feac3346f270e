/** The past around the moment on screen: the drop rate of the selected campaign in a row of blocks, and what happened below it. */

import {memo} from 'react';
import {dropStatus} from '../../model/derived.ts';
import {minute} from '../../model/time.ts';
import {clock, fit, percent} from '../../present/format.ts';
import {kindsByWeight} from '../../present/mark-text.ts';
import {type Span, type Spans, sparks} from '../../present/spans.ts';

import type {Role} from '../../present/theme.ts';
import {cellOf, type Period, type Timeline} from '../../service/past.ts';
import {Lines} from '../parts/line.tsx';
import {selectedCampaignId} from '../state/tables.ts';
import {onEach} from '../store/context.ts';
import type {Shown} from '../store/shown.ts';
import {useStore} from '../store/store.ts';

/** Rows that it takes. */
export const timelineHeight = 2;

/** The span that is shown, and by how much it moves on, so that the moment stays near its middle and the picture seldom moves. */
const shownSpan = 120 * minute;
const step = 30 * minute;

/** The span in which a moment is shown. */
const spanAround = (at: number): Period => {
	const from = Math.floor((at - 45 * minute) / step) * step;
	return {from, to: from + shownSpan};
};

/** Cells at both ends: what the row is of, and times. */
const endsWidth = 12;

const marks: Readonly<Record<string, Span>> = {
	command: ['key', '◆'],
	alert: ['error', '▲'],
	'alert-ended': ['ok', '▽'],
	state: ['state.paused', '■'],
	settings: ['pending', '≡'],
	outside: ['warning', '≢'],
	gap: ['faint', '░'],
	clock: ['warning', '↺'],
	start: ['faint', '├'],
};

const rateRole = (rate: number | undefined, limit: number | undefined): Role =>
	({unknown: 'text', ok: 'text', near: 'drop.near', high: 'drop.high'})[dropStatus(rate, limit)] as Role;

/** Twice the limit fills the row: at half of it the eye sees the limit. */
const mostOf = ({cells: all, limit}: Timeline): number =>
	Math.max(1, 2 * (limit ?? 0), ...all.map(({rate = 0}) => rate));

/** Joins neighbours in one role. */
const joined = (spans: readonly Span[]): Spans => {
	const all: Span[] = [];
	for (const [role, text] of spans) {
		const last = all.at(-1);
		if (last?.[0] === role) {
			all[all.length - 1] = [role, last[1] + text];
		} else {
			all.push([role, text]);
		}
	}
	return all;
};

const timelineLines = (shown: Shown, width: number): Spans[] => {
	const {ui, tables, drawn, past} = shown;
	const recorded = onEach(shown).flatMap(service => service.past ?? []);
	const [own = past, ...others] = past ? [past, ...recorded.filter(one => one !== past)] : recorded;
	if (!own || !ui.past) {
		return [];
	}
	const {at} = ui.past;
	const count = Math.max(1, width - 2 * endsWidth);
	const period = spanAround(at);
	const campaignId = own === past ? selectedCampaignId(tables) : undefined;
	const timeline = own.timeline(campaignId, period, count);
	const otherMarks = others.map(one => one.timeline(undefined, period, count).cells);
	const cursor = cellOf(period, count, at);
	const most = mostOf(timeline);
	const rate = campaignId === undefined ? undefined : drawn.dashboards.get(campaignId)?.value?.figures?.dropRate;
	const blocks = timeline.cells.map(({rate: one, isGap}, index): Span => {
		const text = one === undefined ? (isGap ? '░' : ' ') : sparks([one], most);
		return [index === cursor ? 'past' : one === undefined ? 'faint' : rateRole(one, timeline.limit), text];
	});
	let beside: string | undefined;
	const below = timeline.cells.map(({marks: here, isGap, isFilled}, index): Span => {
		// The second of two marks in one cell is shown beside it, where there is room.
		const all = [...here, ...otherMarks.flatMap(cells => cells[index]?.marks ?? [])];
		const [kind = beside, second] = kindsByWeight(all);
		beside = second;
		const [role, text] = marks[kind ?? ''] ?? ['faint', isFilled ? '≈' : isGap ? '░' : index === cursor ? '│' : '·'];
		return [index === cursor ? 'past' : role, text];
	});
	// The day is in the header.
	const momentText = (wall: number): string => clock(wall).slice(0, 5);
	const end = (text: string, align: 'left' | 'right'): Span => [
		'faint',
		align === 'left' ? fit(` ${text}`, endsWidth) : fit(`${text} `, endsWidth, 'right'),
	];
	return [
		[
			end(campaignId === undefined ? 'drops' : `${drawn.source.floor ?? 'drops'} ${campaignId}`, 'left'),
			...joined(blocks),
			[rateRole(rate, timeline.limit), fit(`${percent(rate)} `, endsWidth, 'right')],
		],
		[end(momentText(period.from), 'left'), ...joined(below), end(momentText(period.to), 'right')],
	];
};

const sameLines = (one: readonly Spans[], other: readonly Spans[]): boolean =>
	JSON.stringify(one) === JSON.stringify(other);

/** The timeline. */
export const TimelineLines = memo(({width}: {width: number}) => {
	const lines = useStore(shown => timelineLines(shown, width), sameLines);
	return <Lines lines={lines} width={width} height={timelineHeight} />;
});
