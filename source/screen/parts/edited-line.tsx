/** A line of text that is being edited: the reducer in text-edit.ts does the typing, ink-text-input shows it. */
import {Box} from 'ink';
import TextInput from 'ink-text-input';
import {useLayoutEffect, useState} from 'react';
import {fit} from '../../present/format.ts';
import type {Spans} from '../../present/spans.ts';
import {Line} from './line.tsx';
import type {TextState} from './text-edit.ts';
import {type TextWindow, textWindow} from './text-window.ts';

/** The text, and what stands around it. */
export type EditedLineProps = {
	before: Spans;
	after?: Spans;
	text: TextState;
	/** Cells of the text. A longer one scrolls, so that the cursor stays in sight. */
	width: number;
	/** The character shown for each one typed. */
	mask?: string | undefined;
	/** Shown while nothing is typed. */
	placeholder?: string;
	/** False while a question has the keys: then nothing is typed here, and there is no cursor. */
	isOpen: boolean;
	/** What shows instead of the text then. */
	closed?: string;
};

const ignore = (): void => undefined;

/**
 * ink-text-input with a cursor that we place. It puts its cursor at the end of its first value, and
 * leaves it there when the value grows: so its first value has as many characters as stand before the cursor.
 */
function Shown({chars, cursor, ...look}: TextWindow & {placeholder: string; mask?: string}) {
	const [born, setBorn] = useState(false);
	useLayoutEffect(() => setBorn(true), []);
	const value = born || cursor === chars.length ? chars.join('') : ' '.repeat(cursor);
	return <TextInput value={value} onChange={ignore} {...look} />;
}

export function EditedLine({
	before,
	after,
	text,
	width,
	mask,
	placeholder = '',
	isOpen,
	closed = text.value,
}: EditedLineProps) {
	if (!isOpen) {
		return <Line spans={[...before, ['text', fit(closed, width)], ...(after ?? [])]} />;
	}
	const {chars, cursor} = textWindow(text, width, mask);
	return (
		<Box height={1}>
			<Line spans={before} />
			<Box width={width} height={1} flexShrink={0}>
				<Shown
					key={cursor}
					chars={chars}
					cursor={cursor}
					placeholder={placeholder.slice(0, width)}
					{...(mask !== undefined && {mask})}
				/>
			</Box>
			{after && <Line spans={after} />}
		</Box>
	);
}
