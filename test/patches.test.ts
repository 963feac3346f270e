import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {patchedBy} from '../.config/patches.ts';

const diff = `Makes two of one, for the test.

--- a/index.js
+++ b/index.js
@@ -1,3 +1,3 @@
 // A library
-export default 1;
+export default 2;
 // that is at its end.
`;

/** A folder of a library with this text. */
const library = (text: string): string => {
	const folder = mkdtempSync(join(tmpdir(), 'dialtop-library-'));
	onTestFinished(() => rmSync(folder, {recursive: true}));
	writeFileSync(join(folder, 'package.json'), '{"version": "3.1.4"}');
	writeFileSync(join(folder, 'index.js'), text);
	return folder;
};

test('a diff is applied, wherever its lines have moved', () => {
	const folder = library('// New.\n// A library\nexport default 1;\n// that is at its end.\n');
	expect(patchedBy('ink.patch', diff, folder)).toEqual([
		[`${folder}/index.js`, '// New.\n// A library\nexport default 2;\n// that is at its end.\n'],
	]);
});

test('a diff for another version stops the build, and says which and what to do', () => {
	const folder = library('// A library\nexport default 7;\n// that is at its end.\n');
	expect(() => patchedBy('ink.patch', diff, folder)).toThrow(
		'.config/patches/ink.patch does not apply to index.js of the installed version 3.1.4: make the diff anew, or remove it if its reason is gone',
	);
});

test('a file that the installed version no longer has stops the build, too', () => {
	const folder = library('');
	rmSync(join(folder, 'index.js'));
	expect(() => patchedBy('ink.patch', diff, folder)).toThrow(
		'does not apply to index.js of the installed version 3.1.4',
	);
});
