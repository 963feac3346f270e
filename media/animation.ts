/**
 * Draws what a terminal showed as one animated picture, without a script: each row is drawn once for each content that it
 * has, and shown while it has it. Colours are classes, so that the picture is light where the reader's screen is.
 */
import type {Cell} from '../source/terminal/picture/cells.ts';
import {blanks, dots, drawRow, INK, lettering, PAPER, SIXTEEN, sizeOf, topOf} from '../source/terminal/picture/svg.ts';

/** What the screen shows from a time on, in milliseconds from the start. */
export type Frame = {at: number; cells: readonly (readonly Cell[])[]};

/** What is written into the window's bar, such as a key and what it does. */
export type Caption = {at: number; text: string};

/** What the dark colours are on light paper. */
const light: Readonly<Record<string, string>> = {
	[PAPER]: '#fbfbfa',
	[INK]: '#2a2f37',
	...Object.fromEntries(
		[
			'#d9dce1',
			'#b4232c',
			'#2f7d20',
			'#8a6100',
			'#1f5fb4',
			'#8434b0',
			'#0b7285',
			'#2a2f37',
			'#6b7280',
			'#c0303a',
			'#2c7a1d',
			'#8a6100',
			'#2563c0',
			'#8b3fb5',
			'#0b7285',
			'#000000',
		].map((colour, index) => [SIXTEEN[index], colour]),
	),
};

/** Numbers, in the order in which their texts are first asked for. */
const numbering = () => {
	const known = new Map<string, number>();
	return {
		known,
		of(text: string): number {
			const number = known.get(text) ?? known.size;
			known.set(text, number);
			return number;
		},
	};
};

/** Each content that something has in the course of time, with the times from which to which it has it. */
type Course = ReadonlyMap<string, readonly (readonly [from: number, to: number])[]>;

const courseOf = (contents: readonly {at: number; content: string}[], end: number): Course => {
	const course = new Map<string, [from: number, to: number][]>();
	let before: string | undefined;
	for (const [index, {at, content}] of contents.entries()) {
		const to = contents[index + 1]?.at ?? end;
		const spans = course.get(content) ?? [];
		const last = spans.at(-1);
		if (content === before && last) {
			last[1] = to;
		} else {
			course.set(content, [...spans, [at, to]]);
		}
		before = content;
	}
	return course;
};

const percent = (part: number): string => String(Math.round(part * 10_000) / 100);

/** The stops of an animation that shows something at these times and at no other. */
const stopsOf = (spans: readonly (readonly [from: number, to: number])[], end: number): string => {
	const stops = spans.flatMap(([from, to]) => [
		`${percent(from / end)}%{visibility:visible}`,
		...(to < end ? [`${percent(to / end)}%{visibility:hidden}`] : []),
	]);
	return spans[0]?.[0] === 0 ? stops.join('') : `0%{visibility:hidden}${stops.join('')}`;
};

/**
 * Draws the frames as a window that begins anew when it has come to its end. Equal frames give equal bytes.
 *
 * @param end when it begins anew, in milliseconds
 * @param title what there is to see, for who does not see it
 */
export const animation = (
	frames: readonly Frame[],
	captions: readonly Caption[],
	{end, title}: {end: number; title: string},
): string => {
	const [first] = frames;
	const rows = first?.cells.length ?? 0;
	const {width, height} = sizeOf(first?.cells[0]?.length ?? 0, rows);
	const fills = numbering();
	const strokes = numbering();
	const shows = numbering();
	const ink = (property: 'fill' | 'stroke', colour: string): string =>
		` class="${property === 'fill' ? 'f' : 's'}${(property === 'fill' ? fills : strokes).of(colour)}"`;

	/** Contents that are not always there are shown by an animation, of which several may share one. */
	const drawCourse = (course: Course): string[] =>
		[...course].flatMap(([content, spans]) => {
			const [from, to] = spans[0] ?? [0, 0];
			if (content === '') {
				return [];
			}
			if (from === 0 && to === end) {
				return [`<g>${content}</g>`];
			}
			const name = `t${shows.of(stopsOf(spans, end))}`;
			return [`<g class="${from === 0 ? 'a' : 'h'} ${name}">${content}</g>`];
		});

	const drawn = Array.from({length: rows}, (_row, y) =>
		drawCourse(
			courseOf(
				frames.map(({at, cells}) => ({at, content: drawRow(cells[y] ?? [], topOf(y), ink).replaceAll('\n', '')})),
				end,
			),
		).join('\n'),
	).filter(Boolean);
	const middle = Number(width) / 2;
	const bar = drawCourse(
		courseOf(
			[{at: 0, text: ''}, ...captions].map(({at, text}) => ({
				at,
				content: text === '' ? '' : `<text x="${middle}" y="21" text-anchor="middle"${ink('fill', INK)}>${text}</text>`,
			})),
			end,
		),
	);
	const colours = (of: (colour: string) => string): string =>
		[
			...[...fills.known].map(([colour, number]) => `.f${number}{fill:${of(colour)}}`),
			...[...strokes.known].map(([colour, number]) => `.s${number}{stroke:${of(colour)}}`),
			`.paper{fill:${of(PAPER)}}.ink{fill:${of(INK)}}`,
		].join('');
	const style = [
		colours(colour => colour),
		`@media(prefers-color-scheme:light){${colours(colour => light[colour] ?? colour)}}`,
		`.a,.h{animation:${end / 1000}s step-end infinite}.h{visibility:hidden}`,
		...[...shows.known].map(
			([stops, number]) => `@keyframes t${number}{${stops}}.t${number}{animation-name:t${number}}`,
		),
		// Whoever wants no motion sees the first frame.
		'@media(prefers-reduced-motion:reduce){.a,.h{animation:none}}',
	].join('\n');
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
		`<title>${title}</title>`,
		`<style>${blanks}${style}</style>`,
		`<rect width="${width}" height="${height}" rx="8" class="paper"/>`,
		dots,
		`<g class="ink" ${lettering}>`,
		...bar,
		...drawn,
		'</g>',
		'</svg>',
		'',
	].join('\n');
};
