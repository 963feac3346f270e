/** Completion in real shells, which ask the built program. */
import {spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {storeCampaigns} from '../../source/config/name-cache.ts';
import {program} from '../helpers/monitor.ts';
import {shellEnvironment, shellOrSkip} from '../helpers/shells.ts';
import {openPty, type Pty} from '../helpers/terminal.ts';

/** The campaigns that were listed last. */
const campaigns = [
	{id: '1001', name: 'Spring Collections'},
	{id: '1002', name: 'Autumn (new)'},
];

/** The home of the shells. */
const home = mkdtempSync(join(tmpdir(), 'dialtop-completion-'));
const cwd = join(home, 'work');
const env = {
	...shellEnvironment(),
	HOME: home,
	PATH: `${join(home, 'bin')}:/usr/bin:/bin`,
	ZDOTDIR: home,
	XDG_CONFIG_HOME: home,
	XDG_DATA_HOME: home,
	XDG_CACHE_HOME: home,
};

const writeFiles = (files: Readonly<Record<string, string>>, mode = 0o644): void => {
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(dirname(join(home, name)), {recursive: true});
		writeFileSync(join(home, name), text, {mode});
	}
};

const scriptFor = (shell: string): string =>
	spawnSync(process.execPath, [program, 'completion', shell], {encoding: 'utf8'}).stdout;

const profiles = (...names: readonly string[]): string =>
	`profiles:\n${names.map(name => `  ${name}: {url: "https://dialer.example.com", environment: qa}\n`).join('')}`;

beforeAll(() => {
	writeFiles({
		'script.bash': scriptFor('bash'),
		'dialtop/config.yml': profiles('production', 'qa'),
		// A mistake elsewhere in it is no matter here.
		'work/my config.yml': `${profiles('nightly')}no_such_setting: 1\n`,
		'work/my file.yml': '',
		'work/mine.txt': '',
		'work/other': '',
		'work/my folder/inner': '',
	});
	storeCampaigns({profile: 'qa', url: 'https://dialer.example.com'}, campaigns, env);
	const acting = [{id: '7$(touch x)', name: 'Acting'}];
	storeCampaigns({profile: 'production', url: 'https://dialer.example.com'}, acting, env);
	writeFiles({'bin/dialtop': `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`}, 0o755);
});
afterAll(() => rmSync(home, {recursive: true, force: true}));

/** Lines, and what is offered for each: words as they are without quotes. */
const lines: readonly (readonly [line: string, offered: readonly string[]])[] = [
	['dialtop wat', ['watch']],
	['dialtop --scenario=dr', ['drop-storm']],
	['dialtop --url ', []],
	['dialtop -p ', ['production', 'qa']],
	[`dialtop --config='my config.yml' -p `, ['nightly']],
	['dialtop --config ~/dialtop/config.yml --profile pro', ['production']],
	['dialtop -p qa pau', ['pause']],
	['dialtop -p qa pause 1001', ['1001']],
	['~/bin/dialtop -p q', ['qa']],
	['~/nowhere/dialtop -p ', []],
	['dialtop call --data my', ['my config.yml', 'my file.yml', 'my folder/']],
	['dialtop call --data=mi', ['mine.txt']],
	['dialtop call play_campaign ', ['campaign_id=']],
	[
		`dialtop call add_account 'phones[0][phone_number]=1' pho`,
		['phones[1][phone_number]=', 'phones[0][phone_type]=', 'phones[0][time_zone]='],
	],
	['dialtop call upload_file file=@mi', ['mine.txt']],
	['dialtop call get_payment_link send_by=s', ['sms']],
	['dialtop call -- --d', []],
];

const compare = (line: string, offered: readonly string[], wanted: readonly string[]): void =>
	expect.soft([...new Set(offered)].sort(), line).toEqual([...wanted].sort());

/** Types keys and waits until the line of the prompt `> ` is what they should make of it. */
const typing =
	(shell: Pty) =>
	async (keys: string, then: string): Promise<void> => {
		shell.press('ctrl-u', keys);
		await shell.waitFor(
			() => shell.line(shell.cursor.y) === `> ${then}`.trimEnd() && shell.cursor.x === then.length + 2,
		);
	};

const openShell = async (command: string, args: readonly string[]): Promise<Pty> => {
	const shell = openPty({command, args, env, cwd, columns: 100, rows: 50});
	await shell.waitFor(/^>/m);
	return shell;
};

