/** A service that gives back a secret of this run in its answers: in no field of any operation is it read. */
import fc from 'fast-check';
import {afterAll, beforeAll, beforeEach, expect, test} from 'vitest';
import {createDialer, type Dialer} from '../../source/api/client/dialer.ts';
import {type OperationType, operations} from '../../source/api/operations/index.ts';
import {decodeParams} from '../../source/api/operations/parameter-values.ts';
import type {Outcome} from '../../source/api/outcome.ts';
import {keepSecret} from '../../source/api/secrets.ts';
import {planted} from '../helpers/planting-service.ts';
import {startContractService} from '../sandbox/contract/service.ts';
import {validCalls} from '../sandbox/contract/valid.ts';
import {testPassword} from '../sandbox/small-service.ts';

const types = Object.keys(operations) as OperationType[];

/** What each operation of the sandbox is asked, and answers. */
const asked = new Map<OperationType, {params: Readonly<Record<string, unknown>>; answer: unknown}>();

beforeAll(async () => {
	await using service = await startContractService();
	for (const type of types) {
		const params = type === 'login_user' ? {user: service.user, pass: testPassword} : await validCalls[type](service);
		const {response} = await service.send({type, token: service.token, ...params});
		asked.set(type, {params, answer: {response}});
	}
});

afterAll(() => {
	process.stdout.write(`planted: ${asked.size} operations\n`);
});

beforeEach(() => {
	(globalThis as {forgetSecrets?: () => void}).forgetSecrets?.();
});

const typedOf = (type: OperationType, params: Readonly<Record<string, unknown>>): never => {
	const read = decodeParams(type, params);
	return ('params' in read ? read.params : expect.fail(`${type}: ${JSON.stringify(read)}`)) as never;
};

const escaped = (text: string): string =>
	text.replace(/[^\n]/g, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** How a service may write a text in JSON. */
const writings = {
	plain: (json: string) => json,
	slashes: (json: string) => json.replaceAll('/', '\\/'),
	// As some write all that is not a letter, and as nobody does.
	escapes: (json: string, secret: string) => json.replaceAll(JSON.stringify(secret).slice(1, -1), escaped(secret)),
} as const;

/** What stands in a text for the secret. */
const forms = {
	bare: (secret: string) => secret,
	'in a URL': (secret: string) => encodeURIComponent(secret),
	'in a form': (secret: string) => new URLSearchParams([['', secret]]).toString().slice(1),
	'in JSON': (secret: string) => JSON.stringify({token: secret}),
} as const;

const secrets = ['tok-4f9c27b1aa', 'canary-tok/1+"&=end-tok', 'pässwörd "7"', 'b7/\\x', '20260331150000'] as const;

const dialerOn = (text: string, token: string): Dialer =>
	createDialer({
		transport: async () => ({status: 200, text, retryAfter: undefined, location: undefined, received: text.length}),
		token: () => token,
	});

const found = (outcome: Outcome<unknown>, secret: string): boolean => {
	const {cause, ...rest} = outcome as {cause?: Error};
	const whole = JSON.stringify([rest, cause?.message]);
	const readings = [whole, decodeURIComponent(whole.replace(/%(?![\da-f]{2})/gi, '')), whole.replaceAll('\\', '')];
	return [secret, encodeURIComponent(secret), secret.replaceAll('\\', '')].some(form =>
		readings.some(reading => reading.includes(form) || reading.includes(JSON.stringify(form).slice(1, -1))),
	);
};

const placed = (text: string, form: string, place: 'before' | 'behind' | 'within' | 'instead'): string =>
	({
		before: `${form} ${text}`,
		behind: `${text} echo ${form}`,
		within: `${text.slice(0, 3)}${form}${text.slice(3)}`,
		instead: form,
	})[place];

test('no secret of this run is read in any text of any answer', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.record({
				type: fc.constantFrom(...types),
				secret: fc.constantFrom(...secrets),
				form: fc.constantFrom(...(Object.keys(forms) as (keyof typeof forms)[])),
				writing: fc.constantFrom(...(Object.keys(writings) as (keyof typeof writings)[])),
				place: fc.constantFrom('before' as const, 'behind' as const, 'within' as const, 'instead' as const),
				everywhere: fc.boolean(),
				isOpen: fc.boolean(),
			}),
			async ({type, secret, form, writing, place, everywhere, isOpen}) => {
				const told = forms[form](secret);
				const {params, answer} = asked.get(type) ?? expect.fail();
				const plant = (text: string, isFigure: boolean): string =>
					isFigure && !everywhere ? text : placed(text, told, place);
				const text = writings[writing](JSON.stringify(planted(answer, plant)), told);
				keepSecret(secret);
				const {ask, call} = dialerOn(text, type === 'login_user' ? '' : secret);
				const outcome = isOpen ? await ask(type, typedOf(type, params)) : await call(type, typedOf(type, params));
				expect(outcome.kind).not.toBe('not-sent');
				expect(found(outcome, secret), JSON.stringify(outcome)).toBe(false);
			},
		),
		{numRuns: 1500},
	);
});

test('the token that signing in brings is read, and nowhere else than in its field', async () => {
	const token = 'tok-brand-new-91';
	const answer = {
		response: {success: 1, error: '', token, full_name: `Ann ${token}`, [`x ${token}`]: 1, welcome: {to: token}},
	};
	const {call, ask} = dialerOn(JSON.stringify(answer), '');
	const open = await ask('login_user', {user: 'ann', pass: 'correct horse'});
	expect(open).toMatchObject({kind: 'done', answer: {token}});
	// Twice: the second time it is known already.
	for (let time = 0; time < 2; time++) {
		const outcome = await call('login_user', {user: 'ann', pass: 'correct horse'});
		expect(outcome).toMatchObject({kind: 'done', answer: {token, fullName: 'Ann •••'}});
		expect(JSON.stringify(outcome).split(token)).toHaveLength(2);
	}
	expect(await ask('login_user', {user: 'ann', pass: 'correct horse'})).toMatchObject({
		kind: 'done',
		answer: {token, full_name: 'Ann •••'},
	});
});
