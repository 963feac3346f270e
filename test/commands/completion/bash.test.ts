/** Completion in the bash of this machine. */
import {spawnSync} from 'node:child_process';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {
	cases,
	compare,
	cwd,
	env,
	folder,
	longFlags,
	names,
	openShell,
	scripts,
	types,
	typing,
	writeFiles,
} from './shells.ts';

test('every word of every row is in every script', () => {
	for (const [shell, script] of Object.entries(scripts)) {
		for (const name of names) {
			expect(script, shell).toContain(name);
			for (const flag of longFlags(name)) {
				expect(script, `${shell} ${name}`).toContain(flag);
			}
		}
		for (const type of types) {
			expect(script, shell).toContain(type);
		}
	}
	expect(types).toHaveLength(57);
});

test('bash', () => {
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
		input: cases.map(([line]) => `${line}\n`).join(''),
	});
	expect(stderr).toBe('');
	const answers = stdout.split('\n');
	for (const [index, [line, wanted, isAll]] of cases.entries()) {
		compare(line, answers[index]?.split('\t').filter(Boolean) ?? [], wanted, isAll);
	}
});

test('bash, where Tab is pressed', {timeout: 20_000}, async () => {
	writeFiles({rc: `source ~/script.bash\nalias dt=dialtop\ncomplete -F _dialtop dt\nPS1='> '\n`});
	await using shell = await openShell('bash', ['--rcfile', join(folder, 'rc'), '-i']);
	const typed = typing(shell);
	await typed('dialtop sam\t', 'dialtop sample ');
	await typed('dialtop --scenario=dr\t', 'dialtop --scenario=drop-storm ');
	await typed('dialtop -p prod\t', 'dialtop -p production ');
	await typed('dt --profile prod\t', 'dt --profile production ');
	await typed('$(touch x)/dialtop -p q\t', '$(touch x)/dialtop -p q');
	await typed('dialtop sample --data my\\ fi\t', 'dialtop sample --data my\\ file.yml ');
	await typed('dialtop sample --data="my fi\t', 'dialtop sample --data="my file.yml" ');
	await typed('dialtop sample --data ~/wo\t', 'dialtop sample --data ~/work/');
	await typed('dialtop sample play_campaign ca\t', 'dialtop sample play_campaign campaign_id=');
	await typed('dialtop sample add_account account[first\t', 'dialtop sample add_account account\\[first_name\\]=');
	await typed('true; LANG=C dialtop config --exa\t', 'true; LANG=C dialtop config --example ');
	await typed('dialtop config 2>othe\t', 'dialtop config 2>other ');
	// Some take = from what breaks words: readline then completes the whole of them.
	shell.press('ctrl-u', 'COMP_WORDBREAKS=" "\r');
	await typed('dialtop --scenario=dr\t', 'dialtop --scenario=drop-storm ');
	await typed('dialtop sample --data=oth\t', 'dialtop sample --data=other ');
	shell.press('ctrl-u', 'ls\r');
	await shell.waitFor('mine.txt');
	expect(shell.text()).not.toMatch(/^x\b/m);
});
