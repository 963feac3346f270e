/** Sheets on a screen without a terminal: opened, filled and sent by keys, as an operator does it. */

import type {Source} from '../../../source/model/state.ts';
import {itemOf} from '../../../source/screen/sheets/form/rows.ts';
import {forms} from '../../../source/service/forms.ts';
import type {OperationType} from '../../../source/wire/operations/index.ts';
import {fill, makeScreen} from '../make.ts';

/** A screen with the catalogue loaded, and campaigns and lists where nothing else is to fill it. */
export const opened = (
	columns = 120,
	rows = 40,
	filled: (screen: ReturnType<typeof makeScreen>) => void = ({store}) => fill(store),
	source: Partial<Source> = {},
) => {
	const screen = makeScreen(columns, rows, {}, source);
	filled(screen);
	screen.settle();
	screen.ui.dispatch({type: 'catalogue', catalogue: forms});
	const form = () => screen.ui.get().sheet?.form;
	const sheets = {
		...screen,
		form,
		/** Types letters that come in one read. */
		type(text: string): void {
			for (const letter of text) {
				screen.press(letter === ' ' ? 'space' : letter, {alone: false});
			}
		},
		/** Opens the form of an operation by its name. */
		openForm(operation: OperationType): void {
			screen.press(':');
			sheets.type(operation);
			const {sheet} = screen.ui.get();
			if (!sheet?.palette) {
				throw new Error('the palette is not open');
			}
			screen.press('enter');
		},
		/** Moves to a field, by keys alone. */
		goTo(id: string): void {
			for (let step = 0; form()?.focus !== id; step++) {
				if (step > 200) {
					throw new Error(`there is no field ${id}`);
				}
				screen.press('down');
			}
		},
		/** Makes items of a list until this one is there. */
		makeItem(id: string): void {
			const place = itemOf(id);
			while (place && (form()?.counts[place.list] ?? 0) <= place.item) {
				sheets.goTo(`${place.list}[]`);
				screen.press('enter');
			}
		},
		/** Types a form. */
		fillIn(typed: Readonly<Record<string, string>>): void {
			for (const [id, text] of Object.entries(typed)) {
				sheets.makeItem(id);
				sheets.goTo(id);
				screen.press('ctrl-u');
				sheets.type(text);
			}
		},
	};
	return sheets;
};

/** Lets what was begun by a key come to its end. */
export const settled = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 0));
