/** `dialtop campaigns`: the board, once. */

import {initialState} from '../alerts/reducer.ts';
import {command} from '../cli/command.ts';
import {checkRowFlags, isReversed, orderOf, printChosen, rowFlags, sortFlag} from '../cli/rows.ts';
import {campaignsArgument, severalServicesFlags} from '../cli/service-flags.ts';
import {type Column, type Format, fromGrid, lookOf} from '../cli/table.ts';
import {dashed} from '../cli/text.ts';
import {UsageError} from '../config/errors.ts';
import {exits} from '../config/exits.ts';
import {type CampaignRow, campaignRow, campaignRows} from '../model/select.ts';
import type {State} from '../model/state.ts';
import {type BoardColumn, boardColumnsOf} from '../present/board-columns.ts';
import {snake} from '../present/csv-json.ts';
import {sortRows} from '../present/grid.ts';
import {disputeText, isInState, meansOf} from '../present/status-text.ts';
import {counted} from '../wire/words.ts';
import {readFlags, withBoardOf} from './connect/board.ts';
import {type OneService, type Reached, worstOf} from './connect/reach.ts';
import {sayFailed, servicesOf, useEach} from './connect/several.ts';

/** The columns that make sense for boards that are read once; ids are beside the names, and of several services theirs come first. */
const gridColumns = (states: readonly State[]) => {
	const columns = boardColumnsOf(states, 0).filter(({kind}) => kind !== 'age' && kind !== 'over-time');
	const position = ({id, kind}: BoardColumn): number => (id === 'service' ? 0 : kind === 'identity' ? 1 : 2);
	return columns.toSorted((one, other) => position(one) - position(other));
};

const nowhere = {profile: '', environment: '', host: '', readOnly: true};

const unread = initialState(nowhere, {mono: 0, wall: 0});

const columns = gridColumns([unread]);

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
const columnsOf = (
	states: readonly State[],
	format: Format,
	isQuick: boolean,
	someFailed: boolean,
): Column<CampaignRow>[] => {
	const shown = gridColumns(states).filter(
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
	return {...Object.fromEntries(sums), service: source.profile, name: isWhole ? what : `${what}, sums of ${read}`};
};

/** Most seconds without output that need no explanation. */
const silence = 3;

/** Prints how long reading takes, if that is long. */
const reportPatience = (campaigns: number, {perSecond, atStart, say}: Reached): void => {
	const seconds = Math.ceil((campaigns + 1 - atStart) / perSecond);
	if (seconds > silence) {
		say(
			`the figures of ${campaigns} campaigns take ${seconds} s at ${perSecond} requests a second; --quick is without`,
		);
	}
};

/** A board that was read, and what is wanted of it. */
type BoardRead = {state: State; rows: readonly CampaignRow[]; theme: string | undefined};

/** `dialtop campaigns`. */
export const campaignsCommand = command({
	name: 'campaigns',
	summary: 'list every campaign with its figures, as on the board',
	details: [
		"Figures take one request a campaign, within the profile's requests a second; --quick reads get_campaigns alone. A campaign whose figures cannot be read is listed without them, with the reason on standard error; the exit code is that of the worst failure.",
		'JSON and CSV hold bare values: percent, seconds and counts without separators, null for what the service does not send. "drop" is null, too, for campaigns that dial for no agents (SMSB, BROADCAST, MANUAL); in a table its total is the worst of the others, with its id. Ids are text, as they may contain letters. "state" is the service\'s own word, "means" how dialtop reads it. While get_campaigns and the dashboard disagree (PAUSE≠PLAY), "state" has both words, "means" is unknown, "disputed" says which source shows which, and --state finds the campaign by either.',
		'With several profiles the rows of all are one table, which --sort sorts as a whole, with a column for the service (in JSON and CSV "service") and totals per service. A service that cannot be read is missing, with the reason on standard error; the exit code is that of the worst.',
		'--sort begins with the highest rate or count, the fewest leads, the shortest time left, and with A for names. A minus reverses that (--sort -drop); :asc and :desc choose the direction (--sort drop:asc). trouble is the order of the board, and among campaigns without an alert it puts first those near their drop limit, then those with waiting calls and no agent ready, without leads, or with idle agents.',
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
		profile: severalServicesFlags.profile,
	},
	examples: [
		['dialtop campaigns -p prod', 'all of them'],
		['dialtop campaigns -p prod --sort trouble --limit 5', 'the five in most trouble'],
		['dialtop campaigns -p east,west --sort trouble', 'two services, the worst first'],
		['dialtop campaigns -p prod --sort drop --columns id,name,drop', 'the worst drop rates first'],
		['dialtop campaigns -p prod --state dialing --csv > board.csv', 'what dials, for a spreadsheet'],
		['dialtop campaigns -p prod --quick --json | jq -r ".[].id"', 'their ids'],
	],
	async run({flags, input, out}) {
		const isSeveral = flags.profile?.includes(',') === true;
		const format = checkRowFlags(columnsOf(isSeveral ? [unread, unread] : [unread], 'json', flags.quick, false), flags);
		const order = flags.sort === undefined ? undefined : orderOf(flags.sort);
		if (flags.quick && order && !quick.includes(order.column)) {
			throw new UsageError(`--quick reads no figures to sort by: ${order.column} is not among ${quick.join(', ')}`);
		}
		const services = await servicesOf(flags);
		const read = new Map<OneService, BoardRead>();
		const codes = await useEach(
			services,
			one =>
				withBoardOf(one, flags, async (board, reached) => {
					const {ids, listed} = board.named(input);
					const wanted = ids.length === 0 ? [...(board.get().campaigns.value?.keys() ?? [])] : listed;
					if (!flags.quick && process.stderr.isTTY) {
						reportPatience(wanted.length, reached);
					}
					const code = flags.quick ? exits.done : await board.figures(wanted);
					const state = board.get();
					const some = ids.length === 0 ? campaignRows(state) : wanted.flatMap(id => campaignRow(state, id) ?? []);
					const rows = some.filter(row => flags.state === undefined || isInState(row, flags.state));
					read.set(one, {state, rows, theme: reached.theme});
					return worstOf([code, listed.length < ids.length ? exits.refused : exits.done]);
				}),
			sayFailed,
		);
		const boards = services.flatMap(one => read.get(one) ?? []);
		const [first] = boards;
		if (first) {
			// A service that could not be read has its column all the same.
			const states = isSeveral && boards.length === 1 ? [first.state, unread] : boards.map(({state}) => state);
			const by = order && gridColumns(states).find(({id}) => dashed(id) === order.column);
			const rows = sortRows(
				boards.flatMap(one => one.rows),
				by,
				flags.reverse !== (order !== undefined && isReversed(order, by ?? {})),
			);
			const someFailed = rows.some(({dashboard}) => !dashboard);
			const isChosen = flags.columns !== undefined;
			printChosen(out, flags, {
				columns: columnsOf(states, isChosen ? 'json' : format, flags.quick, someFailed),
				rows,
				paint: lookOf(out, first).paint,
				totals: boards.map(one => totalsFor(one.rows, one.state)),
				whenEmpty: `no ${flags.state ?? ''} campaigns`.replace('  ', ' '),
			});
		}
		return worstOf(codes);
	},
});