test('bash', () => {
	// With a choice of campaigns it shows what they are called, as zsh and fish do by themselves.
	const own = [...lines, ['dialtop -p qa pause ', ['1001  (Spring Collections)', '1002  (Autumn (new))']] as const];
	const harness = `source "$HOME/script.bash"
compopt() { :; }
while IFS= read -r COMP_LINE; do
	COMP_POINT=\${#COMP_LINE}
	_dialtop
	for one in "\${COMPREPLY[@]}"; do
		[[ $one == *\\\\* ]] && eval "one=$one"
		[[ -d $one ]] && one+=/
		printf '%s\\t' "$one"
	done
	echo
done`;
	const {stdout, stderr} = spawnSync('bash', ['--norc', '-c', harness], {
		cwd,
		env,
		encoding: 'utf8',
		input: own.map(([line]) => `${line}\n`).join(''),
	});
	expect(stderr).toBe('');
	const answers = stdout.split('\n');
	for (const [index, [line, wanted]] of own.entries()) {
		compare(line, answers[index]?.split('\t').filter(Boolean) ?? [], wanted);
	}
});

test('bash, where Tab is pressed', async () => {
	writeFiles({rc: `source ~/script.bash\nalias dt=dialtop\ncomplete -F _dialtop dt\nPS1='> '\n`});
	await using shell = await openShell('bash', ['--rcfile', join(home, 'rc'), '-i']);
	const typed = typing(shell);
	await typed('dialtop wat\t', 'dialtop watch ');
	await typed('dt --profile prod\t', 'dt --profile production ');
	await typed('dialtop check -p qa,pro\t', 'dialtop check -p qa,production ');
	await typed('dialtop check --profile=qa,pro\t', 'dialtop check --profile=qa,production ');
	await typed('$(touch x)/dialtop -p q\t', '$(touch x)/dialtop -p q');
	await typed('dialtop call --data my\\ fi\t', 'dialtop call --data my\\ file.yml ');
	await typed('dialtop call --data="my fi\t', 'dialtop call --data="my file.yml" ');
	await typed('dialtop call --data ~/wo\t', 'dialtop call --data ~/work/');
	await typed('dialtop call play_campaign ca\t', 'dialtop call play_campaign campaign_id=');
	await typed('dialtop call add_account account[first\t', 'dialtop call add_account account\\[first_name\\]=');
	await typed('true; LANG=C dialtop config --exa\t', 'true; LANG=C dialtop config --example ');
	await typed('dialtop config 2>othe\t', 'dialtop config 2>other ');
	// An id of the service's that would act: behind an open quote, too, it stays a word.
	await typed('dialtop -p production pause 7\t', 'dialtop -p production pause 7\\$\\(touch\\ x\\) ');
	await typed('dialtop -p production pause "7\t', 'dialtop -p production pause "7\\$(touch x)" ');
	// Some take = from what breaks words: readline then completes the whole of them.
	const breaks = 'COMP_WORDBREAKS=" "';
	shell.press('ctrl-u', `${breaks}\r`);
	await shell.waitFor(
		() =>
			shell.line(shell.cursor.y - 1) === `> ${breaks}` && shell.line(shell.cursor.y) === '>' && shell.cursor.x === 2,
	);
	await typed('dialtop --scenario=dr\t', 'dialtop --scenario=drop-storm ');
	await typed('dialtop call --data=oth\t', 'dialtop call --data=other ');
	shell.press('ctrl-u', 'ls\r');
	await shell.waitFor('mine.txt');
	expect(shell.text()).not.toMatch(/^x\b/m);
});

const zsh = shellOrSkip('zsh');

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

const openZsh = (...start: readonly string[]): Promise<Pty> => {
	writeFiles({
		'.zshenv':
			'[[ -z $DIALTOP_TEST_ZSH_MODULES ]] || module_path=($DIALTOP_TEST_ZSH_MODULES)\nskip_global_compinit=1\n',
		'.zshrc': [`PS1='> '; unsetopt prompt_sp beep`, ...start, ''].join('\n'),
	});
	return openShell(zsh ?? '', ['-i']);
};

test.skipIf(zsh === undefined)('zsh, from a folder of its fpath', async () => {
	writeFiles({
		'functions/_dialtop': scriptFor('zsh'),
		lines: lines.map(([line]) => `${line}\n`).join(''),
	});
	await using shell = await openZsh('fpath=(~/functions $fpath); autoload -Uz compinit; compinit -u -D', asking);
	shell.press('ctrl-g');
	const offered = (): string => (existsSync(join(home, 'offered')) ? readFileSync(join(home, 'offered'), 'utf8') : '');
	await shell.waitFor(() => offered().includes('DONE'));
	const answers = offered().split('END\n');
	// A file is offered as it is typed; zsh adds the slash of a folder when it inserts it.
	const bare = (word: string): string => word.replaceAll('\\', '').replace(/\/$/, '');
	for (const [index, [line, wanted]] of lines.entries()) {
		compare(line, answers[index]?.split('\n').filter(Boolean).map(bare) ?? [], wanted.map(bare));
	}
	expect(shell.text()).not.toMatch(/_dialtop|_describe|bad|error|parse/);
});

