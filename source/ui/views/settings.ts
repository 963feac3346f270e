/** View 5: the settings of the selected campaign, and the changes of them that are staged. */

import {type Change, changesOf, valueText} from '../../control/changes.ts';
import {age, wrap} from '../../look/format.ts';
import type {Look, Role} from '../../look/theme.ts';
import {isOpen, type Pending} from '../../model/pending.ts';
import {ageOf, campaignRow} from '../../model/select.ts';
import {numberIn} from '../../model/setting-values.ts';
import type {State} from '../../model/state.ts';
import type {Setting} from '../../model/wire.ts';
import type {Context} from '../context.ts';
import {waysText} from '../controls/staging.ts';
import {box, faintLines, type Line, line} from '../parts/box.ts';
import {type Column, grid, pageOf, topFor} from '../parts/grid.ts';
import {selectedCampaignId} from '../table.ts';
import {whyEmpty} from './empty.ts';
import {orderOf, type SettingWords, wordsOf} from './setting-words.ts';
import {type Drawn, type Place, view} from './view.ts';

/** A setting, what is staged for it, and what is under way on it. */
export type SettingRow = SettingWords & {
	setting: Setting;
	change: Change | undefined;
	/** A change of it that is sent and not yet seen. */
	sent: Pending | undefined;
};

/** Older than this a reading is marked: settings are not polled. */
const old = 60_000;

const nowText = ({setting}: SettingRow): string => valueText(setting, setting.name, setting.value);

const stagedText = ({change, sent}: SettingRow): string => {
	if (sent) {
		return 'sent, waiting to see it';
	}
	if (!change) {
		return '';
	}
	if (change.same) {
		return `${change.words.to} by now`;
	}
	const mark = change.staged.unknown ? ' UNKNOWN' : '';
	return `→ ${change.words.to}${mark}${change.moved ? ` ! was ${change.words.was}` : ''}`;
};

const stagedRole = ({change, sent}: SettingRow): Role =>
	!sent && !change?.same && (change?.moved || change?.staged.unknown) ? 'error' : 'pending';

const columns: readonly Column<SettingRow>[] = [
	{
		id: 'group',
		title: 'group',
		width: 9,
		align: 'left',
		cell: ({group}) => ({text: group, role: 'faint'}),
		sort: ({group}) => group,
	},
	{
		id: 'words',
		title: 'setting',
		width: 19,
		align: 'left',
		cell: ({words}) => ({text: words}),
		sort: ({words}) => words,
	},
	{
		id: 'now',
		title: 'now',
		width: 24,
		align: 'left',
		grows: true,
		cell: row => ({text: nowText(row)}),
		sort: ({setting}) => numberIn(setting.value) ?? setting.value,
		raw: {of: ({setting}) => setting.value},
	},
	{
		id: 'staged',
		title: 'staged',
		width: 23,
		align: 'left',
		grows: true,
		cell: row => ({text: stagedText(row), role: stagedRole(row)}),
		sort: row => stagedText(row) || undefined,
	},
	{
		id: 'name',
		title: 'wire name',
		width: 27,
		align: 'left',
		cell: ({setting}) => ({text: setting.name, role: 'faint'}),
		sort: ({setting}) => setting.name,
	},
];

const rowsOf = (state: State, ui: Context['ui'], campaignId: string | undefined): SettingRow[] => {
	const row = campaignId === undefined ? undefined : campaignRow(state, campaignId);
	if (!row) {
		return [];
	}
	const changes = new Map(changesOf(state, ui, row).map(change => [change.name, change]));
	const sent = state.commands.find(
		pending =>
			isOpen(pending) && pending.command.operation === 'update_campaign' && pending.command.target.id === campaignId,
	);
	const expected = typeof sent?.command.expected === 'object' ? sent.command.expected.settings : {};
	return (state.settings.get(row.campaign.id)?.settings ?? [])
		.toSorted((a, b) => orderOf(a.name) - orderOf(b.name))
		.map(setting => ({
			...wordsOf(setting.name),
			setting,
			change: changes.get(setting.name),
			sent: Object.hasOwn(expected, setting.name) ? sent : undefined,
		}));
};

