/** The view of accounts. */
import {box, faintLines} from '../parts/box.ts';
import {view} from './view.ts';

/** The view. */
export const accountsView = view<{id: string}>({
	title: 'accounts',
	columns: () => [],
	rows: () => [],
	idOf: row => row.id,
	texts: () => [],
	draw: ({area, look}) => ({
		lines: box(faintLines(look, ['Nothing yet.']), area.width, area.height, look, {title: 'accounts', focused: true}),
	}),
});
