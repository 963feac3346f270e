/** View 2: everything of the selected campaign, and why it is not dialing. */

import {aged, clock, nothing} from '../../look/format.ts';
import {type Mask, maskOf} from '../../look/mask.ts';
import {wrapSentence} from '../../look/sentence.ts';
import {faded, type Look, type Role} from '../../look/theme.ts';
import {alertsOf} from '../../model/alert.ts';
import {diagnose} from '../../model/diagnosis.ts';
import {ageOf, type CampaignRow} from '../../model/select.ts';
import type {State} from '../../model/state.ts';
import type {Context} from '../context.ts';
import {paneNames} from '../layout.ts';
import {drawPane} from '../panes/draw.ts';
import {alertRole, standingOf, whatOf} from '../parts/alert.ts';
import {box, faintLines, type Line, line} from '../parts/box.ts';
import {overlayOf, sentenceOf, toneOf} from '../parts/command.ts';
import {fields, wideFields} from '../parts/fields.ts';
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

/** Sentences that may be longer than a line. */
const told = (look: Look, role: Role, text: string, width: number): Line[] =>
	wrapSentence(text, width - 2).map(part => line(look, [role, ` ${part}`]));

/** What there is to know at once: its state, the command under way, its alerts, and why figures are missing. */
const headLines = (state: State, row: CampaignRow, width: number, look: Look, mask: Mask): Line[] => {
	const {campaign, command, failure, figures, entry} = row;
	return [
		stateLine(row, look),
		...(command ? told(look, toneOf(command), sentenceOf(command, mask), width) : []),
		...alertsOf(state.alerts, campaign.id).flatMap(alert =>
			told(look, alertRole(alert), `${standingOf(alert)}: ${whatOf(alert)}`, width),
		),
		...(failure ? told(look, 'error', failed('figures', failure), width) : []),
		...(figures || failure ? [] : faintLines(look, [entry ? 'No data: the service sent no figures.' : 'Reading…'])),
	];
};

const fieldLines = (row: CampaignRow, width: number, look: Look): Line[] => {
	const more = moreOfCampaign(row);
	return [
		...fields(fieldsOfCampaign(row), width, look),
		...(more.length > 0 ? [line(look, ['title', ' Sent beyond the interface']), ...wideFields(more, width, look)] : []),
	];
};

/** With less than this left below the fields there are no panes there. */
const paneAtLeast = 12;

/** Lines that the state and the diagnosis keep above the fields, so that panes below do not move with each reason. */
const headAtLeast = 6;

/** The panes below the fields, where a tall screen has room for them. */
const paneLines = (context: Context, width: number, height: number, look: Look): string[] => {
	const across = height >= paneAtLeast * 2 || width < 160 ? 2 : 4;
	const down = Math.max(1, Math.min(paneNames.length / across, Math.floor(height / paneAtLeast)));
	return Array.from({length: down}, (_, row) => {
		const [y, end] = [Math.floor((row * height) / down), Math.floor(((row + 1) * height) / down)];
		const drawn = paneNames.slice(row * across, (row + 1) * across).map((name, column) => {
			const [x, edge] = [Math.floor((column * width) / across), Math.floor(((column + 1) * width) / across)];
			return drawPane(context, name, {x, y, width: edge - x, height: end - y}, look);
		});
		return Array.from({length: end - y}, (_, index) => drawn.map(lines => lines[index] ?? '').join(''));
	}).flat();
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
	const shownLook = old ? faded(look) : look;
	const head = [
		...headLines(state, row, inner.width, look, maskOf(ui)),
		empty,
		...diagnosisLines(diagnose(row, state.settings.get(campaign.id)?.settings), row, inner.width, shownLook),
		empty,
	];
	const body = fieldLines(row, inner.width, shownLook);
	const padded = [...head, ...Array.from({length: Math.max(0, headAtLeast - head.length)}, () => empty)];
	const hasPanes = padded.length + body.length + paneAtLeast <= inner.height;
	const lines = [...(hasPanes ? padded : head), ...body];
	const height = hasPanes ? lines.length + 2 : area.height;
	const scrollEnd = Math.max(0, lines.length - (height - 2));
	const top = Math.min(ui.scrolls.campaign ?? 0, scrollEnd);
	const shown = `${top + 1}-${Math.min(top + inner.height, lines.length)} of ${lines.length}, ↑ ↓ scroll`;
	const note = [old && `figures ${aged(ageOf(state, entry))}`, scrollEnd > 0 && shown].filter(Boolean).join(', ');
	const drawn = box(lines.slice(top), area.width, height, look, {
		title: campaign.name,
		titleEnd: ` (${campaign.id})`,
		note,
		noteRole: old ? 'warning' : 'faint',
		focused: true,
	});
	const panes = hasPanes ? paneLines({...context, state}, area.width, area.height - height, look) : [];
	return {lines: [...drawn, ...panes], scrollEnd};
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
