/** The panes by name, and several of them over an area. */

import {Box} from 'ink';
import {type ComponentType, memo} from 'react';
import {number} from '../../../../present/format.ts';
import type {Point} from '../../../parts/chart.ts';
import type {Size} from '../../../parts/panel.tsx';
import type {Layout, PaneName} from '../../../state/layout.ts';
import {AgentsPane} from './agents.tsx';
import {pointsLastWeek, reachOfCharts, withPast} from './chart-time.ts';
import {LeadsPane} from './leads.tsx';
import {PacePane} from './pace.tsx';
import {FiguresAndCharts, Pane} from './pane.tsx';
import {atPolls, besideTimed, pointsOf, type Timed} from './points.ts';

/** What a point of either source counts. */
type CallCounts = {[name in 'ringing' | 'waiting' | 'inIvr']?: number | undefined};

/** The calls pane. */
export const CallsPane = memo((size: Size) => {
	return (
		<Pane name="calls" title="Calls" {...size}>
			{({figures, dashboard, time}, inner) => {
				const isBad = (figures.waiting ?? 0) > 0 && figures.ready === 0;
				// The service's graph may hold only the present: then what dialtop saw itself is drawn, and its title says so.
				const {liveCalls = []} = dashboard;
				const isOurs = liveCalls.length < 2;
				const timed: Timed<CallCounts> = isOurs ? atPolls(dashboard.history) : besideTimed(liveCalls, dashboard);
				const reach = reachOfCharts(timed.axis, time);
				const line = (of: (counts: CallCounts) => number | undefined): {points: Point[]; lastWeek: Point[]} => ({
					points: withPast(reach, pointsOf(timed, of), of),
					lastWeek: pointsLastWeek(reach, of),
				});
				// Shown once: in each title it would take the columns of all.
				const source = isOurs ? ', as polled' : '';
				return (
					<FiguresAndCharts
						{...inner}
						figures={[
							{label: 'active', value: number(figures.activeCalls), room: 5},
							{label: 'ringing', value: number(figures.ringing), room: 5, role: 'chart.first'},
							{label: 'waiting', value: number(figures.waiting), room: 4, role: isBad ? 'error' : 'chart.third'},
							{label: 'in IVR', value: number(figures.inIvr), room: 4, role: 'chart.fourth'},
							{label: 'connected today', value: number(figures.connectedCalls), room: 6},
						]}
						axis={reach.axis}
						charts={[
							{
								title: `ringing${source}`,
								titleBeside: isOurs ? ['ringing,', 'as polled'] : ['ringing'],
								role: 'chart.first',
								...line(({ringing}) => ringing),
							},
							{
								title: 'waiting',
								titleBeside: ['waiting'],
								role: isBad ? 'error' : 'chart.third',
								...line(({waiting}) => waiting),
							},
							{
								title: 'in IVR',
								role: 'chart.fourth',
								...line(({inIvr}) => inIvr),
								isSmall: true,
							},
						]}
					/>
				);
			}}
		</Pane>
	);
});

const components: Readonly<Record<PaneName, ComponentType<Size>>> = {
	pace: PacePane,
	leads: LeadsPane,
	calls: CallsPane,
	agents: AgentsPane,
};

/** Panes side by side, and on below where the width is used up. */
export const Panes = memo(({panes, width}: {panes: Layout['panes']; width: number}) => (
	<Box flexWrap="wrap" flexShrink={0} alignContent="flex-start" width={width}>
		{panes.map(({name, ...size}) => {
			const Pane = components[name];
			return <Pane key={name} {...size} />;
		})}
	</Box>
));
