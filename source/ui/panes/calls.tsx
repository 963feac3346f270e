/** Calls: what is on the lines now and was lately (section 2.6: live calls, call_status_graph). */
import {memo} from 'react';
import {number} from '../../look/format.ts';
import type {Size} from '../parts/panel.tsx';
import {FiguresAndChart, Pane} from './pane.tsx';

/** The calls pane. */
export const CallsPane = memo((size: Size) => {
	return (
		<Pane name="calls" title="Calls" {...size}>
			{({figures, dashboard: {liveCalls = []}, history}, inner) => {
				const isBad = (figures.waiting ?? 0) > 0 && figures.ready === 0;
				// The service's graph may hold only the present: then what dialtop saw itself is the longer story.
				const points = liveCalls.length > history.length ? liveCalls : history;
				return (
					<FiguresAndChart
						{...inner}
						figures={[
							{label: 'active', value: number(figures.activeCalls), room: 5},
							{label: 'ringing', value: number(figures.ringing), room: 5, role: 'chart.first'},
							{label: 'waiting', value: number(figures.waiting), room: 4, role: isBad ? 'error' : 'chart.third'},
							{label: 'in IVR', value: number(figures.inIvr), room: 4, role: 'chart.fourth'},
							{label: 'connected today', value: number(figures.connectedCalls), room: 6},
						]}
						series={[
							{role: 'chart.first', values: points.map(({ringing}) => ringing)},
							{role: 'chart.third', values: points.map(({waiting}) => waiting)},
							{role: 'chart.fourth', values: points.map(({inIvr}) => inIvr)},
						]}
					/>
				);
			}}
		</Pane>
	);
});
