/** `dialtop completion`: a script that makes a shell complete dialtop. */
import {exits} from '../config/exits.ts';
import {bashScript} from './completion/bash.ts';
import {fishScript} from './completion/fish.ts';
import {type Vocabulary, vocabularyOf} from './completion/vocabulary.ts';
import {zshScript} from './completion/zsh.ts';
import {type AnyCommand, type CommandEntry, command} from './frame/command.ts';
import {monitorCommand} from './monitor.ts';

const scripts: Readonly<Record<string, (all: Vocabulary) => string>> = {
	bash: bashScript,
	zsh: zshScript,
	fish: fishScript,
};

/** `dialtop completion`, given the other commands; it is one of them itself. */
export const completionCommand = (commands: readonly CommandEntry[]): AnyCommand =>
	command({
		name: 'completion',
		summary: 'what makes bash, zsh or fish complete dialtop',
		details: [
			'Prints a script for the shell: commands, their flags and what these may be, operations and their parameters, and your profiles. All but the profiles is written into it: make it anew with a new version of dialtop.',
		],
		argument: {name: 'SHELL', about: 'bash, zsh or fish', least: 1, most: 1, choices: ['bash', 'zsh', 'fish']},
		flags: {},
		sections: [
			[
				'To install it',
				[
					['bash (4 or later)', 'in ~/.bashrc: source <(dialtop completion bash)'],
					['', 'once, with bash-completion: put it in ~/.local/share/bash-completion/completions/dialtop'],
					['', 'for an alias too: complete -F _dialtop dt'],
					['zsh', 'in ~/.zshrc, after compinit: source <(dialtop completion zsh)'],
					[
						'',
						'once: put it in a folder of your fpath, under the name _dialtop: fpath=(~/.zsh/completions $fpath) before compinit',
					],
					['fish', 'once: put it in ~/.config/fish/completions/dialtop.fish'],
				],
			],
		],
		examples: [
			['dialtop completion bash > ~/.local/share/bash-completion/completions/dialtop', 'bash, for every new shell'],
			['dialtop completion zsh > ~/.zsh/completions/_dialtop', 'zsh, for every new shell'],
			['dialtop completion fish > ~/.config/fish/completions/dialtop.fish', 'fish, for every new shell'],
		],
		async run({input: [shell = ''], out}) {
			const rows = await Promise.all(commands.map(({load}) => load()));
			out.write(scripts[shell]?.(vocabularyOf([monitorCommand, ...rows])) ?? '');
			return exits.done;
		},
	});
