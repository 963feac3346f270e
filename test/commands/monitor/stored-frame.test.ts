/** What is painted before Ink is loaded is what Ink then draws; what may not be painted is not. */
import {
	chmodSync,
	chownSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test, vi} from 'vitest';
import {askedFor, storedFrame, storeFrame, versionOf} from '../../../source/commands/monitor/painted.ts';
import {painter} from '../../../source/present/theme.ts';
import {themes} from '../../../source/present/themes.ts';
import {Screen} from '../../../source/terminal/screen.ts';
import {sizes} from '../../helpers/sizes.ts';
import {frameOfInk} from '../../screen/draw.tsx';
import {makeScreen, moment} from '../../screen/make.ts';
import {createPaper, visible} from '../../terminal/paper.ts';

let cache: string;
let kept: () => string;

beforeEach(() => {
	cache = mkdtempSync(join(tmpdir(), 'dialtop-kept-'));
	vi.stubEnv('XDG_CACHE_HOME', cache);
	const folder = join(cache, 'dialtop', 'frames');
	kept = () => join(folder, readdirSync(folder)[0] ?? '');
});

afterEach(() => {
	vi.unstubAllEnvs();
	rmSync(cache, {recursive: true});
});

/** The cells of a terminal on which a frame was drawn. */
const cellsOf = async (frame: string, columns: number, rows: number) => {
	const paper = createPaper(columns, rows);
	const screen = new Screen({device: paper.device, colour: '256', onHangup: () => undefined});
	screen.enter();
	screen.write(frame);
	await new Promise<void>(resolve => screen.drawn(resolve));
	await paper.settled();
	screen.leave();
	return paper.cells().map(row => row.map(visible));
};

test.for(sizes.flatMap(size => Object.entries(themes).map(([name, theme]) => [...size, name, theme] as const)))(
	'%ix%i in %s: a stored frame is the one that Ink draws at that time',
	async ([columns, rows, name, theme]) => {
		const look = {theme, paint: painter(theme), ascii: false, charts: 'braille' as const};
		const asked = askedFor([name], {}, {columns, rows});
		const screen = makeScreen(columns, rows);
		screen.frame(look);
		storeFrame(asked, undefined, frameOfInk(), moment(0).wall);
		const later = moment(3_723_000);
		const painted = storedFrame(asked, later.wall) ?? '';
		screen.store.dispatch({type: 'tick', now: later});
		screen.frame(look);
		expect(frameOfInk()).toBe(painted);
		expect(await cellsOf(painted, columns, rows)).toEqual(await cellsOf(frameOfInk(), columns, rows));
		expect(painted).toContain('connecting');
	},
);

const size = {columns: 80, rows: 24};
const asked = askedFor([], {}, size);
const header = 'dialtop  12:00:00\nboard';
const noon = new Date(2026, 10, 22, 12).getTime();

test('only for what was asked for when it was drawn', () => {
	storeFrame(asked, undefined, header, noon);
	expect(storedFrame(asked, noon + 1000)).toBe('dialtop  12:00:01\nboard');
	for (const other of [
		askedFor(['--read-only'], {}, size),
		askedFor([], {DIALTOP_URL: 'http://127.0.0.1:1'}, size),
		askedFor([], {DIALTOP_TOKEN: 'set'}, size),
		askedFor([], {}, {columns: 81, rows: 24}),
	]) {
		expect(storedFrame(other, noon)).toBeUndefined();
	}
});

test('a configuration that was written anew or taken away brings no stored frame', () => {
	const config = join(cache, 'config.yml');
	writeFileSync(config, 'theme: dark\n');
	storeFrame(asked, versionOf(config), header, noon);
	expect(storedFrame(asked, noon)).toBe(header);
	writeFileSync(config, 'theme: mono\n');
	expect(storedFrame(asked, noon)).toBeUndefined();
	storeFrame(asked, versionOf(config), header, noon);
	expect(storedFrame(asked, noon)).toBe(header);
	rmSync(config);
	expect(storedFrame(asked, noon)).toBeUndefined();
});

test('no secret is written down, and nobody else can read what is', () => {
	const env = {DIALTOP_TOKEN: 'canary-1', DIALTOP_PASSWORD: 'canary-2', DIALTOP_PROXY: 'http://u:canary-3@p'};
	storeFrame(askedFor([], env, size), undefined, header, noon);
	expect(readFileSync(kept(), 'utf8')).not.toContain('canary');
});

test.for<[what: string, spoil: (file: string) => void]>([
	['cut short', file => writeFileSync(file, readFileSync(file, 'utf8').slice(0, 40))],
	['of another shape', file => writeFileSync(file, JSON.stringify({asked, text: 'dialtop'}))],
	['empty', file => writeFileSync(file, '')],
	['open to others', file => chmodSync(file, 0o666)],
	['in a folder that others can write to', () => chmodSync(join(cache, 'dialtop'), 0o777)],
	[
		'a link',
		file => {
			writeFileSync(join(cache, 'elsewhere'), readFileSync(file), {mode: 0o600});
			rmSync(file);
			symlinkSync(join(cache, 'elsewhere'), file);
		},
	],
	[
		'a folder',
		file => {
			rmSync(file);
			mkdirSync(file);
		},
	],
])('a stored frame that is %s is not painted, and costs no error', ([, spoil]) => {
	storeFrame(asked, undefined, header, noon);
	spoil(kept());
	expect(storedFrame(asked, noon)).toBeUndefined();
});

test.runIf(process.getuid?.() === 0)("another user's stored frame is not painted", () => {
	storeFrame(asked, undefined, header, noon);
	chownSync(kept(), 12_345, 12_345);
	expect(storedFrame(asked, noon)).toBeUndefined();
});

test('a home that takes no files: nothing is kept, and nothing fails', () => {
	vi.stubEnv('XDG_CACHE_HOME', '/proc/none');
	storeFrame(asked, undefined, header, noon);
	expect(storedFrame(asked, noon)).toBeUndefined();
});
