/** Names of the service as arguments of the operator's own commands, and the output of those on screen. */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {filledIn} from '../../../../source/present/own-commands.ts';
import {outputLines} from '../../../../source/service/program-output.ts';
import {runInBackground} from '../../../../source/system/child.ts';
import {safeText} from '../../../../source/wire/text.ts';
import type {Trials} from '../../row.ts';
import {liveIn} from './bytes.ts';
import {asRead, bytesOf, textOf} from './grammar.ts';

/** Names that one program gets. */
const together = 40;

const most = {timeout: 20_000, mostBytes: 1024 * 1024};

/** Hands texts to a program, which gives back each argument: as many as it was to get, and each as it was shown. */
export const handTexts = async ({random, tried, failed}: Trials, count: number): Promise<void> => {
	const folder = mkdtempSync(join(tmpdir(), 'dialtop-handed-'));
	const program = join(folder, 'echo');
	writeFileSync(program, `#!/bin/sh\nprintf '%s\\0' "$@"\n`, {mode: 0o700});
	try {
		for (let done = 0; done < count; done += together) {
			const trial = `handed ${done}`;
			const draw = random(trial);
			const written = Array.from({length: together}, () => textOf(draw));
			// As the names of campaigns are decoded.
			const names = written.map(text => safeText(asRead(text)));
			const runs = names.flatMap(name => {
				const filled = filledIn([program, '{name}', '--name={name}', '{name}{name}'], {name});
				const isOption = name.startsWith('-');
				if ('why' in filled !== isOption) {
					failed(`${JSON.stringify(name)} ${isOption ? 'becomes an option' : 'is refused'}`, trial);
				}
				return 'run' in filled ? [filled.run] : [];
			});
			const given = runs.flatMap(([, ...args]) => args);
			const {ended} = runInBackground([program, ...given], most);
			const {end, written: output} = await ended;
			const got = output.bytes.toString().split('\0').slice(0, -1);
			if (end.kind !== 'exited' || got.length !== given.length || got.some((one, at) => one !== given[at])) {
				failed(`a program got other arguments than those that were shown (${JSON.stringify(end)})`, trial);
			}
			for (const line of outputLines(Buffer.concat(written.map(bytesOf)))) {
				const live = liveIn(line);
				if (live !== undefined) {
					failed(`the output of a program drives the terminal: ${live}`, trial);
				}
			}
			tried('names handed to programs', together);
		}
	} finally {
		rmSync(folder, {recursive: true});
	}
};
