/** The sheet that is open: the answer lies over the form, the form over the palette. */

import type {Size} from '../parts/panel.tsx';
import {shallow, useStore} from '../store/store.ts';
import {AnswerSheet} from './answer/view.tsx';
import {FormSheet} from './form/view.tsx';
import {operationOf} from './memory.ts';
import {PaletteSheet} from './palette/view.tsx';

export function OpenSheet(size: Size) {
	const {sheet, catalogue} = useStore(({ui}) => ({sheet: ui.sheet, catalogue: ui.catalogue}), shallow);
	if (sheet?.answer) {
		return <AnswerSheet {...size} answer={sheet.answer} />;
	}
	if (sheet?.form) {
		const operation = operationOf(catalogue, sheet.form.operation);
		return operation ? <FormSheet {...size} form={sheet.form} operation={operation} /> : null;
	}
	return sheet?.palette ? <PaletteSheet {...size} palette={sheet.palette} /> : null;
}
