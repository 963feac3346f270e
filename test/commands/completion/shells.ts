/** What every shell must offer, and what it needs to do so. */
import {randomUUID} from 'node:crypto';
import {mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterAll, beforeAll, expect} from 'vitest';
import {operations} from '../../../source/api/operations/index.ts';
import {commands} from '../../../source/commands/commands.ts';
import {bashScript} from '../../../source/commands/completion/bash.ts';
import {fishScript} from '../../../source/commands/completion/fish.ts';
import {vocabularyOf} from '../../../source/commands/completion/vocabulary.ts';
import {zshScript} from '../../../source/commands/completion/zsh.ts';
import {command} from '../../../source/commands/frame/command.ts';
import {monitorCommand} from '../../../source/commands/monitor.ts';
import {serviceFlags} from '../../../source/commands/service/flags.ts';
import {shellEnvironment} from '../../helpers/shells.ts';
import {openPty, type Pty} from '../../helpers/terminal.ts';

/** A row with every way to complete, and texts that a script must quote. */
const sample = command({
	name: 'sample',
	summary: `it's "all" of $HOME, [a:b] and 50% (\`x\`) \\ so`,
	argument: {name: 'TYPE [key=value…]', about: 'an operation', least: 1, most: 1000, completes: 'operation'},
	flags: {
		data: {type: 'string', value: 'FILE', about: "a body: it's [read]", completes: 'file'},
		into: {type: 'string', value: 'FOLDER', about: 'a folder', completes: 'folder'},
		of: {type: 'string', value: 'NAME', about: 'a family', completes: 'family'},
		about: {type: 'string', value: 'NAME', about: 'a command', completes: 'command'},
		...serviceFlags,
	},
	examples: [],
	run: async () => 0,
});

const rows = await Promise.all(commands.map(({load}) => load()));
const all = vocabularyOf([monitorCommand, ...rows, sample]);
/** Every word that may stand first. */
export const names = [...commands.map(({name}) => name), 'sample', 'help'];
/** The flags of a command. */
export const longFlags = (name: string): string[] =>
	all.commands.find(one => one.name === name)?.flags.map(flag => flag.long) ?? [];

/** The home of the shells that are tried; it is made where some are. */
export const folder = join(tmpdir(), `dialtop-completion-${randomUUID()}`);

/** The scripts; they are in the folder too. */
export const scripts = {bash: bashScript(all), zsh: zshScript(all), fish: fishScript(all)};

/** Writes files into the folder, by their names there. */
export const writeFiles = (files: Readonly<Record<string, string>>, mode = 0o644): void => {
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, name)), {recursive: true});
		writeFileSync(join(folder, name), text, {mode});
	}
};

// Stands for the program, which is asked for the profiles and for nothing else.
const program = `#!/bin/sh
[ "$1 $2" = 'profiles --names' ] || exit 2
[ "$3" = --config ] && { printf 'of %s\\n' "$4"; exit; }
printf '%s\\n' production qa
`;

beforeAll(() => {
	writeFiles({'script.bash': scripts.bash, 'script.zsh': scripts.zsh});
	writeFiles({'work/my file.yml': '', 'work/mine.txt': '', 'work/other': '', 'work/my folder/inner': ''});
	writeFiles({'bin/dialtop': program}, 0o755);
});
afterAll(() => rmSync(folder, {recursive: true, force: true}));

/** The environment of the shells. */
export const env = {
	...shellEnvironment(),
	HOME: folder,
	PATH: `${join(folder, 'bin')}:/usr/bin:/bin`,
	ZDOTDIR: folder,
	XDG_CONFIG_HOME: folder,
	XDG_DATA_HOME: folder,
	XDG_CACHE_HOME: folder,
};
/** Where they are. */
export const cwd = join(folder, 'work');
/** The types of all operations. */
export const types = Object.keys(operations);

