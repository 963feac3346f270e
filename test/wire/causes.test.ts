/** What the system says of files, in words. */
import {expect, test} from 'vitest';
import {codeOf, messageOf, whyUnread, whyUnwritten} from '../../source/wire/causes.ts';

test('a thrown value has a message, and the code of the system if it is an error with one', () => {
	const error = Object.assign(new Error('no such file'), {code: 'ENOENT'});
	expect([messageOf(error), codeOf(error)]).toEqual(['no such file', 'ENOENT']);
	expect(codeOf(new Error('no code'))).toBeUndefined();
	for (const thrown of ['a text', {code: 'ENOENT'}, undefined]) {
		expect([messageOf(thrown), codeOf(thrown)]).toEqual([String(thrown), undefined]);
	}
});

test.each([
	['ENOENT', 'there is no such folder', 'does not exist'],
	['ENOTDIR', 'there is no such folder', 'does not exist'],
	['EACCES', 'no permission to write there', 'may not be read: no permission'],
	['EPERM', 'no permission to write there', 'may not be read: no permission'],
	['EROFS', 'the file system is read-only', undefined],
	['ENOSPC', 'the disk is full', undefined],
	['EDQUOT', 'the disk quota is used up', undefined],
	['EFBIG', 'it has reached a limit on the size of files', undefined],
	['ENAMETOOLONG', 'the name is too long', 'is too long a name'],
	['EISDIR', 'that is a folder', undefined],
	['EMFILE', 'too many files are open', undefined],
	['ENFILE', 'too many files are open', undefined],
	['EIO', 'the disk has an input/output error (EIO)', undefined],
	['ELOOP', undefined, 'is a link that leads nowhere'],
])('%s: %s, %s', (code, unwritten, unread) => {
	expect([whyUnwritten[code], whyUnread[code]]).toEqual([unwritten, unread]);
});
