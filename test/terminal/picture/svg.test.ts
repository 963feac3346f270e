import {expect, test} from 'vitest';
import {svg} from '../../../source/terminal/picture/svg.ts';
import {cellsOf, createEmulator} from '../../helpers/terminal.ts';

async function draw(text: string): Promise<string> {
	const emulator = createEmulator(12, 2);
	await new Promise<void>(resolve => emulator.write(text, resolve));
	return svg(cellsOf(emulator));
}

test('text is text, at the column where it stands, and the markup is escaped', async () => {
	const picture = await draw('  a<b & c');
	expect(picture).toContain('<text x="30.8" y="45.5" textLength="58.8">a&lt;b &amp; c</text>');
});

test('each look is a run of its own, with its paper behind it', async () => {
	const picture = await draw('\u001b[1;31mred\u001b[0;7minv\u001b[0;38;2;1;2;3mrgb\u001b[0;48;5;21m  ');
	expect(picture).toContain('fill="#ef6b73" font-weight="bold">red</text>');
	expect(picture).toContain('<rect x="39.2" y="32" width="25.2" height="18" fill="#d4d8df"/>');
	expect(picture).toContain('fill="#14171c">inv</text>');
	expect(picture).toContain('fill="#010203">rgb</text>');
	expect(picture).toContain('width="16.8" height="18" fill="#0000ff"/>');
});

test('what follows a wide character stands in its own column', async () => {
	const picture = await draw('中x\u001b[4my');
	expect(picture).toContain('<text x="14" y="45.5">中</text>\n<text x="30.8" y="45.5">x</text>');
	expect(picture).toContain('text-decoration="underline">y</text>');
});

test('the same cells give the same picture', async () => {
	expect(await draw('\u001b[2mdim')).toBe(await draw('\u001b[2mdim'));
});

test('lines reach the edges of their cells and blocks fill theirs, without seams', async () => {
	const picture = await draw('╭──│▓▓\u001b[2m░');
	expect(picture).toContain(
		'<path d="M18.2 50V45Q18.2 41 22.2 41H22.4M22.4 41H39.2M43.4 32V50" fill="none" stroke="#d4d8df"/>',
	);
	expect(picture).toContain('<rect x="47.6" y="32" width="16.8" height="18" fill="#d4d8df" fill-opacity="0.7"/>');
	expect(picture).toContain('fill-opacity="0.12"/>');
});