/** What each shell must offer; words as they are without quotes. A `!` before one: it must not be there. */
export const cases: readonly (readonly [line: string, offered: readonly string[], isAll?: 'all'])[] = [
	['dialtop ', names, 'all'],
	['dialtop sam', ['sample'], 'all'],
	['dialtop help ', names, 'all'],
	['dialtop nonsense ', [], 'all'],
	['dialtop -', ['-p', '-h', ...longFlags('')], 'all'],
	['dialtop --scenario ', ['calm', 'drop-storm', 'shift-change', '!sample', '!mine.txt']],
	['dialtop --scenario=dr', ['drop-storm'], 'all'],
	['dialtop --url ', [], 'all'],
	['dialtop sandbox --port ', [], 'all'],
	['dialtop sandbox --fault a --fault b --port 1 --', ['--fault', '--seed', '!--port', '!--profile']],
	['dialtop -p qa --pro', ['--proxy'], 'all'],
	['dialtop --profile=qa --pro', ['--proxy'], 'all'],
	['dialtop -p ', ['production', 'qa'], 'all'],
	['dialtop sample --profile=', ['production', 'qa'], 'all'],
	['dialtop --config x.yml -p ', ['of x.yml'], 'all'],
	[`dialtop --config='my file.yml' -p `, ['of my file.yml'], 'all'],
	['dialtop --config ~/x.yml --profile ', [`of ${folder}/x.yml`], 'all'],
	['~/bin/dialtop -p q', ['qa'], 'all'],
	['~/nowhere/dialtop -p ', [], 'all'],
	['dialtop operations pay', ['payment_refund', 'payments', 'payment-plans'], 'all'],
	['dialtop operations payments ', ['!payments', '!payment_refund']],
	['dialtop sample ', types, 'all'],
	['dialtop sample --read-only ', types, 'all'],
	['dialtop sample --of pay', ['payments', 'payment-plans'], 'all'],
	['dialtop sample --about sam', ['sample'], 'all'],
	['dialtop sample --data my', ['my file.yml', 'my folder/'], 'all'],
	['dialtop sample --data=m', ['mine.txt', 'my file.yml', 'my folder/'], 'all'],
	['dialtop sample --into m', ['my folder/'], 'all'],
	['dialtop completion ', ['bash', 'zsh', 'fish'], 'all'],
	['dialtop sample play_campaign ', ['campaign_id='], 'all'],
	[
		'dialtop sample --profile qa add_account pho',
		['phones[0][phone_number]=', 'phones[0][phone_type]=', 'phones[0][time_zone]='],
		'all',
	],
	[
		`dialtop sample add_account 'phones[0][phone_number]=1' pho`,
		['phones[1][phone_number]=', 'phones[0][phone_type]=', '!phones[0][phone_number]='],
	],
	[`dialtop sample add_account 'account[first_name]=x' 'account[f`, ['!account[first_name]=']],
	['dialtop sample upload_file file=@mi', ['mine.txt'], 'all'],
	['dialtop sample change_password ', ['!old_pass=', '!new_pass=']],
	['dialtop sample get_payment_link send_by=', ['none', 'sms', 'email'], 'all'],
	['dialtop sample get_payment_link send_by=s', ['sms'], 'all'],
	['dialtop sample get_payment_link amount=', [], 'all'],
	['dialtop sample -- --d', ['!--data']],
];

/** Compares what was offered with what should be; what stands already of a word does not count. */
export const compare = (line: string, offered: readonly string[], wanted: readonly string[], isAll?: 'all'): void => {
	const [present, absent] = [wanted.filter(word => !word.startsWith('!')), wanted.filter(word => word.startsWith('!'))];
	if (isAll) {
		expect.soft([...offered].sort(), line).toEqual([...present].sort());
	}
	expect.soft(offered, line).toEqual(expect.arrayContaining([...present]));
	for (const word of absent) {
		expect.soft(offered, line).not.toContain(word.slice(1));
	}
};

/** Types keys and waits until the line of the prompt `> ` is what they should make of it. */
export const typing =
	(shell: Pty) =>
	async (keys: string, then: string): Promise<void> => {
		shell.press('ctrl-u', keys);
		await shell.waitFor(
			() => shell.line(shell.cursor.y) === `> ${then}`.trimEnd() && shell.cursor.x === then.length + 2,
			{timeout: 5000},
		);
	};

/** Opens a shell in a terminal, and waits for its prompt. */
export const openShell = async (command: string, args: readonly string[]): Promise<Pty> => {
	const shell = openPty({command, args, env, cwd, columns: 100, rows: 50});
	await shell.waitFor(/^>/m);
	return shell;
};
