/** Calls: what is on the lines now and was lately (section 2.6: live calls, call_status_graph). */
import {number} from '../../look/format.ts';
import type {Role} from '../../look/theme.ts';
import {pairs} from '../parts/pairs.ts';
import {figuresAndChart, type Pane} from './pane.ts';

export const calls: Pane = ({figures, dashboard, history}, width, height, look) => {
	const waitingRole: Role = (figures.waiting ?? 0) > 0 && figures.ready === 0 ? 'error' : 'chart.third';
	const top = pairs(
		[
			{label: 'active', value: number(figures.activeCalls), room: 5},
			{label: 'ringing', value: number(figures.ringing), room: 5, role: 'chart.first'},
			{label: 'waiting', value: number(figures.waiting), room: 4, role: waitingRole},
			{label: 'in IVR', value: number(figures.inIvr), room: 4, role: 'chart.fourth'},
			{label: 'connected today', value: number(figures.connectedCalls), room: 6},
		],
		width,
		look,
	);
	// The service's graph may hold only the present: then what dialtop saw itself is the longer story.
	const points = (dashboard.liveCalls?.length ?? 0) > history.length ? (dashboard.liveCalls ?? []) : history;
	return figuresAndChart(
		top,
		[],
		[
			{role: 'chart.first', values: points.map(point => point.ringing)},
			{role: 'chart.third', values: points.map(point => point.waiting)},
			{role: 'chart.fourth', values: points.map(point => point.inIvr)},
		],
		width,
		height,
		look,
	);
};
