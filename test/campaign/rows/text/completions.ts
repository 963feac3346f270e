/** Names of campaigns and profiles that would run in a shell, offered by the completion of a real bash. */
import {spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {storeCampaigns} from '../../../../source/config/name-cache.ts';
import {safeText} from '../../../../source/wire/text.ts';
import {program} from '../../../helpers/monitor.ts';
import type {Trials} from '../../row.ts';
import {liveInBytes} from './bytes.ts';
import {asRead} from './grammar.ts';

/** What the shells are told of campaigns and profiles with such names, and what bash makes of it. */
export const completeTexts = (
	{failed, tried}: Trials,
	trial: string,
	{folder, url, next}: {folder: string; url: string; next: () => string},
): void => {
	const home = mkdtempSync(join(folder, 'shell-'));
	const owned = join(home, 'executed');
	const name = (): string => asRead(next()).replaceAll('FILE', owned);
	const acts = [`$(touch ${owned})`, `\`touch ${owned}\``, `';touch ${owned};'`, `"$(touch ${owned})"`];
	const campaigns = [
		...acts.map(text => ({id: text, name: text})),
		...Array.from({length: 40}, () => ({id: safeText(name()), name: safeText(name())})),
		...acts.map((text, index) => ({id: String(1001 + index), name: text})),
	];
	const own = {HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, XDG_DATA_HOME: home, LANG: 'C.UTF-8'};
	storeCampaigns({profile: 'qa', url}, campaigns, own);
	mkdirSync(join(home, 'dialtop'), {recursive: true});
	mkdirSync(join(home, 'bin'));
	writeFileSync(
		join(home, 'dialtop', 'config.yml'),
		`profiles:\n  qa: {url: "${url}", environment: qa}\n${acts.map((text, index) => `  ${JSON.stringify(`${text}${index}`)}: {url: "${url}", environment: qa}\n`).join('')}`,
	);
	writeFileSync(join(home, 'bin', 'dialtop'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`, {
		mode: 0o755,
	});
	const script = spawnSync(process.execPath, [program, 'completion', 'bash'], {
		encoding: 'utf8',
		env: {...own, PATH: process.env.PATH},
	}).stdout;
	writeFileSync(join(home, 'script.bash'), script);
	const lines = [
		'dialtop -p qa pause ',
		'dialtop -p qa pause "',
		"dialtop -p qa pause '",
		'dialtop -p qa pause \\$',
		'dialtop -p ',
		'dialtop -p qa campaign 1',
	];
	const harness = `source "$HOME/script.bash"
compopt() { :; }
while IFS= read -r COMP_LINE; do
for COMP_TYPE in 9 63 37; do
	COMP_POINT=\${#COMP_LINE}
	_dialtop
	for one in "\${COMPREPLY[@]}"; do printf 'offered %s%s\\0' "\${COMP_LINE//[!\\"\\']/}" "$one"; done
done
done`;
	const {stdout, stderr} = spawnSync('bash', ['--norc', '-c', harness], {
		cwd: home,
		env: {...own, PATH: `${join(home, 'bin')}:/usr/bin:/bin`},
		input: lines.map(line => `${line}\n`).join(''),
	});
	const offered = stdout.toString().split('\0').filter(Boolean);
	if (offered.length < 20) {
		failed(`bash offered ${offered.length} words: ${stderr.toString()}`, `${trial}: completion`);
	}
	for (const word of offered) {
		const wrong = liveInBytes(Buffer.from(word), '');
		if (wrong !== undefined) {
			failed(`bash is offered ${wrong}`, `${trial}: completion`);
		}
	}
	// A word is read by the shell as it is inserted: as it stands, or behind a quote that was typed before it and is closed.
	const inserted = offered
		.slice(0, 400)
		.map(word => word.slice('offered '.length))
		.filter(word => !/ {2}\(/.test(word))
		.map(word => word + (/^["']/.exec(word)?.[0] ?? ''));
	const read = spawnSync(
		'bash',
		['--norc', '-c', `while IFS= read -r -d '' one; do eval "set -- $one" 2>/dev/null; done`],
		{cwd: home, env: {...own, PATH: '/usr/bin:/bin'}, input: inserted.map(word => `${word}\0`).join('')},
	);
	if (
		existsSync(owned) ||
		readdirSync(home).some(file => !['dialtop', 'bin', 'script.bash', '.local', '.cache', '.config'].includes(file))
	) {
		failed(`a completion ran a command: ${readdirSync(home).join(' ')} ${read.stderr}`, `${trial}: completion`);
	}
	tried('words offered to bash', offered.length);
};
