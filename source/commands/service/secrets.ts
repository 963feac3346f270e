/** What comes with the call to get in with; light, as the monitor needs it before its first frame. */
import {keepSecret} from '../../api/secrets.ts';
import type {Service} from '../../config/service.ts';
import {lineOfInput} from '../../config/standard-input.ts';

/** What came with the call to get in with: each from standard input, or from the environment. */
export type Secrets = {token: string | undefined; password: string | undefined};

/** Flags that say what standard input holds. */
export type SecretFlags = {tokenStdin?: boolean | undefined; passwordStdin?: boolean | undefined};

/** Reads what came with the call; from here on it stands in no error. @throws UsageError if it is to be on standard input and is not */
export const secretsOf = (service: Service, {tokenStdin, passwordStdin}: SecretFlags): Secrets => {
	const token = tokenStdin ? lineOfInput('--token-stdin', 'token').trim() : service.token;
	const password = passwordStdin ? lineOfInput('--password-stdin', 'password') : service.password;
	keepSecret(token ?? '');
	keepSecret(password ?? '');
	return {token, password};
};

/** The host of a service, as the screen shows it. */
export const hostOf = ({url}: Pick<Service, 'url'>): string => (url === undefined ? 'embedded' : new URL(url).host);
