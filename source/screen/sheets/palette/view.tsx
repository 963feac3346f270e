/** Draws the palette: the typed line, and below it the entries that match. */
import {width as cells, fit, number, wrap} from '../../../present/format.ts';
import {topFor} from '../../../present/grid.ts';
import {faintLines, type Spans} from '../../../present/spans.ts';
import {EditedLine} from '../../parts/edited-line.tsx';
import {Line, Lines} from '../../parts/line.tsx';
import {inside, Panel, type Size} from '../../parts/panel.tsx';
import type {Palette} from '../../state/sheet.ts';
import {useReport, useService, useShown} from '../../store/store.ts';
import {type PaletteEntry, paletteEntries} from './entries.ts';
import {selectedEntry} from './palette.ts';

const labels = {everything: ' : ', orders: ' Sort by: ', columns: ' Column: '} as const;
const titles = {
	everything: 'What to do',
	orders: 'The order of the rows',
	columns: 'The columns of the board',
} as const;
const placeholders = {
	everything: 'what to do: pause 1004, search smith, get_list list_id=5; ↑ the last lines',
	orders: 'the name of a column, or trouble',
	columns: 'the name of a column',
} as const;
const nameWidth = 26;
const noteWidth = 13;

/** Cells for why an entry cannot run. */
const roomForReason = (width: number): number => Math.max(0, width - nameWidth - 4);

/** The same whole below the entries, where it has not fitted beside its name. */
const reasonLines = (entry: PaletteEntry | undefined, width: number): Spans[] => {
	const reason = entry?.why === undefined ? '' : `not now: ${entry.why}`;
	return cells(reason) > roomForReason(width) ? faintLines(wrap(reason, width - 2)) : [];
};

const entrySpans = ({name, summary, note, why}: PaletteEntry, isSelected: boolean, width: number): Spans => {
	const room = Math.max(0, width - nameWidth - noteWidth - 4);
	// Why it cannot run matters more than its key: where it is long, it has the room of both.
	const reason = why === undefined ? '' : `not now: ${why}`;
	const isLong = cells(reason) > room;
	const about = fit(reason || summary, isLong ? roomForReason(width) : room);
	const pieces = [fit(name, nameWidth), about, isLong ? '' : fit(note, noteWidth, 'right')] as const;
	return isSelected
		? [['selected', `>${pieces.join(' ')} `]]
		: [
				[why === undefined ? 'strong' : 'faint', ` ${pieces[0]}`],
				[why === undefined ? 'text' : 'faint', ` ${pieces[1]}`],
				['faint', ` ${pieces[2]} `],
			];
};

export function PaletteSheet({palette, ...size}: Size & {palette: Palette}) {
	const shown = useShown();
	const {catalogue, prompt} = shown.ui;
	const entries = paletteEntries(palette, shown);
	const inner = inside(size);
	const label = labels[palette.offers];
	const isLoading = palette.offers === 'everything' && !catalogue;
	const page = Math.max(0, inner.height - 2);
	const selected = selectedEntry(palette, entries);
	const top = topFor(palette.top, selected, page, entries.length);
	const lines = entries
		.slice(top, top + page)
		.map((entry, index) => entrySpans(entry, top + index === selected, inner.width));
	const nothing = faintLines([
		`Nothing is called like "${palette.query.value}". Ctrl-U clears the line, Esc leaves the list.`,
	]);
	const count =
		entries.length > page ? `${top + 1}-${Math.min(top + page, entries.length)} of ${number(entries.length)}` : '';
	const service = useService();
	useReport({page});
	return (
		<Panel
			{...size}
			service={service}
			title={titles[palette.offers]}
			note={isLoading ? 'the operations are being loaded' : count}
			isFocused
		>
			<EditedLine
				before={[['key', label]]}
				text={palette.query}
				width={inner.width - label.length}
				placeholder={placeholders[palette.offers]}
				isOpen={!prompt}
			/>
			<Line spans={[['border', '─'.repeat(inner.width)]]} width={inner.width} />
			<Lines
				lines={entries.length > 0 ? [...lines, ...reasonLines(entries[selected], inner.width)] : nothing}
				width={inner.width}
				height={page}
			/>
		</Panel>
	);
}
