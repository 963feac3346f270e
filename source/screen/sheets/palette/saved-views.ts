/** Lines of the palette about saved views: `view night`, `view save night`, `view delete night`. */

import {ordersOf} from '../../actions/moves.ts';
import type {SavedView} from '../../state/options.ts';
import type {Context} from '../../store/context.ts';
import {aboutView, showView, storeView, viewNow} from '../../views/board/saved-views.ts';
import {impossible, type Line, type Lines, running, unfinished} from './steering.ts';

const noViews: ReadonlyMap<string, SavedView> = new Map();

const savedIn = ({options}: Context): ReadonlyMap<string, SavedView> => options.views?.saved ?? noViews;

/** The titles of the board's columns. */
const titlesIn = (context: Context): ((column: string) => string) => {
	const orders = ordersOf({...context, ui: {...context.ui, view: 'campaigns'}});
	return column => orders.find(({id}) => id === column)?.name ?? column;
};

/** A line for each view whose name begins so; one that is called so comes first. */
const linesOf = (
	argument: string,
	context: Context,
	lineFor: (name: string, view: SavedView, about: string) => Line,
): Line[] => {
	const titleOf = titlesIn(context);
	return [...savedIn(context)]
		.filter(([name]) => name.toLowerCase().startsWith(argument.toLowerCase()))
		.toSorted(([one], [other]) => Number(other === argument) - Number(one === argument))
		.map(([name, view]) => lineFor(name, view, aboutView(view, titleOf)));
};

const whyNone = ({options}: Context, name: string): string => options.views?.whyNone(name) ?? 'no view is saved';

const saving: Lines = (argument, context) => {
	const about = 'save filter, order, columns, marks and zoom of the board under a name';
	if (!argument) {
		return [unfinished('view save NAME', about, 'view save ', argument !== undefined)];
	}
	const titleOf = titlesIn(context);
	const view = viewNow(context);
	const known = savedIn(context).has(argument) ? 'in place of the one of this name: ' : '';
	const why = context.options.views?.whyNotName(argument);
	return [
		running(
			`view save ${argument}`,
			`${known}${aboutView(view, titleOf)}`,
			now => void storeView(now, argument, view),
			{
				why,
				isRemembered: false,
			},
		),
	];
};

const deleting: Lines = (argument, context) => {
	if (savedIn(context).size === 0 && !argument) {
		return [];
	}
	if (!argument) {
		return [unfinished('view delete NAME', 'delete a saved view', 'view delete ', argument !== undefined)];
	}
	const lines = linesOf(argument, context, (name, _view, about) =>
		running(`view delete ${name}`, about, now => void storeView(now, name, undefined), {isRemembered: false}),
	);
	return lines.length > 0 ? lines : [impossible(`view delete ${argument}`, whyNone(context, argument))];
};

const showing: Lines = (argument = '', context) => {
	const lines = linesOf(argument, context, (name, view, about) =>
		running(`view ${name}`, about, now => showView(now, name, view)),
	);
	if (argument === '') {
		return [...lines, ...saving(argument, context), ...deleting(argument, context)];
	}
	return lines.length > 0 ? lines : [impossible(`view ${argument}`, whyNone(context, argument))];
};

/** The words, each with the lines for its argument. */
export const viewWords: readonly (readonly [word: string, lines: Lines])[] = [
	['view', showing],
	['view save', saving],
	['view delete', deleting],
];
