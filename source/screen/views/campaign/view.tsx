/** View 2: everything of the selected campaign: its status and why, its last hour, its fields, lists, alerts and commands. */

import {useMemo} from 'react';
import {diagnose} from '../../../model/diagnosis.ts';
import {sameLists} from '../../../model/list.ts';
import {ageOf, type CampaignRow, isOld, settingsOf} from '../../../model/select.ts';
import type {State} from '../../../model/state.ts';
import {keysOf} from '../../../present/advice.ts';
import {fieldsByUse, moreOfCampaign} from '../../../present/campaign-fields.ts';
import {fieldColumns, wideFields} from '../../../present/fields.ts';
import {aged} from '../../../present/format.ts';
import {maskOf} from '../../../present/mask.ts';
import {faintLines, type Spans, textOf} from '../../../present/spans.ts';
import {Lines, useLook} from '../../parts/line.tsx';
import {inside, Panel, type Size} from '../../parts/panel.tsx';
import {useReport, useService, useShown, useStore} from '../../store/store.ts';
import {chartKey, chartTimeOf} from '../board/panes/chart-time.ts';
import {failed, noCampaign} from '../empty.ts';
import {furtherCharts, graphsOf, mainCharts, measuresOf} from './charts.ts';
import {aboveFields, moreWidth, type PageParts, type Plan, pageLines, planOf} from './page.ts';
import {alertLines, commandLines, headLines, type ListsParts, listLines, outcomeLines} from './texts.ts';

/** Where no campaign is selected. */
function NoCampaign(size: Size) {
	const shown = useShown();
	const service = useService();
	useReport({});
	return (
		<Panel {...size} service={service} title="Campaign" isFocused>
			<Lines {...inside(size)} lines={faintLines(noCampaign(shown))} />
		</Panel>
	);
}

/** Figures that are old, charts with them. */
const stale = (lines: readonly Spans[]): Spans[] => lines.map(spans => [['stale', textOf(spans)]]);

type Charts = Pick<PageParts, 'charts' | 'further'>;

const noCharts: Charts = {charts: [], further: []};

/** The charts of the page; drawn anew only when a point has changed, which is once a minute. */
const useCharts = (row: CampaignRow, plan: Plan): Charts => {
	const {dashboard} = row;
	const look = useLook();
	const shown = useShown();
	const {calls, agents} = graphsOf(dashboard);
	const {dropRole, dropLimit, hasDrops, hasAnswers} = measuresOf(row);
	const leads = plan.further && dashboard?.leads;
	const liveCalls = plan.charts.count > 3 && dashboard?.liveCalls;
	const time = chartTimeOf(shown, row);
	return useMemo(
		() =>
			dashboard?.figures && time
				? {
						charts: mainCharts(
							{calls, agents},
							dashboard,
							{dropRole, dropLimit, hasDrops, hasAnswers},
							{...plan.charts, time, look},
						),
						further: plan.further
							? furtherCharts({calls, agents}, dashboard, {...plan.further, count: plan.charts.count, time, look})
							: [],
					}
				: noCharts,
		[calls, agents, dropRole, dropLimit, hasDrops, hasAnswers, leads, liveCalls, plan, look, ...chartKey(time)],
	);
};

/** The fields in columns, and what came beyond those that the interface gives; with the charts, since all of it ages together. */
const figureLines = (row: CampaignRow, plan: Plan, {charts, further}: Charts, isStale: boolean) => {
	const fields = fieldColumns(fieldsByUse(row), {...plan.fields, above: aboveFields(plan, charts.length)});
	const extra = moreOfCampaign(row);
	const title: Spans = [['title', ' Sent beyond the interface']];
	const more = extra.length > 0 ? [title, ...wideFields(extra, moreWidth(plan))] : [];
	return isStale
		? {charts: stale(charts), further: stale(further), fields: fields.map(stale), more: stale(more)}
		: {charts, further, fields, more};
};

/** Older than this its lists are marked, in milliseconds. */
const oldLists = 20_000;

