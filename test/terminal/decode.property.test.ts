import fc from 'fast-check';
import {expect, test} from 'vitest';
import {Decoder} from '../../source/terminal/decode.ts';

const ESC = '\u001b';

/** What terminals send, and the names we give it: none for what is no key. */
const sequences: ReadonlyArray<readonly [string, ...string[]]> = [
	['a', 'a'],
	['Q', 'Q'],
	[' ', 'space'],
	['é', 'é'],
	['中', '中'],
	['😀', '😀'],
	['\r', 'enter'],
	['\n', 'enter'],
	['\t', 'tab'],
	['\u007f', 'backspace'],
	['\b', 'backspace'],
	['\u0003', 'ctrl-c'],
	['\u0015', 'ctrl-u'],
	[`${ESC}[A`, 'up'],
	[`${ESC}OA`, 'up'],
	[`${ESC}[1;5D`, 'ctrl-left'],
	[`${ESC}[1;2C`, 'shift-right'],
	[`${ESC}[1;3B`, 'alt-down'],
	[`${ESC}O5A`, 'ctrl-up'],
	[`${ESC}[a`, 'shift-up'],
	[`${ESC}Od`, 'ctrl-left'],
	[`${ESC}[H`, 'home'],
	[`${ESC}OH`, 'home'],
	[`${ESC}[1~`, 'home'],
	[`${ESC}[7~`, 'home'],
	[`${ESC}[F`, 'end'],
	[`${ESC}[4~`, 'end'],
	[`${ESC}[8~`, 'end'],
	[`${ESC}[8^`, 'ctrl-end'],
	[`${ESC}[7$`, 'shift-home'],
	[`${ESC}[5~`, 'pageup'],
	[`${ESC}[6;5~`, 'ctrl-pagedown'],
	[`${ESC}[3~`, 'delete'],
	[`${ESC}[3@`, 'ctrl-shift-delete'],
	[`${ESC}[Z`, 'shift-tab'],
	[`${ESC}[[A`, 'f1'],
	[`${ESC}[15~`, 'f5'],
	[`${ESC}OP`, 'f1'],
	[`${ESC}x`, 'alt-x'],
	[`${ESC}\u007f`, 'alt-backspace'],
	[`${ESC}[200~two\r\nlines${ESC}[201~`, 'paste'],
	// Replies and reports: none of their letters may be taken for a key.
	[`${ESC}[I`],
	[`${ESC}[O`],
	[`${ESC}[24;80R`],
	[`${ESC}[?64;1;2c`],
	[`${ESC}[>41;354;0c`],
	[`${ESC}[?2026;2$y`],
	[`${ESC}[<0;10;20M`],
	[`${ESC}[<0;10;20m`],
	[`${ESC}[M !!`],
	[`${ESC}[97;5u`],
	[`${ESC}[27;5;97~`],
	[`${ESC}]11;rgb:0000/0000/0000${ESC}\\`],
	[`${ESC}]0;title\u0007`],
	[`${ESC}P1+r544e=78${ESC}\\`],
	[`${ESC}_Gi=1;OK${ESC}\\`],
	[`${ESC}[201~`],
];

const part = fc.constantFrom(...sequences);

/** Those that are keys. */
const keysAlone = sequences.filter(([sent, name]) => name !== undefined && !sent.includes('[200~'));

function names(chunks: readonly Uint8Array[]): string[] {
	const decoder = new Decoder();
	return chunks
		.flatMap((chunk, at) => decoder.push(chunk, at))
		.map(({name, text}) => (name === 'paste' ? `paste ${text}` : name));
}

test('however the bytes are cut into reads, the keys are the same', () => {
	fc.assert(
		fc.property(fc.array(part, {maxLength: 12}), fc.array(fc.nat(200), {maxLength: 30}), (parts, cuts) => {
			const bytes = Buffer.from(parts.map(([sent]) => sent).join(''));
			const ends = [...cuts.map(cut => Math.min(cut, bytes.length)), bytes.length].sort((a, b) => a - b);
			const chunks = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
			const expected = parts.flatMap(([, name]) =>
				name === undefined ? [] : [name === 'paste' ? 'paste two lines' : name],
			);
			// A paste keeps what comes in it, a Ctrl-C in a read of its own apart.
			expect(names(chunks)).toEqual(expected);
		}),
		{numRuns: 3000},
	);
});

test('however they are cut, reports of the mouse are what they say, between keys and within none', () => {
	const reports: ReadonlyArray<readonly [string, ...string[]]> = [
		[`${ESC}[<0;10;20M`, 'click 9 19'],
		[`${ESC}[<64;1;1M`, 'wheel-up 0 0'],
		[`${ESC}[<65;300;99M`, 'wheel-down 299 98'],
		[`${ESC}[<0;10;20m`],
		[`${ESC}[<35;10;20M`],
		[`${ESC}[<0;99999999;20M`],
		[`${ESC}[<;;M`],
		[`${ESC}[200~one ${ESC}[<0;10;20M${ESC}[201~`, 'paste one [<0;10;20M'],
	];
	const either = fc.oneof(fc.constantFrom(...reports), fc.constantFrom(...keysAlone));
	fc.assert(
		fc.property(fc.array(either, {maxLength: 12}), fc.array(fc.nat(200), {maxLength: 30}), (parts, cuts) => {
			const bytes = Buffer.from(parts.map(([sent]) => sent).join(''));
			const ends = [...cuts.map(cut => Math.min(cut, bytes.length)), bytes.length].sort((a, b) => a - b);
			const decoder = new Decoder();
			decoder.hasMouse = true;
			const heard = ends
				.flatMap((end, index) => decoder.push(bytes.subarray(ends[index - 1] ?? 0, end), index))
				.map(({name, text, mouse}) =>
					mouse ? `${mouse.kind} ${mouse.column} ${mouse.row}` : name === 'paste' ? `paste ${text}` : name,
				);
			expect(heard).toEqual(parts.flatMap(([, name]) => name ?? []));
		}),
		{numRuns: 2000},
	);
});

test('every key of the table, one byte a read', () => {
	for (const [sent, name] of sequences) {
		const decoder = new Decoder();
		const keys = Array.from(Buffer.from(sent), byte => decoder.push(Uint8Array.of(byte), 0)).flat();
		expect([sent, keys.map(key => key.name)]).toEqual([sent, name === undefined ? [] : [name]]);
	}
});

test('no bytes at all make the decoder throw, grow, or let an escape through', () => {
	fc.assert(
		fc.property(fc.array(fc.uint8Array({maxLength: 40}), {maxLength: 30}), chunks => {
			const decoder = new Decoder();
			for (const chunk of chunks) {
				for (const key of decoder.push(chunk, 0)) {
					expect(key.text ?? '').not.toMatch(/\p{Cc}/u);
				}
			}
			decoder.flush(0);
			expect(decoder.waitingFor).toBe(undefined);
			expect(decoder.push(Buffer.from('q'), 0).at(-1)?.name).toBe('q');
		}),
	);
});
