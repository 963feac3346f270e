/** Agents: who is ready, talking, wrapping up, paused (section 2.6: agents, timing, agent_graph_data). */
import {memo} from 'react';
import {occupancy, occupancyOfSignedIn} from '../../../../model/derived.ts';
import {stepLength} from '../../../../model/past.ts';
import type {Readiness} from '../../../../model/readiness.ts';
import {staffingOf} from '../../../../model/staffing.ts';
import type {Figures} from '../../../../model/wire.ts';
import {idleMark, readyRole} from '../../../../present/board-cells.ts';
import {idleText} from '../../../../present/forecast-text.ts';
import {number, percent, span} from '../../../../present/format.ts';
import type {Spans} from '../../../../present/spans.ts';
import {chartStyle, type Role} from '../../../../present/theme.ts';
import type {Mark, Point} from '../../../parts/chart.ts';
import {type Pair, stackedBar} from '../../../parts/figures.ts';
import {useLook} from '../../../parts/line.tsx';
import type {Size} from '../../../parts/panel.tsx';
import {pointsLastWeek, reachOfCharts, withPast} from './chart-time.ts';
import {inStep, linesOfAgents} from './lines.ts';
import {FiguresAndCharts, Pane} from './pane.tsx';

/** What agents do, in the order of the bar, each with its mark there: the figures carry it too, since not every theme has colours. */
const states: readonly {
	role: Role;
	label: string;
	of(figures: Figures): number | undefined;
	mark: string;
	letter: string;
}[] = [
	{role: 'agent.ready', label: 'ready', of: ({ready}) => ready, mark: '█', letter: 'r'},
	{role: 'agent.onCall', label: 'on call', of: ({onCall}) => onCall, mark: '▓', letter: 'c'},
	{role: 'agent.wrapUp', label: 'wrap-up', of: ({wrapUp}) => wrapUp, mark: '▒', letter: 'w'},
	{role: 'agent.paused', label: 'paused', of: ({paused}) => paused, mark: '░', letter: 'p'},
	{role: 'agent.dead', label: 'dead', of: ({dead}) => dead, mark: '×', letter: 'd'},
];

/** The least loss that counts as sudden: so many logins, and such a part of them, from a point to the next ones that fall as well. */
const leastLost = 2;
const leastShare = 0.1;

/** Whether a point is not of a long step: over a quarter of an hour a shift ends, too. */
const isFine = ({length = 0}: Point): boolean => length <= stepLength;

/** Where logins were lost: `▼5` beside the line that falls. */
export const loginsLost = (points: readonly Point[], ascii: boolean): Mark[] => {
	const marks: Mark[] = [];
	for (let index = 1; index < points.length; index++) {
		const begin = index;
		const before = points[begin - 1]?.value;
		const at = points[begin]?.at ?? 0;
		// A fall that goes on over the next points is one.
		while ((points[index]?.value ?? Number.NaN) < (points[index - 1]?.value ?? Number.NaN)) {
			index++;
		}
		const after = points[index - 1]?.value;
		const lost = before === undefined || after === undefined || index === begin ? 0 : Math.round(before - after);
		if (before !== undefined && lost >= Math.max(leastLost, before * leastShare)) {
			marks.push({at, text: `${ascii ? 'v' : '▼'}${lost}`, role: 'warning'});
		}
	}
	return marks;
};

/** Cells from which on the idle minutes of agents are shown beside the other figures; the campaign's own page always has them. */
const roomForIdle = 70;

/** The same with their roles now: agents who are idle while calls should come are not drawn as good. */
const statesNow = (readiness: Readiness | undefined) =>
	states.map(one =>
		one.role === 'agent.ready' && readiness
			? {...one, role: readyRole[readiness], alarm: idleMark(readiness)}
			: {...one, alarm: ''},
	);

/** What agents do as a bar of so many cells. */
export const agentBar = (
	figures: Figures,
	readiness: Readiness | undefined,
	{ascii, width}: {ascii: boolean; width: number},
): Spans =>
	figures.agents === 0
		? [['faint', ' no agent is logged in']]
		: stackedBar(
				statesNow(readiness).map(({role, of, mark, letter}) => ({
					role,
					value: of(figures) ?? 0,
					mark: ascii ? letter : mark,
				})),
				width,
			);

/** Cells in which the figures take three lines if talk comes before occupancy; in fewer they take a line less the other way. */
const roomForTalkFirst = 56;

/** The figures of the pane, in so many cells; those of the bar with their marks there. */
export const agentPairs = (
	figures: Figures,
	readiness: Readiness | undefined,
	{ascii, width, idle}: {ascii: boolean; width: number; idle?: string | undefined},
): Pair[] => {
	const talk: Pair = {label: 'talk', value: span(figures.averageTalk), room: 6};
	const after: Pair[] = [
		{label: 'wrap', value: span(figures.averageWrap), room: 6},
		{label: 'between calls', value: span(figures.averageInterval), room: 6},
	];
	const busy: Pair[] = [
		{label: 'occupancy*', value: percent(occupancy(figures)), room: 6},
		{label: 'of signed in*', value: percent(occupancyOfSignedIn(figures)), room: 6},
	];
	return [
		{label: 'agents', value: number(figures.agents), room: 4},
		...statesNow(readiness).map(
			({role, label, of, mark, letter, alarm}): Pair => ({
				mark: [role, ascii ? letter : mark],
				label,
				value: `${alarm}${number(of(figures))}`,
				room: 3,
				role,
			}),
		),
		...(width < roomForTalkFirst ? [...busy, talk, ...after] : [talk, ...busy, ...after]),
		...(idle === undefined ? [] : [{label: 'idle minutes*', value: idle, room: 15}]),
	];
};

/** The agents pane. */
export const AgentsPane = memo((size: Size) => {
	const look = useLook();
	const ascii = chartStyle(look) === 'ascii';
	return (
		<Pane name="agents" title="Agents" {...size}>
			{({figures, dashboard: {agents = [], history}, readiness, time}, inner) => {
				const {axis, occupied, loggedIn, paused} = linesOfAgents(agents);
				const reach = reachOfCharts(axis, time);
				const there = withPast(reach, loggedIn, inStep.loggedIn);
				return (
					<FiguresAndCharts
						{...inner}
						bar={agentBar(figures, readiness, {ascii, width: inner.width})}
						figures={agentPairs(figures, readiness, {
							ascii,
							width: inner.width,
							idle: inner.width < roomForIdle ? undefined : idleText(staffingOf({past: history.past, agents})),
						})}
						axis={reach.axis}
						charts={[
							{
								title: 'logged in',
								titleBeside: ['logged in', 'paused'],
								role: 'chart.second',
								points: there,
								lastWeek: pointsLastWeek(reach, inStep.loggedIn),
								marks: loginsLost(there.filter(isFine), ascii),
								also: {title: 'paused', role: 'agent.paused', points: withPast(reach, paused, inStep.paused)},
								isFirst: true,
							},
							{
								title: 'occupancy %*',
								titleBeside: ['occupancy', '%*'],
								role: 'chart.first',
								points: withPast(reach, occupied, inStep.occupied),
								lastWeek: pointsLastWeek(reach, inStep.occupied),
								format: value => value.toFixed(1),
								most: 100,
							},
						]}
					/>
				);
			}}
		</Pane>
	);
});
