/** The animated picture, read back as a browser would show it. */
import {expect, test} from 'vitest';
import {animation, type Frame} from '../../media/animation.ts';
import {cellsOf, createEmulator, linesOf} from '../helpers/terminal.ts';

const size = {columns: 20, rows: 3};
const end = 2000;

/** What an emulator shows after each text, with its lines. */
const recorded = async (...texts: readonly string[]): Promise<(Frame & {lines: string[]})[]> => {
	const emulator = createEmulator(size.columns, size.rows);
	const frames: (Frame & {lines: string[]})[] = [];
	for (const [index, text] of texts.entries()) {
		await new Promise<void>(resolve => emulator.write(text, resolve));
		frames.push({at: index * 500, cells: cellsOf(emulator), lines: linesOf(emulator)});
	}
	return frames;
};

const attribute = (tag: string, name: string): string => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '';

/** The tags of a picture, each closed by its own. */
const checkTags = (picture: string): void => {
	const open: string[] = [];
	for (const [, isEnd, name = '', isEmpty] of picture.matchAll(/<(\/?)(\w+)[^<>]*?(\/?)>/g)) {
		if (isEnd) {
			expect(open.pop()).toBe(name);
		} else if (!isEmpty) {
			open.push(name);
		}
	}
	expect(open).toEqual([]);
};

/** The texts that are seen at a time, each where it stands. */
const seenAt = (picture: string, at: number): string[] => {
	const names = new Map(
		[...picture.matchAll(/@keyframes (t\d+)\{(.*)\}\./g)].map(([, name = '', stops = '']) => [
			name,
			[...stops.matchAll(/([\d.]+)%\{visibility:(\w+)\}/g)].map(([, part, to]) => [Number(part), to] as const),
		]),
	);
	const isSeen = (classes: readonly string[]): boolean => {
		const stops = classes.flatMap(name => names.get(name) ?? []).filter(([part]) => part <= (at / end) * 100);
		return (stops.at(-1)?.[1] ?? (classes.includes('h') ? 'hidden' : 'visible')) === 'visible';
	};
	const lines = Array.from({length: size.rows}, () => '');
	for (const [, tag = '', content = ''] of picture.matchAll(/<g((?: class="[^"]*")?)>(.*?)<\/g>/g)) {
		if (!isSeen(attribute(tag, 'class').split(' '))) {
			continue;
		}
		for (const [whole, text = ''] of content.matchAll(/<text[^>]*>([^<]*)<\/text>/g)) {
			const row = Math.round((Number(attribute(whole, 'y')) - 45.5) / 18);
			const column = Math.round((Number(attribute(whole, 'x')) - 14) / 8.4);
			lines[row] = (lines[row] ?? '').padEnd(column) + text;
		}
	}
	return lines;
};

test('every frame is seen in its time, and its end leads to its beginning', async () => {
	const frames = await recorded(
		'one\r\ntwo\r\nthree',
		'\u001b[2;1Htwo more',
		'\u001b[1;1H\u001b[31mONE',
		'\u001b[2;1H\u001b[0mtwo     ',
	);
	const picture = animation(frames, [], {end, title: 'A test'});
	checkTags(picture);
	for (const {at, lines} of frames) {
		expect(seenAt(picture, at), `at ${at}`).toEqual(lines);
		expect(seenAt(picture, at + 499), `at ${at + 499}`).toEqual(lines);
	}
});

test('what stays is drawn once, and so is what comes back', async () => {
	const picture = animation(await recorded('stays\r\nA', '\u001b[2;1HB', '\u001b[2;1HA'), [], {end, title: 'A test'});
	expect(picture.match(/>(?:stays|A|B)<\/text>/g)).toEqual(['>stays</text>', '>A</text>', '>B</text>']);
});

test('captions are seen from their time to the next', async () => {
	const captions = [
		{at: 500, text: 'P: pause'},
		{at: 1000, text: 'y'},
	];
	const picture = animation(await recorded('x'), captions, {end, title: 'A test'});
	expect(picture).toContain('>P: pause</text>');
	expect(picture).toContain('{0%{visibility:hidden}25%{visibility:visible}50%{visibility:hidden}}');
});

test('a light screen gets light paper, and nothing moves for who wants no motion', async () => {
	const picture = animation(await recorded('\u001b[32mgreen'), [], {end, title: 'A test'});
	const [dark, light] = picture.split('@media(prefers-color-scheme:light)');
	expect(dark).toMatch(/\.f0\{fill:#8ccf7e\}.*\.paper\{fill:#14171c\}/);
	expect(light).toMatch(/^\{\.f0\{fill:#2f7d20\}.*\.paper\{fill:#fbfbfa\}/);
	expect(light).toContain('prefers-reduced-motion:reduce');
	expect(picture).not.toMatch(/<script|href|url\(|@import/);
});
