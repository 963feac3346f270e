import {PassThrough} from 'node:stream';
import {render} from 'ink';
import {useEffect, useState} from 'react';
import {afterEach, expect, test} from 'vitest';
import {EditedLine} from '../../../source/screen/parts/edited-line.tsx';
import {LookContext} from '../../../source/screen/parts/line.tsx';
import {editText} from '../../../source/screen/parts/text-edit.ts';
import {type Key, Keys} from '../../../source/terminal/keys.ts';
import {Screen} from '../../../source/terminal/screen.ts';
import {poll} from '../../helpers/terminal.ts';
import {createPaper} from '../../terminal/paper.ts';
import {plainLook} from '../make.ts';

const closers: Array<() => void> = [];

afterEach(() => {
	for (const close of closers.splice(0)) {
		close();
	}
});

type Options = {value?: string; mask?: string; placeholder?: string; width?: number; maxLength?: number};

const label = 'Name: ';

/** A line as it stands in the program: bytes go in where the terminal's come, cells come out. */
async function open({value: first = '', width = 20, maxLength, ...others}: Options = {}) {
	const paper = createPaper(40, 2);
	const screen = new Screen({device: paper.device, colour: '16', onHangup: () => undefined});
	const input = new PassThrough();
	const keys = new Keys({input, onHangup: () => undefined, onBefore: () => screen.hurry() ?? false});
	const submitted: Array<{value: string; key: Key}> = [];
	let text = {value: first, cursor: first.length};
	function App() {
		const [shown, show] = useState(text);
		useEffect(
			() =>
				keys.onKey(key => {
					if (key.name === 'enter') {
						submitted.push({value: text.value, key});
					} else {
						text = editText(text, key, maxLength);
						show(text);
					}
				}),
			[],
		);
		return (
			<LookContext value={plainLook}>
				<EditedLine before={[['text', label]]} text={shown} width={width} isOpen {...others} />
			</LookContext>
		);
	}
	screen.enter();
	keys.enter();
	const app = render(<App />, {
		stdout: screen as unknown as NodeJS.WriteStream,
		stdin: keys.stdin,
		debug: true,
		interactive: true,
		exitOnCtrlC: false,
		patchConsole: false,
	});
	closers.push(() => {
		app.unmount();
		keys.leave();
		screen.leave();
	});
	/** The field as a person sees it: its text, with the cursor's cell in brackets. */
	const field = () =>
		(paper.cells()[0] ?? [])
			.slice(label.length, label.length + width)
			.filter(cell => cell.width > 0)
			.map(({char, inverse}) => (inverse ? `[${char}]` : char))
			.join('')
			.trimEnd();
	return {
		type: (bytes: string) => input.write(bytes),
		submitted,
		value: () => text.value,
		field,
		async shows(wanted: string) {
			await poll(() => field() === wanted, 4000);
			expect(field()).toBe(wanted);
		},
	};
}

test('a whole word and its Enter in one read', async () => {
	const {type, shows, submitted, value} = await open();
	await shows('[ ]');
	type('Spring Collections\r');
	await shows('Spring Collections[ ]');
	await poll(() => submitted.length > 0, 5000);
	expect(value()).toBe('Spring Collections');
	expect(submitted).toMatchObject([{value: 'Spring Collections', key: {name: 'enter', alone: false}}]);
	type('\r');
	await poll(() => submitted.length > 1, 5000);
	expect(submitted[1]).toMatchObject({value: 'Spring Collections', key: {alone: true}});
});

test('the editing keys among the letters of one read', async () => {
	const {type, shows, value} = await open();
	type('helo\u001b[Dl\u001b[F!\u001b[HSay \u001b[4~\u007f.');
	await shows('Say hello.[ ]');
	type('\u001b[D\u001b[D');
	await shows('Say hell[o].');
	type('\u0017');
	await shows('Say [o].');
	type('\u001b[3~\u000b');
	await shows('Say [ ]');
	type('x y\u001b[D\u0015');
	await shows('[y]');
	expect(value()).toBe('y');
});

test('keys that type nothing insert nothing', async () => {
	const {type, shows} = await open();
	type('a\u0001\u0002\u0006\u0007\u0010\u0019\u001b[15~\u001bq\t\u001b[5~\u001b[97;5ub');
	await shows('ab[ ]');
});

test('a paste lands at the cursor, on one line', async () => {
	const {type, shows, submitted} = await open();
	type('ad\u001b[D\u001b[200~b\r\nc\u001b[201~');
	await shows('ab c[d]');
	expect(submitted).toEqual([]);
});

test('characters of several code points stay whole', async () => {
	const {type, shows, value} = await open();
	type('中文👩‍👩‍👧e\u0301🇫🇷x');
	await shows('中文□é□x[ ]');
	type('\u007f\u007f');
	await shows('中文□é[ ]');
	expect(value()).toBe('中文👩‍👩‍👧e\u0301');
	type('\u001b[D\u001b[D\u001b[D');
	await shows('中[文]□é');
	type('\u001b[3~\u001b[3~');
	await shows('中[é]');
	expect(value()).toBe('中e\u0301');
	type('\u007f𠀀');
	await shows('𠀀[é]');
});

test('a mask hides what is typed, and how many code units each character has', async () => {
	const {type, shows, value} = await open({mask: '*'});
	type('pä😀');
	await shows('***[ ]');
	type('\u001b[D\u001b[D');
	await shows('*[*]*');
	expect(value()).toBe('pä😀');
});

test('a long value scrolls so that the cursor stays in sight', async () => {
	const {type, shows} = await open({width: 8});
	type('abcdefghijkl');
	await shows('fghijkl[ ]');
	type('\u001b[H');
	await shows('[a]bcdefgh');
	type('\u001b[C'.repeat(9));
	await shows('cdefghi[j]');
	type('\u001b[F中文字');
	await shows('l中文字[ ]');
});

test('the placeholder shows while nothing is typed', async () => {
	const {type, shows} = await open({placeholder: 'name'});
	await shows('[n]ame');
	type('a');
	await shows('a[ ]');
	type('\u0015');
	await shows('[n]ame');
});

test('the length is bounded, for letters and for pastes', async () => {
	const {type, shows, value} = await open({maxLength: 5});
	type('abc');
	type(`\u001b[200~de👩‍👩‍👧${'f'.repeat(5000)}\u001b[201~`);
	await shows('abcde[ ]');
	type('g');
	type('\u007f');
	await shows('abcd[ ]');
	expect(value()).toBe('abcd');
});

test('two hundred letters in bursts, none lost', async () => {
	const {type, value} = await open();
	const text = Array.from({length: 200}, (_letter, index) => String.fromCharCode(97 + (index % 26))).join('');
	for (let at = 0; at < text.length; at += 17) {
		type(text.slice(at, at + 17));
	}
	await poll(() => value().length === 200, 10_000);
	expect(value()).toBe(text);
});