/** The lists of a campaign, if they are those last read. */
const listsShown = (state: State, campaignId: string): ListsParts => {
	const {value, failure, span} = state.lists;
	const isOfIt = sameLists(value, {campaignId});
	const isFailed = failure !== undefined && (!failure.question || sameLists(failure.question, {campaignId}));
	const age = ageOf(state, span);
	return {
		lists: isOfIt ? value?.lists : undefined,
		none: state.source.watchOnly ? 'Metrics have no calling lists.' : 'Reading the lists…',
		failure: isFailed ? failed('lists', failure) : undefined,
		old: isOfIt && (age === undefined || age > oldLists) ? aged(age) : undefined,
	};
};

/** The lines of the page; each part is made anew only when what it is made of has changed. */
const usePage = (row: CampaignRow, plan: Plan, isStale: boolean): Spans[] => {
	const {drawn, ui, options} = useShown();
	const {source, alerts, commands, now} = drawn;
	const {id: campaignId} = row.campaign;
	const {masked} = ui;
	const settings = settingsOf(drawn, campaignId);
	const {lists, none, failure, old} = listsShown(drawn, campaignId);
	const today = new Date(now.wall).getDate();
	const keys = useMemo(() => keysOf(options.keymap), [options.keymap]);
	const mask = useMemo(() => maskOf({masked}), [masked]);
	const head = useMemo(() => {
		const diagnosis = diagnose(row, settings, lists);
		return headLines({row, alerts, diagnosis, keys, mask, now}, plan.width);
	}, [row, alerts, settings, lists, keys, mask, today, plan]);
	const charts = useCharts(row, plan);
	const figures = useMemo(() => figureLines(row, plan, charts, isStale), [row, plan, charts, isStale]);
	const ofLists = useMemo(
		() => listLines({lists, none, failure, old}, {...plan.lists, keys}),
		[lists, none, failure, old, keys, plan],
	);
	const ofAlerts = useMemo(
		() => alertLines(alerts, {...plan.alerts, campaignId, now, keys}),
		[alerts, campaignId, today, keys, plan],
	);
	const ofCommands = useMemo(
		() => commandLines(commands, {...plan.commands, campaignId, source, now, mask, keys}),
		[commands, campaignId, source, today, mask, keys, plan],
	);
	const counts = row.dashboard?.outcomes;
	const outcomes = useMemo(() => outcomeLines(counts, plan.outcomes.width), [counts, plan]);
	return useMemo(
		() => pageLines(plan, {head, ...figures, lists: ofLists, alerts: ofAlerts, commands: ofCommands, outcomes}),
		[plan, head, figures, ofLists, ofAlerts, ofCommands, outcomes],
	);
};

/** A campaign. */
function Campaign({row, ...size}: Size & {row: CampaignRow}) {
	const {drawn, ui, options} = useShown();
	const service = useService();
	const {campaign, dashboard, span} = row;
	const inner = inside(size);
	const plan = useMemo(() => planOf(inner), [inner.width, inner.height]);
	const isStale = dashboard !== undefined && isOld(drawn, row, options.interval);
	const lines = usePage(row, plan, isStale);
	const scrollEnd = Math.max(0, lines.length - inner.height);
	const top = Math.min(ui.scrolls.campaign ?? 0, scrollEnd);
	const position = `${top + 1}-${Math.min(top + inner.height, lines.length)} of ${lines.length}, ↑ ↓ scroll`;
	const note = [isStale && `figures ${aged(ageOf(drawn, span))}`, scrollEnd > 0 && position].filter(Boolean).join(', ');
	// The last line of a page is the first of the next.
	useReport({page: inner.height - 1, scrollEnd});
	return (
		<Panel
			{...size}
			service={service}
			title={campaign.name}
			titleEnd={` (${campaign.id})`}
			note={note}
			noteRole={isStale ? 'warning' : 'faint'}
			isFocused
		>
			<Lines lines={top === 0 ? lines : lines.slice(top)} {...inner} />
		</Panel>
	);
}

/** Everything of the selected campaign. */
export function CampaignView(size: Size) {
	const {campaigns} = useStore(({tables}) => tables);
	const row = campaigns.rows[campaigns.selectedIndex];
	return row ? <Campaign {...size} row={row} /> : <NoCampaign {...size} />;
}
