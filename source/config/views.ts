/** The saved views of the configuration: what the board shows, under a name. */
import {checkedText, idsOf, mapOf, section, wordOf, wordsOf, yesNo} from './setting-kinds.ts';
import {viewNames} from './view-names.ts';

/** The most characters of the name of a host, with its port. */
const longestHost = 260;

/** What may fill the screen: the board, a pane, or the board alone for a wall. */
export const zooms = ['board', 'pace', 'leads', 'calls', 'agents', 'wall'] as const;

/** A view; what it does not name is as at the start. */
export type ViewConfig = {
	readonly filter?: string | undefined;
	readonly sort?: {readonly column?: string | undefined; readonly reversed?: boolean | undefined} | undefined;
	readonly columns?: readonly string[] | undefined;
	/** Ids of campaigns by the profile, or the host, that they are of: another service may have the same ids. */
	readonly marks?: Readonly<Record<string, readonly string[] | undefined>> | undefined;
	readonly zoom?: (typeof zooms)[number] | undefined;
};

/** The most characters of a filter. */
const longest = 200;

const filterProblem = (text: string): string | undefined =>
	text.length > longest || /[\p{Cc}\p{Cf}\u2028\u2029]/u.test(text)
		? `must be at most ${longest} characters, and no control characters`
		: undefined;

/** The views' part of the schema. */
export const viewsSection = (columns: readonly string[], firstColumns: readonly string[], orders: readonly string[]) =>
	mapOf(
		'Views of the board by names of your choice, for :view NAME and --view NAME; :view save NAME writes one. What a view does not name is as at the start.',
		viewNames,
		section('A view.', {
			filter: checkedText('the filter of the rows', 'text such as drop>3', filterProblem).optional,
			sort: section('Its order.', {
				column: wordOf("column to sort by; service is the service's own order", orders),
				reversed: yesNo('reverse the order'),
			}),
			columns: wordsOf('the columns, in their order', columns, firstColumns),
			marks: idsOf(
				'campaigns that are marked, by the profile or the host that they are of',
				'{prod: [1001, 1002]}',
				longestHost,
			),
			zoom: wordOf('what fills the screen', zooms),
		}),
		{
			night: {
				filter: 'state:play',
				sort: {column: 'drop', reversed: true},
				columns: ['state', 'name', 'ready', 'waiting', 'drop'],
				marks: {prod: ['1001', '1002']},
				zoom: 'agents',
			},
		},
	);