/** The meaning of the selected setting, its bounds, and what has become of what was staged for it. */
const aboutOf = (context: Context, {setting, change}: SettingRow, width: number, look: Look): Line[] => {
	const parameter = context.monitor?.parametersOf('update_campaign')[setting.name];
	const {min, max, summary = 'not in the interface: it can only be read here'} = parameter ?? {};
	const text = min === undefined ? '' : max === undefined ? `, at least ${min}` : `, ${min} to ${max}`;
	const bounds = parameter?.kind === 'number' || parameter?.kind === 'integer' ? text : '';
	const options = setting.options.length > 0 ? ` ${setting.options.length} options.` : '';
	const texts: (readonly [Role, string])[] = [['faint', `${setting.name}: ${summary}${bounds}.${options}`]];
	if (change && !change.same) {
		const {words, moved, staged} = change;
		const from = staged.from === 'pace_tempo' ? ' (pace_tempo)' : '';
		texts.push(
			moved
				? ['error', `now ${words.from}, was ${words.was}${from} when ${words.to} was staged: look before you send it`]
				: ['pending', `${words.from} → ${words.to} is staged; ${waysText(context)}`],
		);
	}
	return texts.flatMap(([role, one]) => wrap(one, width - 2).map(part => line(look, [role, ` ${part}`])));
};

/** Lines kept for what is said of the selected setting, so that the table does not move with it. */
const aboutLines = 3;
const leastExplained = 8;

const draw = ({context, table, state, area, look, previousTop}: Place<SettingRow>): Drawn => {
	const campaignId = selectedCampaignId(context.tables);
	const row = campaignId === undefined ? undefined : campaignRow(state, campaignId);
	const filter = context.ui.filters.settings ?? '';
	const inner = {width: area.width - 2, height: area.height - 2};
	const {rows, selectedIndex, sort} = table;
	// Under a tall question there is no room to explain.
	const about = inner.height < leastExplained ? 0 : aboutLines;
	const room = Math.min(inner.height - about, rows.length + 2);
	const top = topFor(previousTop, selectedIndex, pageOf(room, false), rows.length);
	const entry = campaignId === undefined ? undefined : state.settings.get(campaignId);
	const failure = campaignId === undefined ? undefined : state.settingsFailures.get(campaignId);
	const years = ageOf(state, entry);
	const stale = failure !== undefined || years === undefined || years > old;
	const selected = rows[selectedIndex];
	const nothing = {
		thing: row ? 'setting' : 'campaign',
		total: table.total,
		filter,
		failure,
		isRead: entry !== undefined || row === undefined,
		none: row ? ['The service showed no settings.'] : ['No campaign is selected.'],
	};
	const lines =
		rows.length === 0
			? faintLines(look, whyEmpty(state, context, nothing))
			: [
					...grid({
						columns,
						rows,
						selected: selectedIndex,
						top,
						width: inner.width,
						height: room,
						look,
						sort,
						isStale: () => stale,
					}),
					...(selected ? aboutOf(context, selected, inner.width, look).slice(0, about) : []),
				];
	const count = campaignId === undefined ? 0 : (context.ui.staged.get(campaignId)?.size ?? 0);
	const note = [
		filter && `filter: ${filter}`,
		count > 0 && `${count} staged`,
		failure && rows.length > 0 && failure.reason,
		entry && (years === undefined ? 'of unknown age' : `read ${age(years)} ago`),
	]
		.filter(Boolean)
		.join(', ');
	return {
		lines: box(lines, area.width, area.height, look, {
			title: row ? `Settings of ${row.campaign.name}` : 'Settings',
			titleEnd: row ? ` (${row.campaign.id})` : '',
			note,
			noteRole: failure || stale ? 'warning' : count > 0 ? 'pending' : 'faint',
			focused: true,
		}),
		top,
	};
};

/** The view. */
export const settingsView = view<SettingRow>({
	title: 'settings',
	columns: () => columns,
	rows: ({state, ui, campaignId}) => rowsOf(state, ui, campaignId),
	idOf: row => row.setting.name,
	copies: ({setting: {name, value}}) => ({what: name, value, kind: 'none'}),
	texts: row => [row.setting.name, row.words, row.group, nowText(row), stagedText(row)],
	draw,
});
