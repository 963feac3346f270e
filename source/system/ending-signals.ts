/** The signals that end a program, for the monitor, the commands and the questions on the terminal. */
import {constants} from 'node:os';

/** Signals that are not listened for. */
const others: ReadonlySet<string> = new Set([
	// Node cannot catch them, or a fault of the program raises them, which would recur after a listener returns.
	...['SIGKILL', 'SIGSTOP', 'SIGILL', 'SIGBUS', 'SIGFPE', 'SIGSEGV'],
	// They do not end a program: they are ignored by default, or stop it until it is continued.
	...['SIGCHLD', 'SIGCONT', 'SIGINFO', 'SIGTSTP', 'SIGTTIN', 'SIGTTOU', 'SIGURG', 'SIGWINCH'],
	// The write that failed reports it as an error (EPIPE, EFBIG).
	...['SIGPIPE', 'SIGXFSZ'],
	// Node opens a debugger's port on it.
	'SIGUSR1',
	// Second names of SIGABRT and SIGIO, which would be listened for twice.
	...['SIGIOT', 'SIGPOLL'],
]);

const options = [process.env.NODE_OPTIONS, ...process.execArgv].join(' ');

/** Whether Node's options give the signal to Node: for a profile, a report or a heap snapshot. */
const isNodes = (signal: string): boolean =>
	options.includes(`signal=${signal}`) ||
	(signal === 'SIGUSR2' && options.includes('--report-on-signal')) ||
	(signal === 'SIGPROF' && /--(?:cpu-)?prof\b|--inspect/.test(options));

const signals = Object.entries(constants.signals)
	.map(([signal, number]) => ({signal: signal as NodeJS.Signals, code: 128 + number}))
	.filter(({signal}) => !others.has(signal) && !isNodes(signal));

/** Calls back on each of the signals with its exit code, 128 + its number. Returns a function that stops listening. */
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
