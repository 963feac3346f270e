/** Programs that run a text as a program: what the service calls a row must not become a part of one. */
import {basename} from 'node:path';

/** Programs that read a program in the argument behind such an option. */
const interpreters = /^(?:(?:ba|da|a|z|k|mk|fi|c|tc)?sh|busybox|python[\d.]*|perl|ruby|node|php|osascript|pwsh)$/;
const readsProgram = /^-{1,2}\w*(?:[cer]|eval|command)$/i;

/** Programs that hand all their arguments to a shell, here or elsewhere. */
const handsToShell = /^(?:ssh|mosh|su|watch|tmux|screen|eval)$/;

/**
 * The argument that a shell, or another interpreter, would read as a program while it holds a placeholder: what the service calls a
 * campaign would be run. Undefined if there is none.
 *
 * @param holdsValue whether an argument holds a placeholder
 */
export const readAsProgram = (
	run: readonly string[],
	holdsValue: (argument: string) => boolean,
): {at: number; by: string} | undefined => {
	for (const [index, argument] of run.entries()) {
		const program = basename(argument);
		const after = run.slice(index + 1);
		const at = handsToShell.test(program)
			? after.findIndex(holdsValue)
			: interpreters.test(program)
				? after.findIndex((one, place) => holdsValue(one) && readsProgram.test(after[place - 1] ?? ''))
				: -1;
		if (at !== -1) {
			return {at: index + 1 + at, by: program};
		}
	}
	return undefined;
};
