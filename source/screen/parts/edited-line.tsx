/** A line of text that is being edited: the reducer in text-edit.ts does the typing, ink-text-input shows it. */

import {Box} from 'ink';
import TextInput from 'ink-text-input';
import {useLayoutEffect, useState} from 'react';
import stringWidth from 'string-width';
import {fit} from '../../present/format.ts';
import type {Spans} from '../../present/spans.ts';
import {Line} from './line.tsx';
import {graphemes, type TextState} from './text-edit.ts';

/** The part of a line that fits into its field, in characters of one code point each. */
type TextWindow = {
	readonly chars: readonly string[];
	/** The character at the cursor; `chars.length` when the cursor is after the last. */
	readonly cursor: number;
};

/** Replaces characters that terminals draw in different widths, here as everywhere in the program. */
const REPLACEMENT = '□';

/** A grapheme as one code point that every terminal draws in the same one or two cells. */
function showable(grapheme: string): string {
	const normal = grapheme.normalize('NFC');
	const single = normal.length === String.fromCodePoint(normal.codePointAt(0) ?? 0).length;
	const width = stringWidth(normal);
	return single && (width === 1 || width === 2) && !/\p{Extended_Pictographic}/u.test(normal) ? normal : REPLACEMENT;
}

/**
 * The part of a line to show in `width` cells: the cursor is always in it, and with it as much as fits, the end of the
 * line rather than its beginning. With a mask every character shows as the mask.
 */
export function textWindow({value, cursor}: TextState, width: number, mask?: string): TextWindow {
	const show = (text: string) => graphemes(text).map(part => (mask === undefined ? showable(part) : mask));
	const before = show(value.slice(0, cursor));
	const after = show(value.slice(cursor));
	const [under = ' '] = after;
	let room = Math.max(1, width) - stringWidth(under);
	let start = before.length;
	while (start > 0 && stringWidth(before[start - 1] ?? '') <= room) {
		start--;
		room -= stringWidth(before[start] ?? '');
	}
	let end = Math.min(1, after.length);
	while (end < after.length && stringWidth(after[end] ?? '') <= room) {
		room -= stringWidth(after[end] ?? '');
		end++;
	}
	return {chars: [...before.slice(start), ...after.slice(0, end)], cursor: before.length - start};
}

/** The text, and what is drawn around it. */
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
	/** False while a question gets the keys: then nothing is typed here, and there is no cursor. */
	isOpen: boolean;
	/** What shows instead of the text then. */
	closed?: string;
};

const ignore = (): void => undefined;

/**
 * ink-text-input with a cursor that we place. It puts its cursor at the end of its first value, and
 * does not move it when the value grows: so its first value has as many characters as precede the cursor.
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
