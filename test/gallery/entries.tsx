/** What the gallery shows: the scenes of the frames, and single components in each of the states. */
import {Box} from 'ink';
import type {ReactNode} from 'react';
import {viewNames} from '../../source/present/actions.ts';
import type {Look} from '../../source/present/theme.ts';
import {Footer} from '../../source/screen/layout/footer.tsx';
import {Header} from '../../source/screen/layout/header.tsx';
import {LookContext} from '../../source/screen/parts/line.tsx';
import type {Size} from '../../source/screen/parts/panel.tsx';
import {useStore} from '../../source/screen/store/store.ts';
import {AlertLine, AlertStrip} from '../../source/screen/views/alerts/view.tsx';
import {AgentsPane} from '../../source/screen/views/board/panes/agents.tsx';
import {LeadsPane} from '../../source/screen/views/board/panes/leads.tsx';
import {PacePane} from '../../source/screen/views/board/panes/pace.tsx';
import {CallsPane} from '../../source/screen/views/board/panes/panes.tsx';
import {Wall} from '../../source/screen/views/board/wall.tsx';
import {LogStrip} from '../../source/screen/views/log/view.tsx';
import {
	otherScenes,
	outcomeScenes,
	type Scene,
	type Screen,
	screenOf,
	sheetScenes,
	show,
	states,
	viewScenes,
	zoomScenes,
} from '../frames/scenes.ts';

/** One picture. */
export type Entry = {
	name: string;
	/** The rows of a terminal of this size. */
	draw(columns: number, rows: number, look: Look): Promise<readonly string[]>;
};

const unseen = () => () => undefined;

/** Components that stand alone, each of as much of the screen as it can use. */
const components: Record<string, (size: Size) => ReactNode> = {
	header: () => <Header />,
	footer: () => <Footer onQuestion={unseen} />,
	'alert line': ({width}) => <AlertLine width={width} />,
	'alert strip': size => <AlertStrip {...size} height={7} />,
	'log strip': size => <LogStrip {...size} height={7} />,
	'pace pane': size => <PacePane {...size} />,
	'leads pane': size => <LeadsPane {...size} />,
	'calls pane': size => <CallsPane {...size} />,
	'agents pane': size => <AgentsPane {...size} />,
	'wall board': size => <Wall {...size} />,
};

function Alone({width, height, of}: Size & {of(size: Size): ReactNode}) {
	const look = useStore(shown => shown.look);
	return (
		<LookContext value={look}>
			<Box flexDirection="column" width={width} height={height}>
				{of({width, height})}
			</Box>
		</LookContext>
	);
}

type Fill = Parameters<typeof screenOf>[2];

const drawn =
	(fill: Fill, open: Scene, of?: (size: Size) => ReactNode): Entry['draw'] =>
	async (columns, rows, look) => {
		const screen: Screen = screenOf(columns, rows, fill);
		await open(screen);
		return screen.frame(look, of && <Alone width={columns} height={rows} of={of} />).rows;
	};

const asItIs = (): void => undefined;

const scenes = {...viewScenes, ...sheetScenes, ...otherScenes, ...zoomScenes, ...outcomeScenes};

/** Every picture: the filled screen first, then what there is where there is little, then the components. */
export const entries: readonly Entry[] = [
	...Object.entries(scenes).map(([name, open]) => ({name, draw: drawn(undefined, open)})),
	...Object.entries(states).flatMap(([state, fill]) =>
		viewNames.map(view => ({name: `${view}, ${state}`, draw: drawn(fill, screen => show(screen, view))})),
	),
	...Object.entries(components).flatMap(([name, of]) => [
		{name, draw: drawn(undefined, asItIs, of)},
		...Object.entries(states).map(([state, fill]) => ({name: `${name}, ${state}`, draw: drawn(fill, asItIs, of)})),
	]),
];

/** Those whose names hold every word of a filter. */
export const filtered = (filter: string): readonly Entry[] => {
	const words = filter.toLowerCase().split(/\s+/);
	return entries.filter(({name}) => words.every(word => name.toLowerCase().includes(word)));
};
