/** A table of fields and values with a rule under every row: for one record, not for boards. */
import {lazy, Suspense} from 'react';
import type {Size} from './panel.tsx';
import type {SmallTableProps} from './small-table.tsx';

/** How many rows have room in this height: two lines a row, and three around them. */
export const fieldRows = (height: number): number => Math.max(1, Math.floor((height - 3) / 2));

// Loaded with the first record: its hashing would cost every start.
const SmallTable = lazy(() => import('./small-table.tsx'));

/** The rows that fit, from `top` on. */
export const FieldTable = ({rows, top, width, height}: Size & Pick<SmallTableProps, 'rows' | 'top'>) => (
	<Suspense>
		<SmallTable rows={rows} top={top} count={fieldRows(height)} width={width} />
	</Suspense>
);
