/** How a secret may be written where nobody looks for it, and the proof that it is found in each writing. */
import {canaries, canariesIn, createWatch} from '../../../helpers/canaries.ts';

/** How a text is written where nobody looks for it. */
const writings: Readonly<Record<string, (text: string) => string>> = {
	plain: text => text,
	URL: encodeURIComponent,
	'URL, all of it': text => [...Buffer.from(text)].map(byte => `%${byte.toString(16).padStart(2, '0')}`).join(''),
	'URL, twice': text => encodeURIComponent(encodeURIComponent(text)),
	form: text => String(new URLSearchParams({text})),
	'Base64, first alignment': text => Buffer.from(`ops:${text}:end`).toString('base64'),
	'Base64, second alignment': text => Buffer.from(`op:${text}:end`).toString('base64'),
	'Base64, third alignment': text => Buffer.from(`o:${text}:end`).toString('base64'),
	'Base64 for URLs': text => Buffer.from(`Z${text}:end`).toString('base64url'),
	'Base64 behind other letters': text => `xyz${Buffer.from(text).toString('base64')}`,
	JSON: text => JSON.stringify(text),
	'JSON in JSON': text => JSON.stringify(JSON.stringify({text})),
	'JSON, all of it': text => [...text].map(one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
	'quoted-printable': text =>
		[...Buffer.from(text)].map(byte => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
	'quoted-printable, wrapped': text => text.replace(/(.{5})/g, '$1=\n'),
	shell: text => `'${text.replaceAll("'", "'\\''")}'`,
	'shell, letter by letter': text => [...text].map(one => `\\${one}`).join(''),
	hexadecimal: text => Buffer.from(text).toString('hex'),
	'hexadecimal, apart': text => [...Buffer.from(text)].map(byte => byte.toString(16).padStart(2, '0')).join(' '),
	HTML: text => [...text].map(one => `&#${one.charCodeAt(0)};`).join(''),
	'split by escapes': text => [...text].join('\u001b[1;31m'),
	'UTF-16': text => Buffer.from(text, 'utf16le').toString('latin1'),
};

/** What is looked at, as the detector is given it. */
const places = [
	'argv',
	'environment',
	'file',
	'report',
	'log',
	'export',
	'standard output',
	'standard error',
	'OSC',
	'journal',
] as const;

/** Plants each secret in each writing in each kind of place, and returns what was not found, or found in vain. */
export const blindTo = (): {blind: string[]; planted: number} => {
	const blind: string[] = [];
	let planted = 0;
	for (const place of places) {
		for (const [name, text] of Object.entries(canaries)) {
			for (const [writing, write] of Object.entries(writings)) {
				const watch = createWatch();
				const around =
					place === 'OSC'
						? (one: string) => `\u001b]52;c;${Buffer.from(one).toString('base64')}\u0007`
						: (one: string) => `${place}: x=${one}\0 and more\n`;
				watch.look(place, around(write(text)));
				planted++;
				if (!watch.leaks.some(({canary}) => canary === name)) {
					blind.push(`${name} as ${writing} in ${place}`);
				}
			}
		}
		if (canariesIn(`${place}: dGhlIHF1aWNrIGJyb3duIGZveA== 2125550100 canary-tock %22 \\u0022`).length > 0) {
			blind.push(`nothing, which was found in ${place}`);
		}
	}
	return {blind, planted};
};
