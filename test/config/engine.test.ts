/** The metrics engine of a profile: its settings, and what is refused in them. */
import {expect, test} from 'vitest';
import {chooseService} from '../../source/config/service.ts';
import {givenIn, problemsIn} from './make.ts';

const of = (history: string): string => `profiles: {prod: {url: "https://d.example", history: ${history}}}`;

const url = 'prometheus: "https://m.example/p"';

test('a service has the engine of its profile', () => {
	const given = givenIn(
		of(
			`{${url}, bearer_command: pass m, headers: {X-Scope-OrgID: 7}, header_commands: {X-Api-Key: pass k}, ca: ~/m.pem, proxy: "http://proxy.example:3128"}`,
		),
	);
	const service = chooseService({profile: 'prod'}, {HOME: '/home/ann'}, given);
	expect(service.engine).toEqual({
		url: 'https://m.example/p',
		profile: 'prod',
		user: undefined,
		passwordCommand: undefined,
		bearerCommand: 'pass m',
		headers: {'X-Scope-OrgID': '7'},
		headerCommands: {'X-Api-Key': 'pass k'},
		ca: '/home/ann/m.pem',
		proxy: 'http://proxy.example:3128',
		isPlain: false,
	});
	const elsewhere = {profile: 'prod', url: 'https://other.example'};
	expect(chooseService(elsewhere, {}, given).engine).toBeUndefined();
	expect(chooseService({profile: 'prod'}, {}, givenIn(of('{}'))).engine).toBeUndefined();
});

test('its metrics may have another name for the profile', () => {
	const given = givenIn(of(`{${url}, profile: production, user: ann, password_command: pass m}`));
	expect(chooseService({profile: 'prod'}, {}, given).engine).toMatchObject({
		profile: 'production',
		user: 'ann',
		passwordCommand: 'pass m',
	});
});

test('plain http goes to this machine, and to another one if that is allowed', () => {
	const engineAt = (history: string) => chooseService({profile: 'prod'}, {}, givenIn(of(history))).engine;
	expect(engineAt('{prometheus: "http://localhost:9090"}')).toMatchObject({isPlain: false});
	expect(engineAt('{prometheus: "http://m.example", insecure_http: true}')).toMatchObject({isPlain: true});
	expect(problemsIn(of('{prometheus: "http://m.example:9090/p"}'))).toEqual([
		expect.stringMatching(
			/: profiles\.prod\.history\.prometheus: http:\/\/ to m\.example would send credentials .* insecure_http/,
		),
	]);
});

test.each<[history: string, problem: RegExp]>([
	[
		'{prometheus: "https://ann:not-to-be-shown@m.example"}',
		/prometheus: must not hold a user or a password; use user and/,
	],
	['{prometheus: "https://m.example/?x=1"}', /prometheus: must end with its host or path/],
	['{prometheus: m.example}', /prometheus: is not an address: "m\.example"\. Give one such as https:\/\/metrics/],
	['{bearer_command: pass m}', /bearer_command: needs prometheus beside it/],
	[`{${url}, password_command: pass m}`, /password_command: needs user beside it/],
	[`{${url}, user: ann, bearer_command: pass m}`, /bearer_command: and user exclude each other/],
	[`{${url}, password: not-to-be-shown}`, /password: a password is not stored in this file/],
	[`{${url}, bearer_token: not-to-be-shown}`, /bearer_token: a token is not stored in this file: bearer_command/],
	[
		`{${url}, headers: {Authorization: not-to-be-shown}}`,
		/headers\.Authorization: a secret is not stored .* bearer_command/,
	],
	[`{${url}, headers: {x-api-key: not-to-be-shown}}`, /headers\.x-api-key: a secret is not stored .* header_commands/],
	[`{${url}, headers: {Host: a}}`, /headers\.Host: dialtop sets this header itself/],
	[`{${url}, header_commands: {Content-Length: a}}`, /header_commands\.Content-Length: dialtop sets this header/],
	[`{${url}, headers: {X-A: "a\\nb"}}`, /headers\.X-A: it holds characters that no header may hold/],
	[`{${url}, headers: {"X A": a}}`, /headers\.X A: a name must be the name of a header/],
	[`{${url}, headers: {X-A: [a]}}`, /headers\.X-A: must be text/],
	[`{${url}, headers: {X-A: a}, header_commands: {x-a: b}}`, /headers\.X-A: this header is in header_commands too/],
	[`{${url}, ca: m.pem}`, /ca: must be a whole path/],
	[`{${url}, header: {}}`, /header: there is no such setting.*headers/],
])('%s is refused', (history, problem) => {
	const problems = problemsIn(of(history));
	expect(problems).toEqual([expect.stringMatching(problem)]);
	expect(problems.join()).not.toContain('not-to-be-shown');
});
