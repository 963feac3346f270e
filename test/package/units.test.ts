/** The units of the Debian package sign in with the user and the password of their environment, as the pages say. */
import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {parse} from '../../source/cli/parse.ts';
import {exportCommand} from '../../source/commands/export.ts';
import {recordCommand} from '../../source/commands/record.ts';
import {chooseService} from '../../source/config/service.ts';

const given = {
	profile: 'qa',
	profiles: {qa: {url: 'https://qa.dialer.example.com'}, prod: {url: 'https://dialer.example.com'}},
};

test.each([
	['dialtop-record@', recordCommand],
	['dialtop-export@', exportCommand],
])('%s', (name, row) => {
	const path = new URL(`../../.config/deb/units/${name}.service`, import.meta.url);
	const unit = readFileSync(path, 'utf8').replaceAll('%i', 'prod');
	const variables = [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, variable = '', value = '']) => [
		variable,
		value,
	]);
	const env: Record<string, string> = {
		...Object.fromEntries(variables),
		DIALTOP_USER: 'ops',
		DIALTOP_PASSWORD: 'a-password',
	};
	const [, , ...words] = (/^ExecStart=(.*)$/m.exec(unit)?.[1] ?? '')
		.replaceAll(/\$\{(\w+)\}/g, (_whole, variable: string) => env[variable] ?? '')
		.split(' ');
	const profile = String(parse(row, words).flags.profile);
	expect(chooseService({profile}, env, given)).toMatchObject({profile: 'prod', user: 'ops', password: 'a-password'});
});
