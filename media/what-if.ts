/** Draws the picture of the what-if: the embedded sandbox, two hours of which are recorded. */
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {svg} from '../source/terminal/picture/svg.ts';
import {openMonitor} from '../test/helpers/monitor.ts';
import {recordMorning} from '../test/helpers/recorded-morning.ts';

/** Eleven in the morning by the clock of the sandbox. */
const now = Date.parse('2026-03-18T15:00:00Z');
const calendar = `const real = Date.now, start = real(); Date.now = () => ${now} + real() - start;`;

/** Milliseconds that eight levels may take on a loaded machine. */
const patience = 120_000;

const folder = await mkdtemp(join(tmpdir(), 'dialtop-what-if-'));
try {
	await recordMorning(join(folder, 'embedded'), now);
	const config = join(folder, 'config.yml');
	await writeFile(config, `history:\n  path: ${folder}\n`);
	await using monitor = openMonitor({
		args: ['--config', config],
		columns: 120,
		rows: 40,
		env: {NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(calendar)}`},
	});
	await monitor.waitFor(/live .*11:00/);
	// It has too many drops today.
	monitor.press('/');
	await monitor.waitFor('Filter');
	monitor.press(...'1004', 'enter');
	await monitor.waitFor(/─ Pace ─+ Auto Loans 30-60/);
	// The recording is opened once the first figures are there.
	await monitor.waitFor(() => {
		const isOpen = monitor.text().includes('─ What if');
		if (!isOpen) {
			monitor.press('f');
		}
		return isOpen;
	});
	await monitor.waitFor('is the highest of these levels', {timeout: patience});
	monitor.press('left');
	await monitor.waitFor('[1.28]');
	await writeFile(new URL('what-if.svg', import.meta.url), svg(monitor.cells()));
	process.stdout.write('what-if.svg\n');
} finally {
	await rm(folder, {recursive: true, force: true});
}
