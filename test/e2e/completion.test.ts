/** Completion with the program itself: its script is read by bash, and asks it for the profiles of a configuration. */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {program} from '../helpers/monitor.ts';
import {openPty} from '../helpers/terminal.ts';

test('bash completes what the built program takes, and the profiles of the configuration that is named', async () => {
	const home = mkdtempSync(join(tmpdir(), 'dialtop-completion-'));
	writeFileSync(join(home, 'dialtop'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`, {mode: 0o755});
	const profiles = 'profiles:\n  nightly:\n    url: https://dialer.example.com\n    environment: qa\n';
	writeFileSync(join(home, 'my config.yml'), profiles);
	writeFileSync(join(home, 'rc'), "source <(dialtop completion bash)\nPS1='> '\n");
	await using shell = openPty({
		command: 'bash',
		args: ['--rcfile', join(home, 'rc'), '-i'],
		env: {PATH: `${home}:/usr/bin:/bin`, HOME: home, LANG: 'C.UTF-8'},
		cwd: home,
		columns: 100,
	});
	await shell.waitFor(/^>/);
	shell.press('dialtop --config my\t-p ni\t');
	await shell.waitFor('> dialtop --config my\\ config.yml -p nightly');
	shell.press('ctrl-u', 'dialtop operations payment_re\t');
	await shell.waitFor('> dialtop operations payment_refund');
	shell.press('enter');
	await shell.waitFor('Refunds a payment');
	expect(shell.text()).not.toContain('dialtop:');
	rmSync(home, {recursive: true});
});
