/** Gives keys to the open sheet. */

import type {FormOperation, Typed} from '../../service/forms.ts';
import {knownTargets} from '../../steering/operation.ts';
import type {Key} from '../../terminal/decode.ts';
import {
	type Answer,
	type Form,
	openPalette,
	operationOf,
	type Palette,
	rememberDraft,
	type Sheet,
	withoutTop,
} from '../state/sheet.ts';
import type {Context} from '../store/context.ts';
import {pressColumns} from '../views/board/column-picker.ts';
import {pressAnswer} from './answer/answer.ts';
import {openForm, pressForm, trySend} from './form/form.ts';
import {catalogueOf, prefilledFor} from './form/open.ts';
import {takesNothing} from './form/rows.ts';
import {sendForm} from './form/send.ts';
import {pressOutput} from './output/output.ts';
import {type PaletteEntry, paletteEntries} from './palette/entries.ts';
import {pressPalette, selectedEntry, withLine} from './palette/palette.ts';
import {pressWhatIf} from './what-if/what-if.ts';

const setForm = ({dispatch}: Context, sheet: Sheet, form: Form): void =>
	dispatch({type: 'sheet', sheet: {...sheet, form, answer: undefined}});

/** Opens a form with the fields that were typed after the operation's name, and sends it if it is complete. */
const openFilled = (
	here: Context,
	sheet: Sheet,
	{operation, typed}: {operation: FormOperation; typed: Typed},
): void => {
	const {ui, state, page} = here;
	const {catalogue} = ui;
	if (!catalogue) {
		return;
	}
	const {check} = catalogue;
	const {problems} = check(operation.type, typed);
	if (problems.some(({missing}) => missing)) {
		// Missing fields are typed there: nothing that the form proposes is sent before it was seen.
		const form = openForm(operation, prefilledFor(operation, here), typed);
		const tried = problems.some(({missing}) => !missing);
		setForm(here, sheet, {...form, tried, problems: check(operation.type, form.typed).problems});
		return;
	}
	const world = {operation, check, known: knownTargets(state), page};
	const {form, send} = trySend(openForm(operation, {}, typed), world);
	setForm(here, sheet, form);
	if (send) {
		void sendForm(here, catalogue, operation);
	}
};

/** Runs the chosen entry. */
const choose = (inHand: Context, sheet: Sheet, {choice, name, line, why, service}: PaletteEntry): void => {
	const here = service === undefined ? inHand : inHand.on(service);
	if (why !== undefined) {
		here.say(`${name}: not now, ${why}`, 'error');
		return;
	}
	if (line !== undefined) {
		here.dispatch({type: 'line', line});
	}
	if (choice.kind === 'line') {
		const {does} = choice;
		if ('completes' in does) {
			here.dispatch({
				type: 'sheet',
				sheet: {...sheet, palette: withLine(sheet.palette ?? openPalette, does.completes)},
			});
		} else {
			here.dispatch({type: 'sheet', sheet: undefined});
			does.run(here.now());
		}
		return;
	}
	if (choice.kind === 'filled') {
		openFilled(here, sheet, choice);
		return;
	}
	if (choice.kind === 'action') {
		here.dispatch({type: 'sheet', sheet: undefined});
		choice.action.run(here.now());
		return;
	}
	if (choice.kind === 'profile') {
		here.dispatch({type: 'sheet', sheet: undefined});
		here.switchTo(choice.name);
		return;
	}
	if (choice.kind === 'order') {
		here.dispatch({type: 'sheet', sheet: undefined});
		if (!choice.isNow) {
			here.dispatch({type: 'sort', sort: choice.sort});
		}
		return;
	}
	if (choice.kind === 'column') {
		return;
	}
	const {operation} = choice;
	const form =
		choice.kind === 'again'
			? openForm(operation, {}, choice.typed)
			: openForm(operation, prefilledFor(operation, here), here.ui.forms.drafts[operation.type] ?? {});
	setForm(here, sheet, form);
	// There is nothing to fill in, and a read changes nothing.
	const {catalogue} = here.ui;
	if (catalogue && operation.effect === 'read' && takesNothing(operation)) {
		void sendForm(here, catalogue, operation);
	}
};

