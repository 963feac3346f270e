/** The keys that an open sheet takes. */

import {knownTargets, offersOf} from '../../control/targets.ts';
import {bindingsIn, keyLabel} from '../../look/keymap.ts';
import {shownPart, shownRecord} from '../forms/answer.ts';
import {focusedField} from '../forms/form.ts';
import {itemOf} from '../forms/form-rows.ts';
import {operationOf} from '../forms/memory.ts';
import type {Answer, Form} from '../forms/sheet.ts';
import type {Context} from '../screen/context.ts';
import {actions, hintOf} from './actions.ts';

type Hint = readonly [key: string, does: string];

const formHints = (form: Form, {state, ui}: Context): Hint[] => {
	const operation = operationOf(ui.catalogue, form.operation);
	const field = operation && focusedField(form, operation);
	return [
		['Enter', field ? 'next' : 'do it'],
		['↑ ↓', 'fields'],
		...(field && offersOf(field.param, knownTargets(state)).length > 0 ? [['← →', 'choose'] as const] : []),
		...(itemOf(form.focus) ? [['Ctrl-X', 'take out'] as const] : []),
		['Ctrl-S', 'send'],
	];
};

/** Actions that an answer leaves their keys. */
const hintsOver = (context: Context): Hint[] =>
	bindingsIn(context.options.keymap, context.ui.view).flatMap(({keys: [key], action: id}): Hint[] => {
		const text = hintOf(actions[id], context);
		return actions[id].overAnswer && key !== undefined && text !== undefined ? [[keyLabel(key), text]] : [];
	});

const answerHints = (answer: Answer, context: Context): Hint[] => {
	const isTable = answer.mode === 'table';
	const isGrid = isTable && !shownRecord(answer) && shownPart(answer)?.kind === 'records';
	return [
		['t', isTable ? 'JSON' : 'table'],
		...(isTable && answer.parts.length > 1 ? [['Tab', 'next part'] as const] : []),
		...(isGrid ? [['Enter', 'whole record'] as const, ['← →', 'columns'] as const] : []),
		...(isTable ? [] : [['← →', 'fold, unfold'] as const]),
		['↑ ↓', 'move'],
		...hintsOver(context),
	];
};

/** The keys of the sheet that is open; the way out stands at the right end, always. */
export const sheetHints = (context: Context): {left: readonly Hint[]; right: readonly Hint[]} => {
	const {sheet} = context.ui;
	const left: Hint[] = sheet?.answer
		? answerHints(sheet.answer, context)
		: sheet?.form
			? formHints(sheet.form, context)
			: [
					['Enter', 'take it'],
					['↑ ↓', 'move'],
				];
	return {left, right: [['Esc', sheet?.answer || (sheet?.form && sheet.palette) ? 'back' : 'close']]};
};
