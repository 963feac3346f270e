import {PassThrough} from 'node:stream';
import {render, Text} from 'ink';
import {useEffect, useState} from 'react';
import {expect, test, vi} from 'vitest';
import {type Key, Keys} from '../../source/terminal/keys.ts';
import {Screen} from '../../source/terminal/screen.ts';
import {poll} from '../helpers/terminal.ts';
import {createPaper} from './paper.ts';

class Tty extends PassThrough {
	modes: boolean[] = [];

	setRawMode(raw: boolean) {
		this.modes.push(raw);
		return this;
	}
}

function open(onHangup: (error: unknown) => void = () => undefined) {
	const input = new Tty();
	const keys = new Keys({input, onHangup});
	const heard: Key[] = [];
	keys.onKey(key => heard.push(key));
	keys.enter();
	return {input, keys, heard, names: () => heard.map(({name}) => name).join(' ')};
}

test('keys of one read come one by one', async () => {
	const {input, keys, names} = open();
	input.write('sy\u001b[A\r');
	expect(await poll(() => names() === 's y up enter', 5000)).toBe(true);
	keys.leave();
});

test('a lone ESC is the Escape key after a moment; one with a rest that comes later is not', async () => {
	const {input, keys, names} = open();
	input.write('\u001b');
	expect(await poll(() => names() === 'escape', 5000)).toBe(true);
	input.write('\u001b');
	setImmediate(() => input.write('[A'));
	expect(await poll(() => names() === 'escape up', 5000)).toBe(true);
	keys.leave();
});

test('a sequence whose rest lies unread behind a busy loop is not cut in two', async () => {
	const {input, keys, names} = open();
	input.write('\u001b');
	await new Promise(resolve => setImmediate(resolve));
	// Comes when the wait for the rest is over by the clock, and the loop has not looked at its input since.
	setTimeout(() => input.write('[B'), 30);
	const until = performance.now() + 60;
	while (performance.now() < until);
	expect(await poll(() => names() !== '', 5000)).toBe(true);
	expect(names()).toBe('down');
	keys.leave();
});

test('discard forgets what waits, and what lies unread', async () => {
	const {input, keys, names} = open();
	input.write('abc');
	expect(await poll(() => names().startsWith('a'), 5000)).toBe(true);
	keys.discard();
	input.write('d');
	await new Promise(resolve => setTimeout(resolve, 20));
	input.write('e');
	expect(await poll(() => names().endsWith('e'), 5000)).toBe(true);
	expect(names()).not.toContain('d');
	expect(names()).not.toContain('c');
	keys.leave();
});

test('keys typed while the loop was frozen are not delivered', async () => {
	const {input, keys, names} = open();
	const clock = vi.spyOn(performance, 'now');
	const now = performance.now();
	clock.mockImplementation(() => now + 5000);
	input.write('P');
	await new Promise(resolve => setTimeout(resolve, 20));
	clock.mockRestore();
	input.write('a');
	expect(await poll(() => names() !== '', 5000)).toBe(true);
	expect(names()).toBe('a');
	keys.leave();
});

test('a key typed on seeing the frame that ends a freeze is delivered, one typed before it is not', async () => {
	const {input, keys, names} = open();
	const screen = new Screen({
		device: {
			write(bytes) {
				input.write('/');
				return bytes.length;
			},
			size: () => ({columns: 20, rows: 2}),
			close: () => undefined,
		},
		colour: 'none',
		onHangup: () => undefined,
		isDropping: () => keys.isDropping(),
	});
	await new Promise(resolve => setImmediate(resolve));
	const now = performance.now();
	const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 5000);
	input.write('P');
	// The frame is made in the turn of the loop that was frozen.
	screen.enter();
	screen.write('a board');
	expect(await poll(() => names() !== '', 5000)).toBe(true);
	clock.mockRestore();
	expect(names()).toBe('/');
	screen.leave();
	keys.leave();
});

test('raw mode is switched off and on, since Node may only think that it is on', () => {
	const {input, keys} = open();
	keys.enter();
	expect(input.modes).toEqual([false, true, false, true]);
	keys.leave();
	expect(input.modes.at(-1)).toBe(false);
});

