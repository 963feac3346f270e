/** The help: made from the keymap and the actions, so that it cannot disagree with them. */

import {width as cells, fit, wrap} from '../../look/format.ts';
import type {Look} from '../../look/theme.ts';
import {type Action, actions} from '../actions.ts';
import type {Context} from '../context.ts';
import {keyLabel} from '../key-label.ts';
import {bindingsIn} from '../keymap.ts';
import type {Rectangle} from '../layout.ts';
import {box, faintLines, type Line, line} from '../parts/box.ts';
import {matches} from '../parts/grid.ts';
import {noMatch} from './empty.ts';

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
	'budget* is the drop budget: drops that may still happen before the rate passes its limit, of the human answers so far: limit × human_answered_calls, less percentage_dropped × human_answered_calls. ~ where the two decimals of the rate do not tell the drops to the unit. An indicator.',
	'used up in* = how soon, with drops and human answers (delivered + drops) going on as in the last 15 minutes of calls_graph_data',
	'▲ beside a status: the campaign has an alert that nobody has acknowledged; the view of alerts says which, and under which rules.',
	'live, at the top, holds for two intervals after the newest answer (4 s by default). Then waiting counts the seconds without one; after four intervals, and 20 s at least, everything shown is stale. slow is how long the last answer took, from 1 s on. retrying: no answer that can be read comes; the service is left alone until then, five minutes at most.',
	'— is a value that did not come or could not be read; it is never 0.',
	"level is the service's pace_tempo.",
	'leads a minute* = dialed, over the last 15 minutes of calls_graph_data',
];

const keysWidth = 14;

/** A line of the help before it is laid out. */
type Entry = {keys: string; text: string; why: string};

type Section = {title: string; entries: readonly Entry[]};

/** Everything that the help says in the view on screen; what cannot run now says why. */
const sectionsOf = (context: Context): Section[] => {
	const bindings = bindingsIn(context.options.keymap, context.ui.view);
	return [
		...groups.map(([group, title]) => ({
			title,
			entries: bindings
				.filter(({action}) => actions[action].group === group)
				.map(({keys, action}) => {
					const row: Action = actions[action];
					const why = row.whyDisabled?.(context);
					return {keys: keys.map(keyLabel).join(' '), text: row.label, why: why ? ` (not now: ${why})` : ''};
				}),
		})),
		{title: 'Figures', entries: formulas.map(text => ({keys: '', text, why: ''}))},
	];
};

/** A line of the help, or several where it is long: the keys stay alone in their column. */
const entryLines = ({keys, text, why}: Entry, width: number, look: Look): Line[] => {
	const indent = keys === '' ? 2 : Math.max(keysWidth, cells(keys) + 1) + 2;
	const head = fit(`  ${keys}`, indent);
	const parts = wrap(`${text}${why}`, Math.max(20, width - indent - 1));
	// Where the reason begins, in the line and in which of them.
	const begins = why === '' ? parts.length : parts.findIndex(part => part.includes('(not now:'));
	return parts.map((part, index) => {
		const at = index < begins ? part.length : index > begins ? 0 : part.indexOf('(not now:');
		return line(
			look,
			['key', index === 0 ? head : ' '.repeat(indent)],
			['text', part.slice(0, at)],
			['faint', part.slice(at)],
		);
	});
};

/** The help's lines, or those that the filter leaves under their titles. */
const helpLines = (context: Context, width: number, look: Look): Line[] => {
	const {helpFilter} = context.ui;
	const lines = sectionsOf(context).flatMap(({title, entries}) => {
		const shown = entries.filter(({keys, text, why}) => matches(helpFilter, keys, text, why));
		return shown.length === 0
			? []
			: [line(look, ['strong', ` ${title}`]), ...shown.flatMap(entry => entryLines(entry, width, look)), line(look)];
	});
	return lines.length > 0 ? lines : faintLines(look, noMatch('line', helpFilter, context));
};

/** Draws the help; tells how far it can be scrolled. */
export const drawHelp = (context: Context, area: Rectangle, look: Look): {lines: string[]; lastTop: number} => {
	const {helpFilter} = context.ui;
	const inner = {width: area.width - 2, height: area.height - 2};
	const lines = helpLines(context, inner.width, look);
	const lastTop = Math.max(0, lines.length - inner.height);
	const top = Math.min(context.ui.helpTop, lastTop);
	const position =
		lastTop > 0 && `${top + 1}-${Math.min(top + inner.height, lines.length)} of ${lines.length}, ↑ ↓ scroll`;
	const note = [helpFilter && `find: ${helpFilter}`, position].filter(Boolean).join(', ');
	return {
		lines: box(lines.slice(top), area.width, area.height, look, {title: 'Help', note, focused: true}),
		lastTop,
	};
};
