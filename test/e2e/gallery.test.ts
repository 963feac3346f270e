/** `npm run gallery` in a terminal: one picture after the other, at the size that the terminal has. */
import {expect, test} from 'vitest';
import {cleanEnvironment} from '../helpers/monitor.ts';
import {openPty} from '../helpers/terminal.ts';

const open = (...words: string[]) =>
	openPty({
		command: process.execPath,
		args: [new URL('../gallery/gallery.ts', import.meta.url).pathname, ...words],
		env: cleanEnvironment,
	});

test('leads by keys through what a name matches, follows the size, and gives the terminal back', async () => {
	await using gallery = open('agents', 'pane');
	await gallery.waitFor(/1\/9 pane agents zoomed {2}80x24 dark/);
	expect(gallery.line(0)).toMatch(/^dialtop +QA/);
	gallery.press('n');
	await gallery.waitFor('2/9 agents pane ');
	expect(gallery.line(0)).toMatch(/^╭─ Agents ─+ Spring Collections \(1003\) ─╮$/);
	gallery.resize(120, 40);
	await gallery.waitFor('120x40');
	expect(gallery.line(0)).toHaveLength(120);
	gallery.press('p', 'p');
	await gallery.waitFor('9/9 agents pane, refused campaigns');
	gallery.press('/');
	await gallery.waitFor('filter: agents pane_');
	gallery.write('\u0015stop question');
	await gallery.waitFor('filter: stop question_  1/1 stop question');
	gallery.press('enter');
	await gallery.waitFor(/1\/1 stop question {2}120x40 dark {2}n next/);
	expect(gallery.text()).toContain('Type its name');
	// The caption goes by itself.
	await gallery.waitFor(() => !gallery.text().includes('1/1'));
	gallery.press('t');
	await gallery.waitFor('120x40 light');
	gallery.press('q');
	expect(await gallery.waitForExit()).toBe(0);
	expect(gallery.modes).toMatchObject({alternate: false, cursorHidden: false});
});

test('a name that nothing has is a mistake', async () => {
	await using gallery = open('no such thing');
	expect(await gallery.waitForExit()).toBe(2);
	expect(gallery.text()).toContain('gallery: no component, view or state is called "no such thing"');
});
