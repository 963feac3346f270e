/** Leads: how much is left to dial, and for how long (section 2.6: leads, lead_status_graph). */
import {memo} from 'react';
import {timeLeftText} from '../../look/board-columns.ts';
import {nothing, number, percent} from '../../look/format.ts';
import {cellsOf, type Spans} from '../../look/spans.ts';
import {progressBar} from '../parts/bar.ts';
import type {Size} from '../parts/panel.tsx';
import {FiguresAndCharts, Pane} from './pane.tsx';
import {besideTimed, pointsOf} from './points.ts';

/** The leads pane. */
export const LeadsPane = memo((size: Size) => {
	return (
		<Pane name="leads" title="Leads" {...size}>
			{({figures, dashboard, state}, inner) => {
				const timed = besideTimed(dashboard.leads ?? [], dashboard);
				const done: Spans = [
					['faint', ' done '],
					['strong', percent(figures.percentComplete).padStart(7)],
				];
				return (
					<FiguresAndCharts
						{...inner}
						bar={[...progressBar(figures.percentComplete ?? 0, Math.max(0, inner.width - cellsOf(done) - 1)), ...done]}
						figures={[
							{label: 'total', value: number(figures.totalLeads), room: 7},
							{label: 'active', value: number(figures.activeLeads), room: 7},
							{label: 'remaining', value: number(figures.remainingLeads), room: 7},
							{label: 'recycled', value: number(figures.recycled), room: 6},
							{label: 'time left', value: timeLeftText({figures, dashboard, state}) ?? nothing, room: 8},
						]}
						axis={timed.axis}
						charts={[
							{
								title: 'remaining',
								role: 'chart.second',
								points: pointsOf(timed, ({remainingLeads}) => remainingLeads),
							},
						]}
					/>
				);
			}}
		</Pane>
	);
});
