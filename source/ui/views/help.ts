/** The help: made from the keymap and the actions, so that it cannot disagree with them. */
import {type Action, actions} from '../actions.ts';
import type {Context} from '../context.ts';
import {width as cells, fit, wrap} from '../format.ts';
import {keyLabel} from '../key-label.ts';
import {bindingsIn} from '../keymap.ts';
import type {Rectangle} from '../layout.ts';
import {box, type Line, line} from '../parts/box.ts';
import type {Look} from '../theme.ts';

const groups: readonly (readonly [Action['group'], string])[] = [
	['control', 'Control (a capital letter starts a write; every write asks first)'],
	['look', 'Look'],
	['move', 'Move'],
	['program', 'Program'],
];

/** What is said of the figures that dialtop derives itself. */
export const formulas: readonly string[] = [
	"* is derived by dialtop; every other figure is the service's own.",
	'contact* = human_answered_calls ÷ called_today',
	'occupancy* = (oncalls + wrappingup) ÷ (total − paused)',
	'time left* = remaining_leads ÷ leads dialed a minute over the last 15 minutes, where the service gives no remaining_time',
	"total drop %* = the campaigns' percentage_dropped, weighted by human_answered_calls",
	"~ near, ! at or over the drop limit: adaptive_dropped_percentage, or the regulator's 3 % where that is lower. Compliance figures are an indicator, not legal advice.",
	'drop budget* = drops that may still happen before the rate passes its limit, of the human answers so far: limit × human_answered_calls, less percentage_dropped × human_answered_calls. ~ where the two decimals of the rate do not tell the drops to the unit. An indicator.',
	'passed in* = when that is used up, with drops and human answers (delivered + drops) going on as in the last 15 minutes of calls_graph_data',
	'▲ beside a status: the campaign has an alert that nobody has acknowledged; the view of alerts says which, and under which rules.',
	'— is a value that did not come or could not be read; it is never 0.',
	"level is the service's pace_tempo.",
];

const keysWidth = 14;

/** Every line of the help for the view on screen; what cannot run now says why. */
const helpLines = (context: Context, width: number, look: Look): Line[] => {
	const bindings = bindingsIn(context.options.keymap, context.ui.view);
	return [
		...groups.flatMap(([group, title]) => [
			line(look, ['strong', ` ${title}`]),
			...bindings
				.filter(({action}) => actions[action].group === group)
				.map(({keys, action}) => {
					const row: Action = actions[action];
					const why = row.whyDisabled?.(context);
					return line(
						look,
						['key', `  ${fit(keys.map(keyLabel).join(' '), keysWidth)}`],
						['text', row.label],
						['faint', why ? ` (not now: ${why})` : ''],
					);
				}),
			line(look),
		]),
		line(look, ['strong', ' Figures']),
		...formulas.flatMap(text =>
			wrap(text, width - 4).map((part): Line => ({text: `  ${part}`, width: cells(part) + 2})),
		),
	];
};

/** Draws the help; tells how far it can be scrolled. */
export const drawHelp = (context: Context, area: Rectangle, look: Look): {lines: string[]; lastTop: number} => {
	const inner = {width: area.width - 2, height: area.height - 2};
	const lines = helpLines(context, inner.width, look);
	const lastTop = Math.max(0, lines.length - inner.height);
	const top = Math.min(context.ui.helpTop, lastTop);
	const note =
		lastTop > 0 ? `${top + 1}-${Math.min(top + inner.height, lines.length)} of ${lines.length}, ↑ ↓ scroll` : '';
	return {
		lines: box(lines.slice(top), area.width, area.height, look, {title: 'Help', note, focused: true}),
		lastTop,
	};
};
