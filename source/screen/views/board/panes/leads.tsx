/** Leads: how much is left to dial, until when, and on which lists (section 2.6: leads, lead_status_graph; section 2.4). */
import {memo} from 'react';
import {type Projection, projectionOf} from '../../../../model/projection.ts';
import {listsOfCampaign} from '../../../../model/select.ts';
import {timeLeftText} from '../../../../present/board-cells.ts';
import {nothing, number, percent} from '../../../../present/format.ts';
import {outAt, paceText} from '../../../../present/projection-text.ts';
import {cellsOf, type Spans} from '../../../../present/spans.ts';
import {progressBar} from '../../../parts/bar.ts';
import type {Pair} from '../../../parts/pairs.ts';
import type {Size} from '../../../parts/panel.tsx';
import type {Shown} from '../../../store/shown.ts';
import {shallow, useStore} from '../../../store/store.ts';
import {aheadAxis, aheadPoints} from './ahead.ts';
import {listLines} from './list-bars.ts';
import {FiguresAndCharts, Pane} from './pane.tsx';
import {axisWithPast, besideTimed, pointsOf, stepsWithin, withPast} from './points.ts';

/** When the leads run out. */
const outPair = (projection: Projection | undefined): Pair => ({
	label: 'leads run out*',
	value: projection ? `${outAt(projection)} · ${paceText(projection)}` : nothing,
	room: 22,
	...(projection?.why && projection.why !== 'too-far' ? {role: 'faint' as const} : {}),
});

/** When the selected campaign runs out of leads, and its lists. */
const endOfSelected = ({tables: {campaigns}, drawn}: Shown) => {
	const row = campaigns.rows[campaigns.selectedIndex];
	return {
		projection: row && projectionOf(row),
		lists: row && listsOfCampaign(drawn, row.campaign.id),
	};
};

/** The leads pane. */
export const LeadsPane = memo((size: Size) => {
	const {projection, lists} = useStore(endOfSelected, shallow);
	return (
		<Pane name="leads" title="Leads" {...size}>
			{({figures, dashboard, state, isZoomed}, inner) => {
				const timed = besideTimed(dashboard.leads ?? [], dashboard);
				const done: Spans = [
					['faint', ' done '],
					['strong', percent(figures.percentComplete).padStart(7)],
				];
				const steps = isZoomed ? stepsWithin(dashboard.history.past, timed.axis, inner.width) : [];
				const axis = axisWithPast(timed.axis, steps);
				const ahead = aheadAxis(projection, axis.span);
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
							outPair(projection),
						]}
						axis={{...axis, ahead}}
						charts={[
							{
								title: 'remaining',
								isTitleInside: ahead !== undefined,
								isStock: true,
								role: 'chart.second',
								points: withPast(
									steps,
									pointsOf(timed, ({remainingLeads}) => remainingLeads),
									({remainingLeads}) => remainingLeads,
								),
								...(ahead &&
									projection && {
										ahead: aheadPoints(
											projection,
											dashboard.leads?.at(-1)?.remainingLeads ?? figures.remainingLeads ?? 0,
										),
									}),
							},
						]}
						below={room => listLines(lists, {...inner, height: room})}
					/>
				);
			}}
		</Pane>
	);
});
