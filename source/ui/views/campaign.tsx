/** View 2: everything of the selected campaign, and why it is not dialing. */

import {alertLine, alertRole} from '../../look/alert-text.ts';
import {isOld, stateRole} from '../../look/board-columns.ts';
import {fieldsOfCampaign, moreOfCampaign} from '../../look/campaign-fields.ts';
import {overlayOf, sentenceOf, toneOf} from '../../look/command-text.ts';
import {diagnosisLines, type Keys, keysOf} from '../../look/diagnosis-text.ts';
import {fields, wideFields} from '../../look/fields.ts';
import {aged, clock, nothing} from '../../look/format.ts';
import {type Mask, maskOf} from '../../look/mask.ts';
import {wrapSentence} from '../../look/sentence.ts';
import {faintLines, type Spans} from '../../look/spans.ts';
import {faded, type Role} from '../../look/theme.ts';
import {alertsOf} from '../../model/alert.ts';
import {diagnose} from '../../model/diagnosis.ts';
import {ageOf, type CampaignRow, listsOf, settingsOf} from '../../model/select.ts';
import type {State} from '../../model/state.ts';
import {Panes} from '../panes/panes.tsx';
import {Lines, LookContext, useLook} from '../parts/line.tsx';
import {inside, Panel, type Size} from '../parts/panel.tsx';
import {failed} from '../screen/failed.ts';
import type {Shown} from '../screen/shown.ts';
import {useReport, useShown, useStore} from '../screen/store.ts';
import {paneGrid, paneNames} from '../state/layout.ts';
import {noCampaign} from './empty.ts';

/** Its state, and since when that is seen; or the command under way. */
const stateLine = (row: CampaignRow): Spans => {
	const {campaign, dashboard, command, status, state} = row;
	const overlay = overlayOf(command, status);
	const since = dashboard?.figures?.status === status ? dashboard?.statusSince : campaign.statusSince;
	return [
		overlay ? [overlay.role, ` ${overlay.state}`] : [stateRole[state], ` ${status ?? nothing}`],
		['faint', overlay || !since ? '' : `  seen so since ${clock(since.wall)}`],
	];
};

/** Sentences that may be longer than a line. */
const told = (role: Role, text: string, width: number): Spans[] =>
	wrapSentence(text, width - 2).map((part): Spans => [[role, ` ${part}`]]);

/** What there is to know at once: its state, the command under way, its alerts, and why figures are missing. */
const headLines = (state: State, row: CampaignRow, width: number, mask: Mask, keys: Keys): Spans[] => {
	const {campaign, command, failure, figures, dashboard} = row;
	return [
		stateLine(row),
		...(command ? told(toneOf(command), sentenceOf(command, mask), width) : []),
		...alertsOf(state.alerts, campaign.id).flatMap(alert => told(alertRole(alert), alertLine(alert, keys), width)),
		...(failure ? told('error', failed('figures', failure), width) : []),
		...(figures || failure ? [] : faintLines([dashboard ? 'No data: the service sent no figures.' : 'Reading…'])),
	];
};

/** Every field, and what came beyond those that the interface gives. */
const fieldLines = (row: CampaignRow, width: number): Spans[] => {
	const more = moreOfCampaign(row);
	return [
		...fields(fieldsOfCampaign(row), width),
		...(more.length > 0 ? [[['title', ' Sent beyond the interface']] satisfies Spans, ...wideFields(more, width)] : []),
	];
};

/** With less than this left below the fields there are no panes there. */
const paneAtLeast = 12;

/** Lines that the state and the diagnosis keep above the fields, so that panes below do not move with each reason. */
const headAtLeast = 6;

/** The panes below the fields, where a tall screen has room for them. */
function PanesBelow({width, height}: Size) {
	const across = height >= paneAtLeast * 2 || width < 160 ? 2 : 4;
	const down = Math.max(1, Math.min(paneNames.length / across, Math.floor(height / paneAtLeast)));
	return <Panes panes={paneGrid({width, height}, across, down)} width={width} />;
}

/** Where no campaign is selected. */
function NoCampaign(size: Size) {
	const shown = useShown();
	useReport({});
	return (
		<Panel {...size} title="Campaign" isFocused>
			<Lines {...inside(size)} lines={faintLines(noCampaign(shown))} />
		</Panel>
	);
}

type LinesOfCampaign = {head: Spans[]; diagnosis: Spans[]; body: Spans[]};

const linesOf = ({drawn, ui, options}: Shown, row: CampaignRow, width: number): LinesOfCampaign => {
	const keys = keysOf(options.keymap);
	const told = diagnose(row, settingsOf(drawn, row.campaign.id), listsOf(drawn));
	return {
		head: [...headLines(drawn, row, width, maskOf(ui), keys), []],
		diagnosis: [...diagnosisLines(told, row, width, keys), []],
		body: fieldLines(row, width),
	};
};

/** A campaign. */
function Campaign({row, ...size}: Size & {row: CampaignRow}) {
	const shown = useShown();
	const {drawn, ui, options} = shown;
	const look = useLook();
	const {campaign, dashboard, span} = row;
	const inner = inside(size);
	const isStale = dashboard !== undefined && isOld(drawn, row, options.interval);
	const {head, diagnosis, body} = linesOf(shown, row, inner.width);
	const above = head.length + diagnosis.length;
	const padded = Math.max(above, headAtLeast);
	const hasPanes = padded + body.length + paneAtLeast <= inner.height;
	const blanks = Array.from({length: hasPanes ? padded - above : 0}, (): Spans => []);
	const figures = [...diagnosis, ...blanks, ...body];
	const count = head.length + figures.length;
	const height = hasPanes ? count + 2 : size.height;
	const scrollEnd = Math.max(0, count - (height - 2));
	const top = Math.min(ui.scrolls.campaign ?? 0, scrollEnd);
	const position = `${top + 1}-${Math.min(top + inner.height, count)} of ${count}, ↑ ↓ scroll`;
	const note = [isStale && `figures ${aged(ageOf(drawn, span))}`, scrollEnd > 0 && position].filter(Boolean).join(', ');
	const shownHead = head.slice(top);
	// The last line of a page is the first of the next.
	useReport({page: inner.height - 1, scrollEnd});
	return (
		<>
			<Panel
				width={size.width}
				height={height}
				title={campaign.name}
				titleEnd={` (${campaign.id})`}
				note={note}
				noteRole={isStale ? 'warning' : 'faint'}
				isFocused
			>
				<Lines lines={shownHead} width={inner.width} height={height - 2} />
				<LookContext value={isStale ? faded(look) : look}>
					<Lines
						lines={figures.slice(Math.max(0, top - head.length))}
						width={inner.width}
						height={height - 2 - shownHead.length}
					/>
				</LookContext>
			</Panel>
			{hasPanes && <PanesBelow width={size.width} height={size.height - height} />}
		</>
	);
}

/** Everything of the selected campaign. */
export function CampaignView(size: Size) {
	const {campaigns} = useStore(({tables}) => tables);
	const row = campaigns.rows[campaigns.selectedIndex];
	return row ? <Campaign {...size} row={row} /> : <NoCampaign {...size} />;
}
