/** Completion in zsh, where there is one. */
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeAll, expect, test} from 'vitest';
import {shellOrSkip} from '../../helpers/shells.ts';
import {cases, compare, folder, openShell, scripts, typing, writeFiles} from './shells.ts';

const zsh = shellOrSkip('zsh');

beforeAll(() =>
	writeFiles({
		'.zshenv':
			'[[ -z $DIALTOP_TEST_ZSH_MODULES ]] || module_path=($DIALTOP_TEST_ZSH_MODULES)\nskip_global_compinit=1\n',
		'functions/_dialtop': scripts.zsh,
	}),
);

const prompt = "PS1='> '; unsetopt prompt_sp beep";

/** A key completes line after line and writes what is offered to a file: the lists on the screen are for people. */
const asking = `compadd() {
	if [[ -n $is_asking && -z $argv[(r)-O] && -z $argv[(r)-A] && -z $argv[(r)-D] ]]; then
		local -a its_offer
		builtin compadd -O its_offer "$@"
		print -rl -- $its_offer >> ~/offered
	fi
	builtin compadd "$@"
}
ask() {
	local line is_asking=1
	while IFS= read -r line; do
		BUFFER=$line CURSOR=$#line
		zle list-choices
		print END >> ~/offered
	done < ~/lines
	BUFFER=''
	print DONE >> ~/offered
}
zle -N ask
bindkey '^G' ask`;

const openZsh = (...start: readonly string[]) => {
	writeFiles({'.zshrc': [prompt, ...start, ''].join('\n')});
	return openShell(zsh ?? '', ['-i']);
};

test.skipIf(zsh === undefined)('zsh, from a folder of its fpath', {timeout: 30_000}, async () => {
	writeFiles({lines: cases.map(([line]) => `${line}\n`).join('')});
	await using shell = await openZsh('fpath=(~/functions $fpath); autoload -Uz compinit; compinit -u -D', asking);
	shell.press('ctrl-g');
	const offered = (): string =>
		existsSync(join(folder, 'offered')) ? readFileSync(join(folder, 'offered'), 'utf8') : '';
	await shell.waitFor(() => offered().includes('DONE'));
	const answers = offered().split('END\n');
	// A file is offered as it is typed; zsh adds the slash of a folder when it inserts it.
	const bare = (word: string): string => word.replaceAll('\\', '').replace(/\/$/, '');
	for (const [index, [line, wanted, isAll]] of cases.entries()) {
		const words = new Set(answers[index]?.split('\n').filter(Boolean).map(bare));
		compare(line, [...words], wanted.map(bare), isAll);
	}
	expect(shell.text()).not.toMatch(/_dialtop|_arguments|_alternative|bad|error|parse/);
});

test.skipIf(zsh === undefined)('zsh, read by source, where Tab is pressed', {timeout: 30_000}, async () => {
	await using shell = await openZsh('source <(cat ~/script.zsh)', 'alias dt=dialtop');
	const typed = typing(shell);
	await typed('dialtop sam\t', 'dialtop sample ');
	await typed('dialtop --scenario=dr\t', 'dialtop --scenario=drop-storm ');
	await typed('dialtop -p prod\t', 'dialtop -p production ');
	await typed('dt --profile prod\t', 'dt --profile production ');
	await typed('$(touch x)/dialtop -p q\t', '$(touch x)/dialtop -p q');
	await typed('dialtop sample --data my\\ fi\t', 'dialtop sample --data my\\ file.yml ');
	await typed('dialtop sample --data ~/wo\t', 'dialtop sample --data ~/work/');
	await typed('dialtop sample play_campaign ca\t', 'dialtop sample play_campaign campaign_id=');
	await typed('dialtop sample add_account account\\[first\t', 'dialtop sample add_account account\\[first_name\\]=');
	await typed('dialtop sample get_payment_link send_by=s\t', 'dialtop sample get_payment_link send_by=sms ');
	await typed('true; LANG=C dialtop config --exa\t', 'true; LANG=C dialtop config --example ');
	// As `eval "$(dialtop completion zsh)"` does it.
	shell.press('ctrl-u', 'unfunction _dialtop; eval "$(cat ~/script.zsh)"; print done\r');
	await shell.waitFor(/^done$/m);
	await typed('dialtop sam\t', 'dialtop sample ');
	shell.press('ctrl-u', 'ls\r');
	await shell.waitFor('mine.txt');
	expect(shell.text()).not.toMatch(/^x\b|not found/m);
});
