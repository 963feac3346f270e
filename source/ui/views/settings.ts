/** The view of settings. */
import {box, faintLines} from '../parts/box.ts';
import {view} from './view.ts';

/** The view. */
export const settingsView = view<{id: string}>({
	title: 'settings',
	columns: () => [],
	rows: () => [],
	idOf: row => row.id,
	texts: () => [],
	draw: ({area, look}) => ({
		lines: box(faintLines(look, ['Nothing yet.']), area.width, area.height, look, {title: 'settings', focused: true}),
	}),
});
