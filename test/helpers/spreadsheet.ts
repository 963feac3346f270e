/** CSV as spreadsheets read it: by whatever separates their cells, and with what they would run among them. */

/**
 * The cells of CSV for a reader that separates them by any of these characters: the comma alone, the semicolon where the
 * comma is the decimal sign, and both with the tab, as LibreOffice offers. A quote counts at the start of a cell alone, and
 * what follows its closing quote belongs to the cell.
 */
export const cellsOf = (csv: string, separators: string): string[] => {
	const cells: string[] = [];
	let at = 0;
	while (at < csv.length) {
		let cell = '';
		if (csv[at] === '"') {
			for (at++; at < csv.length; at++) {
				if (csv[at] === '"' && csv[++at] !== '"') {
					break;
				}
				cell += csv[at];
			}
		}
		const from = at;
		while (at < csv.length && !separators.includes(csv[at] as string) && csv[at] !== '\n') {
			at++;
		}
		cells.push((cell + csv.slice(from, at)).replace(/\r$/, ''));
		at++;
	}
	return cells;
};

/** What separates cells, by who reads them so. */
const readers: Readonly<Record<string, string>> = {
	'a spreadsheet': ',',
	'a spreadsheet where the comma is the decimal sign': ';',
	'a spreadsheet that separates by all it knows': ',;\t',
};

/** A cell that a spreadsheet would run, line breaks before it or none: a number with its sign is no formula. */
const isRun = (cell: string): boolean =>
	/^(?:\r\n|\n)*[=+\-@\t]|^\r(?!\n)/.test(cell) && !/^[+-]\d+(?:[.,]\d+)?$/.test(cell);

/** What a spreadsheet would run of CSV, in a sentence; undefined where it runs nothing. */
export const runIn = (csv: string): string | undefined => {
	for (const [reader, separators] of Object.entries(readers)) {
		const cell = cellsOf(csv, separators).find(isRun);
		if (cell !== undefined) {
			return `${reader} would run the cell ${JSON.stringify(cell.slice(0, 200))}`;
		}
	}
	return undefined;
};

const planted = [
	'a,=1+1\r\n',
	'a,"=1+1"\r\n',
	'-1+1\r\n',
	'a\r\n@SUM(A1),b\r\n',
	'a,x;=1+1;y\r\n',
	'a,"x,;=1+1;y"\r\n',
	'a,"x;""=1+1;y"\r\n',
	'-5,5+1\r\n',
	'"a\n",=1\r\n',
	'a,\t=1\r\n',
];

const sound = ['a,\'=1,-5,+5.5,"x;y"\r\n', 'a,"x;\'=1",b\r\n'];

/** What this does not see of formulas that are planted, or sees where there are none; for the row to prove itself. */
export const sheetsBlindTo = (): string[] => [
	...planted.filter(csv => runIn(csv) === undefined).map(csv => `a formula in ${JSON.stringify(csv)}`),
	...sound.filter(csv => runIn(csv) !== undefined).map(csv => `that ${JSON.stringify(csv)} is sound`),
];
