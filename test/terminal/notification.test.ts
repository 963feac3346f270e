/** The bell and notifications: between the frames, inert whatever the text, and never a flood. */
import {afterEach, expect, test} from 'vitest';
import {bell, notification} from '../../source/terminal/osc.ts';
import {Screen} from '../../source/terminal/screen.ts';
import {poll} from '../helpers/terminal.ts';
import {createPaper} from './paper.ts';

const closers: Array<() => void> = [];

afterEach(() => {
	for (const close of closers.splice(0)) {
		close();
	}
});

const open = () => {
	const paper = createPaper(20, 4);
	const screen = new Screen({device: paper.device, colour: 'none', onHangup: () => undefined});
	screen.enter();
	closers.push(() => screen.leave());
	const sent = async (): Promise<string> => {
		expect(await poll(() => !screen.busy, 4000)).toBe(true);
		return paper.batches.splice(0).join('');
	};
	return {paper, screen, sent};
};

test('the bell rings between two frames, and draws nothing', async () => {
	const {paper, screen, sent} = open();
	let rung = 0;
	paper.emulator.onBell(() => rung++);
	screen.write('calls 41\nready 7');
	await sent();
	screen.aside(bell);
	expect(await sent()).toBe(bell);
	screen.write('calls 42\nready 7');
	expect(await sent()).toBe('\u001b[;8H2');
	await paper.settled();
	expect(rung).toBe(1);
	expect(paper.lines().slice(0, 2)).toEqual(['calls 42', 'ready 7']);
});

test('a terminal that takes nothing is not flooded when it takes again', async () => {
	const {paper, screen, sent} = open();
	screen.write('a');
	await sent();
	paper.stall();
	screen.write('b');
	expect(await poll(() => screen.bytesWaiting > 0, 4000)).toBe(true);
	for (let index = 0; index < 1000; index++) {
		screen.aside(bell);
		screen.aside(notification('osc9', 'dialtop', `alert ${index}`, false));
	}
	paper.flow();
	const said = await sent();
	expect(said.split(bell)[0]).toContain('b');
	expect(said.length).toBeLessThan(17_000);
});

test('nothing is said to a terminal that was given back', async () => {
	const {paper, screen} = open();
	screen.leave();
	paper.batches.length = 0;
	screen.aside(bell);
	screen.enter();
	expect(await poll(() => !screen.busy, 4000)).toBe(true);
	expect(paper.batches.join('')).not.toContain(bell);
});

test('a notification is one sequence, its text inert and bounded', () => {
	const evil = 'Sp\u001b]52;c;eA==\u0007ring\n\u009b2J; \u0000';
	expect(notification('osc9', 'dialtop', evil, false)).toBe('\u001b]9;dialtop: Sp ]52,c,eA== ring  2J,  \u0007');
	expect(notification('osc777', 'dialtop', evil, false)).toBe(
		'\u001b]777;notify;dialtop;Sp ]52,c,eA== ring  2J,  \u0007',
	);
	const long = notification('osc777', 'x'.repeat(5000), 'y'.repeat(5000), false);
	expect(long.length).toBeLessThan(450);
	expect(notification('osc9', 'a', 'b', true)).toBe('\u001bPtmux;\u001b\u001b]9;a: b\u0007\u001b\\');
});
