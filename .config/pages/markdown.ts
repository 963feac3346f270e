/** Markdown: tables, code and pages. */

const escaped = (text: string): string => text.replaceAll('|', '\\|');

const row = (cells: readonly string[]): string => `| ${cells.map(escaped).join(' | ')} |`;

/** A table under its titles. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
	[row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

/** Text as code. */
export const code = (text: string): string => `\`${text}\``;

/** Lines as a block of code. */
export const codeBlock = (text: string, language = ''): string => `\`\`\`${language}\n${text}\n\`\`\``;

/** A list, an item a line. */
export const list = (items: readonly string[]): string => items.map(item => `- ${item}`).join('\n');

/** A page of paragraphs. */
export const page = (...paragraphs: readonly string[]): string => `${paragraphs.join('\n\n')}\n`;
