/** Texts of the grammar on the built monitor in a pseudo-terminal, signed in at a service over HTTP. */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {openMonitor} from '../../../helpers/monitor.ts';
import type {Trials} from '../../row.ts';
import {readScreen} from './bytes.ts';
import {startTextService} from './service.ts';
import {answersOf, anyMark, createTexts} from './wire.ts';

const views = ['1', '2', '3', '5', '7', '8'] as const;

/** Shows so many texts in pseudo-terminals, with notifications and the clipboard. */
export const watchTexts = async (
	{seed, random: randomOf, tried, failed, progress}: Trials,
	wanted: number,
): Promise<void> => {
	const seen = new Set<string>();
	await using service = await startTextService();
	for (let round = 0; seen.size < wanted && round < 40; round++) {
		const trial = `pseudo-terminal ${seed} round ${round}`;
		const random = randomOf(trial);
		const way = round % 2 === 0 ? 'osc9' : 'osc777';
		const folder = mkdtempSync(join(tmpdir(), 'dialtop-text-'));
		const config = join(folder, 'config.yml');
		writeFileSync(config, `alerts: {notify: ${way}}\n`);
		const counts = {campaigns: 40, lists: 60, calls: 60, accounts: 40, settings: 60};
		service.setAnswers(answersOf(createTexts(random, trial), random, counts));
		await using monitor = openMonitor({
			columns: random.pick([80, 120, 200]),
			rows: random.pick([24, 50]),
			args: ['--config', config, '--interval', '0.5'],
			env: {
				DIALTOP_URL: service.url,
				DIALTOP_TOKEN: 'a-token-of-the-row',
				...(round % 3 === 0 ? {TMUX: '/tmp/no-tmux,1,0'} : {}),
			},
		});
		const look = (): void => {
			for (const mark of monitor.text().match(anyMark) ?? []) {
				seen.add(mark);
			}
		};
		try {
			await monitor.waitFor(/ live /);
			await monitor.waitFor(() => (monitor.text().match(anyMark) ?? []).length > 3);
			for (let turn = 0; turn < 4; turn++) {
				for (const view of views) {
					monitor.press(view);
					const before = monitor.bytes;
					await monitor.waitFor(() => monitor.bytes > before, {timeout: 3000}).catch(() => undefined);
					look();
					monitor.press('y', 'pagedown');
					service.setAnswers(answersOf(createTexts(random, `${trial} ${turn}${view}`), random, counts));
				}
				monitor.resize(random.pick([80, 120, 200]), random.pick([24, 50]));
			}
		} catch (error) {
			failed(error instanceof Error ? error.message : String(error), trial);
		}
		// What was dropped of it began in the middle of a sequence.
		const raw =
			monitor.raw.length < 200_000
				? monitor.raw
				: monitor.raw.slice(monitor.raw.indexOf('\u001b[') + 1).replace(/^[^\u001b]*/, '');
		const {wrong, told} = readScreen(raw);
		if (wrong !== undefined) {
			failed(`the terminal was sent ${wrong}`, trial);
		}
		tried('clipboards in a pseudo-terminal', told.clipboard.length);
		tried('notifications in a pseudo-terminal', told.notifications.length);
		rmSync(folder, {recursive: true, force: true});
		progress(`${seen.size} texts in pseudo-terminals`);
	}
	tried('texts in a pseudo-terminal', seen.size);
};
