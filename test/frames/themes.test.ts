/** The board in each theme, its codes made visible. */
import {expect, test} from 'vitest';
import {painter} from '../../source/ui/theme.ts';
import {themes} from '../../source/ui/themes/index.ts';
import {fill, makeScreen} from '../ui/make.ts';

for (const [name, theme] of Object.entries(themes)) {
	test(`the board in ${name}`, async () => {
		const screen = makeScreen(80, 24);
		fill(screen.store);
		const {rows} = screen.frame({theme, paint: painter(theme), ascii: false});
		const shown = rows
			.join('\n')
			.replaceAll('\u001b', '␛')
			.replace(/\b\d\d:\d\d:\d\d\b/g, 'hh:mm:ss');
		await expect(`${shown}\n`).toMatchFileSnapshot(`snapshots/theme-${name}.txt`);
	});
}
