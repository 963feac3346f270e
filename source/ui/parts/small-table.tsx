/** A small table of fields and values, by ink-table: a rule under every row, so for details and not for boards. */
import {Box} from 'ink';
import {Table} from 'ink-table';
import {toAscii} from '../ascii.ts';
import {width as cells, cut} from '../format.ts';
import type {Rectangle} from '../layout.ts';
import {segmenter} from '../terminal/segmenter.ts';
import {detailRows} from '../views/details.ts';

/** A field and its value, both safe to show. */
export type FieldValue = readonly [field: string, value: string];

/** What the table shows. */
export type SmallTableProps = {rows: readonly FieldValue[]; top: number; area: Rectangle; ascii: boolean};

const fieldWidth = 20;
const borders = 7;

/**
 * Text whose length is its width, since ink-table takes the one for the other: zero-width spaces, which Ink drops, make
 * up for wide characters, and what is longer than it is wide becomes a box.
 */
export const asLongAsWide = (text: string): string =>
	Array.from(segmenter.segment(text.normalize('NFC')), ({segment}) => {
		const wide = cells(segment);
		return segment.length > wide ? '□' : segment + '\u200b'.repeat(wide - segment.length);
	}).join('');

/** Draws the rows that fit, from `top` on. */
export default function SmallTable({rows, top, area, ascii}: SmallTableProps) {
	const shown = ascii ? toAscii : (text: string) => text;
	const valueWidth = area.width - fieldWidth - borders;
	const data = rows.slice(top, top + detailRows(area.height)).map(([field, value]) => ({
		field: asLongAsWide(shown(cut(field, fieldWidth))),
		value: asLongAsWide(shown(cut(value, valueWidth))),
	}));
	return (
		<Box position="absolute" marginTop={area.y} marginLeft={area.x} flexDirection="column">
			<Table data={data} />
		</Box>
	);
}
