import {expect, test} from 'vitest';
import {Decoder} from '../../source/terminal/decode.ts';

const ESC = '\u001b';

function read(decoder: Decoder, text: string): string[] {
	return decoder.push(Buffer.from(text), 0).map(({name, alone}) => (alone ? `${name} alone` : name));
}

test('a key is alone only when its read held nothing else', () => {
	const decoder = new Decoder();
	expect(read(decoder, 'y')).toEqual(['y alone']);
	expect(read(decoder, 'yy')).toEqual(['y', 'y']);
	expect(read(decoder, 'y\r')).toEqual(['y', 'enter']);
	expect(read(decoder, `${ESC}[A`)).toEqual(['up alone']);
	expect(read(decoder, `y${ESC}[I`)).toEqual(['y']);
	expect(read(decoder, 'é')).toEqual(['é alone']);
});

test('a key cut by the end of a read is in the company of what came before it', () => {
	const decoder = new Decoder();
	expect(read(decoder, `y${ESC}`)).toEqual(['y']);
	expect(read(decoder, '[A')).toEqual(['up']);
	expect(read(decoder, `${ESC}[`)).toEqual([]);
	expect(read(decoder, 'B')).toEqual(['down alone']);
	expect(read(decoder, 'y')).toEqual(['y alone']);
});

test('a lone ESC becomes the Escape key when nothing follows', () => {
	const decoder = new Decoder();
	expect(read(decoder, ESC)).toEqual([]);
	expect(decoder.waitingFor).toBe('escape');
	expect(decoder.flush(5)).toEqual([{name: 'escape', alone: true, paste: false, at: 5}]);
	expect(read(decoder, ESC + ESC)).toEqual(['escape']);
	expect(decoder.flush(6)).toEqual([{name: 'escape', alone: false, paste: false, at: 6}]);
});

test('half a sequence is dropped, not typed', () => {
	const decoder = new Decoder();
	expect(read(decoder, `${ESC}[1;`)).toEqual([]);
	expect(decoder.flush(0)).toEqual([]);
	expect(read(decoder, 'q')).toEqual(['q alone']);
});

test('a paste is one key, clean, and never alone', () => {
	const decoder = new Decoder();
	const [paste, ...others] = decoder.push(
		Buffer.from(`${ESC}[200~a\tb\r\nc\u0007${ESC}[31m\u202ed\u009b${ESC}[201~`),
		7,
	);
	expect(paste).toEqual({name: 'paste', text: 'a b c[31md', alone: false, paste: true, at: 7});
	expect(others).toEqual([]);
});

test('Ctrl-C by itself gets out of a paste that lost its end', () => {
	const decoder = new Decoder();
	expect(read(decoder, `${ESC}[200~never`)).toEqual([]);
	expect(read(decoder, ' ended')).toEqual([]);
	expect(read(decoder, '\u0003')).toEqual(['ctrl-c alone']);
	expect(read(decoder, 'q')).toEqual(['q alone']);
});

test('a Ctrl-C inside a paste does not let the rest of it out', () => {
	const decoder = new Decoder();
	expect(read(decoder, `${ESC}[200~rm\u0003y\r${ESC}[201~`)).toEqual(['paste']);
});

test('Ctrl-C gets out of every half sequence', () => {
	for (const half of [`${ESC}[1;`, `${ESC}O`, `${ESC}]0;title`, `${ESC}P1`, `${ESC}[[`, `${ESC}[M!`]) {
		const decoder = new Decoder();
		expect(read(decoder, half)).toEqual([]);
		expect([half, read(decoder, '\u0003').map(name => name.replace(' alone', ''))]).toEqual([half, ['ctrl-c']]);
	}
});

test('a paste is bounded, and what is beyond is not typed', () => {
	const decoder = new Decoder();
	decoder.push(Buffer.from(`${ESC}[200~`), 0);
	for (let chunk = 0; chunk < 100; chunk++) {
		expect(decoder.push(Buffer.alloc(1000, 'x'), 0)).toEqual([]);
	}
	expect(decoder.push(Buffer.from(`${ESC}[201~`), 0)[0]?.text).toHaveLength(4096);
});

test('a paste that stalls is taken as it is', () => {
	const decoder = new Decoder();
	read(decoder, `${ESC}[200~half${ESC}[20`);
	expect(decoder.waitingFor).toBe('paste');
	expect(decoder.flush(0)).toEqual([{name: 'paste', text: 'half', alone: false, paste: true, at: 0}]);
});
