/** What the monitor asks of V8: it works for a second a minute, for weeks, so little memory is worth more than fast code. */
import {setFlagsFromString} from 'node:v8';

/**
 * The best code of a function, and of WebAssembly, would pay for being compiled only where they run all the time. The
 * compilers keep more than ten megabytes of memory for it. Only a password of the embedded sandbox takes longer.
 */
const smallCode = ['--no-opt', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'] as const;

/**
 * Linux's C library keeps what a thread has freed for that thread: compiling in V8's helpers leaves 30 to 50 MB with them,
 * once the sandbox has started. In the thread that runs the code it leaves none.
 */
const oneHeap = '--no-concurrent-recompilation';

/** The heap is cleaned when it has grown by a third. By V8's own rule the sandbox's has doubled by then, and stays so large. */
const slowGrowth = '--heap-growing-percent=30';

const flags = [...smallCode, oneHeap, slowGrowth] as const;

/** Versions of V8 that have the flags: those of Node 22 to 26. V8 prints a message about a flag that it does not know. */
const isKnown = /^1[234]\./.test(process.versions.v8);

/** Keeps V8's compilers from the last stage of their work. To be called before what draws is loaded. */
export const keepCompilersSmall = (): void => {
	for (const flag of isKnown ? flags : []) {
		setFlagsFromString(flag);
	}
};
