/** `dialtop campaigns`: the board, once. */
import {counted} from '../api/words.ts';
import {UsageError} from '../config/errors.ts';
import {exits} from '../config/exits.ts';
import {boardColumns} from '../look/board-columns.ts';
import {sortRows} from '../look/grid.ts';
import {initialState} from '../model/initial-state.ts';
import {type CampaignRow, campaignRow, campaignRows} from '../model/select.ts';
import type {State} from '../model/state.ts';
import {listedOf, readFlags, withBoard, worstOf} from './board/board.ts';
import {command} from './frame/command.ts';
import {say} from './frame/out.ts';
import {lookOf} from './frame/paint.ts';
import {type Column, type Format, formatOf, fromGrid, printRows} from './frame/table.ts';
import {dashed, snake} from './frame/text.ts';

/** The columns that mean something for a board that was read a moment ago. */
const gridColumns = (state: State) => boardColumns(state, 0).filter(({kind}) => kind !== 'age');

const nowhere = {profile: '', environment: '', host: '', readOnly: true};

const columns = gridColumns(initialState(nowhere, {mono: 0, wall: 0}));

/** The columns that need no figures. */
const quick = columns.flatMap(({id, isListed}) => (isListed ? [id] : []));

const failureColumn: Column<CampaignRow> = {
	name: 'failure',
	title: 'figures',
	of: ({failure, dashboard}) => failure?.reason ?? (dashboard ? undefined : 'not asked for'),
	text: ({dashboard}) => (dashboard ? 'read' : 'fail'),
	role: ({dashboard}) => (dashboard ? 'faint' : 'error'),
};

/** In a table, the failures stand before the figures, since a narrow terminal drops the last columns. */
const columnsOf = (state: State, format: Format, isQuick: boolean, someFailed: boolean): Column<CampaignRow>[] => {
	const shown = gridColumns(state).filter(({kind, isListed}) => kind !== 'order' && (!isQuick || isListed));
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

/** The totals of a table by the names of the columns. */
const totalsFor = (rows: readonly CampaignRow[], {source}: State): Record<string, string> => {
	const read = rows.filter(({figures}) => figures).length;
	const what = `${counted(rows.length, 'campaign')} in ${source.environment}`;
	const isWhole = read === 0 || read === rows.length;
	const sums = read === 0 ? [] : columns.flatMap(({id, total}) => (total ? [[snake(id), total(rows).text]] : []));
	return {...Object.fromEntries(sums), name: isWhole ? what : `${what}, sums of ${read}`};
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
	summary: 'list every campaign with its figures, as on the board',
	details: [
		"Figures take one request a campaign, within the profile's requests a second; --quick reads get_campaigns alone. A campaign whose figures cannot be read is listed without them, with the reason on standard error; the exit code is that of the worst failure.",
		'JSON and CSV hold bare values: percent, seconds and counts without separators, null for what the service does not send. "state" is the service\'s own word, "means" how dialtop reads it.',
	],
	argument: {name: 'ID', about: 'only these campaigns', least: 0, most: 1000},
	flags: {
		quick: {type: 'boolean', about: 'without figures, in one request'},
		state: {
			type: 'string',
			value: 'STATE',
			about: 'only campaigns in this state',
			choices: ['dialing', 'paused', 'stopped', 'unknown'],
		},
		sort: {
			type: 'string',
			value: 'COLUMN',
			about: "sort by this column (the service's order)",
			choices: columns.map(({id}) => dashed(id)),
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
		if (flags.quick && order !== undefined && !quick.includes(order)) {
			throw new UsageError(`--quick reads no figures to sort by: ${order} is not among ${quick.join(', ')}`);
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
