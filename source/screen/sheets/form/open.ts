/** Opens the palette and forms, and loads the catalogue for the first of them. */
import type {OperationType} from '../../../model/wire.ts';
import type {FormOperation, Forms, Typed} from '../../../service/forms.ts';
import {type Form, openPalette, operationOf, type Palette} from '../../state/sheet.ts';
import {type Context, selectedCampaign, selectedList} from '../../store/context.ts';
import {openForm} from './form.ts';

type Screen = Pick<Context, 'ui' | 'dispatch'>;

/** The catalogue, loaded on first use so that the first frame does not wait for it. */
export const catalogueOf = async ({ui, dispatch}: Screen): Promise<Forms> => {
	if (ui.catalogue) {
		return ui.catalogue;
	}
	const {forms} = await import('../../../service/forms.ts');
	dispatch({type: 'catalogue', catalogue: forms});
	return forms;
};

/** Opens the palette. */
export const showPalette = (screen: Screen, line = ''): void => {
	const palette = {...openPalette, query: {value: line, cursor: line.length}};
	screen.dispatch({type: 'sheet', sheet: {palette, form: undefined, answer: undefined}});
	void catalogueOf(screen);
};

const showList = ({dispatch}: Screen, offers: Palette['offers'], selected?: string): void =>
	dispatch({type: 'sheet', sheet: {palette: {...openPalette, offers, selected}, form: undefined, answer: undefined}});

/** Opens the list of the orders that the rows on screen can have, at the one in force. */
export const showOrders = (screen: Screen, selected: string | undefined): void => showList(screen, 'orders', selected);

/** Opens the list of the columns that the board can have. */
export const showColumns = (screen: Screen): void => showList(screen, 'columns');

/**
 * The values that a form opens with: the selected campaign and the selected list. A number is barred from every campaign unless
 * the operator names one.
 */
export const prefilledFor = ({params, family}: FormOperation, context: Context): Typed => {
	const campaign = selectedCampaign(context)?.campaign.id;
	const list = selectedList(context)?.list.id;
	return Object.fromEntries(
		params.flatMap(({name, required}): (readonly [string, string])[] => {
			if (name === 'campaign_id' && campaign !== undefined && (required || family !== 'do-not-call')) {
				return [[name, campaign]];
			}
			// A list that the operator did not choose on screen is proposed only if one is required.
			return name === 'list_id' && list !== undefined && (required || context.ui.view === 'lists')
				? [[name, list]]
				: [];
		}),
	);
};

/** Opens the form of an operation with these values, and without an earlier draft. */
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
