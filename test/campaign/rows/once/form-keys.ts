/** How a form is filled in by keys alone. */

import {formRows, itemOf, stops} from '../../../../source/screen/sheets/form/rows.ts';
import {forms} from '../../../../source/service/forms.ts';
import {keyBytes} from '../../../helpers/terminal-keys.ts';
import type {Write} from './writes.ts';

/** The keys that fill in a form that is at its first row. */
export const keysFor = ({type, fields}: Pick<Write, 'type' | 'fields'>): string => {
	const operation = forms.operations.find(one => one.type === type);
	if (!operation) {
		throw new Error(`the catalogue has no ${type}`);
	}
	const counts: Record<string, number> = {};
	let at = 0;
	let keys = '';
	const goTo = (id: string): void => {
		const to = stops(formRows(operation, counts)).indexOf(id);
		if (to === -1) {
			throw new Error(`${type} has no field ${id}`);
		}
		keys += keyBytes(to < at ? 'up' : 'down').repeat(Math.abs(to - at));
		at = to;
	};
	for (const [id, text] of Object.entries(fields)) {
		const item = itemOf(id);
		if (item && (counts[item.list] ?? 0) <= item.item) {
			goTo(`${item.list}[]`);
			keys += keyBytes('enter');
			counts[item.list] = item.item + 1;
			at = stops(formRows(operation, counts)).indexOf(id);
		}
		goTo(id);
		keys += keyBytes('ctrl-u') + text;
	}
	return keys;
};
