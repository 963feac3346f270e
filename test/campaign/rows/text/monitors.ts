/** Texts of the grammar on the built monitor in a pseudo-terminal, signed in at a service over HTTP. */
import {existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {openMonitor} from '../../../helpers/monitor.ts';
import {runIn} from '../../../helpers/spreadsheet.ts';
import {exportView} from '../../export-view.ts';
import type {Trials} from '../../row.ts';
import {ender, endNames, handedIn, quickRules} from './asides.ts';
import {liveInBytes, readScreen} from './bytes.ts';
import {hugeAnswers, hugeNames, hugeSizes, tooLarge} from './huge.ts';
import {startTextService} from './service.ts';
import {answersOf, anyMark, createTexts} from './wire.ts';

const views = ['1', '2', '3', '5', '7', '8'] as const;

/** Turns through the views, at least, and while a flood of alerts is gathered, which takes ten seconds. */
const turns = {least: 4, most: 60};

/** Shows so many texts in pseudo-terminals, with notifications and the clipboard. */
export const watchTexts = async (
	{seed, isQuick, random: randomOf, tried, failed, progress}: Trials,
	wanted: number,
): Promise<void> => {
	const huge = Object.entries(hugeNames);
	const least = isQuick ? 3 : huge.length;
	const seen = new Set<string>();
	await using service = await startTextService();
	for (let round = 0; (seen.size < wanted || round < least) && round < 60; round++) {
		const trial = `pseudo-terminal ${seed} round ${round}`;
		const random = randomOf(trial);
		const way = round % 2 === 0 ? 'osc9' : 'osc777';
		const folder = mkdtempSync(join(tmpdir(), 'dialtop-text-'));
		const config = join(folder, 'config.yml');
		const [work, handed, last, strike] = ['work', 'handed.jsonl', 'last.json', 'strike'].map(name =>
			join(folder, name),
		) as [string, string, string, string];
		mkdirSync(work);
		writeFileSync(
			config,
			`alerts: {notify: ${way}, every: 1, command: "cat >> '${handed}'; echo >> '${handed}'", ${quickRules}}\n`,
		);
		const counts = {campaigns: 40, lists: 60, calls: 60, accounts: 40, settings: 60};
		const [, makeHuge] = huge[round % huge.length] ?? [];
		const setAnswers = (name: string): void => {
			const texts = createTexts(random, `${trial} ${name}`);
			service.setAnswers(answersOf(texts, random, counts));
		};
		setAnswers('first');
		writeFileSync(last, JSON.stringify(Array.from({length: 50}, createTexts(random, `${trial} last`).next).join('\n')));
		const written: string[] = [];
		await using monitor = openMonitor({
			columns: random.pick([80, 120, 200]),
			rows: random.pick([24, 50]),
			args: ['--config', config, '--interval', '0.5'],
			cwd: work,
			onWritten: data => written.push(data),
			env: {
				NODE_OPTIONS: ender(endNames[round % endNames.length] ?? 'thrown'),
				TEXT: last,
				STRIKE: strike,
				DIALTOP_DEBUG: round % 2 === 0 ? '1' : '',
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
			const isTold = (): boolean => existsSync(handed) && readScreen(written.join('')).told.notifications.length > 0;
			for (let turn = 0; turn < turns.least || (turn < turns.most && !isTold()); turn++) {
				for (const view of views) {
					monitor.press(view);
					const before = monitor.bytes;
					await monitor.waitFor(() => monitor.bytes > before, {timeout: 3000}).catch(() => undefined);
					look();
					monitor.press('y', 'pagedown');
					setAnswers(`${turn}${view}`);
				}
				monitor.resize(random.pick([80, 120, 200]), random.pick([24, 50]));
			}
			monitor.resize(160, 50);
			// The other views are exported by frames-run.ts.
			for (const format of ['csv', 'json'] as const) {
				const file = join(folder, `exported.${format}`);
				const bytes = await exportView(monitor, {view: '1', title: 'Campaigns', format, file});
				const live = liveInBytes(bytes, format === 'csv' ? '\r\n' : '\n\t');
				const run = format === 'csv' ? runIn(bytes.toString()) : undefined;
				if (live !== undefined || run !== undefined) {
					failed(`the export has ${live ?? run}`, trial);
				}
				tried('texts in exported files', new Set(bytes.toString().match(anyMark)).size);
			}
			if (makeHuge) {
				const answers = hugeAnswers(random, `${trial} huge`, makeHuge(random, hugeSizes.polled));
				// The last one's id may be unreadable, which would keep the forty others, and the new ones perhaps out of sight.
				answers.get_campaigns.campaigns.pop();
				const marks = JSON.stringify(answers.get_campaigns.campaigns.slice(1)).match(anyMark) ?? [];
				service.setAnswers(answers);
				monitor.press('1');
				// Megabytes take a busy machine a while.
				await monitor.waitFor(() => marks.some(mark => monitor.text().includes(mark)), {timeout: 60_000});
				for (const view of ['1', '3', '7', '8']) {
					monitor.press(view);
					const before = monitor.bytes;
					await monitor.waitFor(() => monitor.bytes > before + 200, {timeout: 3000}).catch(() => undefined);
					monitor.press('y');
				}
				tried('names of 3.9 MB on screen');
				service.setAnswers(hugeAnswers(random, `${trial} too large`, makeHuge(random, hugeSizes.asked)));
				monitor.press('1');
				await monitor.waitFor(tooLarge, {timeout: 60_000});
				tried('answers over 4 MB refused');
			}
			writeFileSync(strike, '');
			const code = await monitor.waitForExit();
			if (code !== 70) {
				failed(`the crash ended with ${code}`, trial);
			}
			if (liveInBytes(Buffer.from(monitor.text()), '\n') !== undefined) {
				failed(`the crash says ${liveInBytes(Buffer.from(monitor.text()), '\n')}`, trial);
			}
		} catch (error) {
			failed(error instanceof Error ? error.message : String(error), trial);
		}
		const {wrong, told} = readScreen(written.join(''));
		if (wrong !== undefined) {
			failed(`the terminal was sent ${wrong}`, trial);
		}
		const {wrong: broken, marks} = handedIn(handed);
		if (broken !== undefined) {
			failed(`the command for alerts was handed ${broken}`, trial);
		}
		for (const file of readdirSync(work)) {
			failed(`something made the file ${JSON.stringify(file)}`, trial);
		}
		tried('alerts handed to a command', marks.length);
		tried('clipboards in a pseudo-terminal', told.clipboard.length);
		tried('notifications in a pseudo-terminal', told.notifications.length);
		rmSync(folder, {recursive: true, force: true});
		progress(`${seen.size} texts in pseudo-terminals`);
	}
	tried('texts in a pseudo-terminal', seen.size);
};
