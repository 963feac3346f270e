/** A report as Markdown, with tables as GitHub and GitLab have them. Texts of others cannot format anything. */
import type {Block, Line, ReportDocument} from './blocks.ts';

/** What begins a format or a link, within a line. */
const escaped = (text: string): string => text.replace(/[\\`*_{}[\]<>|~#!&]/g, '\\$&');

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const lineOf = ({text, role, more = []}: Line): string => {
	const isGrave = role === 'error' || role === 'warning';
	return [`- ${isGrave ? `**${escaped(text)}**` : escaped(text)}`, ...more.map(one => `  - ${escaped(one)}`)].join(
		'\n',
	);
};

const blockText = (block: Block): string => {
	switch (block.kind) {
		case 'heading':
			return `## ${escaped(block.text)}`;
		case 'lines':
			return block.lines.map(lineOf).join('\n');
		case 'paragraphs':
			return block.lines.map(({text}) => escaped(text)).join('\n\n');
		case 'table':
			return [
				row(block.columns.map(escaped)),
				row(block.columns.map((_, index) => (index === 0 ? '---' : '---:'))),
				...block.rows.map(cells => row(cells.map(({text, end = ''}) => escaped(text + end).trimEnd()))),
				...(block.total ? [row(block.total.map(text => (text === '' ? '' : `**${escaped(text)}**`)))] : []),
			].join('\n');
		case 'charts':
			return '';
	}
};

/** Writes a document as Markdown. */
export const asMarkdown = ({title, blocks}: ReportDocument): string =>
	`${[`# ${escaped(title)}`, ...blocks.map(blockText)].filter(Boolean).join('\n\n')}\n`;
