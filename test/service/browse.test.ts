/** Opening an address with the program of the desktop. (What BROWSER names is tested with the runbooks of alerts.) */
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {browse} from '../../source/service/browse.ts';
import {temporaryFolder} from '../helpers/audit.ts';

const address = 'https://wiki.example.com/drop-limit?a=1&b=$(touch x)';

/** A folder with programs that note their arguments, a line each, and end with this code. */
const folderOf = (programs: Readonly<Record<string, number>>): string => {
	const folder = temporaryFolder();
	for (const [name, code] of Object.entries(programs)) {
		const script = `#!/bin/sh\nprintf '%s\\n' "$@" > '${join(folder, `${name}.got`)}'\nexit ${code}\n`;
		writeFileSync(join(folder, name), script, {mode: 0o755});
	}
	return folder;
};

const gotBy = (folder: string, name: string): string => readFileSync(join(folder, `${name}.got`), 'utf8');

test.each([
	['open', {}, 'darwin'],
	['xdg-open', {DISPLAY: ':0'}, 'linux'],
	['xdg-open', {WAYLAND_DISPLAY: 'wayland-0'}, 'linux'],
] as const)('%s gets it, with %o on %s', async (name, env, platform) => {
	const folder = folderOf({[name]: 0});
	expect(await browse(address, {...env, PATH: folder}, platform)).toBe(name);
	expect(gotBy(folder, name)).toBe(`${address}\n`);
});
