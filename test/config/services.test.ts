/** Several services at once: which go together, and that nothing of one is used for another. */
import {expect, test} from 'vitest';
import {UsageError} from '../../source/config/errors.ts';
import type {ServiceFlags} from '../../source/config/service.ts';
import {chooseServices} from '../../source/config/services.ts';
import {givenIn} from './make.ts';

const given = givenIn(`
profiles:
  east: {url: "https://east.example", environment: production, user: ann, time_zone: America/New_York}
  west: {url: "https://west.example", environment: production, user: ann, time_zone: America/Los_Angeles}
  silent: {url: "https://silent.example"}
  test: {url: "https://test.example", environment: qa}
  locked: {url: "https://locked.example", environment: qa, read_only: true}
  shown: {url: "https://shown.example", environment: production, read_only: true}
  east-too: {url: "https://east.example/api/"}
  east-as-ben: {url: "https://east.example/", environment: production, user: ben}
  plain: {url: "http://plain.example", environment: production}
  watched: {url: "https://watched.example", environment: production, history: {prometheus: "https://metrics.example"}}
  watched-qa: {url: "https://qa.example", environment: qa, history: {prometheus: "https://metrics.example"}}
`);

const choose = (profile: string, flags: ServiceFlags = {}, env: NodeJS.ProcessEnv = {}, isReading = false) =>
	chooseServices({profile, ...flags}, env, given, isReading);

const names = (...args: Parameters<typeof choose>) => choose(...args).map(({profile}) => profile);

test('services come in the order given, each with the settings of its own profile', () => {
	expect(choose('west, east').map(({profile, url, timeZone}) => [profile, url, timeZone])).toEqual([
		['west', 'https://west.example', 'America/Los_Angeles'],
		['east', 'https://east.example', 'America/New_York'],
	]);
	expect(names('east')).toEqual(['east']);
	expect(names('east,west,silent')).toEqual(['east', 'west', 'silent']);
});

test.for<[profile: string, flags: ServiceFlags, says: string]>([
	['east,', {}, '--profile takes names with a comma between two, such as east,west, not "east,"'],
	['east,,west', {}, '--profile takes names with a comma between two'],
	[',', {}, '--profile takes names with a comma between two'],
	['east,west,east', {}, '--profile names "east" twice'],
	['east,wset', {}, '--profile names "wset", and there is no such profile; did you mean "west"?'],
	['east,west', {url: 'https://x.example'}, '--url is about one service, and --profile names 2'],
	['east,west', {user: 'ann'}, '--user is about one service, and --profile names 2: a user belongs in each profile'],
	['east,west', {environment: 'qa'}, '--environment is about one service'],
	['east,west', {ca: 'x.pem'}, '--ca is about one service'],
	['east,west', {proxy: 'http://x'}, '--proxy is about one service'],
	['east,west', {tokenStdin: true}, 'there is one standard input: sign in to each with dialtop login'],
	['east,west', {passwordStdin: true}, 'there is one standard input: sign in to each with dialtop login'],
	['east,plain', {}, 'plain: http:// to plain.example would send passwords'],
	['east,east-too', {}, 'east and east-too are one service, https://east.example: it would be asked twice as often'],
])('%s with %j is refused', ([profile, flags, says]) => {
	expect(() => choose(profile, flags)).toThrow(UsageError);
	expect(() => choose(profile, flags)).toThrow(says);
});

test('two users of one service are two views of it', () => {
	expect(names('east,east-as-ben')).toEqual(['east', 'east-as-ben']);
});

test('production beside QA is refused, since a command for one is easily sent to the other', () => {
	const says =
		'east is PRODUCTION and test is QA: with both on one screen, a command for one is easily sent to the other by accident. Open one at a time, or add --read-only to compare them';
	expect(() => choose('east,west,test')).toThrow(says);
	expect(() => choose('east,locked')).toThrow('east is PRODUCTION and locked is QA');
	expect(() => choose('silent,test')).toThrow('silent is PRODUCTION (assumed) and test is QA');
});

test('what cannot change anything may compare them', () => {
	expect(choose('east,test', {readOnly: true}).map(({readOnly}) => readOnly)).toEqual([true, true]);
	expect(names('watched,watched-qa', {watchOnly: true})).toEqual(['watched', 'watched-qa']);
	expect(() => choose('watched,east', {watchOnly: true})).toThrow('the profile east names none');
	expect(names('shown,locked')).toEqual(['shown', 'locked']);
	expect(names('east,test', {}, {}, true)).toEqual(['east', 'test']);
});

test('a secret of the environment is for the one profile that it belongs to', () => {
	const secrets = {DIALTOP_PROFILE: 'west', DIALTOP_TOKEN: 'a-token', DIALTOP_PASSWORD: 'a-password'};
	expect(choose('east,west', {}, secrets).map(({token, password}) => [token, password])).toEqual([
		[undefined, undefined],
		['a-token', 'a-password'],
	]);
	const byAddress = {DIALTOP_URL: 'https://east.example', DIALTOP_TOKEN: 'a-token', DIALTOP_USER: 'ann'};
	expect(choose('east,west', {}, byAddress).map(({token}) => token)).toEqual(['a-token', undefined]);
	// It belongs to neither of them.
	expect(() => choose('east,west', {}, {...secrets, DIALTOP_PROFILE: 'test'})).toThrow(
		'east: DIALTOP_PASSWORD belongs to the profile test',
	);
	expect(() => choose('east,west', {}, {...secrets, DIALTOP_PROFILE: undefined})).toThrow('belongs to no service');
});

test('--sandbox begins a sandbox for each name, unless it is that of a profile', () => {
	expect(choose('one,two', {sandbox: true}).map(({profile, url, environment}) => [profile, url, environment])).toEqual([
		['one', undefined, 'SANDBOX'],
		['two', undefined, 'SANDBOX'],
	]);
	expect(() => choose('one,east', {sandbox: true})).toThrow(
		'"east" is a profile of your configuration: name the sandboxes otherwise',
	);
	expect(() => choose('one', {sandbox: true})).toThrow('--sandbox and --profile exclude each other');
});
