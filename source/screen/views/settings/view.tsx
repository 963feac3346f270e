/** View 5: the settings of the selected campaign, and the changes of them that are staged. */

import {notLoaded} from '../../../model/loaded.ts';
import {ageOf, campaignRow} from '../../../model/select.ts';
import {counted, readText, wrap} from '../../../present/format.ts';
import type {Span, Spans} from '../../../present/spans.ts';
import {inside, type Size} from '../../parts/panel.tsx';
import {selectedCampaignId} from '../../state/tables.ts';
import type {SettingRow} from '../../state/view.ts';
import type {Context} from '../../store/context.ts';
import {useShown} from '../../store/store.ts';
import {noCampaign, whyEmpty} from '../empty.ts';
import {TableView} from '../table-view.tsx';
import {waysText} from './actions.ts';
import {settingColumns} from './rows.ts';

/** Older than this a reading is marked, in milliseconds: settings are not polled. */
const old = 60_000;

/** The meaning of the selected setting, its bounds, and the state of its staged change. */
const aboutOf = (context: Context, {setting, change}: SettingRow, width: number): Spans[] => {
	const parameter = context.monitor?.parametersOf('update_campaign')[setting.name];
	const {min, max, summary = 'not in the interface: it can only be read here'} = parameter ?? {};
	const text = min === undefined ? '' : max === undefined ? `, at least ${min}` : `, ${min} to ${max}`;
	const bounds = parameter?.kind === 'number' || parameter?.kind === 'integer' ? text : '';
	const options = setting.options.length > 0 ? ` ${counted(setting.options.length, 'option')}.` : '';
	const texts: Span[] = [['faint', `${setting.name}: ${summary}${bounds}.${options}`]];
	if (change && !change.same) {
		const {words, moved, staged} = change;
		const from = staged.from === 'pace_tempo' ? ' by its figures' : '';
		texts.push(
			moved
				? ['error', `now ${words.from}, was ${words.was}${from} when ${words.to} was staged: look before you send it`]
				: ['pending', `${words.from} → ${words.to} is staged; ${waysText(context)}`],
		);
	}
	return texts.flatMap(([role, one]) => wrap(one, width - 2).map((part): Spans => [[role, ` ${part}`]]));
};

/** Lines reserved for the description of the selected setting, so that the table does not move with it. */
const aboutLines = 3;
const leastExplained = 8;

/** The settings. */
export function SettingsView(size: Size) {
	const shown = useShown();
	const {drawn, ui, tables} = shown;
	const campaignId = selectedCampaignId(tables);
	const row = campaignId === undefined ? undefined : campaignRow(drawn, campaignId);
	const filter = ui.filters.settings ?? '';
	const inner = inside(size);
	const {rows, selectedIndex, total} = tables.settings;
	// Under a tall question there is no room to explain.
	const room = inner.height < leastExplained ? 0 : aboutLines;
	const selected = rows[selectedIndex];
	const about = selected ? aboutOf(shown, selected, inner.width) : [];
	const {value, span, failure} = drawn.settings.get(campaignId ?? '') ?? notLoaded;
	const readAge = ageOf(drawn, span);
	const isStale = failure !== undefined || readAge === undefined || readAge > old;
	const count = campaignId === undefined ? 0 : (ui.staged.get(campaignId)?.size ?? 0);
	const note = [
		tables.settings.filter,
		count > 0 && `${count} staged`,
		failure && rows.length > 0 && failure.reason,
		value && readText(readAge),
	]
		.filter(Boolean)
		.join(', ');
	const nothing = {
		noun: 'setting',
		total,
		filter,
		failure,
		isRead: value !== undefined,
		none: ['The service showed no settings.'],
	};
	return (
		<TableView
			{...size}
			view="settings"
			title={row ? `Settings of ${row.campaign.name}` : 'Settings'}
			titleEnd={row ? ` (${row.campaign.id})` : ''}
			note={() => note}
			noteRole={isStale ? 'warning' : count > 0 ? 'pending' : 'faint'}
			table={tables.settings}
			columns={settingColumns}
			below={Array.from({length: room}, (_, at) => about[at] ?? [])}
			isShort
			empty={() => (row ? whyEmpty(drawn, shown, nothing) : noCampaign(shown))}
			isStale={() => isStale}
		/>
	);
}
