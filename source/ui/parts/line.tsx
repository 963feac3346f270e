/** Lines of text: one node of Ink's layout each, whatever their pieces are. */
import {Text} from 'ink';
import {createContext, memo, use} from 'react';
import {toAscii} from '../../look/ascii.ts';
import {fit} from '../../look/format.ts';
import {cellsOf, painted, type Spans, sameSpans, textOf} from '../../look/spans.ts';
import type {Look} from '../../look/theme.ts';

/** The look of what is drawn below; a part whose figures are old gives a faded one. */
export const LookContext = createContext<Look | undefined>(undefined);

/** The look of what is drawn here. */
export const useLook = (): Look => {
	const look = use(LookContext);
	if (!look) {
		throw new Error('a component was drawn outside of LookContext');
	}
	return look;
};

const shown = (spans: Spans, look: Look): string => {
	const text = painted(spans, look);
	// Ink gives no row to a line without a character.
	return text === '' ? ' ' : look.ascii ? toAscii(text) : text;
};

/** A line. The roles become SGR here and not in Ink, whose colours follow the environment rather than the theme. */
export const Line = memo(
	({spans}: {spans: Spans}) => <Text wrap="truncate">{shown(spans, useLook())}</Text>,
	(one, other) => sameSpans(one.spans, other.spans),
);

/** A line that is too wide says what it can without its roles, so that it pushes nothing out. */
const within = (spans: Spans, width: number): Spans =>
	cellsOf(spans) > width ? [['text', fit(textOf(spans), width)]] : spans;

/** Lines one below the other, as many as fit. */
export function Lines({lines, width, height}: {lines: readonly Spans[]; width: number; height: number}) {
	return lines.slice(0, Math.max(0, height)).map((spans, at) => <Line key={at} spans={within(spans, width)} />);
}
