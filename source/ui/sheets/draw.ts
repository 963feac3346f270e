/** Draws the sheet that is open, and says which keys it takes. */

import {knownTargets, offersOf} from '../../control/targets.ts';
import {twoDigits} from '../../look/format.ts';
import {maskOf} from '../../look/mask.ts';
import type {Look} from '../../look/theme.ts';
import {type Action, actions} from '../actions.ts';
import type {Context} from '../context.ts';
import {keyLabel} from '../key-label.ts';
import {bindingsIn} from '../keymap.ts';
import type {Rectangle} from '../layout.ts';
import {type Line, line} from '../parts/box.ts';
import {spread} from '../parts/spread.ts';
import {shownPart, shownRecord} from './answer.ts';
import {drawAnswer} from './answer-draw.ts';
import type {SheetDrawn} from './drawn.ts';
import {focusedField} from './form.ts';
import {drawForm} from './form-draw.ts';
import {itemOf} from './form-rows.ts';
import {operationOf} from './memory.ts';
import {drawPalette} from './palette-draw.ts';
import {paletteEntries} from './palette-entries.ts';
import {whyNotSent} from './send.ts';
import type {Answer, Form} from './sheet.ts';

/** The day by this machine's clock, `YYYY-MM-DD`. */
const dayOf = (wall: number): string => {
	const date = new Date(wall);
	return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
};

/** Draws what is open; nothing where no sheet is. */
export const drawSheet = (context: Context, area: Rectangle, look: Look): SheetDrawn | undefined => {
	const {ui, state} = context;
	const {sheet, catalogue} = ui;
	const mask = maskOf(ui);
	if (sheet?.answer) {
		return drawAnswer(sheet.answer, area, look, mask);
	}
	if (sheet?.form) {
		const operation = operationOf(catalogue, sheet.form.operation);
		const given = {known: knownTargets(state), today: dayOf(state.now.wall), area, look, mask};
		return operation && drawForm(sheet.form, {...given, operation, why: whyNotSent(operation, context)});
	}
	return (
		sheet?.palette &&
		drawPalette(sheet.palette, paletteEntries(sheet.palette, context, catalogue), catalogue, area, look)
	);
};

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
		const {overAnswer, hint}: Action = actions[id];
		const text = typeof hint === 'function' ? hint(context) : hint;
		return overAnswer && key !== undefined && text !== undefined ? [[keyLabel(key), text]] : [];
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
export const drawSheetHints = (context: Context, look: Look, width: number): string => {
	const {sheet} = context.ui;
	const hints: Hint[] = sheet?.answer
		? answerHints(sheet.answer, context)
		: sheet?.form
			? formHints(sheet.form, context)
			: [
					['Enter', 'take it'],
					['↑ ↓', 'move'],
				];
	const leaves = sheet?.answer || (sheet?.form && sheet.palette) ? 'back' : 'close';
	const piece = ([key, does]: Hint): Line => line(look, ['key', key], ['text', ` ${does}`]);
	return spread(hints.map(piece), [piece(['Esc', leaves])], width);
};
