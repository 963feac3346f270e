/** Files that nobody else may read: made so, read so, and refused with the command that mends them. */
import {execFileSync, spawnSync} from 'node:child_process';
import {
	chmodSync,
	chownSync,
	closeSync,
	existsSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
	writeSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {openPrivateAppend, PrivateFileError, quoted, readPrivate, writePrivate} from '../../source/system/private.ts';

let base: string;
let folder: string;
let file: string;
let umask: number;

beforeEach(() => {
	// A shell would stumble over such a name if it were not quoted.
	base = mkdtempSync(join(tmpdir(), "dialtop private's "));
	folder = join(base, 'state', 'dialtop');
	file = join(folder, 'kept.json');
	umask = process.umask();
});

afterEach(() => {
	process.umask(umask);
	rmSync(base, {recursive: true, force: true});
});

const modeOf = (path: string): string => (lstatSync(path).mode & 0o777).toString(8);

const append = (path: string, text: string): void => {
	const descriptor = openPrivateAppend(path);
	writeSync(descriptor, text);
	closeSync(descriptor);
};

/** Every way in. */
const ways: [string, () => void][] = [
	['reading', () => void readPrivate(file)],
	['writing', () => writePrivate(file, 'new')],
	['appending', () => append(file, 'more')],
];

/** What is refused, with the message; the command at its end is what the operator would copy. */
const refused = (run: () => void): {message: string; command: string} => {
	try {
		run();
	} catch (error) {
		expect(error).toBeInstanceOf(PrivateFileError);
		const {message} = error as Error;
		return {message, command: message.slice(message.lastIndexOf(': ') + 2)};
	}
	throw new Error('it was taken');
};

const mend = (command: string): void => {
	execFileSync('/bin/sh', ['-c', command]);
};

describe.each([0, 0o022, 0o077, 0o277])('umask %o', mask => {
	test('the folder is 0700 and files are 0600, from the start', () => {
		process.umask(mask);
		writePrivate(file, 'one');
		append(join(folder, 'log'), 'a');
		append(join(folder, 'log'), 'b');
		process.umask(umask);
		expect([modeOf(folder), modeOf(file), modeOf(join(folder, 'log'))]).toEqual(['700', '600', '600']);
		expect([readPrivate(file), readFileSync(join(folder, 'log'), 'utf8')]).toEqual(['one', 'ab']);
	});
});

test('what is not there is nothing, and reading makes nothing', () => {
	expect(readPrivate(file)).toBeUndefined();
	expect(existsSync(folder)).toBe(false);
	mkdirSync(folder, {recursive: true, mode: 0o700});
	expect(readPrivate(file)).toBeUndefined();
});

test('writing leaves nothing beside the file, and takes away what a writer left that is dead', () => {
	writePrivate(file, 'one');
	const dead = execFileSync(process.execPath, ['-e', 'process.stdout.write(String(process.pid))'], {encoding: 'utf8'});
	writeFileSync(join(folder, `.kept.json.${dead}.0123456789ab.new`), 'a secret', {mode: 0o600});
	writeFileSync(join(folder, `.kept.json.${process.pid}.0123456789ab.new`), 'at work', {mode: 0o600});
	writePrivate(file, 'two');
	expect(readdirSync(folder).toSorted()).toEqual([`.kept.json.${process.pid}.0123456789ab.new`, 'kept.json']);
	expect(readPrivate(file)).toBe('two');
});

describe.each(ways)('%s', (_, run) => {
	test.each(['644', '640', '604', '660', '606', '610'])('refuses a file of mode %s, and its command mends it', mode => {
		writePrivate(file, 'one');
		chmodSync(file, Number.parseInt(mode, 8));
		const {message, command} = refused(run);
		expect(message).toBe(`${file} is open to others (mode 0${mode}). Close it: chmod 600 ${quoted(file)}`);
		expect(readFileSync(file, 'utf8')).toBe('one');
		mend(command);
		run();
		expect(modeOf(file)).toBe('600');
	});

	test.each(['755', '750', '701', '777', '1777'])('refuses a folder of mode %s, and its command mends it', mode => {
		writePrivate(file, 'one');
		chmodSync(folder, Number.parseInt(mode, 8));
		const {message, command} = refused(run);
		expect(message).toContain(`${folder} is open to others (mode 0${mode.slice(-3)}). Close it: chmod 700 `);
		mend(command);
		run();
		expect(readPrivate(file)).toContain('n');
	});

	test('refuses a file that is a symbolic link, and its command mends it', () => {
		mkdirSync(folder, {recursive: true, mode: 0o700});
		const target = join(base, 'target');
		for (const isThere of [false, true]) {
			if (isThere) {
				writeFileSync(target, 'theirs', {mode: 0o600});
			}
			symlinkSync(target, file);
			const {message, command} = refused(run);
			expect(message).toMatch(/kept\.json is a symbolic link, and could lead to what others read\. Take it away: rm '/);
			mend(command);
			run();
			expect(existsSync(target)).toBe(isThere);
			rmSync(file, {force: true});
		}
		expect(readFileSync(target, 'utf8')).toBe('theirs');
	});

	test('refuses a folder that is a symbolic link, and its command mends it', () => {
		const other = join(base, 'other');
		mkdirSync(other, {mode: 0o700});
		mkdirSync(join(base, 'state'));
		symlinkSync(other, folder);
		const {message, command} = refused(run);
		expect(message).toMatch(/dialtop is a symbolic link/);
		mend(command);
		run();
		expect(readdirSync(other)).toEqual([]);
	});

	test('refuses a folder where the file should be and a file where the folder should be', () => {
		mkdirSync(file, {recursive: true, mode: 0o700});
		chmodSync(folder, 0o700);
		mend(refused(run).command);
		run();
		rmSync(folder, {recursive: true, force: true});
		writeFileSync(folder, '');
		expect(refused(run).message).toContain('is not a folder');
		mend(refused(run).command);
		run();
	});

	test('does not wait for a pipe', () => {
		mkdirSync(folder, {recursive: true, mode: 0o700});
		execFileSync('mkfifo', ['-m', '600', file]);
		expect(refused(run).message).toContain('is not a file');
	});

	// Only root can give a file away.
	test.skipIf(process.getuid?.() !== 0)(
		'refuses what belongs to another, file or folder, and its command mends it',
		() => {
			writePrivate(file, 'one');
			for (const path of [file, folder]) {
				chownSync(path, 12_345, 12_345);
				const {message, command} = refused(run);
				expect(message).toBe(
					`${path} belongs to another user (12345, and this is 0): run dialtop as that user, or make it root's: chown 0 ${quoted(path)}`,
				);
				mend(command);
				run();
			}
		},
	);
});

test('where no more can be written the old text stays, and nothing beside it', () => {
	writePrivate(file, 'one');
	const source = new URL('../../source/system/private.ts', import.meta.url).href;
	const script = `import {writePrivate} from ${JSON.stringify(source)}; process.on('SIGXFSZ', () => {}); writePrivate(${JSON.stringify(file)}, 'x'.repeat(4_000_000));`;
	const limited = spawnSync(
		'/bin/sh',
		['-c', 'ulimit -f 8; exec "$0" --input-type=module -e "$1"', process.execPath, script],
		{
			encoding: 'utf8',
		},
	);
	expect(limited.stderr).toContain('EFBIG');
	expect(readdirSync(folder)).toEqual(['kept.json']);
	expect(readPrivate(file)).toBe('one');
});

test('a path stands in a command as a shell needs it', () => {
	for (const path of ['/a/b-c_d.e', '/a b', "/it's", '/$(touch x)', '/a"b', '/`x`', '/a\nb', '/-rf', '/ä', '/*']) {
		expect(execFileSync('/bin/sh', ['-c', `printf %s ${quoted(path)}`], {encoding: 'utf8'})).toBe(path);
	}
});
