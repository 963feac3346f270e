/** Draws the screen through Ink where there is no terminal: onto a stream that keeps the last frame. */
import {Writable} from 'node:stream';
import {type Instance, render} from 'ink';
import type {ReactNode} from 'react';
import {InkStdin} from '../terminal/keys.ts';
import {ScreenContext, type ScreenStore} from './store/store.ts';

class Paper extends Writable {
	readonly isTTY = true;
	columns = 80;
	rows = 24;
	frame = '';

	override _write(chunk: unknown, _encoding: BufferEncoding, done: () => void): void {
		const frame = String(chunk);
		// Ink also shows and hides the cursor.
		if (!frame.startsWith('\u001b[?')) {
			this.frame = frame;
		}
		done();
	}
}

let paper: Paper | undefined;
let instance: Instance | undefined;
let drawings = 0;

/**
 * The frame of a screen, as Ink writes it.
 *
 * @param key what is drawn under the same key as before is drawn over it, not anew
 */
export const drawOffscreen = (
	store: ScreenStore,
	content: ReactNode,
	key: number | string = `own ${++drawings}`,
): string => {
	paper ??= new Paper();
	const {columns, rows} = store.get().ui;
	Object.assign(paper, {columns, rows});
	const tree = (
		<ScreenContext key={key} value={store}>
			{content}
		</ScreenContext>
	);
	if (instance) {
		instance.rerender(tree);
	} else {
		// Mounted once: Ink leaks with every other time.
		instance = render(tree, {
			stdout: paper as unknown as NodeJS.WriteStream,
			stdin: new InkStdin() as unknown as NodeJS.ReadStream,
			debug: true,
			interactive: true,
			exitOnCtrlC: false,
			patchConsole: false,
		});
	}
	return paper.frame;
};

/** Forgets the last drawing, so that nothing of it stays in memory, and lets the process end. */
export const forgetOffscreen = (): void => {
	instance?.unmount();
	instance = undefined;
	paper = undefined;
};
