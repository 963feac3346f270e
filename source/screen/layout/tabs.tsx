/** The views by name, in a line below the header while the mouse is on: a click opens one. */
import {Box} from 'ink';
import {memo} from 'react';
import {type View, viewNames} from '../../present/actions.ts';
import type {Span, Spans} from '../../present/spans.ts';
import {Line} from '../parts/line.tsx';
import {useArea, useStore} from '../store/store.ts';

/** Rows that the line takes. */
export const tabsHeight = 1;

/** The views in their order, a digit before each. */
const texts = (between: string): string[] => viewNames.map((view, index) => `${index + 1}${between}${view}`);

/** The names as wide as they fit side by side: whole, then without the space, then cut to the same width. */
const fitted = (width: number): string[] => {
	const room = width - (viewNames.length - 1);
	const whole = [texts(' '), texts('')].find(names => names.reduce((sum, name) => sum + name.length, 0) <= room);
	return whole ?? texts('').map(name => name.slice(0, Math.floor(room / viewNames.length)));
};

/** A name in the line, and its first cell. */
export type Tab = {view: View; text: string; from: number};

/** The names in a line of so many cells, a space between two. */
export const tabsIn = (width: number): Tab[] => {
	let from = 0;
	return fitted(width).map((text, index) => {
		const tab = {view: viewNames[index] ?? 'campaigns', text, from};
		from += text.length + 1;
		return tab;
	});
};

/** The line. */
export const Tabs = memo(({width}: {width: number}) => {
	const view = useStore(({ui}) => ui.view);
	const tabs = tabsIn(width);
	const ref = useArea(({column}) => {
		const tab = tabs.find(({from, text}) => column >= from && column < from + text.length);
		return tab && {kind: 'view', view: tab.view};
	});
	const spans: Spans = tabs.flatMap((tab, index): Span[] => [
		...(index > 0 ? [['text', ' '] as const] : []),
		[tab.view === view ? 'selected' : 'faint', tab.text],
	]);
	return (
		<Box ref={ref} flexShrink={0} width={width} height={tabsHeight}>
			<Line spans={spans} width={width} />
		</Box>
	);
});
