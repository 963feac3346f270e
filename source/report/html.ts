/** A report as one file of HTML, without scripts and without anything to load; it is made to be printed, too. */
import {decimals} from '../present/format.ts';
import type {Bars, Block, Line, ReportDocument} from './blocks.ts';

const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, character => entities[character] ?? '');

const style = `
:root { color-scheme: light; }
body { font: 14px/1.45 system-ui, sans-serif; color: #1b1f24; background: #fff; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.35rem; margin: 0 0 .4rem; }
h2 { font-size: 1.05rem; margin: 1.4rem 0 .4rem; border-bottom: 1px solid #c9d1d9; }
table { border-collapse: collapse; width: 100%; margin: .8rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .5rem; text-align: right; border-bottom: 1px solid #e2e6ea; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; white-space: normal; }
thead th { border-bottom: 2px solid #57606a; }
tfoot td { font-weight: 600; border-top: 2px solid #57606a; }
ul { padding-left: 1.2rem; margin: .4rem 0; }
.grave { font-weight: 600; color: #a40e26; }
.warn { font-weight: 600; color: #7d4e00; }
.strong { font-weight: 600; }
.faint { color: #57606a; font-weight: 400; }
p { margin: .3rem 0; }
.wide { overflow-x: auto; }
.charts { display: flex; flex-wrap: wrap; gap: .6rem 1.2rem; }
figure { margin: 0; break-inside: avoid; }
figcaption { font-size: .85rem; }
svg { display: block; }
svg text { font: 9px system-ui, sans-serif; fill: #57606a; }
@media (max-width: 40rem) {
	body { margin: 1rem auto; font-size: 13px; }
	th, td { padding: .2rem .3rem; }
	th:first-child, td:first-child { min-width: 7rem; position: sticky; left: 0; background: #fff; }
}
@media print {
	@page { margin: 14mm; }
	.wide { overflow: visible; }
	body { font-size: 10pt; max-width: none; margin: 0; padding: 0; }
	h2, thead { break-after: avoid; }
	tr, li { break-inside: avoid; }
	thead { display: table-header-group; }
	/* Browsers repeat a foot on each page, below the rows that happen to be there. */
	tfoot { display: table-row-group; break-before: avoid; }
}`;

const roles: Readonly<Record<string, string>> = {
	error: 'grave',
	'drop.high': 'grave',
	warning: 'warn',
	faint: 'faint',
	strong: 'strong',
};

const classOf = (role: string | undefined): string => {
	const name = role === undefined ? undefined : roles[role];
	return name === undefined ? '' : ` class="${name}"`;
};

const [chartWidth, chartHeight, left, bottom] = [300, 96, 26, 12] as const;

/** A campaign's drop rates, a bar an hour, below the line of its limit. */
const chart = ({title, bars, line}: Bars): string => {
	const most = Math.max(line * 1.25, ...bars.map(({value = 0}) => value), 1);
	const [height, step] = [chartHeight - bottom - 4, (chartWidth - left) / Math.max(1, bars.length)];
	const y = (value: number): number => 4 + height * (1 - value / most);
	const at = (value: number): string => value.toFixed(1);
	// Labels that would overlap are omitted.
	const every = Math.ceil(30 / step);
	const drawn = bars.map(({label, value, text, isOver}, index) => {
		const x = left + index * step;
		const bar =
			value === undefined
				? ''
				: `<rect x="${at(x + step * 0.12)}" y="${at(y(value))}" width="${at(step * 0.76)}" height="${at(4 + height - y(value))}" fill="${isOver ? '#a40e26' : '#4a78b5'}"><title>${escaped(text)}</title></rect>`;
		const name =
			index % every === 0
				? `<text x="${at(x + step / 2)}" y="${chartHeight - 2}" text-anchor="middle">${escaped(label)}</text>`
				: '';
		return bar + name;
	});
	const limit = `<line x1="${left}" x2="${chartWidth}" y1="${at(y(line))}" y2="${at(y(line))}" stroke="#1b1f24" stroke-dasharray="4 3"/><text x="${left - 3}" y="${at(y(line) + 3)}" text-anchor="end">${decimals(line, 1)}%</text>`;
	const base = `<line x1="${left}" x2="${chartWidth}" y1="${4 + height}" y2="${4 + height}" stroke="#57606a"/><text x="${left - 3}" y="${4 + height + 3}" text-anchor="end">0%</text>`;
	return `<figure><figcaption>${escaped(title)}</figcaption><svg width="${chartWidth}" height="${chartHeight}" viewBox="0 0 ${chartWidth} ${chartHeight}" role="img" aria-label="${escaped(`Drop rate by hour: ${title}`)}">${base}${drawn.join('')}${limit}</svg></figure>`;
};

const item = ({text, role, more = []}: Line): string => {
	const further = more.length === 0 ? '' : `<br><span class="faint">${more.map(escaped).join('<br>')}</span>`;
	return `<li${classOf(role)}>${escaped(text)}${further}</li>`;
};

const cells = (tag: 'td' | 'th', texts: readonly {text: string; role?: string | undefined}[]): string =>
	`<tr>${texts.map(({text, role}) => `<${tag}${classOf(role)}>${escaped(text)}</${tag}>`).join('')}</tr>`;

const blockText = (block: Block): string => {
	switch (block.kind) {
		case 'heading':
			return `<h2>${escaped(block.text)}</h2>`;
		case 'lines':
			return block.lines.length === 0 ? '' : `<ul>${block.lines.map(item).join('')}</ul>`;
		case 'paragraphs':
			return block.lines.map(({text, role}) => `<p${classOf(role)}>${escaped(text)}</p>`).join('\n');
		case 'table': {
			const head = cells(
				'th',
				block.columns.map(text => ({text})),
			);
			const rows = block.rows.map(row =>
				cells(
					'td',
					row.map(({text, end = '', role}) => ({text: text + end, role})),
				),
			);
			const foot = block.total
				? `<tfoot>${cells(
						'td',
						block.total.map(text => ({text})),
					)}</tfoot>`
				: '';
			return `<div class="wide"><table><thead>${head}</thead><tbody>${rows.join('\n')}</tbody>${foot}</table></div>`;
		}
		case 'charts':
			return block.charts.length === 0 ? '' : `<div class="charts">${block.charts.map(chart).join('\n')}</div>`;
	}
};

/** Between two documents: on paper each begins a page. */
const between = '\n<hr style="break-after: page">\n';

/** Writes documents as one file of HTML. */
export const asHtml = (...documents: readonly ReportDocument[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${documents.map(({title}) => escaped(title)).join('; ')}</title>
<style>${style}
</style>
</head>
<body>
${documents.map(({title, blocks}) => [`<h1>${escaped(title)}</h1>`, ...blocks.map(blockText)].filter(Boolean).join('\n')).join(between)}
</body>
</html>
`;