test.skipIf(zsh === undefined)('zsh, where Tab is pressed', async () => {
	writeFiles({'script.zsh': scriptFor('zsh')});
	await using shell = await openZsh('autoload -Uz compinit; compinit -u -D', 'source ~/script.zsh; alias dt=dialtop');
	const typed = typing(shell);
	await typed('dialtop wat\t', 'dialtop watch ');
	await typed('dialtop --scenario=dr\t', 'dialtop --scenario=drop-storm ');
	await typed('dt --profile prod\t', 'dt --profile production ');
	await typed('dialtop check -p qa,pro\t', 'dialtop check -p qa,production ');
	await typed('dialtop check --profile=qa,pro\t', 'dialtop check --profile=qa,production ');
	await typed('$(touch x)/dialtop -p q\t', '$(touch x)/dialtop -p q');
	await typed('dialtop call --data my\\ fi\t', 'dialtop call --data my\\ file.yml ');
	await typed('dialtop call --data ~/wo\t', 'dialtop call --data ~/work/');
	await typed('dialtop call play_campaign ca\t', 'dialtop call play_campaign campaign_id=');
	await typed('dialtop call add_account account\\[first\t', 'dialtop call add_account account\\[first_name\\]=');
	await typed('dialtop call get_payment_link send_by=s\t', 'dialtop call get_payment_link send_by=sms ');
	// As `eval "$(dialtop completion zsh)"` does it.
	shell.press('ctrl-u', 'unfunction _dialtop; eval "$(cat ~/script.zsh)"; print done\r');
	await shell.waitFor(/^done$/m);
	await typed('dialtop wat\t', 'dialtop watch ');
	shell.press('ctrl-u', 'ls\r');
	await shell.waitFor('mine.txt');
	expect(shell.text()).not.toMatch(/^x\b|not found/m);
});

const fish = shellOrSkip('fish');

test.skipIf(fish === undefined)('fish', () => {
	writeFiles({'fish/completions/dialtop.fish': scriptFor('fish')});
	const {stdout, stderr} = spawnSync(fish ?? '', ['-c', 'while read -l line; complete -C "$line"; echo END; end'], {
		cwd,
		env,
		encoding: 'utf8',
		input: lines.map(([line]) => `${line}\n`).join(''),
	});
	expect(stderr).toBe('');
	const answers = stdout.split('END\n');
	for (const [index, [line, wanted]] of lines.entries()) {
		const last = /[^\s]*$/.exec(line)?.[0] ?? '';
		const [standing = ''] = /^[^=]*=@?/.exec(last) ?? [];
		const words = answers[index]?.split('\n').filter(Boolean) ?? [];
		compare(
			line,
			words.map(answer => answer.split('\t')[0]?.replace(standing, '') ?? ''),
			wanted,
		);
	}
});

test.skipIf(fish === undefined)('fish, where Tab is pressed', async () => {
	writeFiles({
		'fish/completions/dialtop.fish': scriptFor('fish'),
		'fish/config.fish':
			"set -g fish_autosuggestion_enabled 0; set -g fish_greeting ''; function fish_prompt; echo -n '> '; end; alias dt=dialtop\n",
	});
	await using shell = await openShell(fish ?? '', ['-i']);
	const typed = typing(shell);
	await typed('dialtop wat\t', 'dialtop watch ');
	await typed('dialtop --scenario=dr\t', 'dialtop --scenario=drop-storm ');
	await typed('dt --profile prod\t', 'dt --profile production ');
	await typed('dialtop check -p qa,pro\t', 'dialtop check -p qa,production ');
	await typed('dialtop check --profile=qa,pro\t', 'dialtop check --profile=qa,production ');
	await typed('dialtop call --data my\\ fi\t', 'dialtop call --data my\\ file.yml ');
	await typed('dialtop call --data="my fi\t', 'dialtop call --data="my file.yml" ');
	await typed('dialtop call --data ~/wo\t', 'dialtop call --data ~/work/');
	await typed('dialtop call get_payment_link send_by=s\t', 'dialtop call get_payment_link send_by=sms ');
});