const onPalette = (here: Context, sheet: Sheet, palette: Palette, key: Key): void => {
	const entries = paletteEntries(palette, here);
	if (palette.offers === 'columns') {
		const selected = entries[selectedEntry(palette, entries)]?.id;
		if (pressColumns(here, selected, key)) {
			// It stays selected as it moves.
			const {sheet: still} = here.now().ui;
			if (still?.palette) {
				here.dispatch({type: 'sheet', sheet: {...still, palette: {...palette, selected}}});
			}
			return;
		}
	}
	const next = pressPalette(palette, key, entries, {page: here.page, lines: here.ui.lines});
	if (next === 'back') {
		here.dispatch({type: 'sheet', sheet: withoutTop(sheet)});
		return;
	}
	if (next !== 'choose') {
		here.dispatch({type: 'sheet', sheet: {...sheet, palette: next}});
		return;
	}
	if (palette.offers === 'everything' && !here.ui.catalogue) {
		// The entry may be an operation: choose again once the catalogue is loaded.
		void catalogueOf(here).then(() => pressSheet(here.now(), key));
		return;
	}
	const entry = entries[selectedEntry(palette, entries)];
	if (entry) {
		choose(here, sheet, entry);
	}
};

const onForm = (here: Context, sheet: Sheet, form: Form, key: Key): void => {
	const {ui, state, page, dispatch} = here;
	const {catalogue, forms} = ui;
	const operation = operationOf(catalogue, form.operation);
	if (!catalogue || !operation) {
		return;
	}
	const pressed = pressForm(form, key, {operation, check: catalogue.check, known: knownTargets(state), page});
	if (pressed === 'back') {
		// A form that a key opened for one row must not be the draft for the next row.
		if (sheet.palette) {
			dispatch({type: 'forms', forms: rememberDraft(forms, operation, form)});
		}
		dispatch({type: 'sheet', sheet: withoutTop(sheet)});
		return;
	}
	if (pressed.form !== form) {
		setForm(here, sheet, pressed.form);
	}
	if (pressed.send) {
		void sendForm(here, catalogue, operation);
	}
};

const onAnswer = ({ui, page, scrollEnd, dispatch}: Context, sheet: Sheet, answer: Answer, key: Key): boolean => {
	const next = pressAnswer(answer, key, {page, lastTop: scrollEnd, width: ui.columns - 2});
	if (next === undefined) {
		return false;
	}
	dispatch({type: 'sheet', sheet: next === 'back' ? withoutTop(sheet) : {...sheet, answer: next}});
	return true;
};

/** Gives a key to the open sheet; false if the key means nothing there. */
export const pressSheet = (here: Context, key: Key): boolean => {
	const {sheet} = here.ui;
	if (!sheet) {
		return false;
	}
	if (sheet.output) {
		const output = pressOutput(sheet.output, key, here);
		if (output !== undefined) {
			here.dispatch({type: 'sheet', sheet: output === 'back' ? withoutTop(sheet) : {...sheet, output}});
		}
		return output !== undefined;
	}
	if (sheet.whatIf) {
		const whatIf = pressWhatIf(here, sheet.whatIf, key);
		if (whatIf !== sheet.whatIf) {
			here.dispatch({type: 'sheet', sheet: whatIf === 'back' ? undefined : {...sheet, whatIf}});
		}
		return true;
	}
	if (sheet.answer) {
		return onAnswer(here, sheet, sheet.answer, key);
	}
	if (sheet.form) {
		onForm(here, sheet, sheet.form, key);
	} else if (sheet.palette) {
		onPalette(here, sheet, sheet.palette, key);
	}
	return true;
};
