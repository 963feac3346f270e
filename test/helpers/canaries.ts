/** Canaries: secrets that can be told anywhere, whatever they are written as, and the places that were looked at for them. */

/** What is sent. Quotes, slashes and signs are written in another way by every format; both ends can be told in each. */
export const canaries = {
	token: 'canary-tok/1+"&=end-tok',
	password: 'canary-pass %/"\\&+end-pass',
	/** A parameter of a write. */
	parameter: 'canary-param/"&end-param',
	/** Of a proxy. */
	proxy: 'canary-proxy/:@end-proxy',
	/** A number that is written to, or called, in several writings. */
	dialed: '2125550147',
	/** A number that is searched for. */
	searched: '6465550188',
} as const;

/** A secret, by its name. */
export type Canary = keyof typeof canaries;

const names = Object.keys(canaries) as Canary[];

/** A number however people and programs group it. */
const grouped = (digits: string): RegExp => new RegExp([...digits].join(String.raw`[\s().+\-]{0,3}`));

const marks: Record<Canary, RegExp> = {
	token: /canary-tok|end-tok/i,
	password: /canary-pass|end-pass/i,
	parameter: /canary-param|end-param/i,
	proxy: /canary-proxy|end-proxy/i,
	dialed: grouped(canaries.dialed),
	searched: grouped(canaries.searched),
};

/** What a URL or a form hides, as far as it can be read. */
const unescaped = (text: string): string =>
	text
		.replaceAll('+', ' ')
		.replace(/%([\da-f]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** What stands in Base64, as in the clipboard's sequence and in a proxy's header; wrapped lines are one. */
const decoded = (text: string): string =>
	[...text.replace(/(?<=[\w+/-]{60})\r?\n/g, '').matchAll(/[\w+/-]{12,}={0,2}/g)]
		.map(([run]) => [0, 1, 2, 3].map(from => Buffer.from(run.slice(from), 'base64').toString('latin1')).join('\n'))
		.join('\n');

/** What stands in hexadecimal, its bytes together or apart. */
const fromHex = (text: string): string =>
	[...text.matchAll(/(?:[\da-f]{2}[ :]?){8,}/gi)]
		.map(([run]) => {
			const digits = run.replace(/[ :]/g, '');
			return [0, 1].map(from => Buffer.from(digits.slice(from), 'hex').toString('latin1')).join('\n');
		})
		.join('\n');

/** What JSON, JavaScript and shells write as an escape of a character, what HTML writes, and quoted-printable. */
const withoutEscapes = (text: string): string =>
	text
		.replace(/(?:\\u00|\\x|&#x|=)([\da-f]{2});?/gi, (_whole, hex: string) =>
			String.fromCharCode(Number.parseInt(hex, 16)),
		)
		.replace(/&#(\d{2,3});/g, (_whole, code: string) => String.fromCharCode(Number(code)))
		.replace(/\\([0-3][0-7]{2})/g, (_whole, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))
		.replace(/['"\\]/g, '');

/** What a terminal would show of it, the cursor's moves left out. */
const withoutSequences = (text: string): string =>
	text.replace(/\u001b\[[\d;?]*[A-Za-z]|\u001b[()][A-Z0-9]|[\r\n]/g, '');

/** A text as it stands, and as each of its writings reads. */
const readingsOf = (text: string): string[] => [
	text,
	unescaped(text),
	unescaped(unescaped(text)),
	fromHex(text),
	withoutEscapes(text),
	withoutEscapes(text.replace(/=\r?\n/g, '')),
	text.replace(/=\r?\n/g, ''),
	withoutSequences(text),
	text.replaceAll('\0', ''),
];

/** Of a longer text what is in Base64 is read in one writing alone: it is a document, or chance. */
const mostNested = 1_000_000;

/** The canaries in a text, in whatever writing; in Base64, as in the clipboard's sequence, in whatever writing again. */
export const canariesIn = (text: string): Canary[] => {
	const inside = decoded(text);
	const nested = inside.length < mostNested ? [...readingsOf(inside), decoded(inside)] : [inside];
	const readings = [...readingsOf(text), ...nested];
	return names.filter(name => readings.some(reading => marks[name].test(reading)));
};

/** A place where a canary was that does not belong there. */
export type Leak = {place: string; canary: Canary; text: string};

/** Counts the places that are looked at. */
export const createWatch = () => {
	const places: string[] = [];
	const leaks: Leak[] = [];
	return {
		places,
		leaks,
		secrets: names.length,
		/** Looks at a place; `own` are the canaries that the caller put there, or asked for. */
		look(place: string, text: string, own: readonly Canary[] = []) {
			places.push(place);
			for (const canary of canariesIn(text).filter(name => !own.includes(name))) {
				const at = Math.max(0, text.search(marks[canary]));
				leaks.push({place, canary, text: text.slice(Math.max(0, at - 200), at + 200)});
			}
		},
	};
};

/** What looks for canaries. */
export type Watch = ReturnType<typeof createWatch>;
