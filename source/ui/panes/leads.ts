/** Leads: how much is left to dial, and for how long (section 2.6: leads, lead_status_graph). */

import {number, percent, span} from '../../look/format.ts';
import {timeLeft} from '../../model/derived.ts';
import {progressBar} from '../parts/bar.ts';
import {line} from '../parts/box.ts';
import {pairs} from '../parts/pairs.ts';
import {figuresAndChart, type Pane} from './pane.ts';

export const leads: Pane = ({figures, dashboard}, width, height, look) => {
	const left = timeLeft(figures, dashboard.calls);
	const done = percent(figures.percentComplete);
	const label = line(look, ['faint', ' done '], ['strong', done.padStart(7)]);
	const bar = progressBar(figures.percentComplete ?? 0, Math.max(0, width - label.width - 1), look);
	const top = [
		{text: `${bar.text}${label.text}`, width: bar.width + label.width},
		...pairs(
			[
				{label: 'total', value: number(figures.totalLeads), room: 7},
				{label: 'active', value: number(figures.activeLeads), room: 7},
				{label: 'remaining', value: number(figures.remainingLeads), room: 7},
				{label: 'recycled', value: number(figures.recycled), room: 6},
				{label: left?.derived ? 'time left*' : 'time left', value: span(left?.seconds), room: 8},
			],
			width,
			look,
		),
	];
	return figuresAndChart(
		top,
		[
			{label: 'active leads', value: number(dashboard.leads?.at(-1)?.activeLeads), room: 7, role: 'chart.first'},
			{label: 'remaining', value: number(dashboard.leads?.at(-1)?.remainingLeads), room: 7, role: 'chart.second'},
		],
		[
			{role: 'chart.first', values: dashboard.leads?.map(point => point.activeLeads) ?? []},
			{role: 'chart.second', values: dashboard.leads?.map(point => point.remainingLeads) ?? []},
		],
		width,
		height,
		look,
	);
};
