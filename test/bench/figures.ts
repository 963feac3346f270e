/** What the benchmark found, and how it is printed. */
import {styleText} from 'node:util';

/** A figure with its samples, or the reason why it could not be taken. */
export type Figure = {
	name: string;
	unit: string;
	/** The figure itself, where it is not the median of its samples. */
	value?: number;
	samples: readonly number[];
	/** The most that it should be. */
	aim?: number;
	note?: string;
	missing?: string;
};

/** The middle of some numbers. */
export const median = (numbers: readonly number[]): number => {
	const sorted = numbers.toSorted((a, b) => a - b);
	const half = sorted.length / 2;
	return ((sorted[Math.ceil(half - 1)] ?? Number.NaN) + (sorted[Math.floor(half)] ?? Number.NaN)) / 2;
};

/** The number that this share of them does not exceed. */
export const percentile = (numbers: readonly number[], share: number): number =>
	numbers.toSorted((a, b) => a - b)[Math.ceil(numbers.length * share) - 1] ?? Number.NaN;

/** The figure that counts. */
export const headline = ({value, samples}: Figure): number => value ?? median(samples);

/** Whether the aim is met; nothing where there is none or the figure is missing. */
export const isMet = (figure: Figure): boolean | undefined =>
	figure.aim === undefined || figure.missing !== undefined ? undefined : headline(figure) <= figure.aim;

/** A number with as many decimals as its size deserves. */
const short = (number: number): string =>
	Number.isFinite(number) ? number.toFixed(number >= 100 ? 0 : number >= 10 ? 1 : 2) : '—';

const cellsOf = (figure: Figure): string[] => {
	const {name, unit, samples, aim, missing, note} = figure;
	if (missing !== undefined) {
		return [name, '—', '', '', aim === undefined ? '' : `≤ ${aim}`, '', missing];
	}
	const spread = samples.length > 1 ? `${short(Math.min(...samples))}–${short(Math.max(...samples))}` : '';
	return [
		name,
		[short(headline(figure)), unit].filter(Boolean).join(' '),
		spread,
		String(samples.length),
		aim === undefined ? '' : `≤ ${aim}`,
		{true: 'met', false: 'MISSED'}[String(isMet(figure))] ?? '',
		note ?? '',
	];
};

/** The figures as a table. */
export const table = (figures: readonly Figure[], isTerminal: boolean): string => {
	const heads = ['figure', 'median', 'min–max', 'n', 'aim', '', ''];
	const rows = [heads, ...figures.map(cellsOf)];
	const widths = heads.map((_head, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)));
	const lines = rows.map((row, index) => {
		const padded = row.map((text, column) => {
			const width = widths[column] ?? 0;
			return column === 0 || column > 4 ? text.padEnd(width) : text.padStart(width);
		});
		const line = padded.join('  ').trimEnd();
		return isTerminal && index === 0 ? styleText('bold', line) : line;
	});
	return `${lines.join('\n')}\n`;
};

/**
 * A page with the figures in its table: rows of the same name are replaced, others stay, and each says when it was measured.
 * The table stands between two comments named `figures`.
 */
export const onPage = (page: string, figures: readonly Figure[], day: string): string =>
	page.replace(/(<!-- figures -->\n)([\s\S]*?)(\n<!-- \/figures -->)/, (_whole, start, body, end) => {
		const [head = [], rule = [], ...known] = String(body)
			.split('\n')
			.filter(line => line.startsWith('|'))
			.map(line =>
				line
					.slice(1, -1)
					.split('|')
					.map(cell => cell.trim()),
			);
		const rows = new Map(known.map(row => [row[0] ?? '', row]));
		// A row that is a part of the one above has the name of both.
		let whole = '';
		for (const figure of figures) {
			const [name = '', ...cells] = cellsOf(figure);
			whole = name.startsWith(' ') ? whole : name;
			const full = name.startsWith(' ') ? `${whole}: ${name.trim()}` : name;
			rows.set(full, [full, ...cells, day]);
		}
		const lines = [head, rule, ...rows.values()].map(row => `| ${row.join(' | ')} |`);
		return `${start}\n${lines.join('\n')}\n${end}`;
	});
