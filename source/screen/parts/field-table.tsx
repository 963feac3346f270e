/** The fields of one record: in a table with a rule under every row, or in lines where that table has no room. */
import {lazy, Suspense} from 'react';
import {width as cells, fit, wrap} from '../../present/format.ts';
import type {Spans} from '../../present/spans.ts';
import type {Size} from './panel.tsx';
import type {FieldRows} from './small-table.tsx';

/** Cells of the field names at most. */
const mostName = 32;

/** Cells of the table beside its texts, and lines around its rows. */
const rules = {across: 7, down: 3};

const nameWidth = (rows: FieldRows): number => Math.max(0, ...rows.map(([field]) => cells(field)));

/** Whether the table shows every row whole. */
export const fitsTable = (rows: FieldRows, {width, height}: Size): boolean => {
	const names = nameWidth(rows);
	return (
		rows.length * 2 + rules.down <= height && rows.every(([, value]) => names + cells(value) + rules.across <= width)
	);
};

/** A line for each field; long values go on below. */
export const fieldLines = (rows: FieldRows, width: number): Spans[] => {
	const names = Math.min(mostName, nameWidth(rows));
	const room = Math.max(1, width - names - 3);
	return rows.flatMap(([field, value]) =>
		wrap(value, room).map(
			(part, index): Spans => [
				['faint', ` ${fit(index === 0 ? field : '', names)}  `],
				['text', fit(part, room)],
			],
		),
	);
};

// Loaded with the first record: its hashing would cost every start.
const SmallTable = lazy(() => import('./small-table.tsx'));

/** The table; `fitsTable` says whether there is room for it. */
export const FieldTable = ({rows}: {rows: FieldRows}) => (
	<Suspense>
		<SmallTable rows={rows} />
	</Suspense>
);
