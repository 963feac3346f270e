/** The bell and notifications: between the frames, inert whatever the text, and never a flood. */
import {afterEach, expect, test} from 'vitest';
import {type NotifyChoice, notificationWays, wayOf} from '../../source/terminal/notification-way.ts';
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

test.each(notificationWays)('a notification by %s is sequences whose texts are inert and bounded', way => {
	const evil = 'Sp\u001b]52;c;eA==\u0007ring\n\u009b2J; \u0000\u001b\\';
	const inert = 'Sp ]52,c,eA== ring  2J,   \\';
	const whole = {
		osc9: `\u001b]9;dialtop: ${inert}\u0007`,
		osc777: `\u001b]777;notify;dialtop;${inert}\u0007`,
		osc99: `\u001b]99;i=dialtop:d=0:u=1;dialtop\u0007\u001b]99;i=dialtop:d=1:p=body;${inert}\u0007`,
	};
	expect(notification(way, 'dialtop', evil, false)).toBe(whole[way]);
	// A title is a name of the operator's own, or a host: as inert.
	const titled = notification(way, evil, 'b', false);
	expect(titled.split('\u0007')).toHaveLength(way === 'osc99' ? 3 : 2);
	expect(titled.split('\u001b')).toHaveLength(way === 'osc99' ? 3 : 2);
	expect(notification(way, 'x'.repeat(5000), 'y'.repeat(5000), false).length).toBeLessThan(500);
});

test('through tmux every sequence is wrapped by itself, its escapes doubled', () => {
	expect(notification('osc9', 'a', 'b', true)).toBe('\u001bPtmux;\u001b\u001b]9;a: b\u0007\u001b\\');
	expect(notification('osc99', 'a', 'b', true, 'critical')).toBe(
		'\u001bPtmux;\u001b\u001b]99;i=dialtop:d=0:u=2;a\u0007\u001b\\\u001bPtmux;\u001b\u001b]99;i=dialtop:d=1:p=body;b\u0007\u001b\\',
	);
});

test.each([
	[{TERM: 'xterm-kitty'}, 'osc99'],
	[{TERM: 'tmux-256color', TERM_PROGRAM: 'tmux', TMUX: '/tmp/t,1,0', KITTY_WINDOW_ID: '1'}, 'osc99'],
	[{TERM: 'xterm-ghostty'}, 'osc9'],
	[{TERM_PROGRAM: 'WezTerm'}, 'osc777'],
	[{TERM: 'xterm-256color', LC_TERMINAL: 'iTerm2'}, 'osc9'],
	[{TERM: 'foot-extra'}, 'osc777'],
	[{TERM: 'xterm-256color', VTE_VERSION: '7600'}, 'osc777'],
	[{TERM: 'xterm-256color'}, undefined],
	[{TERM: 'footless'}, undefined],
	[{TERM: 'screen', STY: '1.pts', KITTY_WINDOW_ID: '1'}, undefined],
	[{}, undefined],
])('auto chooses by %j: %s', (env, way) => {
	expect(wayOf('auto', env)).toBe(way);
	expect(['osc9', 'bell', 'off'].map(choice => wayOf(choice as NotifyChoice, env))).toEqual([
		'osc9',
		undefined,
		undefined,
	]);
});
