/** The body between header and footer: the view, and the panes below it. */

import {isDeepStrictEqual} from 'node:util';
import {Box} from 'ink';
import {type ComponentType, memo} from 'react';
import type {View} from '../../present/actions.ts';
import {capital, spaced, wrap} from '../../present/format.ts';
import {maskOf} from '../../present/mask.ts';
import {faintLines} from '../../present/spans.ts';
import {neverRecorded} from '../actions/look-back.ts';
import {FieldTable, fieldLines, fitsTable} from '../parts/field-table.tsx';
import {Lines} from '../parts/line.tsx';
import {inside, Panel, type Size} from '../parts/panel.tsx';
import {AnswerSheet} from '../sheets/answer/view.tsx';
import {FormSheet} from '../sheets/form/view.tsx';
import {OutputSheet} from '../sheets/output/view.tsx';
import {PaletteSheet} from '../sheets/palette/view.tsx';
import {WhatIfView} from '../sheets/what-if/view.tsx';
import {type Layout, layout, tierOf, totalsWanted} from '../state/layout.ts';
import {operationOf} from '../state/sheet.ts';
import type {UiState} from '../state/state.ts';
import type {Shown} from '../store/shown.ts';
import {maskedDetail} from '../store/shown.ts';
import {shallow, useReport, useService, useStore} from '../store/store.ts';
import {AccountsView} from '../views/accounts/view.tsx';
import {AlertLine, AlertStrip, AlertsView} from '../views/alerts/view.tsx';
import {Panes} from '../views/board/panes/panes.tsx';
import {Board} from '../views/board/view.tsx';
import {Wall} from '../views/board/wall.tsx';
import {CampaignView} from '../views/campaign/view.tsx';
import {ComplaintView} from '../views/complaint/view.tsx';
import {ListsView} from '../views/lists/view.tsx';
import {LogStrip, LogView} from '../views/log/view.tsx';
import {SearchView} from '../views/search/view.tsx';
import {SettingsView} from '../views/settings/view.tsx';
import {Covered} from '../views/table-view.tsx';
import {coveredByPrompt} from './footer.tsx';
import {Help} from './help.tsx';
import {coveredByOutcome} from './outcome.tsx';

function OpenSheet(size: Size) {
	const {sheet, catalogue} = useStore(({ui}) => ({sheet: ui.sheet, catalogue: ui.catalogue}), shallow);
	if (sheet?.output) {
		return <OutputSheet {...size} output={sheet.output} />;
	}
	if (sheet?.whatIf) {
		return <WhatIfView {...size} sheet={sheet.whatIf} />;
	}
	if (sheet?.answer) {
		return <AnswerSheet {...size} answer={sheet.answer} />;
	}
	if (sheet?.form) {
		const operation = operationOf(catalogue, sheet.form.operation);
		return operation ? <FormSheet {...size} form={sheet.form} operation={operation} /> : null;
	}
	return sheet?.palette ? <PaletteSheet {...size} palette={sheet.palette} /> : null;
}

/** The details that are open. */
function Details(size: Size) {
	const {detail, masked} = useStore(({ui}) => ui);
	const service = useService();
	const inner = inside(size);
	const shown = detail && maskedDetail(detail, maskOf({masked}));
	const isTable = shown !== undefined && fitsTable(shown.rows, inner);
	const lines = shown && !isTable ? fieldLines(shown.rows, inner.width) : [];
	const scrollEnd = Math.max(0, lines.length - inner.height);
	useReport({page: inner.height, scrollEnd});
	if (!shown) {
		return null;
	}
	const top = Math.min(shown.top, scrollEnd);
	const note = scrollEnd > 0 ? `lines ${top + 1}-${top + inner.height} of ${lines.length}, ↑ ↓ scroll` : '';
	return (
		<Panel {...size} service={service} title={shown.title} note={note} isFocused>
			{isTable ? <FieldTable rows={shown.rows} /> : <Lines {...inner} lines={lines.slice(top)} />}
		</Panel>
	);
}

const components: Readonly<Record<View, ComponentType<Size>>> = {
	campaigns: Board,
	campaign: CampaignView,
	lists: ListsView,
	search: SearchView,
	settings: SettingsView,
	accounts: AccountsView,
	alerts: AlertsView,
	log: LogView,
	complaint: ComplaintView,
};

