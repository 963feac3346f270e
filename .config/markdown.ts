/** Tables and code as Markdown has them. */

const escaped = (text: string): string => text.replaceAll('|', '\\|');

const row = (cells: readonly string[]): string => `| ${cells.map(escaped).join(' | ')} |`;

/** A table under its titles. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
	[row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

/** Text as code. */
export const code = (text: string): string => `\`${text}\``;
