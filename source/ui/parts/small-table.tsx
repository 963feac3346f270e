/** A small table of fields and values, by ink-table: a rule under every row, so for details and not for boards. */
import {Table} from 'ink-table';
import {toAscii} from '../../look/ascii.ts';
import {width as cells, cut, cutStart} from '../../look/format.ts';
import {segmenter} from '../../look/segmenter.ts';
import {useLook} from './line.tsx';

/** What the table shows: so many rows from `top` on. */
export type SmallTableProps = {
	/** Fields and their values. */
	rows: readonly (readonly [field: string, value: string, ...rest: unknown[]])[];
	/** The index of the first row shown. */
	top: number;
	count: number;
	/** The room for it, in cells. */
	width: number;
};

/** Fields whose values are told apart by their ends. */
const isIdField = /(?:^|[ _])id$/i;

/** Cells of the field's names at most. */
const mostField = 32;
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

/** The table. */
export default function SmallTable({rows, top, count, width}: SmallTableProps) {
	const {ascii} = useLook();
	const shown = ascii ? toAscii : (text: string) => text;
	const fieldWidth = Math.min(mostField, Math.max(1, ...rows.map(([field]) => cells(field))));
	const valueWidth = width - fieldWidth - borders;
	const data = rows.slice(top, top + count).map(([field, value]) => ({
		field: asLongAsWide(shown(cut(field, fieldWidth))),
		value: asLongAsWide(shown((isIdField.test(field) ? cutStart : cut)(value, valueWidth))),
	}));
	return <Table data={data} />;
}
