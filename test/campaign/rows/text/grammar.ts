/** Texts that try to act: a grammar of what drives a terminal, hides, reorders, overflows, or looks like ours. */
import type {Random} from '../../row.ts';

const esc = '\u001b';

const code = (random: Random, from: number, to: number): string =>
	String.fromCodePoint(from + random.below(to - from + 1));

const repeat = (random: Random, most: number, make: () => string): string =>
	Array.from({length: random.below(most + 1)}, make).join('');

const word = (random: Random): string => repeat(random, 8, () => code(random, 0x20, 0x7e));

/**
 * A byte that is no UTF-8 by itself, as a code point that {@link bytesOf} turns into the byte: C1 controls, the start of a
 * character that does not go on, an overlong or a surrogate in pieces.
 */
const rawByte = (random: Random): string => String.fromCodePoint(0x10ff00 + 0x80 + random.below(0x80));

const rawBytes = (...bytes: readonly number[]): string =>
	bytes.map(byte => String.fromCodePoint(0x10ff00 + byte)).join('');

const csi = (random: Random): string =>
	`${random.pick([`${esc}[`, '\u009b', rawBytes(0x9b), rawBytes(0xc2) + rawBytes(0x9b)])}${random.pick(['', '?', '>', '=', '!', ' '])}${random.pick(['', '0', '1', '2', '6', '31', '8', '38;5;1', '1049', '25', '2004', '99999', '9;1;1'])}${random.pick([...'mHJKABCDGfnhlrstcuqpLMPXZ@`', '$p', ' q'])}`;

/** A string sequence, with every opener and terminator, or none. */
const stringSequence = (random: Random, depth: number): string => {
	const opener = random.pick([
		...']P_^X'.split('').map(kind => esc + kind),
		'\u009d',
		'\u0090',
		'\u009f',
		'\u009e',
		'\u0098',
		rawBytes(0x9d),
		rawBytes(0x90),
	]);
	const command = random.pick([
		'0;title',
		'2;title',
		'52;c;aGVsbG8=',
		'52;c;?',
		'8;;http://evil.example',
		'9;note',
		'777;notify;a;b',
		'10;?',
		'4;1;?',
		'tmux;',
		'q#0;1',
		'1337;File=:AAAA',
		'',
	]);
	const inner = depth > 0 && random.below(3) === 0 ? stringSequence(random, depth - 1) : word(random);
	const terminator = random.pick(['\u0007', `${esc}\\`, '\u009c', rawBytes(0x9c), '', '', '\u0018', '\n']);
	return `${opener}${command}${inner}${terminator}`;
};

/** What the screen itself draws, and what it asks and says. */
const lookalikes = [
	'[y/N]',
	'Pause "Spring Collections"? [y/N]',
	'DONE',
	'UNKNOWN',
	'NOT SENT',
	' live ',
	'dialtop  PRODUCTION',
	'•••',
	'…',
	'□',
	'●',
	'▲',
	'⚠',
	'✓',
	'—',
] as const;

const boxes = ['│', '╭─', '╮', '╰', '╯', '├', '┤', '─'.repeat(30), '╭─ Pace ─╮', '║', '┃', '▏', '█'] as const;

const emoji = [
	'\u{1f600}',
	'\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}',
	'\u{1f44d}\u{1f3fd}',
	'\u2764\ufe0f',
	'\u2764\ufe0e',
	'1\ufe0f\u20e3',
	'#\u20e3',
	'\u{1f1e9}\u{1f1ea}',
	'\u{1f1e9}',
	'\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}',
	'\u{1f9d1}\u200d\u{1f4bb}',
	'\u261d\u{1f3ff}',
	'\u{1fae0}',
	'\u{1f3fb}',
	'⌚',
	'☎️',
	'©️',
	'〰️',
	'\u200d\u200d',
] as const;

const formulas = [
	'=',
	'+',
	'-',
	'@',
	'\t',
	'\r',
	'=cmd|"/c calc"!A1',
	'+1 (212) 555',
	'-2+3',
	'@SUM(A1)',
	'＝',
	'"',
	'",=1',
	"'",
	'=HYPERLINK("x")',
	'%0A=',
	'\n=',
] as const;

const shells = [
	'$(touch FILE)',
	'`touch FILE`',
	';touch FILE;',
	'|touch FILE',
	'&& touch FILE',
	'\ntouch FILE\n',
	'>FILE',
	"'$(touch FILE)'",
	'"$(touch FILE)"',
	'$IFS',
	'\\',
	'!!',
	'*',
	'~',
	'\t$(touch FILE)',
	'--help',
	'-rf',
	'%s%n',
	'\u0000',
] as const;

/** Scripts whose letters shape, stack, join or take two cells. */
const scripts = [
	'春の更新キャンペーン',
	'봄 갱신',
	'\u1112\u1161\u11ab',
	'\u1100\u1161',
	'ｱｲｳ ﾞﾟ',
	'ＡＢＣ',
	'नमस्ते क्षि',
	'ไทยน้ำ กำ',
	'עברית שָׁלוֹם',
	'العربية ﷽',
	'ကြီး',
	'བོད་ཡིག',
	'Z̸̧̛a̷͎͑l̵͍̆',
	'e\u0301\u0301\u0301\u0301',
	'ஸ்ரீ நி',
	'ꦧꦱ',
	'\u{1d400}\u{1d7d8}',
	'\u{20000}\u{2a6d6}',
	'⿰木目',
	'ⅷ№℡㏂',
	'\u{16fe0}\u{17000}',
	'𓀀𒀀',
	'Ａ\u0300',
	'ｶﾞ',
	'ᄀᄀᄀ각ᆨᆨ',
	'\u0600\u06dd12',
	'\u110bd1',
	'\u{1f1e6}\u200d\u0301',
] as const;

const units: readonly (readonly [weight: number, make: (random: Random) => string])[] = [
	[8, word],
	[4, csi],
	[4, random => stringSequence(random, 2)],
	[2, random => esc + code(random, 0x20, 0x7e)],
	[1, () => esc],
	[4, random => code(random, 0, 0x1f)],
	[1, () => '\u007f'],
	[3, random => code(random, 0x80, 0x9f)],
	[3, rawByte],
	[
		1,
		random =>
			random.pick([
				rawBytes(0xc0, 0x9b),
				rawBytes(0xed, 0xa0, 0x80),
				rawBytes(0xf4, 0x90, 0x80, 0x80),
				rawBytes(0xe2, 0x80),
				rawBytes(0xff),
			]),
	],
	[3, random => random.pick([...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c'])],
	[
		2,
		random =>
			random.pick([
				'\u200b',
				'\u200c',
				'\u200d',
				'\u2060',
				'\ufeff',
				'\u00ad',
				'\u180e',
				'\u034f',
				'\u115f',
				'\u1160',
				'\u3164',
				'\uffa0',
				'\u2800',
				'\u17b4',
			]),
	],
	[2, random => random.pick([...'aZ漢ｱ']) + repeat(random, 12, () => code(random, 0x300, 0x36f))],
	[1, random => code(random, 0x300, 0x36f)],
	[
		2,
		random =>
			random.pick(['a', '\u2603', '漢', '1', '']) +
			random.pick(['\ufe00', '\ufe0e', '\ufe0f', '\u{e0100}', '\u{e01ef}', '\u180b']),
	],
	[2, random => String.fromCharCode(0xd800 + random.below(0x800))],
	[1, random => code(random, 0xe000, 0xf8ff)],
	[
		1,
		random => random.pick(['\ufffe', '\uffff', '\ufdd0', '\u{1fffe}', '\u{10000}', '\ufffd', '\ufff9a\ufffab\ufffb']),
	],
	[3, random => random.pick(emoji)],
	[3, random => random.pick(scripts)],
	[2, random => random.pick(lookalikes)],
	[1, random => random.pick(boxes)],
	[2, random => random.pick(shells)],
	[
		2,
		random =>
			random.pick([
				'\t',
				'\n',
				'\r',
				'\r\n',
				'\u0085',
				'\u2028',
				'\u2029',
				'\u000b',
				'\u000c',
				'\u00a0',
				'\u3000',
				'\u2003',
			]),
	],
	[1, random => code(random, 0xa0, 0xffff)],
	[1, random => code(random, 0x10000, 0x10fdff)],
	[1, random => random.pick([...'аеорсух', 'ﬁ', 'ı', 'İ', 'ſ', 'K', 'Å'])],
];

const total = units.reduce((sum, [weight]) => sum + weight, 0);

const unit = (random: Random): string => {
	let at = random.below(total);
	for (const [weight, make] of units) {
		at -= weight;
		if (at < 0) {
			return make(random);
		}
	}
	return '';
};

/** A text of the grammar; about one in twelve begins as a formula, and one in forty is long. */
export const textOf = (random: Random): string => {
	const start = random.below(12) === 0 ? random.pick(formulas) : '';
	const text = start + repeat(random, 6, () => unit(random));
	return random.below(40) === 0 ? text.repeat(1 + random.below(200)) : text;
};

/** Whether a text has characters that boxes are drawn with: where it stands, no border can be told by its look. */
export const hasBoxes = (text: string): boolean => /[\u2500-\u259f]/.test(text);

/** The JSON of a value as a broken or hostile service sends it, with {@link rawByte} as the byte that it stands for. */
export const bytesOf = (value: unknown): Buffer =>
	Buffer.concat(
		JSON.stringify(value)
			.split(/([\u{10ff00}-\u{10ffff}])/u)
			.map((part, index) =>
				index % 2 === 1 ? Buffer.from([(part.codePointAt(0) ?? 0) - 0x10ff00]) : Buffer.from(part),
			),
	);

/** A value as whoever reads those bytes as UTF-8 and JSON has it. */
export const asRead = <T>(value: T): T =>
	JSON.parse(new TextDecoder('utf-8', {ignoreBOM: true}).decode(bytesOf(value))) as T;