/** Why a view has nothing to show, in a word or two and in a sentence. */
type Absence = {note: string; text: string};

const notRecorded: Absence = {
	note: 'not recorded',
	text: 'This is never recorded, as it is about people: Esc goes back to now.',
};

/** What metrics do not have, by the view that shows it. */
const notInMetrics: Partial<Record<View, string>> = {
	lists: 'calling lists',
	search: 'calls or leads',
	settings: 'settings',
	accounts: 'accounts',
	complaint: 'calls',
};

/** Why the view on screen has nothing to show; undefined if it may have something. */
const absenceOf = ({ui: {view, past}, state: {source}}: Shown): Absence | undefined => {
	if (past && neverRecorded.includes(view)) {
		return notRecorded;
	}
	const what = notInMetrics[view];
	return source.watchOnly && !past && what !== undefined
		? {
				note: 'not in the metrics',
				text: `Metrics have no ${what}, and this screen asks nothing of the service: dialtop${source.flags ?? ''} without --watch-only shows them.`,
			}
		: undefined;
};

/** Shown instead of a view that has nothing to show. */
function Absent({view, note, text, ...size}: Size & Absence & {view: View}) {
	useReport({});
	return (
		<Panel {...size} title={capital(spaced(view))} note={note} noteRole="warning">
			<Lines {...inside(size)} lines={faintLines(wrap(text, inside(size).width - 2))} />
		</Panel>
	);
}

/** The main part. */
const Main = memo((size: Size) => {
	const absence = useStore(absenceOf, isDeepStrictEqual);
	const {view, hasSheet, help, hasDetail, wall} = useStore(
		({ui}) => ({
			view: ui.view,
			hasSheet: ui.sheet !== undefined,
			help: ui.help,
			hasDetail: ui.detail !== undefined,
			wall: ui.wall,
		}),
		shallow,
	);
	if (hasSheet) {
		return <OpenSheet {...size} />;
	}
	if (help) {
		return <Help {...size} />;
	}
	if (hasDetail) {
		return <Details {...size} />;
	}
	if (absence) {
		return <Absent {...size} {...absence} view={view} />;
	}
	const Component = wall && view === 'campaigns' ? Wall : components[view];
	return <Component {...size} />;
});

/** Whether the board is on screen, alone or with its panes: then the newest alert is shown above it. */
const isOnBoard = ({view, help, detail, sheet}: UiState): boolean => view === 'campaigns' && !help && !detail && !sheet;

const layoutOf = ({ui, tables, floors}: Shown, {width, height}: Size): Layout & {alertLine: boolean} => {
	const alertLine = isOnBoard(ui);
	const body = {width, height: height - (alertLine ? 1 : 0)};
	const open = {
		// Header and footer are not part of the body; the timeline only takes rows of it.
		tier: tierOf(ui.columns, height + 2),
		panes: alertLine && !ui.wall,
		pane: ui.pane,
		zoom: ui.zoom,
		zoomBoard: ui.zoom && ui.focus === 'board',
		boardRows: tables.campaigns.rows.length + totalsWanted(floors.length) - 1,
	};
	return {...layout(body, open), alertLine};
};

/** A zoomed pane alone: no campaign is on the board. */
function Alone({panes, width}: Pick<Layout, 'panes'> & {width: number}) {
	useReport({});
	return <Panes panes={panes} width={width} />;
}

/** The body. */
export const Body = memo((size: Size) => {
	const {main, strips, panes, alertLine} = useStore(shown => layoutOf(shown, size), isDeepStrictEqual);
	const covered = useStore(shown => Math.max(coveredByPrompt(shown), coveredByOutcome(shown)));
	const below = main ? size.height - main.height - (alertLine ? 1 : 0) : 0;
	return (
		<Box flexDirection="column" {...size}>
			{alertLine && <AlertLine width={size.width} />}
			{main ? (
				<Covered value={Math.max(0, covered - below)}>
					<Main {...main} />
				</Covered>
			) : (
				<Alone panes={panes} width={size.width} />
			)}
			{strips && (
				<Box flexShrink={0}>
					<AlertStrip {...strips.alerts} />
					<LogStrip {...strips.log} />
				</Box>
			)}
			{main && <Panes panes={panes} width={size.width} />}
		</Box>
	);
});
