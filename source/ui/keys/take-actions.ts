/** What an operator can take away from the screen: a file of what is shown, a value of the selected row. */

import {askExport} from '../exports/ask.ts';
import {copiedIn} from '../exports/copied.ts';
import {exportedIn, whyNoExport} from '../exports/exported.ts';
import {action} from './action.ts';

/** The rows of the table of actions that take something away. */
export const takeActions = {
	copy: action({
		label: 'copy what the selected row is known by (OSC 52)',
		hint: 'copy',
		overAnswer: true,
		group: 'look',
		whyDisabled(context) {
			const copied = copiedIn(context);
			return typeof copied === 'string' ? copied : undefined;
		},
		run(context) {
			const copied = copiedIn(context);
			if (typeof copied !== 'string') {
				const way = context.copy(copied.value);
				context.say(`${copied.what} ${copied.value} sent to the clipboard (${way})`);
			}
		},
	}),
	export: action({
		label: 'export what is shown, as CSV or JSON',
		hint: 'export',
		overAnswer: true,
		group: 'look',
		whyDisabled: whyNoExport,
		run(context) {
			const exported = exportedIn(context);
			if (exported) {
				askExport(context, exported);
			}
		},
	}),
};
