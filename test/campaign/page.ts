/** The page of the proof: a row per promise with what was tried, how often, and what went wrong. */
import type {Result, Row} from './row.ts';

/** A run of the campaign, for the page. */
export type Run = {
	revision: string;
	day: string;
	seed: number;
	isQuick: boolean;
	machine: string;
	rows: readonly {row: Pick<Row, 'name' | 'promise' | 'never'>; result: Result | undefined}[];
};

const number = (count: number): string => count.toLocaleString('en');

/** Text in a cell of a table. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');

const span = (seconds: number): string => (seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`);

const verdict = (result: Result | undefined): string =>
	result === undefined
		? 'not run'
		: result.missing !== undefined
			? `left out: ${result.missing}`
			: result.failed === 0
				? '0'
				: `**${number(result.failed)}**`;

const triedText = (result: Result | undefined): string =>
	Object.entries(result?.tried ?? {})
		.map(([kind, count]) => `${kind}: ${number(count)}`)
		.join('; ');

/** A run as a section of the page. */
const sectionOf = ({revision, day, seed, isQuick, machine, rows}: Run): string => {
	const table = rows.map(({row, result}) =>
		[
			`**${row.promise}** (\`${row.name}\`)`,
			triedText(result),
			row.never,
			verdict(result),
			result?.missing === undefined && result ? span(result.seconds) : '',
		]
			.map(cell)
			.join(' | '),
	);
	const notes = rows.flatMap(({row, result}) => (result?.notes ?? []).map(note => `- \`${row.name}\`: ${note}`));
	const failures = rows.flatMap(({row, result}) =>
		(result?.failures ?? []).slice(0, 5).map(({what, trial}) => `- \`${row.name}\`: ${what} (${trial})`),
	);
	const total = rows.reduce((sum, {result}) => sum + (result?.seconds ?? 0), 0);
	return [
		`${isQuick ? 'Quick run' : 'Full run'} of ${day} on commit ${revision}, seed ${seed}: ${machine}; ${span(total)} of rows.`,
		`| promise | tried | must never happen | happened | took |\n|---|---|---|---|---|\n${table.map(line => `| ${line} |`).join('\n')}`,
		...(notes.length > 0 ? [notes.join('\n')] : []),
		...(failures.length > 0 ? [`What went wrong, the first of each row:\n\n${failures.join('\n')}`] : []),
	].join('\n\n');
};

/**
 * The page with a run in its section, `full` or `quick`.
 *
 * @throws Error if the page lacks that section
 */
export const onPage = (page: string, run: Run): string => {
	const name = run.isQuick ? 'quick' : 'full';
	const section = new RegExp(`(<!-- ${name} -->)[^]*?(<!-- /${name} -->)`);
	if (!section.test(page)) {
		throw new Error(`the page has no section "${name}"`);
	}
	return page.replace(section, (_match, start: string, end: string) => `${start}\n\n${sectionOf(run)}\n\n${end}`);
};
