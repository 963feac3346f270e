/** The panes by name, and several of them over an area. */
import {Box} from 'ink';
import {type ComponentType, memo} from 'react';
import type {Size} from '../../../parts/panel.tsx';
import type {Layout, PaneName} from '../../../state/layout.ts';
import {AgentsPane} from './agents.tsx';
import {CallsPane} from './calls.tsx';
import {LeadsPane} from './leads.tsx';
import {PacePane} from './pace.tsx';

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
