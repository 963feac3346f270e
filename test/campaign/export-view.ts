/** Exports what the monitor shows into a file, as an operator does. */
import {existsSync, readFileSync, statSync} from 'node:fs';
import {basename} from 'node:path';
import type {Pty} from '../helpers/terminal.ts';

/**
 * Exports a view of the monitor into a new file, and returns what is in it.
 *
 * @param title words of the view's border, by which it is known that it is shown
 * @throws Error if the monitor does not ask, or write
 */
export const exportView = async (
	monitor: Pty,
	{view, title, format, file}: {view: string; title: string; format: 'csv' | 'json'; file: string},
): Promise<Buffer> => {
	// Keys before may not be read yet; and what was on screen may still close, and take the first one.
	let turn = 0;
	do {
		monitor.press(view);
		await monitor.waitFor(`─ ${title}`, {timeout: 2000}).catch(() => undefined);
	} while (++turn < 4 && !monitor.text().includes(`─ ${title}`));
	await monitor.waitFor(`─ ${title}`);
	monitor.press('e');
	await monitor.waitFor(/Export .* as/);
	if (format === 'json') {
		monitor.press('down');
	}
	await monitor.answer('enter');
	await monitor.waitFor('File: ');
	monitor.press('ctrl-u', file);
	await monitor.waitFor(basename(file).slice(-12));
	monitor.press('enter');
	await monitor.waitFor(() => existsSync(file) && statSync(file).size > 0 && readFileSync(file).at(-1) === 10);
	// Until it says so it may take a key, or say it over what that key has done.
	await monitor.waitFor(() => monitor.text().includes('Exported ') && monitor.text().includes(basename(file)));
	return readFileSync(file);
};
