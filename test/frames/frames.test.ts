/** Whole frames at the sizes that people have, held as snapshots. */
import {expect, test} from 'vitest';
import {width} from '../../source/ui/format.ts';
import {fill, makeScreen, moment, plainLook} from '../ui/make.ts';

const sizes: [columns: number, rows: number][] = [
	[80, 24],
	[120, 40],
	[200, 60],
];

type Screen = ReturnType<typeof makeScreen>;

const views: Record<string, (screen: Screen) => void> = {
	campaigns: () => undefined,
	lists: screen => screen.press('3'),
	'search without a search': screen => screen.press('4'),
	help: screen => screen.press('?'),
	'stop question': screen => screen.press('S'),
	'pause question': screen => screen.press('P'),
	'zoomed pane': screen => {
		screen.press('tab');
		screen.press('z');
	},
	'filter that matches nothing': screen => screen.ui.dispatch({type: 'filter', value: 'zzz'}),
	stale: screen => screen.store.dispatch({type: 'tick', now: moment(60_000)}),
	'not answering': screen =>
		screen.store.dispatch({
			type: 'link',
			link: {
				kind: 'retrying',
				reason: 'dialer.test refused the connection',
				advice: 'Is the service running there?',
				since: moment(1000),
				nextAt: moment(9000),
			},
			now: moment(1000),
		}),
};

for (const [columns, rows] of sizes) {
	for (const [name, open] of Object.entries(views)) {
		test(`${name} at ${columns}x${rows}`, async () => {
			const screen = makeScreen(columns, rows);
			fill(screen.store);
			open(screen);
			const frame = screen.frame(plainLook).rows;
			expect(frame).toHaveLength(rows);
			expect(frame.every(row => width(row) === columns)).toBe(true);
			// The clock of the operator's machine is in its own time zone.
			const shown = frame.join('\n').replace(/\b\d\d:\d\d:\d\d\b/g, 'hh:mm:ss');
			await expect(`${shown}\n`).toMatchFileSnapshot(`snapshots/${name.replaceAll(' ', '-')}-${columns}x${rows}.txt`);
		});
	}
}

test('before anything was heard', () => {
	expect(makeScreen(80, 24).text()).toContain('Connecting to dialer.test…');
});

test('in ASCII every row is ASCII', () => {
	const screen = makeScreen(120, 40);
	fill(screen.store);
	expect(screen.frame({...plainLook, ascii: true}).rows.join('\n')).toMatch(/^[\x20-\x7e\n]*$/);
});
