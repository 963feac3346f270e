/** What a terminal sends for keys. */

/** Keys by name, as xterm sends them. Anything else is sent as it is. */
const KEYS: Readonly<Record<string, string>> = {
	enter: '\r',
	escape: '\u001b',
	tab: '\t',
	'shift-tab': '\u001b[Z',
	space: ' ',
	backspace: '\u007f',
	delete: '\u001b[3~',
	up: '\u001b[A',
	down: '\u001b[B',
	right: '\u001b[C',
	left: '\u001b[D',
	home: '\u001b[H',
	end: '\u001b[F',
	pageup: '\u001b[5~',
	pagedown: '\u001b[6~',
	f5: '\u001b[15~',
	f6: '\u001b[17~',
	f7: '\u001b[18~',
	f8: '\u001b[19~',
};

/** The bytes of a key by its name: 'a', 'enter', 'ctrl-u'. */
export function keyBytes(name: string): string {
	const control = /^ctrl-([a-z\\\]^_])$/.exec(name)?.[1];
	return control ? String.fromCharCode(control.toUpperCase().charCodeAt(0) & 31) : (KEYS[name] ?? name);
}
