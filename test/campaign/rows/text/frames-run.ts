/**
 * Draws texts of the grammar on the real screen, in this process: answers as bytes through the client, state, tables and Ink
 * to the bytes for the terminal, and an emulator behind them. Prints what it found as JSON: `frames-run SEED TEXTS`.
 */

import {stripVTControlCharacters} from 'node:util';
import {parse} from 'csv-parse/sync';
import {safeLines} from '../../../../source/cli/text.ts';
import {viewNames} from '../../../../source/present/actions.ts';
import {csvOf, jsonOf} from '../../../../source/present/csv-json.ts';
import {width} from '../../../../source/present/format.ts';
import {exportedIn} from '../../../../source/screen/exports/exported.ts';
import {clipboard, notification} from '../../../../source/terminal/osc.ts';
import {Screen as TerminalScreen} from '../../../../source/terminal/screen.ts';
import {crashMessage} from '../../../../source/terminal/signals.ts';
import {type Screen, screenOf, show} from '../../../frames/scenes.ts';
import {sizes} from '../../../helpers/sizes.ts';
import {runIn} from '../../../helpers/spreadsheet.ts';
import {poll} from '../../../helpers/terminal.ts';
import {frameOfInk} from '../../../screen/draw.tsx';
import {fillAll} from '../../../screen/fill.ts';
import {colourLook, moment, plainLook} from '../../../screen/make.ts';
import {settled} from '../../../screen/sheets/open.ts';
import {createPaper} from '../../../terminal/paper.ts';
import {randomOf} from '../../row.ts';
import {liveIn, readScreen} from './bytes.ts';
import {answerOf, fillWith, outcomeOf} from './filled.ts';
import {misplaced, openBox} from './frame-checks.ts';
import {asRead} from './grammar.ts';
import {type Answers, answersOf, anyMark, createTexts} from './wire.ts';

const [seed = '0', wanted = '1000'] = process.argv.slice(2);

const failures: {what: string; trial: string}[] = [];
const seen = new Set<string>();
const tried: Record<string, number> = {};
const count = (kind: string, number = 1): void => {
	tried[kind] = (tried[kind] ?? 0) + number;
};

const paper = createPaper(120, 40);
const terminal = new TerminalScreen({
	device: paper.device,
	colour: 'truecolor',
	onHangup: () => failures.push({what: 'the terminal hung up', trial: 'frames'}),
});
terminal.enter();

/** Draws the screen as it stands, and looks at everything that came of it. */
const draw = async (screen: Screen, trial: string, look: typeof plainLook, hasBoxes: boolean): Promise<void> => {
	const fail = (what: string): void => {
		failures.push({what, trial});
	};
	const {columns, rows} = screen.ui.get();
	screen.frame(look);
	const frame = frameOfInk();
	const lines = frame.split('\n');
	paper.batches.length = 0;
	if (terminal.columns !== columns || terminal.rows !== rows) {
		paper.resize(columns, rows);
		terminal.resize();
	}
	terminal.hurry();
	terminal.write(frame);
	if (!(await poll(() => !terminal.busy, 5000))) {
		fail('the frame never reached the terminal');
		return;
	}
	await paper.settled();
	const sent = Buffer.from(paper.batches.join(''), 'latin1').toString('utf8');
	const {wrong} = readScreen(sent);
	if (wrong !== undefined) {
		fail(`the terminal was sent ${wrong}`);
	}
	if (lines.length > rows) {
		fail(`the frame has ${lines.length} rows of ${rows}`);
	}
	const cells = paper.cells();
	for (const [y, line] of lines.slice(0, rows).entries()) {
		const wide = width(stripVTControlCharacters(line).trimEnd());
		if (wide > columns) {
			fail(`row ${y} takes ${wide} cells of ${columns}: ${JSON.stringify(stripVTControlCharacters(line))}`);
		}
		const off = misplaced(line, cells[y] ?? [], columns);
		if (off !== undefined) {
			fail(`row ${y}: ${off}`);
		}
	}
	const box = hasBoxes ? undefined : openBox(cells);
	if (box !== undefined) {
		fail(`${box}:\n${paper.lines().join('\n')}`);
	}
	for (const mark of paper.lines().join('\n').match(anyMark) ?? []) {
		seen.add(mark);
	}
	count('frames');
};

/** Opens the details of the row that is selected in a view. */
const detailsOf =
	(view: (typeof viewNames)[number]) =>
	(screen: Screen): void => {
		show(screen, view);
		screen.press('enter');
	};

