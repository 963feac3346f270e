/** Agents: who is ready, talking, wrapping up, paused (section 2.6: agents, timing, agent_graph_data). */
import {memo} from 'react';
import {number, percent, span} from '../../look/format.ts';
import {occupancy} from '../../model/derived.ts';
import {stackedBar} from '../parts/bar.ts';
import {useLook} from '../parts/line.tsx';
import type {Size} from '../parts/panel.tsx';
import {FiguresAndCharts, Pane} from './pane.tsx';
import {byTimeOfDay, pointsOf} from './points.ts';

/** The agents pane. */
export const AgentsPane = memo((size: Size) => {
	const {ascii} = useLook();
	return (
		<Pane name="agents" title="Agents" {...size}>
			{({figures, dashboard: {agents = []}}, inner) => {
				const timed = byTimeOfDay(agents);
				return (
					<FiguresAndCharts
						{...inner}
						bar={stackedBar(
							[
								{role: 'agent.ready', value: figures.ready ?? 0, mark: ascii ? 'r' : '█'},
								{role: 'agent.onCall', value: figures.onCall ?? 0, mark: ascii ? 'c' : '▓'},
								{role: 'agent.wrapUp', value: figures.wrapUp ?? 0, mark: ascii ? 'w' : '▒'},
								{role: 'agent.paused', value: figures.paused ?? 0, mark: ascii ? 'p' : '░'},
								{role: 'agent.dead', value: figures.dead ?? 0, mark: ascii ? 'd' : '×'},
							],
							inner.width,
						)}
						figures={[
							{label: 'agents', value: number(figures.agents), room: 4},
							{label: 'ready', value: number(figures.ready), room: 4, role: 'agent.ready'},
							{label: 'on call', value: number(figures.onCall), room: 4, role: 'agent.onCall'},
							{label: 'wrap-up', value: number(figures.wrapUp), room: 4, role: 'agent.wrapUp'},
							{label: 'paused', value: number(figures.paused), room: 4, role: 'agent.paused'},
							{label: 'dead', value: number(figures.dead), room: 3, role: 'agent.dead'},
							{label: 'occupancy*', value: percent(occupancy(figures)), room: 6},
							{label: 'talk', value: span(figures.averageTalk), room: 6},
							{label: 'wrap', value: span(figures.averageWrap), room: 6},
							{label: 'between calls', value: span(figures.averageInterval), room: 6},
						]}
						axis={timed.axis}
						charts={[
							{
								title: 'occupancy %*',
								role: 'chart.first',
								points: pointsOf(timed, occupancy),
								format: value => value.toFixed(1),
								most: 100,
								isFirst: true,
							},
							{title: 'logged in', role: 'chart.second', points: pointsOf(timed, ({agents: count}) => count)},
						]}
					/>
				);
			}}
		</Pane>
	);
});
