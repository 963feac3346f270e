/** The view of alerts. */
import {box, faintLines} from '../parts/box.ts';
import {view} from './view.ts';

/** The view. */
export const alertsView = view<{id: string}>({
	title: 'alerts',
	columns: () => [],
	rows: () => [],
	idOf: row => row.id,
	texts: () => [],
	draw: ({area, look}) => ({
		lines: box(faintLines(look, ['Nothing yet.']), area.width, area.height, look, {title: 'alerts', focused: true}),
	}),
});
