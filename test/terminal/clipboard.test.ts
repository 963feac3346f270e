/** The clipboard by OSC 52: base64 alone, so that no text can end the sequence. */
import {expect, test} from 'vitest';
import {clipboard, longestCopy} from '../../source/terminal/osc.ts';

test('the text goes as base64, whatever is in it', () => {
	const [, encoded = ''] =
		/^\u001b\]52;c;([A-Za-z0-9+/=]*)\u0007$/.exec(clipboard('Łucja \u0007\u001b]0;x\u0007', false)) ?? [];
	expect(Buffer.from(encoded, 'base64').toString()).toBe('Łucja \u0007\u001b]0;x\u0007');
});

test('in tmux it goes to tmux, and through it to the terminal around it', () => {
	const plain = clipboard('1003', false);
	expect(clipboard('1003', true)).toBe(`${plain}\u001bPtmux;${plain.replaceAll('\u001b', '\u001b\u001b')}\u001b\\`);
});

test('the longest that is copied fits among what waits for the terminal', () => {
	expect(clipboard('\u{1F600}'.repeat(longestCopy / 2), true).length).toBeLessThan(16_384);
});
