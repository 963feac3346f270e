/** The picture of a stop types the name that is asked for, whichever campaign trouble puts first. */
import {expect, test} from 'vitest';
import {askedName} from '../../media/asked-name.ts';
import {fill, makeScreen} from './make.ts';

test('types the first word of the name that is asked for', () => {
	for (const [id, name] of [
		['1003', 'Spring Collections'],
		['1004', 'Auto Loans 30-60'],
	] as const) {
		for (const columns of [80, 120, 200]) {
			const screen = makeScreen(columns, 40);
			fill(screen.store, [{id, name, status: 'PLAY'}]);
			screen.settle();
			screen.press('S');
			expect(askedName(screen.frame().rows.join('\n'))).toBe(name.split(' ')[0]);
		}
	}
});

test('types nothing where no name is asked for', () => {
	expect(() => askedName(' Name: Spring Collections')).toThrow('takes a name');
});
