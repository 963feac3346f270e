/** A small table of fields and values, by ink-table: a rule under every row, so for details and not for boards. */
import {Table} from 'ink-table';
import {toAscii} from '../../present/ascii.ts';
import {width as cells} from '../../present/format.ts';
import {segmenter} from '../../present/segmenter.ts';
import {useLook} from './line.tsx';

/** Fields and their values. */
export type FieldRows = readonly (readonly [field: string, value: string, ...rest: unknown[]])[];

/**
 * Text whose length is its width, since ink-table takes the one for the other: zero-width spaces, which Ink drops, make
 * up for wide characters, and what is longer than it is wide becomes a box.
 */
export const asLongAsWide = (text: string): string =>
	Array.from(segmenter.segment(text.normalize('NFC')), ({segment}) => {
		const wide = cells(segment);
		return segment.length > wide ? '□' : segment + '\u200b'.repeat(wide - segment.length);
	}).join('');

/** The table, as wide as its texts. */
export default function SmallTable({rows}: {rows: FieldRows}) {
	const {ascii} = useLook();
	const shown = (text: string): string => asLongAsWide(ascii ? toAscii(text) : text);
	return <Table data={rows.map(([field, value]) => ({field: shown(field), value: shown(value)}))} />;
}
