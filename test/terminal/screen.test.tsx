import {Box, render, Text} from 'ink';
import {useEffect, useState} from 'react';
import {afterEach, expect, test, vi} from 'vitest';
import {Screen} from '../../source/terminal/screen.ts';
import type {Colour} from '../../source/terminal/style.ts';
import {poll} from '../helpers/terminal.ts';
import {createPaper} from './paper.ts';

const closers: Array<() => void> = [];

afterEach(() => {
	for (const close of closers.splice(0)) {
		close();
	}
});

type Options = {columns?: number; rows?: number; colour?: Colour; onHangup?: () => void};

function open({columns = 20, rows = 4, colour = 'truecolor', onHangup = () => undefined}: Options = {}) {
	const paper = createPaper(columns, rows);
	const screen = new Screen({device: paper.device, colour, onHangup});
	screen.enter();
	closers.push(() => screen.leave());
	return {
		paper,
		screen,
		/** Writes a frame and waits until all of it is sent. Answers what was sent for it. */
		async draw(frame: string): Promise<string> {
			const from = paper.batches.length;
			screen.hurry();
			screen.write(frame);
			expect(await poll(() => !screen.busy, 4000)).toBe(true);
			return paper.batches.slice(from).join('');
		},
	};
}

test('one digit changed costs one cursor move and the digit', async () => {
	const {draw} = open();
	await draw('calls 41\nready 7');
	expect(await draw('calls 42\nready 7')).toBe('\u001b[;8H2');
	expect(await draw('calls 42\nready 7')).toBe('');
});

test('a short unchanged stretch is sent again when stepping over it is dearer', async () => {
	const {draw} = open();
	await draw('10:02:11');
	expect(await draw('10:03:12')).toBe('\u001b[;5H3:12');
});

test('a frame is never taller or wider than the terminal, and the last cell does not scroll it', async () => {
	const {paper, draw} = open({columns: 5, rows: 3});
	await draw(new Array(9).fill('123456789').join('\n'));
	await paper.settled();
	expect(paper.lines()).toEqual(['12345', '12345', '12345']);
});

