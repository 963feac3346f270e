/** Shells to try completion in: those of this machine, or others that the environment names. */
import {accessSync, constants} from 'node:fs';
import {delimiter, join} from 'node:path';

const isProgram = (path: string): boolean => {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
};

/**
 * The path of a shell, or nothing where there is none; `DIALTOP_TEST_ZSH` and `DIALTOP_TEST_FISH` name others than PATH
 * has. One that is not installed needs LD_LIBRARY_PATH, and zsh FPATH and DIALTOP_TEST_ZSH_MODULES (its module_path).
 */
const findShell = (name: 'zsh' | 'fish'): string | undefined =>
	[
		process.env[`DIALTOP_TEST_${name.toUpperCase()}`],
		...(process.env.PATH ?? '').split(delimiter).map(folder => join(folder, name)),
	].find(path => path !== undefined && path !== '' && isProgram(path));

/** What such a shell needs of our environment. */
export const shellEnvironment = (): Record<string, string | undefined> => {
	const {LD_LIBRARY_PATH, FPATH, DIALTOP_TEST_ZSH_MODULES} = process.env;
	return {
		LANG: 'C.UTF-8',
		...(LD_LIBRARY_PATH && {LD_LIBRARY_PATH}),
		...(FPATH && {FPATH}),
		...(DIALTOP_TEST_ZSH_MODULES && {DIALTOP_TEST_ZSH_MODULES}),
	};
};

/** A shell to try, or nothing where there is none: that is said, since its tests are then skipped. */
export const shellOrSkip = (name: 'zsh' | 'fish'): string | undefined => {
	const path = findShell(name);
	if (path === undefined) {
		process.stderr.write(`skipped: there is no ${name} here, and DIALTOP_TEST_${name.toUpperCase()} names none\n`);
	}
	return path;
};
