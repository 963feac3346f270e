/** A bordered box of lines, with a title in its upper border. */
import {width as cells, cut, cutBefore, fit} from '../../look/format.ts';
import type {Look, Role} from '../../look/theme.ts';

/** What a box shows around its lines. */
export type BoxOptions = {
	title: string;
	/** Follows the title, which is cut before it: the id of what the title names. */
	titleEnd?: string;
	/** Said at the right end of the upper border: an age, a filter, a count. */
	note?: string | undefined;
	noteRole?: Role;
	focused?: boolean;
};

const sgr = /\u001b\[[\d;]*m/g;

/** A line that says how wide it is, since its SGR must not be counted. */
export type Line = {
	text: string;
	width: number;
	/** Stands in the border before it, so that a mark on a row shifts nothing. */
	mark?: string;
};

/** A line of unstyled text. */
export const plainLine = (text: string): Line => ({text, width: cells(text)});

/** Puts pieces of text, each in its role, one after another. */
export const line = (look: Look, ...pieces: readonly (readonly [Role, string])[]): Line => ({
	text: pieces.map(([role, text]) => look.paint(role, text)).join(''),
	width: pieces.reduce((sum, [, text]) => sum + cells(text), 0),
});

/** What stands in a box where there is nothing to show. */
export const faintLines = (look: Look, texts: readonly string[]): Line[] =>
	texts.map(text => line(look, ['faint', ` ${text}`]));

/** What a line says, without its colours, in so many cells: what is too wide must not push the border out. */
const squeezed = ({text}: Line, room: number): Line => ({text: fit(text.replace(sgr, ''), room), width: room});

/** Draws a box of exactly width × height cells; lines past its room are left out. */
export const box = (
	lines: readonly Line[],
	width: number,
	height: number,
	look: Look,
	options: BoxOptions,
): string[] => {
	const {paint} = look;
	const {title, titleEnd = '', note = '', noteRole = 'faint', focused = false} = options;
	const edge: Role = focused ? 'border.focus' : 'border';
	const inner = width - 2;
	const shownTitle = titleEnd === '' ? cut(title, inner - 4) : cutBefore(title, titleEnd, inner - 4);
	const roomForNote = inner - cells(shownTitle) - 6;
	const shownNote = roomForNote > 3 ? cut(note, roomForNote) : '';
	const noteWidth = shownNote === '' ? 0 : cells(shownNote) + 3;
	const rule = '─'.repeat(Math.max(0, inner - cells(shownTitle) - 3 - noteWidth));
	const top = [
		paint(edge, `╭─ `),
		paint('title', shownTitle),
		paint(edge, ` ${rule}`),
		...(shownNote === '' ? [] : [paint(edge, ' '), paint(noteRole, shownNote), paint(edge, ` ─`)]),
		paint(edge, '╮'),
	].join('');
	const side = paint(edge, '│');
	const body = Array.from({length: Math.max(0, height - 2)}, (_, index) => {
		const given = lines[index] ?? {text: '', width: 0};
		const shown = given.width > inner ? squeezed(given, inner) : given;
		const left = given.mark === undefined ? side : paint('key', given.mark);
		return `${left}${shown.text}${' '.repeat(Math.max(0, inner - shown.width))}${side}`;
	});
	return [top, ...body, paint(edge, `╰${'─'.repeat(inner)}╯`)].slice(0, height);
};
