/** What the panes share: the box, its age where it is old, why it is empty; figures with charts below. */
import type {ReactNode} from 'react';
import type {Alert} from '../../../../model/alert.ts';
import type {DialState} from '../../../../model/campaign.ts';
import {type Readiness, readinessOf} from '../../../../model/readiness.ts';
import {ageOf, isOld} from '../../../../model/select.ts';
import type {CampaignDashboard} from '../../../../model/state.ts';
import type {Figures} from '../../../../model/wire.ts';
import {aged, width as cells, cut, cutBefore, wrap} from '../../../../present/format.ts';
import {cellsOf, type Spans} from '../../../../present/spans.ts';
import {faded} from '../../../../present/theme.ts';
import type {Chart, TimeAxis} from '../../../parts/chart.ts';
import {Charts} from '../../../parts/charts.tsx';
import {type Pair, pairs} from '../../../parts/figures.ts';
import {Lines, LookContext, useLook} from '../../../parts/line.tsx';
import {inside, Panel, type Size} from '../../../parts/panel.tsx';
import type {PaneName} from '../../../state/layout.ts';
import type {Shown} from '../../../store/shown.ts';
import {shallow, useArea, useService, useStore} from '../../../store/store.ts';
import {failed} from '../../empty.ts';
import {type ChartTime, chartTimeOf, sameTime} from './chart-time.ts';

/** The selected campaign's figures. */
export type PaneData = {
	figures: Figures;
	dashboard: CampaignDashboard;
	state: DialState;
	/** What its ready agents mean now. */
	readiness: Readiness | undefined;
	/** Its gravest alert that nobody has acknowledged. */
	alert: Alert | undefined;
	/** Which time its charts show. */
	time: ChartTime;
};

/** Above figures that are still there; more of them would take the figures' room. */
const mostFailureLines = 2;

/** The selected campaign, as far as panes show it. */
const selectedOf = ({tables: {campaigns}, drawn, options}: Shown) => {
	const row = campaigns.rows[campaigns.selectedIndex];
	const isStale = row?.dashboard !== undefined && isOld(drawn, row, options.interval);
	return {
		name: row?.campaign.name,
		id: row?.campaign.id,
		figures: row?.figures,
		dashboard: row?.dashboard,
		state: row?.state,
		readiness: row && readinessOf(row),
		alert: row?.alert,
		failure: row?.failure && failed('figures', row.failure),
		old: isStale ? aged(ageOf(drawn, row?.span)) : undefined,
	};
};

/** Which time the charts of the selected campaign show. */
const timeOfSelected = (shown: Shown): ChartTime | undefined => {
	const {rows, selectedIndex} = shown.tables.campaigns;
	const row = rows[selectedIndex];
	return row && chartTimeOf(shown, row);
};

/** Cells of the upper border that neither the title nor the campaign's name takes. */
const roomForFrame = 7;

type PaneProps = Size & {name: PaneName; title: string; children(data: PaneData, size: Size): ReactNode};

/** A pane of the selected campaign: what it shows of the figures, or why there are none. */
export function Pane({name, title, children, ...size}: PaneProps) {
	const shown = useStore(selectedOf, shallow);
	const {name: campaign, id = '', figures, dashboard, state = 'unknown', readiness} = shown;
	const {alert, failure, old} = shown;
	const isFocused = useStore(({ui}) => ui.focus === name);
	const service = useService();
	const time = useStore(timeOfSelected, sameTime);
	const look = useLook();
	const inner = inside(size);
	const ref = useArea(() => ({kind: 'focus', focus: name}));
	const box = {...size, title, isFocused, ref};
	if (campaign === undefined) {
		return (
			<Panel {...box}>
				<Lines {...inner} lines={[[['faint', ` ${cut('no campaign is selected', inner.width - 2)}`]]]} />
			</Panel>
		);
	}
	const failures = failure === undefined ? [] : wrap(failure, inner.width - 2);
	const failureLines = failures.map((text): Spans => [['error', ` ${cut(text, inner.width - 2)}`]]);
	const aging = old === undefined ? '' : `: ${old}`;
	const serviceWidth = service ? cellsOf([service]) + cells(' · ') : 0;
	const shownName = cutBefore(
		campaign,
		` (${id})`,
		inner.width - cells(title) - roomForFrame - serviceWidth - cells(aging),
	);
	if (!figures || !dashboard || !time) {
		const none = dashboard ? 'no data: the service sent no figures' : 'reading…';
		return (
			<Panel {...box} noteService={service} note={shownName}>
				<Lines {...inner} lines={failure ? failureLines : [[['faint', ` ${cut(none, inner.width - 2)}`]]]} />
			</Panel>
		);
	}
	const above = failureLines.slice(0, mostFailureLines);
	return (
		<Panel
			{...box}
			noteService={service}
			note={`${shownName}${aging}`}
			noteRole={old === undefined ? 'faint' : 'warning'}
		>
			<Lines {...inner} lines={above} />
			<LookContext value={old === undefined ? look : faded(look)}>
				{children({figures, dashboard, state, readiness, alert, time}, {...inner, height: inner.height - above.length})}
			</LookContext>
		</Panel>
	);
}

type FiguresProps = Size & {
	/** A line above the figures. */
	bar?: Spans;
	figures: readonly Pair[];
	charts: readonly Chart[];
	axis: TimeAxis;
	/** Lines below the charts, at most so many. */
	below?(height: number): readonly Spans[];
};

/** Lines of one chart as a line, and as a row of blocks, over its axis. */
const lineRoom = 5;
const blocksRoom = 2;

/** Figures above, and charts over one time axis in the remaining height; they are omitted first. */
export function FiguresAndCharts({bar, figures, charts, axis, below, width, height}: FiguresProps) {
	const above = [...(bar ? [bar] : []), ...pairs(figures, width)];
	const room = Math.max(0, height - above.length);
	const chartsAtLeast = room > lineRoom ? lineRoom : blocksRoom;
	const under = below?.(Math.max(1, Math.min(Math.ceil(room / 2), room - chartsAtLeast))) ?? [];
	return (
		<>
			<Lines lines={above} width={width} height={height} />
			<Charts charts={charts} axis={axis} width={width} height={Math.max(0, room - under.length)} />
			<Lines lines={under} width={width} height={Math.min(room, under.length)} />
		</>
	);
}
