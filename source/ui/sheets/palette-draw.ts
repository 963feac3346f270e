/** How the palette looks: the line that is typed, and below it what answers it. */

import {fit, number} from '../../look/format.ts';
import type {Look} from '../../look/theme.ts';
import type {Forms} from '../../monitor/forms.ts';
import type {Rectangle} from '../layout.ts';
import {box, faintLines, type Line, line} from '../parts/box.ts';
import {topFor} from '../parts/grid.ts';
import type {SheetDrawn} from './drawn.ts';
import {selectedEntry} from './palette.ts';
import type {PaletteEntry} from './palette-entries.ts';
import type {Palette} from './sheet.ts';

const label = ' : ';
const nameWidth = 26;
const noteWidth = 13;

const drawEntry = ({name, summary, note, why}: PaletteEntry, selected: boolean, width: number, look: Look): Line => {
	const room = Math.max(0, width - nameWidth - noteWidth - 4);
	const about = why === undefined ? summary : `not now: ${why}`;
	const pieces = [fit(name, nameWidth), fit(about, room), fit(note, noteWidth, 'right')] as const;
	return selected
		? line(look, ['selected', `>${pieces.join(' ')} `])
		: line(
				look,
				[why === undefined ? 'strong' : 'faint', ` ${pieces[0]}`],
				[why === undefined ? 'text' : 'faint', ` ${pieces[1]}`],
				['faint', ` ${pieces[2]} `],
			);
};

/** Draws the palette. */
export const drawPalette = (
	palette: Palette,
	entries: readonly PaletteEntry[],
	catalogue: Forms | undefined,
	area: Rectangle,
	look: Look,
): SheetDrawn => {
	const inner = {width: area.width - 2, height: area.height - 2};
	const page = Math.max(0, inner.height - 2);
	const selected = selectedEntry(palette, entries);
	const top = topFor(palette.top, selected, page, entries.length);
	const shown = entries
		.slice(top, top + page)
		.map((entry, index) => drawEntry(entry, top + index === selected, inner.width, look));
	const nothing = faintLines(look, [
		`Nothing is called like "${palette.query.value}". Ctrl-U clears the line, Esc leaves the palette.`,
	]);
	const typed = line(look, ['key', label], ['text', fit(palette.query.value, inner.width - label.length)]);
	const rule = line(look, ['border', '─'.repeat(inner.width)]);
	const count =
		entries.length > page ? `${top + 1}-${Math.min(top + page, entries.length)} of ${number(entries.length)}` : '';
	const side = look.paint('border.focus', '│');
	return {
		lines: box([typed, rule, ...(entries.length > 0 ? shown : nothing)], area.width, area.height, look, {
			title: 'What to do',
			note: catalogue ? count : 'the operations are being loaded',
			focused: true,
		}),
		edited: {
			line: 1,
			before: side + look.paint('key', label),
			after: side,
			width: inner.width - label.length,
			text: palette.query,
			placeholder: 'an action or an operation: a few letters of its name or of what it does',
		},
		page,
	};
};
