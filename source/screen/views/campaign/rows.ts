/** View 2 is text: it has no rows. */
import {view} from '../../state/view.ts';

/** The view. */
export const campaignView = view<never>({
	thing: 'field',
	columns: () => [],
	rows: () => [],
	idOf: row => row,
	texts: () => [],
});
