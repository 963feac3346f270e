/** Whether what a command prints as a table has its columns under each other, as a terminal measures them. */
import {createEmulator} from '../../../helpers/terminal.ts';

const emulator = createEmulator(80, 24);

/** The cells that an emulator gives a text. */
const cells = (text: string): number =>
	(
		emulator as unknown as {_core: {unicodeService: {getStringCellWidth(text: string): number}}}
	)._core.unicodeService.getStringCellWidth(text);

/** Figures that every list of the texts' service has: remaining, done and leads. */
const figures = / 950 +\d+\.\d% +2,500 /;

/** Characters that join others: of what they make terminals differ in the width, which nothing that is printed can mend. */
const joining = /[\p{M}\u1100-\u11ff\ud7b0-\ud7ff\u200d]/u;

/** The first row of a table of lists whose figures do not stand under those of the others; and how many were looked at. */
export const crookedIn = (table: string): {rows: number; what: string | undefined} => {
	let rows = 0;
	let first: number | undefined;
	for (const line of table.split('\n')) {
		const found = figures.exec(line);
		const before = line.slice(0, found?.index ?? 0);
		if (!found || joining.test(before)) {
			continue;
		}
		rows++;
		const at = cells(before);
		first ??= at;
		if (at !== first) {
			return {
				rows,
				what: `a row has its figures in cell ${at}, the others in ${first}: ${JSON.stringify(line.slice(0, 200))}`,
			};
		}
	}
	return {rows, what: undefined};
};

/** What this does not see, though it is there; for the row to prove itself. */
export const tablesBlindTo = (): string[] => {
	const row = (name: string): string => `Y on  ${name}  2001   950  62.0%  2,500  4\n`;
	return [
		...(crookedIn(row('abcd') + row('漢字') + row('ｱｲｳｴ')).what === undefined ? [] : ['that a table is straight']),
		...(crookedIn(row('abcd') + row('漢字a')).what === undefined ? ['a row that is a cell too wide'] : []),
		...(crookedIn(row('abcd') + row('漢字')).rows === 2 ? [] : ['the rows of a table']),
	];
};
