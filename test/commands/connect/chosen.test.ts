/** What came with the call is known as secret before anything is done with it; and what chooses the same service again. */
import {expect, test} from 'vitest';
import {flagsFor, secretsOf, sourceOf} from '../../../source/commands/connect/chosen.ts';
import {chooseService} from '../../../source/config/service.ts';
import {chooseServices} from '../../../source/config/services.ts';
import {struck} from '../../../source/wire/secrets.ts';

test('a token and a password of the environment stand in no error from then on', () => {
	const env = {DIALTOP_TOKEN: 'canary-token', DIALTOP_PASSWORD: 'canary-password'};
	const service = chooseService({url: 'http://127.0.0.1:9'}, env, {});
	expect(secretsOf(service, {})).toEqual({token: 'canary-token', password: 'canary-password'});
	expect(struck('with canary-token and canary-password')).toBe('with ••• and •••');
});

test.each([
	[{profile: 'prod'}, {}, ' -p prod'],
	[{}, {DIALTOP_PROFILE: 'my qa'}, " -p 'my qa'"],
	[{}, {}, ' -p prod'],
	[{url: 'https://other.example', profile: 'prod'}, {}, ' --url https://other.example'],
	[
		{url: 'http://127.0.0.1:9', environment: 'qa', user: 'ann'},
		{},
		' --url http://127.0.0.1:9 --environment qa --user ann',
	],
	[
		{},
		{DIALTOP_URL: 'https://other.example', DIALTOP_USER: "o'neil"},
		" --url https://other.example --user 'o'\\''neil'",
	],
	[{sandbox: true}, {}, ' --sandbox'],
])('a command line in a message chooses the same service: %j %j', (flags, env, words) => {
	const profiles = {prod: {url: 'https://prod.example'}, 'my qa': {url: 'https://qa.example'}};
	expect(flagsFor(chooseService(flags, env, {profile: 'prod', profiles} as never))).toBe(words);
});

test('a sandbox of several is no profile: -p with its name alone would choose another service, or none', () => {
	const services = chooseServices({sandbox: true, profile: 'east,west'}, {}, {});
	expect(services.map(flagsFor)).toEqual([' --sandbox', ' --sandbox']);
});

test('an engine over plain http is marked as a service would be', () => {
	const history = {prometheus: 'http://metrics.example', insecure_http: true};
	const service = (url: string) =>
		sourceOf(
			chooseService({profile: 'a'}, {}, {
				profiles: {a: {url: 'https://a.example', history: {...history, prometheus: url}}},
			} as never),
		);
	expect(service('http://metrics.example').isPlain).toBe(true);
	expect(service('https://metrics.example').isPlain).toBe(false);
});
