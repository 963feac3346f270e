/** Paints the first frame as an earlier run left it, before anything else of the monitor is loaded. */
import {isatty} from 'node:tty';
import {isColourless, safeLines} from '../../cli/text.ts';
import {openDevice} from '../../terminal/device.ts';
import {openTerminal, type Terminal} from '../../terminal/terminal.ts';
import {askedFor, keptFrame} from './kept-frame.ts';

let terminal: Terminal | undefined;

/** The terminal that the first frame was painted on; undefined if none was kept. */
export const paintedTerminal = (): Terminal | undefined => terminal;

/** Resolves in the next turn of the event loop. */
export const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

/** Takes the terminal and paints the frame that was kept for this start; does nothing if there is none. */
export const paint = async (argv: readonly string[], env: NodeJS.ProcessEnv): Promise<void> => {
	// A secret on standard input is read before the terminal is taken.
	if (!isatty(0) || !isatty(1) || argv.includes('--token-stdin') || argv.includes('--password-stdin')) {
		return;
	}
	const device = openDevice();
	const frame = keptFrame(askedFor(argv, env, device.size()), Date.now());
	if (frame === undefined) {
		device.close();
		return;
	}
	terminal = openTerminal({device, colour: isColourless(env) ? 'none' : '256', safe: safeLines});
	const {screen, keys} = terminal;
	screen.write(frame);
	await new Promise<void>(resolve => screen.drawn(resolve));
	// Keys that were typed before there was a frame have been read by now, and dropped; those that follow wait for the router.
	keys.hold();
};
