/** One record whole: every field that came, by its name, the ones that dialtop does not know at the end. */
import {spaced} from '../../present/format.ts';
import {type Mask, personalOf} from '../../present/mask.ts';
import type {Detail} from '../state/state.ts';

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
