/** A small table of fields and values, by ink-table: a rule under every row, so for details and not for boards. */
import {Table} from 'ink-table';
import {toAscii} from '../../present/ascii.ts';
import {useLook} from './line.tsx';

/** Fields and their values. */
export type FieldRows = readonly (readonly [field: string, value: string, ...others: unknown[]])[];

/** The table, as wide as its texts. */
export default function SmallTable({rows}: {rows: FieldRows}) {
	const {ascii} = useLook();
	const shown = (text: string): string => (ascii ? toAscii(text) : text);
	return <Table data={rows.map(([field, value]) => ({field: shown(field), value: shown(value)}))} />;
}
