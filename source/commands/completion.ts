/** `dialtop completion`: prints a completion script. */

import {command} from '../cli/command.ts';
import {scripts} from '../cli/completion/scripts.ts';
import {exits} from '../config/exits.ts';

/** `dialtop completion`. */
export const completionCommand = command({
	name: 'completion',
	summary: 'print the completion script for bash, zsh or fish',
	details: [
		'Prints a script that asks dialtop at each Tab for commands, their flags and values, operations and their parameters, and your profiles.',
	],
	argument: {name: 'SHELL', about: 'bash, zsh or fish', least: 1, most: 1, choices: Object.keys(scripts)},
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
		out.write(scripts[shell as keyof typeof scripts]);
		return exits.done;
	},
});
