/** What stands between the header and the footer: the view, and the panes below it. */
import {isDeepStrictEqual} from 'node:util';
import {Box} from 'ink';
import {memo} from 'react';
import {Panes} from '../panes/panes.tsx';
import type {Size} from '../parts/panel.tsx';
import type {Shown} from '../screen/shown.ts';
import {useReport, useStore} from '../screen/store.ts';
import {type Layout, layout, tierOf} from '../state/layout.ts';
import {AlertStrip} from './alerts.tsx';
import {coveredByPrompt} from './footer.tsx';
import {LogStrip} from './log.tsx';
import {Main} from './main.tsx';
import {coveredByOutcome} from './outcome.tsx';
import {Covered} from './table-view.tsx';

const layoutOf = ({ui, tables}: Shown, body: Size): Layout =>
	layout(body, {
		tier: tierOf(ui.columns, ui.rows),
		panes: ui.view === 'campaigns' && !ui.wall && !ui.help && !ui.detail && !ui.sheet,
		pane: ui.pane,
		zoom: ui.zoom,
		zoomBoard: ui.zoom && ui.focus === 'board',
		boardRows: tables.campaigns.rows.length,
	});

/** A zoomed pane alone: no campaign is on the board. */
function Alone({panes, width}: Pick<Layout, 'panes'> & {width: number}) {
	useReport({});
	return <Panes panes={panes} width={width} />;
}

/** The body. */
export const Body = memo((size: Size) => {
	const {main, strips, panes} = useStore(shown => layoutOf(shown, size), isDeepStrictEqual);
	const covered = useStore(shown => Math.max(coveredByPrompt(shown), coveredByOutcome(shown)));
	if (!main) {
		return <Alone panes={panes} width={size.width} />;
	}
	return (
		<Box flexDirection="column" {...size}>
			<Covered value={Math.max(0, covered - (size.height - main.height))}>
				<Main {...main} />
			</Covered>
			{strips && (
				<Box flexShrink={0}>
					<AlertStrip {...strips.alerts} />
					<LogStrip {...strips.log} />
				</Box>
			)}
			<Panes panes={panes} width={size.width} />
		</Box>
	);
});