test('the end of the input, and its failure, are a hang-up', async () => {
	for (const end of [(input: Tty) => input.end(), (input: Tty) => input.destroy(new Error('read EIO'))]) {
		const hangup = vi.fn();
		const {input} = open(hangup);
		end(input);
		expect(await poll(() => hangup.mock.calls.length > 0, 5000)).toBe(true);
	}
});

/** Grows by a chain of effects, each of which waits for the commit before: the slowest that a screen of ours does. */
function Chain({keys, seen, ready}: {keys: Keys; seen: string[]; ready: {mounted: boolean}}) {
	const [text, setText] = useState('');
	const [copy, setCopy] = useState('');
	const [copyOfCopy, setCopyOfCopy] = useState('');
	useEffect(() => setCopy(text), [text]);
	useEffect(() => setCopyOfCopy(copy), [copy]);
	// The listener sees what the last commit's effects left, as a router does that asks which prompt is open.
	useEffect(() => {
		ready.mounted = true;
		return keys.onKey(key => {
			seen.push(`${copyOfCopy}<${key.name}`);
			setText(copyOfCopy + key.name);
		});
	});
	return <Text>{copyOfCopy}</Text>;
}

for (const concurrent of [false, true]) {
	test(`the next key comes after the effects of the one before, concurrent: ${concurrent}`, async () => {
		const paper = createPaper(40, 3);
		const screen = new Screen({device: paper.device, colour: 'none', onHangup: () => undefined});
		const input = new Tty();
		const keys = new Keys({input, onHangup: () => undefined});
		const seen: string[] = [];
		const ready = {mounted: false};
		screen.enter();
		keys.enter();
		const app = render(<Chain keys={keys} seen={seen} ready={ready} />, {
			stdout: screen as unknown as NodeJS.WriteStream,
			stdin: keys.stdin,
			debug: true,
			interactive: true,
			exitOnCtrlC: false,
			patchConsole: false,
			concurrent,
		});
		// The first listener is set by an effect, and nobody is to hear a key before it.
		expect(await poll(() => ready.mounted, 5000)).toBe(true);
		input.write('abcdefgh');
		expect(await poll(() => seen.length === 8, 5000)).toBe(true);
		expect(seen).toEqual(['<a', 'a<b', 'ab<c', 'abc<d', 'abcd<e', 'abcde<f', 'abcdef<g', 'abcdefg<h']);
		app.unmount();
		keys.leave();
		screen.leave();
	});
}

test('held keys wait for the first listener, but Ctrl-C does not; a key from before is dropped', async () => {
	const input = new Tty();
	const unheard: string[] = [];
	const keys = new Keys({
		input,
		onHangup: () => undefined,
		onBefore: ({name}, heard) => {
			unheard.push(...(heard ? [] : [name]));
			return false;
		},
	});
	keys.enter();
	input.write('x');
	expect(await poll(() => unheard.length === 1, 5000)).toBe(true);
	keys.hold();
	input.write('ab\u0003');
	expect(await poll(() => unheard.join(' ') === 'x a b ctrl-c', 5000)).toBe(true);
	const heard: string[] = [];
	keys.onKey(({name}) => heard.push(name));
	input.write('c');
	expect(await poll(() => heard.length === 4, 5000)).toBe(true);
	expect(heard).toEqual(['a', 'b', 'ctrl-c', 'c']);
	keys.leave();
});

test('keys wait at a gate in their order, and Ctrl-C does not', async () => {
	const {input, keys, names} = open();
	let go: (() => void) | undefined;
	let isOpen = false;
	keys.gate(given => {
		go = given;
		return !isOpen;
	});
	input.write('ab');
	expect(await poll(() => go !== undefined, 5000)).toBe(true);
	input.write('c');
	await new Promise(resolve => setImmediate(() => setImmediate(resolve)));
	expect(names()).toBe('');
	isOpen = true;
	go?.();
	expect(await poll(() => names() === 'a b c', 5000)).toBe(true);
	isOpen = false;
	input.write('\u0003');
	expect(await poll(() => names() === 'a b c ctrl-c', 5000)).toBe(true);
	keys.leave();
});
