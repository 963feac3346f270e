/** Lines appended to a file that others may have torn, renamed or filled: each is whole, or it is said why it is not there. */
import {appendFileSync, closeSync, openSync, readdirSync, readFileSync, readlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createAuditFile} from '../../source/audit/file.ts';
import {temporaryFolder} from '../helpers/audit.ts';

const opened = () => {
	const path = join(temporaryFolder(), 'audit.jsonl');
	let problem: unknown;
	const file = createAuditFile(path, () => {
		if (problem !== undefined) {
			throw problem;
		}
		return openSync(path, 'a+', 0o600);
	});
	return {
		path,
		file,
		text: () => readFileSync(path, 'utf8'),
		/** What keeps it from being opened from now on. */
		fail: (error: unknown) => {
			problem = error;
		},
	};
};

const isOpen = (path: string): boolean =>
	readdirSync('/proc/self/fd').some(name => {
		try {
			return readlinkSync(`/proc/self/fd/${name}`) === path;
		} catch {
			return false;
		}
	});

test.for<[before: string, after: string]>([
	['', 'new\n'],
	['\n', '\nnew\n'],
	['whole\n', 'whole\nnew\n'],
	['whole\ntorn', 'whole\ntorn\nnew\n'],
	['t', 't\nnew\n'],
])('behind %o a line stands by itself', async ([before, after]) => {
	const {path, file, text} = opened();
	writeFileSync(path, before);
	await file.append('new');
	expect(text()).toBe(after);
	expect(isOpen(path)).toBe(false);
});

test('lines that are appended at once stand one after another, also behind one that could not be', async () => {
	const {path, file, text, fail} = opened();
	const all = ['a', 'b', 'c'].map(line => file.append(line));
	let isIdle = false;
	const idle = file.idle().then(() => {
		isIdle = true;
	});
	expect(isIdle).toBe(false);
	await Promise.all(all);
	await idle;
	expect(text()).toBe('a\nb\nc\n');
	fail(new Error('no'));
	const lost = file.append('lost');
	await expect(lost).rejects.toThrow('no');
	fail(undefined);
	appendFileSync(path, 'torn');
	await file.append('d');
	expect(text()).toBe('a\nb\nc\ntorn\nd\n');
	expect(isOpen(path)).toBe(false);
});

const room = 'Make room there, then try again.';
const rights = 'See to it that you may write it, then try again.';
const folder = 'Make the folder, for its owner alone.';

test.for<[code: string, advice: string]>([
	['ENOSPC', room],
	['EDQUOT', room],
	['EFBIG', room],
	['EACCES', rights],
	['EPERM', rights],
	['EROFS', rights],
	['EISDIR', 'Move it away, then try again.'],
	['ENOENT', folder],
	['ENOTDIR', folder],
	['EIO', 'See to the disk.'],
	['EMFILE', ''],
])('%s is told with what to do', async ([code, advice]) => {
	const {path, file, fail} = opened();
	expect(file.problem()).toBeUndefined();
	expect(isOpen(path)).toBe(false);
	const error = Object.assign(new Error(`${code}: so`), {code});
	fail(error);
	const problem = file.problem();
	expect(problem).toMatchObject({name: 'AuditFailure', advice, cause: error});
	expect(problem?.message).toContain(`the audit cannot be written: ${path}: `);
	await expect(file.append('x')).rejects.toMatchObject({message: problem?.message, advice});
});

test('what has no code, or names the file itself, is told as it is', () => {
	const {path, file, fail} = opened();
	fail(new Error('it is a riddle'));
	expect(file.problem()).toMatchObject({
		message: `the audit cannot be written: ${path}: it is a riddle`,
		advice: '',
	});
	fail(new Error(`${path} may be read by others`));
	expect(file.problem()?.message).toBe(`the audit cannot be written: ${path} may be read by others`);
});

test('a line of which a part was written is told as one for which there is no room', async () => {
	const reader = openSync('/dev/null', 'r');
	const file = createAuditFile('/dev/full', () => openSync('/dev/full', 'w'));
	await expect(file.append('x')).rejects.toMatchObject({
		message: 'the audit cannot be written: /dev/full: the disk is full',
		advice: room,
	});
	closeSync(reader);
});