test('whatever is not text or SGR is left out', async () => {
	const {paper, draw} = open();
	const sent = await draw('a\u001b]0;title\u0007b\u001b[2Jc\u001b]8;;http://x\u001b\\d\u0007\u001b[8me\u001b[5mf');
	await paper.settled();
	expect(paper.lines()[0]).toBe('abcdef');
	expect(sent).not.toMatch(/title|http|\u0007|\[8m|\[5m|;8m/);
});

test('half of a wide character overwritten leaves nothing of it', async () => {
	const {paper, draw} = open();
	for (const row of ['中文字', 'a文字', 'ab字', ' 中文', '中文', 'x中x', '中xx']) {
		await draw(row);
		await paper.settled();
		expect(paper.lines()[0]).toBe(row);
	}
});

test('without colours none is sent, and bold, inverse, dim and underline still are', async () => {
	const {draw} = open({colour: 'none'});
	const sent = await draw(
		'\u001b[31;1mred\u001b[0m \u001b[48;5;20mon\u001b[0m \u001b[7;38;2;1;2;3minv\u001b[0m \u001b[4;2;96mdim',
	);
	expect(sent).not.toMatch(/\[[\d;]*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;[\d;]*)?m/);
	expect(sent).toContain('\u001b[1mred');
	expect(sent).toContain('7minv');
});

test('with sixteen colours the nearest of them are sent', async () => {
	const {draw} = open({colour: '16'});
	expect(await draw('\u001b[38;5;196mred \u001b[38;2;0;200;0mgreen')).toContain('\u001b[91mred \u001b[32mgreen');
});

test('commits of one turn become one frame, and background frames come at most ten a second', async () => {
	const {paper, screen} = open();
	expect(await poll(() => !screen.busy, 4000)).toBe(true);
	const from = paper.batches.length;
	const start = performance.now();
	let frames = 0;
	while (paper.batches.length < from + 4) {
		screen.write(`frame ${frames++}`);
		screen.write(`frame ${frames++}`);
		await new Promise(resolve => setTimeout(resolve, 2));
	}
	expect(performance.now() - start).toBeGreaterThan(290);
	expect(frames).toBeGreaterThan(8);
});

test('the answer to a key does not wait for its turn', async () => {
	const {screen, draw} = open();
	await draw('one');
	const start = performance.now();
	for (let frame = 0; frame < 25; frame++) {
		await draw(`answer ${frame}`);
	}
	expect(performance.now() - start).toBeLessThan(2400);
	expect(screen.busy).toBe(false);
});

test('while the terminal takes nothing, only the newest frame is kept', async () => {
	const {paper, screen, draw} = open({columns: 80, rows: 24});
	await draw('first');
	paper.stall();
	screen.write('stalled');
	expect(await poll(() => screen.bytesWaiting > 0, 4000)).toBe(true);
	const waiting = screen.bytesWaiting;
	for (let frame = 0; frame < 5000; frame++) {
		screen.write(`${frame} `.repeat(300));
	}
	await poll(() => false, 300);
	expect(screen.bytesWaiting).toBe(waiting);
	screen.write('newest');
	const from = paper.batches.length;
	paper.flow(3);
	expect(await poll(() => !screen.busy, 4000)).toBe(true);
	await paper.settled();
	expect(paper.lines()[0]).toBe('newest');
	expect(paper.batches.slice(from).join('').length).toBeLessThan(200);
});

test('drawn calls back only when the terminal took every byte', async () => {
	const {paper, screen, draw} = open();
	await draw('before');
	paper.stall();
	const drawn = vi.fn();
	screen.write('the question? [y/N]');
	screen.drawn(drawn);
	await poll(() => screen.bytesWaiting > 0, 4000);
	paper.flow(4);
	const size = () => paper.batches.join('').length;
	let before = -1;
	while (drawn.mock.calls.length === 0) {
		before = size();
		await new Promise(resolve => setImmediate(resolve));
	}
	expect(before).toBeGreaterThan(0);
	await paper.settled();
	expect(paper.lines()[0]).toBe('the question? [y/N]');
	const at = vi.fn();
	screen.drawn(at);
	expect(at).toHaveBeenCalledOnce();
});

test('a terminal that is gone is reported once, and nothing is written after', async () => {
	const onHangup = vi.fn();
	const {paper, screen} = open({onHangup});
	await poll(() => !screen.busy, 4000);
	paper.breakOff();
	screen.write('lost');
	expect(await poll(() => onHangup.mock.calls.length > 0, 4000)).toBe(true);
	expect(screen.leave()).toBe(false);
	expect(onHangup).toHaveBeenCalledOnce();
});

test('leaving a terminal that takes nothing does not wait for ever', () => {
	const {paper, screen} = open();
	paper.stall();
	const start = performance.now();
	expect(screen.leave()).toBe(false);
	expect(performance.now() - start).toBeLessThan(2000);
});

test('frames made while the terminal is somebody else’s are shown on return', async () => {
	const {paper, screen, draw} = open();
	await draw('before');
	screen.leave();
	const from = paper.batches.length;
	screen.write('meanwhile');
	await poll(() => false, 150);
	expect(paper.batches.length).toBe(from);
	screen.enter();
	expect(await poll(() => !screen.busy, 4000)).toBe(true);
	await paper.settled();
	expect(paper.lines()[0]).toBe('meanwhile');
});

test('Ink draws on it: an effect’s own commit is in the frame that drawn waits for', async () => {
	const {paper, screen} = open({columns: 30, rows: 5});
	const asked: string[] = [];
	function App() {
		const [asking, ask] = useState(false);
		useEffect(() => ask(true), []);
		useEffect(() => {
			if (asking) {
				screen.drawn(async () => {
					await paper.settled();
					asked.push(paper.lines().join('\n').trim());
				});
			}
		}, [asking]);
		return (
			<Box height={screen.rows} width={screen.columns} flexDirection="column">
				<Text color="red">top</Text>
				{asking && <Text>Pause it? [y/N]</Text>}
			</Box>
		);
	}
	const app = render(<App />, {
		stdout: screen as unknown as NodeJS.WriteStream,
		debug: true,
		interactive: true,
		exitOnCtrlC: false,
		patchConsole: false,
	});
	expect(await poll(() => asked.length > 0, 4000)).toBe(true);
	expect(asked).toEqual(['top\nPause it? [y/N]']);
	paper.resize(12, 3);
	screen.resize();
	expect(await poll(() => !screen.busy, 4000)).toBe(true);
	await paper.settled();
	expect(paper.lines()[0]).toBe('top');
	const from = paper.batches.length;
	app.unmount();
	await poll(() => false, 150);
	// Unmounting shows the cursor and writes barriers: none of it is a frame.
	expect(paper.batches.slice(from).join('')).toBe('');
});

test('the mouse is reported from the moment it is wanted, again after another program, and not behind the end', async () => {
	const {paper, screen, draw} = open();
	const on = '\u001b[?1000h\u001b[?1006h';
	const off = '\u001b[?1006l\u001b[?1000l';
	const all = (): string => paper.batches.join('');
	const sentBy = async (act: () => void): Promise<string> => {
		const from = all().length;
		act();
		expect(await poll(() => !screen.busy, 4000)).toBe(true);
		return all().slice(from);
	};
	await draw('one');
	expect(all()).not.toMatch(/\?100\d/);
	expect(await sentBy(() => screen.mouse(true))).toBe(on);
	expect(await sentBy(() => screen.mouse(true))).toBe('');
	expect(await draw('two')).not.toMatch(/\?100\d/);
	expect(await sentBy(() => screen.leave())).toContain(`${off}\u001b[m`);
	const back = await sentBy(() => screen.enter());
	expect(back.split(on).length).toBe(2);
	expect(back.indexOf(on)).toBeGreaterThan(back.indexOf('\u001b[?1049h'));
	expect(await sentBy(() => screen.mouse(false))).toBe(off);
	expect(await sentBy(() => screen.mouse(false))).toBe('');
	expect(await sentBy(() => screen.leave())).not.toMatch(/\?100\d/);
	// Left before it was ever sent.
	await sentBy(() => screen.enter());
	screen.mouse(true);
	const from = all().length;
	screen.leave();
	expect(all().slice(from)).toBe(`${off}\u001b[m\u001b[?2004l\u001b[?7h\u001b[?25h\u001b[?1049l`);
});
