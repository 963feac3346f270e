/** The signals that end a program: one table for the monitor, the commands and the questions on the terminal. */
import {constants} from 'node:os';

/** Signals that are left alone. */
const others: ReadonlySet<string> = new Set([
	// Node cannot catch them, or a fault of the machine sends them, which a listener would only repeat.
	...['SIGKILL', 'SIGSTOP', 'SIGILL', 'SIGBUS', 'SIGFPE', 'SIGSEGV'],
	// They end nothing: ignored by default, or they stop a program and let it go on.
	...['SIGCHLD', 'SIGCONT', 'SIGINFO', 'SIGTSTP', 'SIGTTIN', 'SIGTTOU', 'SIGURG', 'SIGWINCH'],
	// A write failed, and whoever wrote is told so (EPIPE, EFBIG).
	...['SIGPIPE', 'SIGXFSZ'],
	// Node opens a debugger's port on it.
	'SIGUSR1',
	// Second names of SIGABRT and SIGIO: one signal must not count as two.
	...['SIGIOT', 'SIGPOLL'],
]);

const options = [process.env.NODE_OPTIONS, ...process.execArgv].join(' ');

/** Whether Node itself does something at the signal, as it was told to: profiles, or writes a report or its heap. */
const isNodes = (signal: string): boolean =>
	options.includes(`signal=${signal}`) ||
	(signal === 'SIGUSR2' && options.includes('--report-on-signal')) ||
	(signal === 'SIGPROF' && /--(?:cpu-)?prof\b|--inspect/.test(options));

const signals = Object.entries(constants.signals)
	.map(([signal, number]) => ({signal: signal as NodeJS.Signals, code: 128 + number}))
	.filter(({signal}) => !others.has(signal) && !isNodes(signal));

/** Calls back for each signal that comes, with the exit code for it: 128 + its number. Returns how to stop listening. */
export const onEnding = (hear: (signal: NodeJS.Signals, code: number) => void): (() => void) => {
	const listeners = signals.map(({signal, code}) => ({signal, listener: () => hear(signal, code)}));
	for (const {signal, listener} of listeners) {
		process.on(signal, listener);
	}
	return () => {
		for (const {signal, listener} of listeners) {
			process.off(signal, listener);
		}
	};
};
