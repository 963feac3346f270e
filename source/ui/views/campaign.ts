/** The view of campaign. */
import {box, faintLines} from '../parts/box.ts';
import {view} from './view.ts';

/** The view. */
export const campaignView = view<never>({
	title: 'campaign',
	columns: () => [],
	rows: () => [],
	idOf: row => row,
	texts: () => [],
	draw: ({area, look}) => ({
		lines: box(faintLines(look, ['Nothing yet.']), area.width, area.height, look, {title: 'campaign', focused: true}),
	}),
});
