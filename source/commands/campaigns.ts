/** `dialtop campaigns`: the board, once. */

import {initialState} from '../alerts/reducer.ts';
import {command} from '../cli/command.ts';
import {say} from '../cli/out.ts';
import {checkRowFlags, isReversed, orderOf, printChosen, rowFlags, sortFlag} from '../cli/rows.ts';
import {campaignsArgument} from '../cli/service-flags.ts';
import {type Column, type Format, fromGrid, lookOf} from '../cli/table.ts';
import {dashed} from '../cli/text.ts';
import {UsageError} from '../config/errors.ts';
import {exits} from '../config/exits.ts';
import {type CampaignRow, campaignRow, campaignRows} from '../model/select.ts';
import type {State} from '../model/state.ts';
import {type BoardColumn, boardColumns} from '../present/board-columns.ts';
import {snake} from '../present/csv-json.ts';
import {sortRows} from '../present/grid.ts';
import {disputeText, isInState, meansOf} from '../present/status-text.ts';
import {counted} from '../wire/words.ts';
import {readFlags, withBoard} from './connect/board.ts';
import {type Reached, worstOf} from './connect/reach.ts';

/** The columns that make sense for a board that is read once; ids are beside the names. */
const gridColumns = (state: State) => {
	const columns = boardColumns(state, 0).filter(({kind}) => kind !== 'age' && kind !== 'over-time');
	const isIdentity = ({kind}: BoardColumn): boolean => kind === 'identity';
	return [...columns.filter(isIdentity), ...columns.filter(column => !isIdentity(column))];
};

const nowhere = {profile: '', environment: '', host: '', readOnly: true};

const unread = initialState(nowhere, {mono: 0, wall: 0});

const columns = gridColumns(unread);

/** The columns that need no figures. */
const quick = columns.flatMap(({id, isListed}) => (isListed ? [id] : []));

const failureColumn: Column<CampaignRow> = {
	name: 'failure',
	title: 'figures',
	of: ({failure, dashboard}) => failure?.reason ?? (dashboard ? undefined : 'not asked for'),
	text: ({dashboard}) => (dashboard ? 'read' : 'fail'),
	role: ({dashboard}) => (dashboard ? 'faint' : 'error'),
};

/** In a table, the failures come before the figures, since a narrow terminal drops the last columns. */
const columnsOf = (state: State, format: Format, isQuick: boolean, someFailed: boolean): Column<CampaignRow>[] => {
	const shown = gridColumns(state).filter(
		({kind, isListed, isUnset}) => kind !== 'order' && (!isQuick || isListed) && !(isUnset && format === 'table'),
	);
	const columns = [...shown.map(fromGrid<CampaignRow>), {name: 'means', of: meansOf, isHidden: true}];
	if (isQuick) {
		return columns;
	}
	if (format === 'table') {
		const at = columns.findIndex(({name}) => name === 'id') + 1;
		return someFailed ? columns.toSpliced(at, 0, failureColumn) : columns;
	}
	const disputed = {name: 'disputed', of: ({dispute}: CampaignRow) => dispute && disputeText(dispute)};
	return [...columns, disputed, {name: 'drop_limit', of: ({figures}) => figures?.dropLimit}, failureColumn];
};

/** The totals of a table by the names of the columns. */
const totalsFor = (rows: readonly CampaignRow[], {source}: State): Record<string, string> => {
	const read = rows.filter(({figures}) => figures).length;
	const what = `${counted(rows.length, 'campaign')} in ${source.environment}`;
	const isWhole = read === 0 || read === rows.length;
	const sums = read === 0 ? [] : columns.flatMap(({id, total}) => (total ? [[snake(id), total(rows).text]] : []));
	return {...Object.fromEntries(sums), name: isWhole ? what : `${what}, sums of ${read}`};
};

/** Most seconds without output that need no explanation. */
const silence = 3;

/** Prints how long reading takes, if that is long. */
const reportPatience = (campaigns: number, {perSecond, atStart}: Reached): void => {
	const seconds = Math.ceil((campaigns + 1 - atStart) / perSecond);
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
		'JSON and CSV hold bare values: percent, seconds and counts without separators, null for what the service does not send. "drop" is null, too, for campaigns that dial for no agents (SMSB, BROADCAST, MANUAL); in a table its total is the worst of the others, with its id. Ids are text, since a service may have letters in them. "state" is the service\'s own word, "means" how dialtop reads it. While get_campaigns and the dashboard disagree (PAUSE≠PLAY), "state" has both words, "means" is unknown, "disputed" says which said what, and --state finds it by either.',
		'--sort puts first what matters: the most of a rate or a count, the least of leads and time left, names from A. A minus reverses that (--sort -drop); :asc and :desc say it outright (--sort drop:asc).',
	],
	argument: campaignsArgument('only these campaigns, by their ids, names or unique beginnings of names'),
	flags: {
		quick: {type: 'boolean', about: 'without figures, in one request'},
		state: {
			type: 'string',
			value: 'STATE',
			about: 'only campaigns in this state',
			choices: ['dialing', 'paused', 'stopped', 'unknown'],
		},
		sort: sortFlag(
			columns.map(({id}) => id),
			"sort by this column (the service's order)",
		),
		reverse: {type: 'boolean', about: 'reverse the order'},
		...rowFlags,
		...readFlags,
	},
	examples: [
		['dialtop campaigns -p prod', 'all of them'],
		['dialtop campaigns -p prod --sort trouble --limit 5', 'the five in most trouble'],
		['dialtop campaigns -p prod --sort drop --columns id,name,drop', 'the worst drop rates first'],
		['dialtop campaigns -p prod --state dialing --csv > board.csv', 'what dials, for a spreadsheet'],
		['dialtop campaigns -p prod --quick --json | jq -r ".[].id"', 'their ids'],
	],
	async run({flags, input, out}) {
		const format = checkRowFlags(columnsOf(unread, 'json', flags.quick, false), flags);
		const order = flags.sort === undefined ? undefined : orderOf(flags.sort);
		if (flags.quick && order && !quick.includes(order.column)) {
			throw new UsageError(`--quick reads no figures to sort by: ${order.column} is not among ${quick.join(', ')}`);
		}
		return withBoard(flags, async (board, reached) => {
			const {ids, listed} = board.named(input);
			const wanted = ids.length === 0 ? [...(board.get().campaigns.value?.keys() ?? [])] : listed;
			if (!flags.quick && process.stderr.isTTY) {
				reportPatience(wanted.length, reached);
			}
			const code = flags.quick ? exits.done : await board.figures(wanted);
			const state = board.get();
			const some = ids.length === 0 ? campaignRows(state) : wanted.flatMap(id => campaignRow(state, id) ?? []);
			const chosen = some.filter(row => flags.state === undefined || isInState(row, flags.state));
			const by = order && gridColumns(state).find(({id}) => dashed(id) === order.column);
			const rows = sortRows(chosen, by, flags.reverse !== (order !== undefined && isReversed(order, by ?? {})));
			const someFailed = rows.some(({dashboard}) => !dashboard);
			const isChosen = flags.columns !== undefined;
			printChosen(out, flags, {
				columns: columnsOf(state, isChosen ? 'json' : format, flags.quick, someFailed),
				rows,
				paint: lookOf(out, reached).paint,
				totals: totalsFor(rows, state),
				whenEmpty: `no ${flags.state ?? ''} campaigns`.replace('  ', ' '),
			});
			return worstOf([code, listed.length < ids.length ? exits.refused : exits.done]);
		});
	},
});
