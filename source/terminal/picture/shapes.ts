/** Characters that are drawn rather than written, since a font's own seldom reach the edges of their cell and join. */

/** A cell's place in the picture, in pixels. */
export type Box = {x: number; y: number; width: number; height: number};

/** What a character looks like: strokes in the ink's colour, or a filled part of its cell. */
export type Shape =
	| {readonly kind: 'line'; path(box: Box): string}
	| {readonly kind: 'block'; opacity: number; part(box: Box): Box};

const px = (length: number): string => String(Math.round(length * 100) / 100);

const CORNER = 4;

const arms = (up: boolean, right: boolean, down: boolean, left: boolean): Shape => ({
	kind: 'line',
	path({x, y, width, height}) {
		const middle = {x: x + width / 2, y: y + height / 2};
		const top = up ? y : middle.y;
		const start = left ? x : middle.x;
		const across = left || right ? `M${px(start)} ${px(middle.y)}H${px(right ? x + width : middle.x)}` : '';
		const along = up || down ? `M${px(middle.x)} ${px(top)}V${px(down ? y + height : middle.y)}` : '';
		return across + along;
	},
});

const corner = (isUp: boolean, isRight: boolean): Shape => ({
	kind: 'line',
	path({x, y, width, height}) {
		const middle = {x: x + width / 2, y: y + height / 2};
		const bend = {x: middle.x + (isRight ? CORNER : -CORNER), y: middle.y + (isUp ? -CORNER : CORNER)};
		return [
			`M${px(middle.x)} ${px(isUp ? y : y + height)}V${px(bend.y)}`,
			`Q${px(middle.x)} ${px(middle.y)} ${px(bend.x)} ${px(middle.y)}H${px(isRight ? x + width : x)}`,
		].join('');
	},
});

const whole = (box: Box): Box => box;

const shade = (opacity: number): Shape => ({kind: 'block', opacity, part: whole});

/** The lower part of a cell, in eighths. */
const lower = (eighths: number): Shape => ({
	kind: 'block',
	opacity: 1,
	part: box => ({...box, y: box.y + (box.height * (8 - eighths)) / 8, height: (box.height * eighths) / 8}),
});

/** The left part of a cell, in eighths. */
const left = (eighths: number): Shape => ({
	kind: 'block',
	opacity: 1,
	part: box => ({...box, width: (box.width * eighths) / 8}),
});

/** Shapes by character. */
export const shapes: ReadonlyMap<string, Shape> = new Map<string, Shape>([
	['─', arms(false, true, false, true)],
	['│', arms(true, false, true, false)],
	['┌', arms(false, true, true, false)],
	['┐', arms(false, false, true, true)],
	['└', arms(true, true, false, false)],
	['┘', arms(true, false, false, true)],
	['├', arms(true, true, true, false)],
	['┤', arms(true, false, true, true)],
	['┬', arms(false, true, true, true)],
	['┴', arms(true, true, false, true)],
	['┼', arms(true, true, true, true)],
	['╴', arms(false, false, false, true)],
	['╵', arms(true, false, false, false)],
	['╶', arms(false, true, false, false)],
	['╷', arms(false, false, true, false)],
	['╭', corner(false, true)],
	['╮', corner(false, false)],
	['╯', corner(true, false)],
	['╰', corner(true, true)],
	['░', shade(0.2)],
	['▒', shade(0.45)],
	['▓', shade(0.7)],
	['█', shade(1)],
	['▀', {kind: 'block', opacity: 1, part: box => ({...box, height: box.height / 2})}],
	['▐', {kind: 'block', opacity: 1, part: box => ({...box, x: box.x + box.width / 2, width: box.width / 2})}],
	...['▁', '▂', '▃', '▄', '▅', '▆', '▇'].map((char, index): [string, Shape] => [char, lower(index + 1)]),
	...['▏', '▎', '▍', '▌', '▋', '▊', '▉'].map((char, index): [string, Shape] => [char, left(index + 1)]),
]);
