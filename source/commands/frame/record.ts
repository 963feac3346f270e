/** Prints a single row: labels and values for people, an object or `field,value` for programs. */

import {csvOf, jsonOf} from '../../look/csv-json.ts';
import {nothing, width} from '../../look/format.ts';
import type {Paint} from '../../look/theme.ts';
import type {Out} from './out.ts';
import type {Column, Format} from './table.ts';
import {inLocale} from './text.ts';

/** Prints one row, each of its columns on a line of its own. */
export const printRecord = <R>(
	out: Out,
	{format, columns, row, paint}: {format: Format; columns: readonly Column<R>[]; row: R; paint: Paint},
): void => {
	switch (format) {
		case 'json':
			out.write(jsonOf(Object.fromEntries(columns.map(({name, of, json = of}) => [name, json(row) ?? null]))));
			return;
		case 'csv':
			out.write(csvOf({columns: ['field', 'value'], rows: columns.map(({name, of}) => [name, of(row) ?? undefined])}));
			return;
		default: {
			const shown = columns.filter(({isHidden}) => !isHidden);
			const labels = Math.max(0, ...shown.map(({name, title = name}) => width(title)));
			for (const {name, title = name, of, text, role} of shown) {
				const value = text ? text(row) : String(of(row) ?? '');
				const space = ' '.repeat(labels - width(title) + 2);
				out.write(inLocale(`${paint('faint', title)}${space}${paint(role?.(row) ?? 'text', value || nothing)}\n`));
			}
		}
	}
};
