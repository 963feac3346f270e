import {expect, test} from 'vitest';
import {fill, makeScreen} from './make.ts';

test('what was said gives way to the keys after a while', () => {
	const screen = makeScreen(120, 40);
	fill(screen.store);
	screen.press('ctrl-r');
	expect(screen.text()).toContain('polling now');
	const {now} = screen.store.get();
	screen.store.dispatch({type: 'tick', now: {wall: now.wall + 60_000, mono: now.mono + 60_000}});
	expect(screen.text()).not.toContain('polling now');
	expect(screen.text()).toContain('? help');
});
