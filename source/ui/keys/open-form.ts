/** Opens the palette, and forms; the catalogue comes with the first of them. */
import type {OperationType} from '../../model/wire.ts';
import type {FormOperation, Forms, Typed} from '../../monitor/forms.ts';
import {openForm} from '../forms/form.ts';
import {operationOf} from '../forms/memory.ts';
import {openPalette} from '../forms/palette.ts';
import type {Form} from '../forms/sheet.ts';
import {type Context, selectedCampaign, selectedList} from '../screen/context.ts';

type Screen = Pick<Context, 'ui' | 'dispatch'>;

/** The catalogue; loaded when it is first asked for, since the first frame must not wait for it. */
export const catalogueOf = async ({ui, dispatch}: Screen): Promise<Forms> => {
	if (ui.catalogue) {
		return ui.catalogue;
	}
	const {forms} = await import('../../monitor/forms.ts');
	dispatch({type: 'catalogue', catalogue: forms});
	return forms;
};

/** Opens the palette. */
export const showPalette = (screen: Screen): void => {
	screen.dispatch({type: 'sheet', sheet: {palette: openPalette, form: undefined, answer: undefined}});
	void catalogueOf(screen);
};

/** What stands in a form before anything is typed: the campaign and the list that the operator is at. */
export const prefilledFor = ({params}: FormOperation, context: Context): Typed => {
	const campaign = selectedCampaign(context)?.campaign.id;
	const list = selectedList(context)?.list.id;
	return Object.fromEntries(
		params.flatMap(({name, required}): (readonly [string, string])[] => {
			if (name === 'campaign_id' && campaign !== undefined) {
				return [[name, campaign]];
			}
			// A list that was not chosen on screen is proposed only where there has to be one.
			return name === 'list_id' && list !== undefined && (required || context.ui.view === 'lists')
				? [[name, list]]
				: [];
		}),
	);
};

/** Opens the form of an operation by a key: with these values in it, and nothing that was begun before. */
export const showForm = async (
	context: Context,
	type: OperationType,
	prefilled: Typed,
	more: Partial<Pick<Form, 'notice' | 'leadsTo' | 'focus'>> = {},
): Promise<void> => {
	const operation = operationOf(await catalogueOf(context), type);
	if (operation) {
		const form = {...openForm(operation, {...prefilledFor(operation, context), ...prefilled}, {}), ...more};
		form.cursor = (form.typed[form.focus] ?? '').length;
		context.dispatch({type: 'sheet', sheet: {palette: undefined, form, answer: undefined}});
	}
};
