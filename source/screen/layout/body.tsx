/** What stands between the header and the footer: the view, and the panes below it. */
import {isDeepStrictEqual} from 'node:util';
import {Box} from 'ink';
import {memo} from 'react';
import type {Size} from '../parts/panel.tsx';
import {type Layout, layout, tierOf} from '../state/layout.ts';
import type {UiState} from '../state/state.ts';
import type {Shown} from '../store/shown.ts';
import {useReport, useStore} from '../store/store.ts';
import {AlertStrip} from '../views/alerts/view.tsx';
import {AlertLine} from '../views/board/alert-line.tsx';
import {Panes} from '../views/board/panes/panes.tsx';
import {LogStrip} from '../views/log/view.tsx';
import {Covered} from '../views/table-view.tsx';
import {coveredByPrompt} from './footer.tsx';
import {Main} from './main.tsx';
import {coveredByOutcome} from './outcome.tsx';

/** Whether the board is on screen, alone or with its panes: then the newest alert stands above it. */
const isOnBoard = ({view, help, detail, sheet}: UiState): boolean => view === 'campaigns' && !help && !detail && !sheet;

const layoutOf = ({ui, tables}: Shown, {width, height}: Size): Layout & {alertLine: boolean} => {
	const alertLine = isOnBoard(ui);
	const body = {width, height: height - (alertLine ? 1 : 0)};
	const open = {
		tier: tierOf(ui.columns, ui.rows),
		panes: alertLine && !ui.wall,
		pane: ui.pane,
		zoom: ui.zoom,
		zoomBoard: ui.zoom && ui.focus === 'board',
		boardRows: tables.campaigns.rows.length,
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
