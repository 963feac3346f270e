/** Opens an address in the operator's browser, without a shell. */
import {spawn} from 'node:child_process';
import {basename} from 'node:path';
import {childEnvironment} from '../system/child.ts';

/** Milliseconds in which a program that cannot open it has ended. */
const patience = 2000;

type Words = readonly [program: string, ...args: string[]];

/** The programs to try, in order: those of BROWSER, else the one of the desktop, where there is one. */
const programsFor = (address: string, env: NodeJS.ProcessEnv, platform: NodeJS.Platform): Words[] => {
	const named = (env.BROWSER ?? '').split(':').flatMap((line): Words[] => {
		const [program, ...args] = line.trim().split(/\s+/);
		const isPlaced = args.some(argument => argument.includes('%s'));
		const given = isPlaced ? args.map(argument => argument.replaceAll('%s', address)) : [...args, address];
		return program ? [[program, ...given]] : [];
	});
	if (named.length > 0) {
		return named;
	}
	if (platform === 'darwin') {
		return [['open', address]];
	}
	return env.DISPLAY || env.WAYLAND_DISPLAY ? [['xdg-open', address]] : [];
};

/** Whether a program could be started, and has not failed at once. */
const starts = async ([program, ...args]: Words, env: NodeJS.ProcessEnv): Promise<boolean> => {
	const {promise, resolve} = Promise.withResolvers<boolean>();
	const timer = setTimeout(() => resolve(true), patience);
	try {
		// In a session of its own: it stays when dialtop is left.
		const child = spawn(program, args, {shell: false, detached: true, stdio: 'ignore', env: childEnvironment(env)});
		child.on('error', () => resolve(false));
		child.on('exit', code => resolve(code === 0));
		child.unref();
	} catch {
		resolve(false);
	}
	const isStarted = await promise;
	clearTimeout(timer);
	return isStarted;
};

/** Opens an address; resolves with the name of the program that got it, or undefined if there is none that takes it. */
export const browse = async (
	address: string,
	env: NodeJS.ProcessEnv = process.env,
	platform: NodeJS.Platform = process.platform,
): Promise<string | undefined> => {
	for (const words of programsFor(address, env, platform)) {
		if (await starts(words, env)) {
			return basename(words[0]);
		}
	}
	return undefined;
};
