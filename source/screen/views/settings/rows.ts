/** The rows of view 5: the settings of the selected campaign, and the changes of them that are staged. */

import {isOpen} from '../../../model/pending.ts';
import {campaignRow, settingsOf} from '../../../model/select.ts';
import {numberIn} from '../../../model/setting-values.ts';
import type {State} from '../../../model/state.ts';
import type {Column} from '../../../present/grid.ts';
import {orderOf, wordsOf} from '../../../present/parameter-words.ts';
import type {Role} from '../../../present/theme.ts';
import {changesOf, valueText} from '../../../steering/changes.ts';
import type {UiState} from '../../state/state.ts';
import {type SettingRow, view} from '../../state/view.ts';

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

/** The columns. */
export const settingColumns: readonly Column<SettingRow>[] = [
	{
		id: 'group',
		stays: true,
		title: 'group',
		width: 9,
		align: 'left',
		cell: ({group}) => ({text: group, role: 'faint'}),
		sort: ({group}) => group,
	},
	{
		id: 'words',
		stays: true,
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

const rowsOf = (state: State, ui: UiState, campaignId: string | undefined): SettingRow[] => {
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
	return (settingsOf(state, row.campaign.id) ?? [])
		.toSorted((a, b) => orderOf(a.name) - orderOf(b.name))
		.map(setting => ({
			...wordsOf(setting.name),
			setting,
			change: changes.get(setting.name),
			sent: Object.hasOwn(expected, setting.name) ? sent : undefined,
		}));
};

/** The view. */
export const settingsView = view<SettingRow>({
	noun: 'setting',
	columns: () => settingColumns,
	rows: ({state, ui, campaignId}) => rowsOf(state, ui, campaignId),
	idOf: row => row.setting.name,
	copies: ({setting: {name, value}}) => ({what: name, value, kind: 'none'}),
	texts: row => [row.setting.name, row.words, row.group, nowText(row), stagedText(row)],
});
