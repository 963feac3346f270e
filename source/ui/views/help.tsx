/** The help: made from the keymap and the actions, so that it cannot disagree with them. */
import type {ActionRow} from '../../look/actions.ts';
import {width as cells, fit, wrap} from '../../look/format.ts';
import {matches} from '../../look/grid.ts';
import {bindingsIn, keyLabel} from '../../look/keymap.ts';
import {faintLines, type Spans} from '../../look/spans.ts';
import {actions} from '../keys/actions.ts';
import {Lines} from '../parts/line.tsx';
import {inside, Panel, type Size} from '../parts/panel.tsx';
import type {Context} from '../screen/context.ts';
import {useReport, useShown} from '../screen/store.ts';
import {noMatch} from './empty.ts';
import {formulas} from './formulas.ts';

const groups: readonly (readonly [ActionRow['group'], string])[] = [
	['control', 'Control (a capital letter starts a write; every write asks first)'],
	['look', 'Look'],
	['move', 'Move'],
	['program', 'Program'],
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
					const {label, whyDisabled} = actions[action];
					const why = whyDisabled?.(context);
					return {keys: keys.map(keyLabel).join(' '), text: label, why: why ? ` (not now: ${why})` : ''};
				}),
		})),
		{title: 'Figures', entries: formulas.map(text => ({keys: '', text, why: ''}))},
	];
};

/** A line of the help, or several where it is long: the keys stay alone in their column. */
const entryLines = ({keys, text, why}: Entry, width: number): Spans[] => {
	const indent = keys === '' ? 2 : Math.max(keysWidth, cells(keys) + 1) + 2;
	const head = fit(`  ${keys}`, indent);
	const parts = wrap(`${text}${why}`, Math.max(20, width - indent - 1));
	// Where the reason begins, in the line and in which of them.
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

/** The help's lines, or those that the filter leaves under their titles. */
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
