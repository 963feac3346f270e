/** A bordered box with a title in its upper border. */
import {Box, type DOMElement} from 'ink';
import {memo, type ReactNode, type Ref} from 'react';
import {toAscii} from '../../present/ascii.ts';
import {width as cells, cut, cutBefore} from '../../present/format.ts';
import {cellsOf, type Span, type Spans} from '../../present/spans.ts';
import type {Role} from '../../present/theme.ts';
import {block, Line, useLook} from './line.tsx';

/** The size of a part of the screen, in cells. */
export type Size = {width: number; height: number};

/** What a panel shows around its lines. */
export type PanelProps = Size & {
	/** The service that all of it is of, before the title, where several are on screen. */
	service?: Span | undefined;
	title: string;
	/** Follows the title, which is cut before it: the id of what the title names. */
	titleEnd?: string;
	/** Shown at the right end of the upper border: an age, a filter, a count. */
	note?: string | undefined;
	/** The service that the note is of, before it. */
	noteService?: Span | undefined;
	noteRole?: Role;
	/** Shown at the right end of the lower border. */
	foot?: string;
	isFocused?: boolean;
	/** Lines that bear a mark in the left border, counted from 0. */
	marked?: readonly number[];
	/** Gets its node of the layout. */
	ref?: Ref<DOMElement>;
	children?: ReactNode;
};

/** The size inside the border. */
export const inside = ({width, height}: Size): Size => ({width: width - 2, height: height - 2});

/** The mark in the border before a marked line. */
const markSign = '*';

const edgeOf = (isFocused: boolean): Role => (isFocused ? 'border.focus' : 'border');

/** A name, and what is between it and what follows. */
const before = (service: Span | undefined): Spans => (service ? [service, ['border', ' · ']] : []);

const topOf = (props: PanelProps): Spans => {
	const {title, titleEnd = '', note = '', noteRole = 'faint', isFocused = false, width} = props;
	const edge = edgeOf(isFocused);
	const start = before(props.service);
	const noteStart = note === '' ? [] : before(props.noteService);
	const inner = width - 2;
	const roomForTitle = inner - 4 - cellsOf(start);
	const shownTitle = titleEnd === '' ? cut(title, roomForTitle) : cutBefore(title, titleEnd, roomForTitle);
	const titleWidth = cellsOf(start) + cells(shownTitle);
	const roomForNote = inner - titleWidth - 6 - cellsOf(noteStart);
	const shownNote = roomForNote > 3 ? cut(note, roomForNote) : '';
	const noteWidth = shownNote === '' ? 0 : cellsOf(noteStart) + cells(shownNote) + 3;
	const rule = '─'.repeat(Math.max(0, inner - titleWidth - 3 - noteWidth));
	const noteSpans: Spans = [[edge, ' '], ...noteStart, [noteRole, shownNote], [edge, ' ─']];
	return [
		[edge, '╭─ '],
		...start,
		['title', shownTitle],
		[edge, ` ${rule}`],
		...(shownNote === '' ? [] : noteSpans),
		[edge, '╮'],
	];
};

const bottomOf = ({foot = '', isFocused = false, width}: PanelProps): Spans => {
	const edge = edgeOf(isFocused);
	const room = width - 2 - cells(foot) - 3;
	return foot === '' || room < 1
		? [[edge, `╰${'─'.repeat(width - 2)}╯`]]
		: [
				[edge, `╰${'─'.repeat(room)} `],
				['faint', foot],
				[edge, ' ─╯'],
			];
};

const none: readonly number[] = [];

/** One side of the border, from the line below the title to the last. Ink's own borders know neither bold nor marks. */
const Side = memo(
	({
		height,
		isFocused,
		marked = none,
	}: {
		height: number;
		isFocused: boolean;
		marked?: readonly number[] | undefined;
	}) => {
		const {paint, ascii} = useLook();
		const edge = paint(edgeOf(isFocused), ascii ? toAscii('│') : '│');
		const rows = Array.from({length: height}, (_, row) => (marked.includes(row) ? paint('key', markSign) : edge));
		return block(rows.join('\n'), 1, height);
	},
	(one, other) =>
		one.height === other.height && one.isFocused === other.isFocused && one.marked?.join() === other.marked?.join(),
);

/** A panel of exactly this size. Its children must fit into the size that `inside` returns. */
export function Panel(props: PanelProps) {
	const {width, height, isFocused = false, marked, ref, children} = props;
	const inner = inside(props);
	return (
		<Box {...(ref && {ref})} flexDirection="column" flexShrink={0} width={width} height={height}>
			<Line spans={topOf(props)} width={width} />
			{inner.height > 0 && (
				<Box height={inner.height}>
					<Side height={inner.height} isFocused={isFocused} marked={marked} />
					<Box flexDirection="column" flexShrink={0} width={inner.width}>
						{children}
					</Box>
					<Side height={inner.height} isFocused={isFocused} />
				</Box>
			)}
			<Line spans={bottomOf(props)} width={width} />
		</Box>
	);
}
