/** Whether a picture is well-formed, and made of nothing but what the renderer draws. */

const attribute =
	/^ (?:xmlns|width|height|viewBox|x|y|rx|cx|cy|r|d|fill|stroke|(?:fill|stroke)-opacity|font-weight|font-style|font-family|font-size|stroke-width|xml:space|textLength|text-decoration)="[^"<&]*"/;

const tags: ReadonlySet<string> = new Set(['svg', 'style', 'rect', 'circle', 'g', 'text', 'path']);

/** What is wrong with a picture; undefined if nothing is. */
export const pictureProblem = (picture: string): string | undefined => {
	const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]|\p{Cs}/u.exec(picture);
	if (control) {
		return `there is a character U+${control[0].codePointAt(0)?.toString(16)} in it`;
	}
	const open: string[] = [];
	let rest = picture.trim();
	while (rest !== '') {
		const [tag, closing, name = ''] = /^<(\/?)([a-z]+)/.exec(rest) ?? [];
		if (tag === undefined) {
			const [text] = /^(?:[^<&]|&(?:amp|lt|gt);)+/.exec(rest) ?? [];
			if (text === undefined || open.length === 0) {
				return `it is not well-formed at ${JSON.stringify(rest.slice(0, 60))}`;
			}
			rest = rest.slice(text.length);
			continue;
		}
		if (!tags.has(name)) {
			return `there is a tag ${name} in it`;
		}
		rest = rest.slice(tag.length);
		for (let found = attribute.exec(rest); found; found = attribute.exec(rest)) {
			rest = rest.slice(found[0].length);
		}
		const [end] = /^\/?>/.exec(rest) ?? [];
		if (end === undefined) {
			return `the tag ${name} has something else in it: ${JSON.stringify(rest.slice(0, 60))}`;
		}
		rest = rest.slice(end.length);
		if (closing === '/') {
			if (open.pop() !== name) {
				return `the tag ${name} ends where it was not opened`;
			}
		} else if (end === '>') {
			open.push(name);
		}
	}
	return open.length === 0 ? undefined : `the tag ${open.at(-1)} does not end`;
};
