/** `--watch-only` needs a profile with a metrics engine, and takes nothing that is about asking the service. */
import {expect, test} from 'vitest';
import {sourceOf} from '../../source/commands/connect/chosen.ts';
import type {Given} from '../../source/config/schema.ts';
import {chooseService, type ServiceFlags} from '../../source/config/service.ts';

const given: Given = {
	profiles: {
		plain: {url: 'https://dialer.example.com'},
		prod: {
			url: 'https://dialer.example.com',
			environment: 'production',
			history: {prometheus: 'https://metrics.example.com/prefix', profile: 'east'},
		},
	},
};

const choose = (flags: ServiceFlags, env: NodeJS.ProcessEnv = {}) =>
	chooseService({...flags, watchOnly: true}, env, given);

test('the engine of the profile is what is watched, by its own name for the service', () => {
	const service = choose({profile: 'prod'});
	expect(service).toMatchObject({profile: 'prod', watchOnly: true, engine: {profile: 'east'}});
	expect(sourceOf(service)).toMatchObject({
		profile: 'prod',
		host: 'dialer.example.com',
		readOnly: true,
		isPlain: false,
		watchOnly: {engine: 'metrics.example.com'},
	});
	expect(sourceOf(chooseService({profile: 'prod'}, {}, given)).watchOnly).toBeUndefined();
});

const needed = 'give --profile NAME, of a profile that sets history: {prometheus: ADDRESS}';

test.for<[flags: ServiceFlags, said: string]>([
	[
		{profile: 'plain'},
		'the profile plain names none: set history: {prometheus: ADDRESS} in it, the engine that scrapes dialtop export -p plain',
	],
	[{url: 'https://dialer.example.com'}, needed],
	[{url: 'https://other.example.com', profile: 'prod'}, needed],
	[{sandbox: true}, needed],
	[{}, needed],
	[{profile: 'prod', user: 'ann'}, '--user is about asking it: leave one out'],
	[{profile: 'prod', passwordStdin: true}, '--password-stdin is about asking it'],
	[{profile: 'prod', tokenStdin: true}, '--token-stdin is about asking it'],
	[{profile: 'prod', log: 'requests.jsonl'}, '--log is about asking it'],
])('%j is refused, with what to do', ([flags, said]) => {
	expect(() => choose(flags)).toThrow(said);
});

test('secrets of the environment are not for it', () => {
	const {token, password} = choose({profile: 'prod'}, {DIALTOP_TOKEN: 'abc', DIALTOP_PASSWORD: 'def'});
	expect([token, password]).toEqual([undefined, undefined]);
});
