/** The help: made from the keymap and the actions, so that it cannot disagree with them. */

import {dropCounting} from '../../model/drops.ts';
import type {ActionRow} from '../../present/actions.ts';
import {matches} from '../../present/filter.ts';
import {capital, width as cells, fit, wrap} from '../../present/format.ts';
import {formulas, glossary, type Term, termsOf, termsOfColumn, written} from '../../present/glossary.ts';
import {bindingsIn, keyLabel} from '../../present/keymap.ts';
import {faintLines, type Spans} from '../../present/spans.ts';
import {ownActionsIn} from '../actions/own-commands.ts';
import {actions} from '../keys/actions.ts';
import {Lines} from '../parts/line.tsx';
import {inside, Panel, type Size} from '../parts/panel.tsx';
import {belowHelpAndSheets, type Context} from '../store/context.ts';
import {useReport, useShown} from '../store/store.ts';
import {campaignColumns} from '../views/board/rows.ts';
import {noMatch} from '../views/empty.ts';

const groups: readonly (readonly [ActionRow['group'], string])[] = [
	['control', 'Control (a capital letter starts a write; every write asks first)'],
	['look', 'Look'],
	['past', 'Look back (nothing can be changed from the past)'],
	['move', 'Move'],
	['program', 'Program'],
];

const keysWidth = 14;

/** A line of the help before it is laid out. */
type Entry = {keys: string; text: string; why: string};

type Section = {title: string; entries: readonly Entry[]};

/** Terms as lines of the help. */
const entriesOf = (terms: readonly Term[]): Entry[] =>
	terms.map(term => ({keys: '', text: `${written(term)}: ${term.means}`, why: ''}));

/** Which calls the drops of the selected campaign seem to be counted over, if its figures show it. */
const countedOver = ({tables: {campaigns}}: Context): Entry[] => {
	const figures = campaigns.rows[campaigns.selectedIndex]?.figures;
	const counting = figures && dropCounting([figures]);
	return counting && counting.over !== 'unclear'
		? [{keys: '', text: `Its figures fit drops counted over ${counting.over}*.`, why: ''}]
		: [];
};

/** The selected columns: the one that rows are sorted by, and the one that was scrolled to. */
const selectedColumns = (context: Context): readonly string[] => {
	const {floors, ui, options} = context;
	const scrolling = campaignColumns({floors, ui, options}).filter(({stays, kind}) => !stays && kind !== 'order');
	const past = Math.min(ui.scrolledPast.campaigns ?? 0, scrolling.length - 1);
	const sorted = ui.sorts.campaigns?.column;
	return [...new Set([...(sorted ? [sorted] : []), ...(past > 0 ? [scrolling[past]?.id ?? ''] : [])])];
};

/** What is selected, explained: the columns sorted by and scrolled to, or the figures of the focused pane or of the view. */
const selectedSection = (context: Context): Section[] => {
	const {ui} = context;
	const section = (title: string, terms: readonly Term[]): Section[] => {
		const drops = terms.some(({columns}) => columns?.includes('drop')) ? countedOver(context) : [];
		return terms.length > 0 ? [{title, entries: [...entriesOf(terms), ...drops]}] : [];
	};
	switch (ui.view) {
		case 'campaigns':
			return ui.focus === 'board'
				? section('The selected columns', selectedColumns(context).flatMap(termsOfColumn))
				: section(`The pane ${capital(ui.focus)}`, termsOf(ui.focus));
		case 'campaign':
			return section('The fields', termsOf('campaign'));
		case 'settings':
			return section('The settings', termsOf('settings'));
		default:
			return [];
	}
};

/** The operator's own commands in this view. */
const ownSection = (context: Context, below: Context): Section[] => {
	const own = ownActionsIn(context, context.ui.view);
	return own.length === 0
		? []
		: [
				{
					title: 'Commands of your own (each run is audited)',
					entries: own.map(({keys, label, command, whyDisabled}) => {
						const why = whyDisabled?.(below);
						return {
							keys: keys.map(keyLabel).join(' '),
							text: `${command.name}: ${label}`,
							why: why ? ` (not now: ${why})` : '',
						};
					}),
				},
			];
};

/** The whole help for the view on screen, with the reason for each action that cannot run now. */
const sectionsOf = (context: Context): Section[] => {
	const bindings = bindingsIn(context.options.keymap, context.ui.view);
	const below = belowHelpAndSheets(context);
	return [
		...selectedSection(context),
		...groups.map(([group, title]) => ({
			title,
			entries: bindings
				.filter(({action}) => actions[action].group === group)
				.map(({keys, action}) => {
					const {label, whyDisabled} = actions[action];
					const why = whyDisabled?.(context) && whyDisabled(below);
					return {keys: keys.map(keyLabel).join(' '), text: label, why: why ? ` (not now: ${why})` : ''};
				}),
		})),
		...ownSection(context, below),
		{title: 'Words', entries: entriesOf(glossary)},
		{title: 'Figures', entries: formulas.map(text => ({keys: '', text, why: ''}))},
	];
};

/** A line of the help, or several where it is long: the keys stay alone in their column. */
const entryLines = ({keys, text, why}: Entry, width: number): Spans[] => {
	const indent = keys === '' ? 2 : Math.max(keysWidth, cells(keys) + 1) + 2;
	const head = fit(`  ${keys}`, indent);
	const parts = wrap(`${text}${why}`, Math.max(20, width - indent - 1));
	// Where the reason begins, and in which line.
	const begins = why === '' ? parts.length : parts.findIndex(part => part.includes('(not now:'));
	return parts.map((part, index) => {
		const at = index < begins ? part.length : index > begins ? 0 : part.indexOf('(not now:');
		return [
			['key', index === 0 ? head : ' '.repeat(indent)],
			['text', part.slice(0, at)],
			['faint', part.slice(at)],
		];
	});
};

/** The help's lines, or those that match the filter, under their titles. */
const helpLines = (context: Context, width: number): Spans[] => {
	const {helpFilter} = context.ui;
	const lines = sectionsOf(context).flatMap(({title, entries}): Spans[] => {
		const shown = entries.filter(({keys, text, why}) => matches(helpFilter, keys, text, why));
		return shown.length === 0
			? []
			: [[['strong', ` ${title}`]], ...shown.flatMap(entry => entryLines(entry, width)), []];
	});
	return lines.length > 0 ? lines : faintLines(noMatch('line', helpFilter, context));
};

/** The help. */
export function Help(size: Size) {
	const shown = useShown();
	const {helpFilter, helpTop} = shown.ui;
	const inner = inside(size);
	const lines = helpLines(shown, inner.width);
	const scrollEnd = Math.max(0, lines.length - inner.height);
	const top = Math.min(helpTop, scrollEnd);
	const position =
		scrollEnd > 0 && `${top + 1}-${Math.min(top + inner.height, lines.length)} of ${lines.length}, ↑ ↓ scroll`;
	// The last line of a page is the first of the next.
	useReport({page: inner.height - 1, scrollEnd});
	return (
		<Panel
			{...size}
			title="Help"
			note={[helpFilter && `find: ${helpFilter}`, position].filter(Boolean).join(', ')}
			isFocused
		>
			<Lines {...inner} lines={lines.slice(top)} />
		</Panel>
	);
}
