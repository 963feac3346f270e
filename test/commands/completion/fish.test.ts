/** Completion in fish, where there is one. */
import {spawnSync} from 'node:child_process';
import {beforeAll, expect, test} from 'vitest';
import {shellOrSkip} from '../../helpers/shells.ts';
import {cases, compare, cwd, env, openShell, scripts, typing, writeFiles} from './shells.ts';

const fish = shellOrSkip('fish');

beforeAll(() => writeFiles({'fish/completions/dialtop.fish': scripts.fish}));

test.skipIf(fish === undefined)('fish', () => {
	const harness = 'while read -l line; complete -C "$line"; echo END; end';
	const {stdout, stderr} = spawnSync(fish ?? '', ['-c', harness], {
		cwd,
		env,
		encoding: 'utf8',
		input: cases.map(([line]) => `${line}\n`).join(''),
	});
	expect(stderr).toBe('');
	const answers = stdout.split('END\n');
	for (const [index, [line, wanted, isAll]] of cases.entries()) {
		const last = /[^\s]*$/.exec(line)?.[0] ?? '';
		const [standing = ''] = /^[^=]*=@?/.exec(last) ?? [];
		const offered = answers[index]
			?.split('\n')
			.filter(Boolean)
			.map(answer => answer.split('\t')[0]?.replace(standing, '') ?? '');
		compare(line, offered ?? [], wanted, isAll);
	}
});

test.skipIf(fish === undefined)('fish, where Tab is pressed', {timeout: 20_000}, async () => {
	const config =
		"set -g fish_autosuggestion_enabled 0; set -g fish_greeting ''; function fish_prompt; echo -n '> '; end; alias dt=dialtop";
	writeFiles({'fish/config.fish': `${config}\n`});
	await using shell = await openShell(fish ?? '', ['-i']);
	const typed = typing(shell);
	await typed('dialtop sam\t', 'dialtop sample ');
	await typed('dialtop --scenario=dr\t', 'dialtop --scenario=drop-storm ');
	await typed('dt --profile prod\t', 'dt --profile production ');
	await typed('dialtop sample --data my\\ fi\t', 'dialtop sample --data my\\ file.yml ');
	await typed('dialtop sample --data="my fi\t', 'dialtop sample --data="my file.yml" ');
	await typed('dialtop sample --data ~/wo\t', 'dialtop sample --data ~/work/');
	await typed('dialtop sample get_payment_link send_by=s\t', 'dialtop sample get_payment_link send_by=sms ');
});
