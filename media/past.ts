/** Draws the readme's pictures of the past: a moment looked back at, and the report of a shift, of the sandbox's recorded month. */
import {writeFile} from 'node:fs/promises';
import {svg} from '../source/terminal/picture/svg.ts';
import {openMonitor} from '../test/helpers/monitor.ts';
import type {Pty} from '../test/helpers/terminal.ts';

/** The calendar of the pictures: the month ends with the day before. */
const now = Date.parse('2026-03-18T11:02:00Z');
const calendar = `const real = Date.now, start = real(); Date.now = () => ${now} + real() - start;`;

type Picture = {
	name: string;
	args: readonly string[];
	rows: number;
	columns: number;
	/** Leads to what is shown. */
	show(terminal: Pty): Promise<unknown>;
};

const pictures: readonly Picture[] = [
	{
		name: 'look-back',
		args: ['replay', '--sandbox', '--at', 'yesterday 14:10'],
		columns: 120,
		rows: 40,
		async show(monitor) {
			await monitor.waitFor(/looking at .*14:10:00/);
			monitor.press('j');
			await monitor.waitFor(/drops 1004 .*▅/);
			await monitor.waitFor(/─ Pace ─+ Auto Loans 30-60/);
		},
	},
	{
		name: 'report',
		args: [
			...['report', '--sandbox', '--campaign', '1004'],
			...['--from', 'yesterday 9:00', '--to', 'yesterday 17:00'],
		],
		columns: 84,
		rows: 46,
		show: report => report.waitFor(/OPEN AT HAND-OVER/),
	},
];

for (const {name, args, columns, rows, show} of pictures) {
	await using terminal = openMonitor({
		args,
		columns,
		rows,
		env: {TZ: 'UTC', NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(calendar)}`},
	});
	await show(terminal);
	await writeFile(new URL(`${name}.svg`, import.meta.url), svg(terminal.cells()));
	process.stdout.write(`${name}.svg\n`);
}
