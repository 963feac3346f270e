/** View 2: everything of the selected campaign, and why it is not dialing. */
import {diagnose} from '../../model/diagnosis.ts';
import {ageOf, type CampaignRow} from '../../model/select.ts';
import type {State} from '../../model/state.ts';
import {age, clock, nothing} from '../format.ts';
import {type Mask, maskOf} from '../mask.ts';
import {box, faintLines, type Line, line} from '../parts/box.ts';
import {overlayOf, sentenceOf, toneOf} from '../parts/command.ts';
import {fields, wideFields} from '../parts/fields.ts';
import {faded, type Look} from '../theme.ts';
import {isOld, stateRole} from './board-columns.ts';
import {fieldsOfCampaign, moreOfCampaign} from './campaign-fields.ts';
import {diagnosisLines} from './diagnosis.ts';
import {emptyBoard, failed} from './empty.ts';
import {type Drawn, type Place, view} from './view.ts';

const empty: Line = {text: '', width: 0};

/** Its state, and since when that is seen; or the command under way. */
const stateLine = (row: CampaignRow, look: Look): Line => {
	const {campaign, entry, command, status, state} = row;
	const overlay = overlayOf(command, status);
	const since = entry?.dashboard.figures?.status === status ? entry?.statusSince : campaign.statusSince;
	return line(look, overlay ? [overlay.role, ` ${overlay.state}`] : [stateRole[state], ` ${status ?? nothing}`], [
		'faint',
		overlay || !since ? '' : `  seen so since ${clock(since.wall)}`,
	]);
};

const commandLines = ({command}: CampaignRow, look: Look, mask: Mask): Line[] =>
	command ? [line(look, [toneOf(command), ` ${sentenceOf(command, mask)}`])] : [];

/** The figures and what they say, or why there are none. */
const bodyLines = (state: State, row: CampaignRow, width: number, look: Look): Line[] => {
	const {campaign, figures, entry, failure} = row;
	const told = diagnose(row, state.settings.get(campaign.id)?.settings);
	const more = moreOfCampaign(row);
	return [
		...(failure ? [line(look, ['error', ` ${failed('figures', failure)}`])] : []),
		...(figures || failure ? [] : faintLines(look, [entry ? 'No data: the service sent no figures.' : 'Reading…'])),
		empty,
		...diagnosisLines(told, row, width, look),
		empty,
		...fields(fieldsOfCampaign(row), width, look),
		...(more.length > 0 ? [line(look, ['title', ' Sent beyond the interface']), ...wideFields(more, width, look)] : []),
	];
};

const draw = ({context, state, area, look}: Place<never>): Drawn => {
	const {tables, ui, options} = context;
	const row = tables.campaigns.rows[tables.campaigns.selectedIndex];
	const inner = {width: area.width - 2, height: area.height - 2};
	if (!row) {
		const says = emptyBoard(state, context, {total: tables.campaigns.total, filter: ui.filters.campaigns ?? ''});
		const lines = faintLines(look, ['No campaign is selected.', ...says]);
		return {lines: box(lines, area.width, area.height, look, {title: 'Campaign', focused: true})};
	}
	const {campaign, entry} = row;
	const old = entry !== undefined && isOld(state, row, options.interval);
	const lines = [
		stateLine(row, look),
		...commandLines(row, look, maskOf(ui)),
		...bodyLines(state, row, inner.width, old ? faded(look) : look),
	];
	const scrollEnd = Math.max(0, lines.length - inner.height);
	const top = Math.min(ui.scrolls.campaign ?? 0, scrollEnd);
	const shown = `${top + 1}-${Math.min(top + inner.height, lines.length)} of ${lines.length}, ↑ ↓ scroll`;
	const note = [old && `figures ${age(ageOf(state, entry))} old`, scrollEnd > 0 && shown].filter(Boolean).join(', ');
	return {
		lines: box(lines.slice(top), area.width, area.height, look, {
			title: `${campaign.name} (${campaign.id})`,
			note,
			noteRole: old ? 'warning' : 'faint',
			focused: true,
		}),
		scrollEnd,
	};
};

/** The view. */
export const campaignView = view<never>({
	title: 'campaign',
	columns: () => [],
	rows: () => [],
	idOf: row => row,
	texts: () => [],
	draw,
});