/** What is looked at of each batch, and how it is left. */
const scenes: readonly (readonly [name: string, open: (screen: Screen, answers: Answers) => unknown])[] = [
	...viewNames.map(view => [view, (screen: Screen) => show(screen, view)] as const),
	['details of a call', detailsOf('search')],
	['details of an account', detailsOf('accounts')],
	['details of a command', detailsOf('log')],
	[
		'wall',
		screen => {
			show(screen, 'campaigns');
			screen.press('w');
		},
	],
	[
		'pause question',
		screen => {
			screen.press('escape');
			show(screen, 'campaigns');
			screen.press('P');
		},
	],
	[
		'help',
		screen => {
			screen.press('escape');
			screen.press('?');
		},
	],
	[
		'answer as a table',
		async (screen, answers) => {
			screen.press('escape');
			show(screen, 'campaigns');
			const answer = answerOf(await outcomeOf('list_ivrs', {}, answers.open()));
			screen.answers.push(answer ?? {});
			screen.openForm('get_lists');
			screen.press('ctrl-s');
			await settled();
		},
	],
	['answer as JSON', screen => screen.press('t')],
	[
		'errors',
		async (screen, answers) => {
			for (let turn = 0; turn < 4; turn++) {
				screen.press('escape');
			}
			const refusal = await outcomeOf('get_campaigns', {}, answers.refusal());
			const reason = refusal.kind === 'refused' ? refusal.error : 'none';
			const now = screen.store.get().now;
			const failure = {at: now, reason, refused: true};
			screen.store.dispatch({type: 'campaigns-failed', failure});
			screen.store.dispatch({type: 'dashboard-failed', campaignId: '1001', failure});
			screen.store.dispatch({type: 'lists-failed', failure: {...failure, question: {campaignId: '1001'}}});
			screen.store.dispatch({
				type: 'link',
				link: {kind: 'retrying', reason, advice: reason, since: now, nextAt: moment(now.mono + 9000)},
				now,
			});
			screen.settle();
		},
	],
];

/** Copies and exports what is shown, and reads it back as its readers do. */
const takeAway = (screen: Screen, trial: string): void => {
	const fail = (what: string | undefined): void => {
		if (what !== undefined) {
			failures.push({what, trial});
		}
	};
	const before = screen.copied.length;
	screen.press('y');
	for (const text of screen.copied.slice(before)) {
		for (const inTmux of [false, true]) {
			const {wrong, told} = readScreen(clipboard(text, inTmux));
			fail(wrong && `the clipboard was sent ${wrong}`);
			if (told.clipboard[0] !== text) {
				fail(`the clipboard holds ${JSON.stringify(told.clipboard[0])} for ${JSON.stringify(text)}`);
			}
		}
		fail(liveIn(text) && `copied: ${liveIn(text)}`);
		count('copies');
	}
	const {prompt} = screen.ui.get();
	if (prompt) {
		return;
	}
	const exported = exportedIn(screen.context());
	if (!exported) {
		return;
	}
	fail(liveIn(jsonOf(exported.value), '\n\t') && `exported JSON: ${liveIn(jsonOf(exported.value), '\n\t')}`);
	fail(exported.page && liveIn(exported.page, '\n') && `exported page: ${liveIn(exported.page, '\n')}`);
	if (JSON.stringify(JSON.parse(jsonOf(exported.value))) !== JSON.stringify(exported.value)) {
		fail('exported JSON reads back as something else');
	}
	if (exported.sheet) {
		const csv = csvOf(exported.sheet);
		fail(liveIn(csv, '\r\n') && `exported CSV: ${liveIn(csv, '\r\n')}`);
		const rows: string[][] = parse(csv, {recordDelimiter: '\r\n', relaxColumnCount: true});
		const cells = rows.flat();
		fail(runIn(csv));
		if (rows.length !== exported.sheet.rows.length + 1) {
			fail(`the CSV has ${rows.length} rows for ${exported.sheet.rows.length}`);
		}
		count('exported cells', cells.length);
	}
};

/** A text that is put into what is said past the screen: a notification, and the last words of a crash. */
const sayAside = (text: string, trial: string): void => {
	for (const way of ['osc9', 'osc777'] as const) {
		const {wrong} = readScreen(notification(way, 'dialtop', text, false));
		if (wrong !== undefined && !wrong.startsWith('a notification with')) {
			failures.push({what: `the notification was sent ${wrong}`, trial});
		}
	}
	for (const debug of [undefined, '1']) {
		const error = new Error(text);
		error.stack = `Error: ${text}\n    at run (/dist/cli.js:1:2)`;
		const wrong = liveIn(crashMessage(error, safeLines, debug), '\n');
		if (wrong !== undefined) {
			failures.push({what: `a crash ${debug ? 'with DIALTOP_DEBUG ' : ''}says ${wrong}`, trial});
		}
	}
	count('notifications and crashes');
};

for (let batch = 0; seen.size < Number(wanted) && failures.length < 40; batch++) {
	const trial = `frames ${seed} batch ${batch}`;
	const random = randomOf(trial);
	const hasBoxes = batch % 2 === 0;
	const texts = createTexts(random, `${seed} frames`, {boxes: hasBoxes, from: batch * 2000});
	const [columns, rows] = random.pick([...sizes, [60, 16] as const]);
	const answers = answersOf(texts, random, {campaigns: 40, lists: 45, calls: 45, accounts: 45, settings: 40});
	const looks = [plainLook, colourLook, {...colourLook, ascii: true}];
	try {
		const screen = screenOf(columns, rows, fillAll);
		await fillWith(screen, answers);
		for (const [name, open] of scenes) {
			await open(screen, answers);
			await draw(screen, `${trial} ${name}`, random.pick(looks), hasBoxes);
			takeAway(screen, `${trial} ${name}`);
		}
	} catch (error) {
		failures.push({what: `threw ${error instanceof Error ? error.stack : String(error)}`, trial});
	}
	for (let one = 0; one < 50; one++) {
		sayAside(asRead(texts.next()), trial);
	}
	if (texts.given() > 2000) {
		throw new Error(`a batch has ${texts.given()} texts`);
	}
	if (batch % 10 === 0) {
		process.stderr.write(`text: ${seen.size} texts in ${tried.frames} frames\n`);
	}
}
process.stdout.write(JSON.stringify({failures, texts: seen.size, tried}), () => process.exit(0));
