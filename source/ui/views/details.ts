/** One record whole: every field that came, by its name, the ones that dialtop does not know at the end. */
import {spaced} from '../../look/format.ts';
import {type Mask, personalOf} from '../../look/mask.ts';
import type {Look} from '../../look/theme.ts';
import type {Rectangle} from '../layout.ts';
import {box} from '../parts/box.ts';
import type {Detail} from '../state.ts';

type Shown = {extra: Readonly<Record<string, string>>; unreadable: readonly string[]};

/** The fields of a record and their values; one that came and could not be read says so. */
export const fieldsOf = <R extends Shown>({extra, unreadable, ...known}: R): Detail['rows'] => [
	...Object.entries(known)
		.filter(([, value]) => value !== undefined)
		.map(
			([name, value]) =>
				[spaced(name), typeof value === 'number' ? value.toLocaleString('en') : String(value)] as const,
		),
	...unreadable.map(name => [name, '— (came, but cannot be read)'] as const),
	...Object.entries(extra),
];

/** A record as it may be shown now. */
export const maskedDetail = (detail: Detail, mask: Mask): Detail => ({
	...detail,
	rows: detail.rows.map(([field, value, kind]) => [field, mask(kind ?? personalOf(field), value)]),
});

/** How many rows a table of fields and values has room for: two lines a row, and three around them. */
export const detailRows = (height: number): number => Math.max(1, Math.floor((height - 3) / 2));

/** The box that the details stand in; the table itself is drawn over it. */
export const drawDetail = ({title, rows, top}: Detail, area: Rectangle, look: Look): string[] => {
	const last = Math.min(rows.length, top + detailRows(area.height - 2));
	const note = top > 0 || last < rows.length ? `${top + 1}-${last} of ${rows.length} fields, ↑ ↓ scroll` : '';
	return box([], area.width, area.height, look, {title, note, focused: true});
};
