/** Characters whose width terminals disagree about: whatever they are drawn as, what is beside them stays where it is. */
import {expect, test} from 'vitest';
import {parseRow} from '../../source/terminal/grid.ts';
import {Screen} from '../../source/terminal/screen.ts';
import {createStyles} from '../../source/terminal/style.ts';
import {poll} from '../helpers/terminal.ts';
import {createPaper} from './paper.ts';

/** Draws frames one after the other; returns what the last should show of ASCII, and what the emulator shows there. */
const drawn = async (...frames: readonly string[]): Promise<[wanted: string, shown: string]> => {
	const paper = createPaper(14, 1);
	const screen = new Screen({device: paper.device, colour: 'none', onHangup: () => expect.unreachable()});
	screen.enter();
	for (const frame of frames) {
		screen.hurry();
		screen.write(frame);
		expect(await poll(() => !screen.busy, 5000)).toBe(true);
	}
	await paper.settled();
	screen.leave();
	const {chars} = parseRow(frames.at(-1) ?? '', 14, createStyles('none'));
	const isAscii = (char: string): boolean => /^[ -~]$/.test(char);
	return [
		chars.map(char => (isAscii(char) ? char : '·')).join(''),
		(paper.cells()[0] ?? []).map(({char}, x) => (isAscii(chars[x] ?? '') ? char : '·')).join(''),
	];
};

test.each([
	['a cluster that the terminal draws wider', 'क्षि', 'नि'],
	['a vowel behind its consonant', 'กำ', 'ขำ'],
	['a wide character of a later Unicode', '\u{18b1f}', '\u{18b20}'],
	['one that has become wide', '䷀', '䷁'],
	['a final without its syllable', 'ག\u118d', 'ག\u11a8'],
])('%s covers nothing beside it, and shifts nothing', async (_what, one, other) => {
	for (const frames of [
		[`${one}     |`],
		[`${one}|`],
		[`ab ${one}|c    |`, `ab ${other}|c    |`],
		[`ab ${one} cd  |`, `xb ${one} ce  |`],
	]) {
		const [wanted, shown] = await drawn(...frames);
		expect(shown, JSON.stringify(frames)).toBe(wanted);
	}
});
