/** What came with the call is known as secret before anything is done with it. */
import {expect, test} from 'vitest';
import {struck} from '../../../source/api/secrets.ts';
import {secretsOf} from '../../../source/commands/service/chosen.ts';
import {chooseService} from '../../../source/config/service.ts';

test('a token and a password of the environment stand in no error from then on', () => {
	const env = {DIALTOP_TOKEN: 'canary-token', DIALTOP_PASSWORD: 'canary-password'};
	const service = chooseService({url: 'http://127.0.0.1:9'}, env, {});
	expect(secretsOf(service, {})).toEqual({token: 'canary-token', password: 'canary-password'});
	expect(struck('with canary-token and canary-password')).toBe('with ••• and •••');
});
