/** Opening an address with the program of the desktop. (What BROWSER names is tested with the runbooks of alerts.) */
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {browse} from '../../source/service/browse.ts';
import {temporaryFolder} from '../helpers/audit.ts';

const address = 'https://wiki.example.com/drop-limit?a=1&b=$(touch x)';

test.each([
	['open', {}, 'darwin'],
	['xdg-open', {DISPLAY: ':0'}, 'linux'],
	['xdg-open', {WAYLAND_DISPLAY: 'wayland-0'}, 'linux'],
] as const)('%s gets it, with %o on %s', async (name, env, platform) => {
	const folder = temporaryFolder();
	const given = join(folder, 'given');
	writeFileSync(join(folder, name), `#!/bin/sh\nprintf '%s\\n' "$@" > '${given}'\n`, {mode: 0o755});
	expect(await browse(address, {...env, PATH: folder}, platform)).toBe(name);
	expect(readFileSync(given, 'utf8')).toBe(`${address}\n`);
});
