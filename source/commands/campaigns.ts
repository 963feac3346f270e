/** `dialtop campaigns`: the board, once. */
import {counted} from '../api/words.ts';
import {UsageError} from '../config/errors.ts';
import {exits} from '../config/exits.ts';
import {boardColumns} from '../look/board-columns.ts';
import {decimals, nothing, number} from '../look/format.ts';
import {sortRows} from '../look/grid.ts';
import {initialState} from '../model/initial-state.ts';
import {type CampaignRow, campaignRow, campaignRows, totalsOf} from '../model/select.ts';
import type {State} from '../model/state.ts';
import {listedOf, readFlags, withBoard, worstOf} from './board/board.ts';
import {command} from './frame/command.ts';
import {dashed} from './frame/dashed.ts';
import {say} from './frame/out.ts';
import {lookOf} from './frame/paint.ts';
import {type Column, type Format, formatOf, fromGrid, printRows} from './frame/table.ts';

/** Columns that mean nothing for a board that was read a moment ago. */
const withoutMeaning = new Set(['age']);

const gridColumns = (state: State) => boardColumns(state, 0).filter(({id}) => !withoutMeaning.has(id));

/** The columns that get_campaigns alone fills. */
const quickColumns: ReadonlySet<string> = new Set(['state', 'name', 'id', 'method']);

const nowhere = {profile: '', environment: '', host: '', readOnly: true};

/** The names of the orders, which are columns, and `trouble`, which is not. */
const orders = gridColumns(initialState(nowhere, {mono: 0, wall: 0})).map(({id}) => dashed(id));

const failureColumn: Column<CampaignRow> = {
	name: 'failure',
	title: 'figures',
	of: ({failure, dashboard}) => failure?.reason ?? (dashboard ? undefined : 'not asked for'),
	text: ({dashboard}) => (dashboard ? 'read' : 'fail'),
	role: ({dashboard}) => (dashboard ? 'faint' : 'error'),
};

/** In a table, the failures stand before the figures, since a narrow terminal drops the last columns. */
const columnsOf = (state: State, format: Format, isQuick: boolean, someFailed: boolean): Column<CampaignRow>[] => {
	const shown = gridColumns(state).filter(
		({id, width}) => Number.isFinite(width) && (!isQuick || quickColumns.has(id)),
	);
	const columns = [
		...shown.map(fromGrid<CampaignRow>),
		{name: 'means', of: ({state: means}: CampaignRow) => means, isHidden: true},
	];
	if (isQuick) {
		return columns;
	}
	if (format === 'table') {
		const at = columns.findIndex(({name}) => name === 'id') + 1;
		return someFailed ? columns.toSpliced(at, 0, failureColumn) : columns;
	}
	return [...columns, {name: 'drop_limit', of: ({figures}) => figures?.dropLimit}, failureColumn];
};

/** The sums of a table by the names of the columns. */
const totalsFor = (rows: readonly CampaignRow[], {source}: State): Record<string, string> => {
	const {counted: read, ...sums} = totalsOf(rows);
	const what = `${counted(rows.length, 'campaign')} in ${source.environment}`;
	const isWhole = read === 0 || read === rows.length;
	return {
		name: isWhole ? what : `${what}, sums of ${read}`,
		...(read === 0
			? {}
			: {
					ready: number(sums.ready),
					on_call: number(sums.onCall),
					wrap_up: number(sums.wrapUp),
					paused: number(sums.paused),
					ringing: number(sums.ringing),
					waiting: number(sums.waiting),
					drop: sums.dropRate === undefined ? nothing : `${decimals(sums.dropRate, 2)}%`,
					remaining: number(sums.remainingLeads),
				}),
	};
};

/** Seconds without output that need no explanation. */
const silence = 3;

/** Prints how long reading takes, if that is long. */
const tellPatience = (campaigns: number, perSecond: number): void => {
	const seconds = Math.ceil((campaigns - perSecond) / perSecond);
	if (seconds > silence) {
		say(
			`the figures of ${campaigns} campaigns take ${seconds} s at ${perSecond} requests a second; --quick is without`,
		);
	}
};

/** `dialtop campaigns`. */
export const campaignsCommand = command({
	name: 'campaigns',
	summary: 'the board once: every campaign with its figures',
	details: [
		'Figures take a request for each campaign, within the requests a second of the profile; --quick reads get_campaigns alone. A campaign whose figures cannot be read is listed without them, standard error says why, and the exit code is that of the worst.',
		'Programs get bare values: percent, seconds and counts without separators, null for what the service does not say. "state" is the service\'s own word, "means" what dialtop makes of it.',
	],
	argument: {name: 'ID', about: 'only these campaigns', least: 0, most: 1000},
	flags: {
		quick: {type: 'boolean', about: 'without figures: one request'},
		state: {
			type: 'string',
			value: 'STATE',
			about: 'only campaigns in this state',
			choices: ['dialing', 'paused', 'stopped', 'unknown'],
		},
		sort: {
			type: 'string',
			value: 'COLUMN',
			about: "the order (the service's own)",
			choices: orders,
		},
		reverse: {type: 'boolean', about: 'reverse the order'},
		...readFlags,
	},
	examples: [
		['dialtop campaigns -p prod', 'all of them'],
		['dialtop campaigns -p prod --sort trouble | head', 'those in trouble first'],
		['dialtop campaigns -p prod --state dialing --csv > board.csv', 'what dials, for a spreadsheet'],
		['dialtop campaigns -p prod --quick --json | jq -r ".[].id"', 'their ids'],
	],
	async run({flags, input: ids, out}) {
		const format = formatOf(flags);
		const order = flags.sort;
		if (flags.quick && order !== undefined && !quickColumns.has(order)) {
			throw new UsageError(
				`--quick reads no figures to sort by: ${order} is not among ${[...quickColumns].join(', ')}`,
			);
		}
		return withBoard(flags, async (board, reached) => {
			const listed = listedOf(board, reached, ids);
			const wanted = ids.length === 0 ? [...(board.get().campaigns.value?.keys() ?? [])] : [...new Set(listed)];
			if (!flags.quick && process.stderr.isTTY) {
				tellPatience(wanted.length, reached.perSecond);
			}
			const code = flags.quick ? exits.done : await board.figures(wanted);
			const state = board.get();
			const some = ids.length === 0 ? campaignRows(state) : wanted.flatMap(id => campaignRow(state, id) ?? []);
			const chosen = some.filter(row => flags.state === undefined || row.state === flags.state);
			const by = gridColumns(state).find(({id}) => dashed(id) === order);
			const rows = sortRows(chosen, by, flags.reverse);
			printRows(out, {
				format,
				columns: columnsOf(
					state,
					format,
					flags.quick,
					rows.some(({dashboard}) => !dashboard),
				),
				rows,
				paint: lookOf(out, reached).paint,
				totals: totalsFor(rows, state),
				fits: true,
				whenEmpty: `no ${flags.state ?? ''} campaigns`.replace('  ', ' '),
			});
			return worstOf([code, listed.length < ids.length ? exits.refused : exits.done]);
		});
	},
});
