/**
 * Whether tmux or screen shows this terminal to anybody. Both go on without a client, and both keep the executable bits of their socket
 * set while one is attached: that costs no process and no message to ask.
 */
import {statSync, watch} from 'node:fs';
import {homedir, userInfo} from 'node:os';
import {join} from 'node:path';
import {terminalOpener} from '../system/process.ts';

/** A terminal multiplexer: its process, and where its socket may be. */
type Multiplexer = {pid: number; sockets: readonly string[]};

/** Milliseconds between two looks at the socket, where the system does not report its changes. */
const lookEvery = 1000;

const executable = 0o100;

const userName = (): string => {
	try {
		return userInfo().username;
	} catch {
		return '';
	}
};

/** The multiplexers that the environment names; a terminal that was opened from a window of one inherits their names. */
const named = ({TMUX = '', STY = '', SCREENDIR}: NodeJS.ProcessEnv): Multiplexer[] => {
	const [, path, pid] = /^(.+),(\d+),[^,]*$/.exec(TMUX) ?? [];
	const folders = SCREENDIR ? [SCREENDIR] : [`/run/screen/S-${userName()}`, join(homedir(), '.screen')];
	return [
		...(path === undefined ? [] : [{pid: Number(pid), sockets: [path]}]),
		...(/^\d+\./.test(STY) ? [{pid: Number.parseInt(STY, 10), sockets: folders.map(folder => join(folder, STY))}] : []),
	];
};

/** Whether a client is attached by this socket; undefined if it is missing, or out of reach. */
const hasClient = (socket: string): boolean | undefined => {
	try {
		return (statSync(socket).mode & executable) !== 0;
	} catch {
		return undefined;
	}
};

/**
 * Calls back with whether a client is attached to the multiplexer that this terminal is a window of: once at first, then whenever that
 * changes. Where there is no multiplexer, or it cannot be asked, nothing is called and somebody may be looking.
 *
 * @param opener the process that opened this terminal
 * @returns how to stop
 */
export const watchClients = (
	env: NodeJS.ProcessEnv,
	changed: (isAttached: boolean) => void,
	opener: number | undefined = terminalOpener(),
): (() => void) => {
	const own = named(env).find(({pid}) => pid === opener);
	const socket = own?.sockets.find(path => hasClient(path) !== undefined);
	if (socket === undefined) {
		return () => undefined;
	}
	let was: boolean | undefined;
	const look = (): void => {
		// A socket that is gone says nothing about clients.
		const is = hasClient(socket) ?? true;
		if (is !== was) {
			was = is;
			changed(is);
		}
	};
	look();
	const timer = setInterval(look, lookEvery).unref();
	const stops = [() => clearInterval(timer)];
	try {
		const watcher = watch(socket, {persistent: false}, look);
		watcher.on('error', () => watcher.close());
		stops.push(() => watcher.close());
	} catch {
		// The timer remains.
	}
	return () => {
		for (const stop of stops) {
			stop();
		}
	};
};
