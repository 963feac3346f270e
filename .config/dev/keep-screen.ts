/** Hands the screen's reducer of a development build to what keeps the screen between two runs (`kept-screen.ts`). */
import type {Plugin} from 'rolldown';

const reducer = 'export const updateUi = ';

let found = 0;

/** The plugins of a development build. @throws Error if no module, or more than one, exports the reducer */
export const plugins: readonly Plugin[] = [
	{
		name: 'keep-screen',
		transform: {
			filter: {id: /\/source\/.*\.ts$/, code: reducer},
			handler(code) {
				found++;
				const kept = 'export const updateUi = (ui, message) => globalThis.keepScreen(reduceUi, ui, message);';
				return {code: `${code.replace(reducer, 'const reduceUi = ')}\n${kept}\n`, map: null};
			},
		},
		buildEnd() {
			if (found !== 1) {
				throw new Error(`${found} modules export updateUi: look at .config/dev/keep-screen.ts`);
			}
		},
	},
];
