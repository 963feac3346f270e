/** Reads what dialtop writes as strictly as can be: any byte that is not of its own making is a fault. */

/** Characters that do something to a terminal or to the text beside them, or that terminals measure in different ways. */
const live =
	/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\p{Emoji_Presentation}\p{Emoji_Modifier}\p{Regional_Indicator}]/u;

const decoder = new TextDecoder('utf-8', {fatal: true, ignoreBOM: true});

const show = (text: string): string =>
	JSON.stringify(text).replace(/[^\x20-\x7e]/gu, one => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`);

/** What is wrong with a text that must not act, but for these characters; nothing where it is sound. */
export const liveIn = (text: string, but = ''): string | undefined => {
	for (const character of text) {
		if (live.test(character) && !but.includes(character)) {
			const at = text.indexOf(character);
			return `${show(character)} in ${show(text.slice(Math.max(0, at - 30), at + 30))}`;
		}
	}
	return undefined;
};

/** What is wrong with bytes that a command has printed, or that are in a file. */
export const liveInBytes = (bytes: Uint8Array, but: string): string | undefined => {
	try {
		return liveIn(decoder.decode(bytes), but);
	} catch {
		return 'bytes that are no UTF-8';
	}
};

/** What a terminal was told beside what it draws. */
export type Told = {clipboard: string[]; notifications: string[]; bells: number};

/** SGR as dialtop writes it: no blinking, no concealing. */
const isSgr = (parameters: string): boolean =>
	/^(?:(?:0?|[1-47-9]|2[2-9]|3[0-79]|4[0-79]|9[0-7]|10[0-7]|[34]8;5;\d{1,3}|[34]8;2;\d{1,3};\d{1,3};\d{1,3})(?:;|$))*$/.test(
		parameters,
	) && !/(?:^|;)(?:5|6|8|28)(?:;|$)/.test(parameters.replace(/[34]8;(?:5;\d+|2;\d+;\d+;\d+)/g, ''));

const isOurs = (parameters: string, final: string): boolean => {
	switch (final) {
		case 'm':
			return isSgr(parameters);
		case 'H':
			return /^(?:\d*|\d*;\d+)$/.test(parameters);
		case 'J':
			return parameters === '2';
		case 'K':
			return parameters === '';
		case 'G':
		case 'B':
		case 'C':
		case 'D':
			return /^\d*$/.test(parameters);
		case 'h':
		case 'l':
			return /^\?(?:1049|25|7|2004)$/.test(parameters);
		default:
			return false;
	}
};

/** Reads what the screen has sent. @returns what is wrong with it, if anything is, and what it told the terminal */
export const readScreen = (text: string): {wrong: string | undefined; told: Told} => {
	const told: Told = {clipboard: [], notifications: [], bells: 0};
	const wrongAt = (at: number, what: string) => ({
		wrong: `${what} in ${show(text.slice(Math.max(0, at - 30), at + 40))}`,
		told,
	});
	for (let at = 0; at < text.length; ) {
		const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
		if (character !== '\u001b') {
			if (character === '\u0007') {
				told.bells++;
			} else if (live.test(character) && !'\r\n\b'.includes(character)) {
				return wrongAt(at, `the character ${show(character)}`);
			}
			at += character.length;
			continue;
		}
		const rest = text.slice(at, at + 8000);
		const csi = /^\u001b\[([\d;?]*)([a-zA-Z])/.exec(rest);
		const osc = /^\u001b\](52;c;([A-Za-z\d+/]*={0,2})|(?:9|777;notify);([^\u0000-\u001f\u007f-\u009f]*))\u0007/.exec(
			rest,
		);
		const tmux = /^\u001bPtmux;((?:[^\u001b]|\u001b\u001b)*)\u001b\\/.exec(rest);
		if (csi) {
			if (!isOurs(csi[1] ?? '', csi[2] ?? '')) {
				return wrongAt(at, 'a control sequence that is not dialtop’s');
			}
			at += csi[0].length;
		} else if (osc) {
			if (osc[2] === undefined) {
				const note = osc[3] ?? '';
				const bad = liveIn(note);
				if (bad !== undefined) {
					return wrongAt(at, `a notification with ${bad}`);
				}
				told.notifications.push(note);
			} else {
				told.clipboard.push(Buffer.from(osc[2], 'base64').toString('utf8'));
			}
			at += osc[0].length;
		} else if (tmux) {
			const inner = readScreen((tmux[1] ?? '').replaceAll('\u001b\u001b', '\u001b'));
			if (inner.wrong !== undefined) {
				return inner;
			}
			// What is copied stands before it once more, for tmux itself.
			told.notifications.push(...inner.told.notifications);
			at += tmux[0].length;
		} else {
			return wrongAt(at, 'an escape that is not dialtop’s');
		}
	}
	return {wrong: undefined, told};
};

/** Sequences that each must be found, wherever they stand; for the row to prove that it is not blind. */
const planted = [
	'\u001b]0;title\u0007',
	'\u001b]2;title\u001b\\',
	'\u001b]52;c;?\u0007',
	'\u001b]8;;http://evil.example\u001b\\',
	'\u001b[8m',
	'\u001b[5m',
	'\u001b[1;8m',
	'\u001b[6n',
	'\u001b[?1000h',
	'\u001b[3J',
	'\u001b[1A',
	'\u001bc',
	'\u001b(0',
	'\u001bP$q\u001b\\',
	'\u001b_x\u001b\\',
	'\u009b31m',
	'\u0090',
	'\u0000',
	'\u007f',
	'\t',
	'\u000e',
	'\u202e',
	'\u2066',
	'\u200b',
	'\ufeff',
	'\u00ad',
	'\u2028',
	'\ud800',
	'\ue000',
	'\ufffe',
	'\u{1f600}',
	'\u{1f1e9}',
	'\ufe0f',
	'\u001bPtmux;\u001b\u001b]0;x\u0007\u001b\\',
	'\u001b]9;a\u202eb\u0007',
	'\u001b',
] as const;

/** Plants each of them in a sound frame, and returns those that nothing finds; and what is found in a frame that is sound. */
export const blindTo = (): string[] => {
	const sound =
		'\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[?2004h\u001b[m\u001b[H\u001b[2J\u001b[1;38;2;1;2;3;48;5;8mab\u001b[3Gé\u001b[4G\u001b[K\r\n\b\u001b]52;c;aGVsbG8=\u0007';
	return [
		...planted.filter(one => readScreen(`${sound}${one}${sound}`).wrong === undefined).map(show),
		...planted
			.filter(one => liveInBytes(Buffer.from(`a${one}b\n`), '\n') === undefined && one !== '\ud800')
			.map(one => `${show(one)} in what is printed`),
		...[[0x9b], [0xc2], [0xff], [0xed, 0xa0, 0x80]]
			.filter(bytes => liveInBytes(Buffer.from([0x61, ...bytes, 0x0a]), '\n') === undefined)
			.map(bytes => `the bytes ${bytes.join(' ')}`),
		...(readScreen(sound).wrong === undefined ? [] : ['a sound frame']),
		...['\u001b]9;a: b\u0007', '\u001bPtmux;\u001b\u001b]777;notify;a;b\u0007\u001b\\']
			.filter(one => readScreen(sound + one).told.notifications.length !== 1)
			.map(one => `the notification ${show(one)}`),
	];
};
