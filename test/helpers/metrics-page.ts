/** Reads a page of metrics as a scraper does. */

/** A sample of a page; its name is a label, as an engine stores it. */
export type PageSample = {labels: Readonly<Record<string, string>>; value: number};

const unescaped = (text: string): string =>
	text.replace(/\\(.)/g, (_all, character: string) => (character === 'n' ? '\n' : character));

/** The samples of a page in the text format. */
export const readPage = (page: string): PageSample[] =>
	page.split('\n').flatMap(line => {
		const found = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line);
		if (!found) {
			return [];
		}
		const [, name = '', labels = '', value] = found;
		const own = [...labels.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g)];
		return {
			labels: {__name__: name, ...Object.fromEntries(own.map(([, label, text = '']) => [label, unescaped(text)]))},
			value: Number(value),
		};
	});
