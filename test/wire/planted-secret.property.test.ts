/** A service that gives back a secret of this run in its answers: in no field of any operation is it read. */
import fc from 'fast-check';
import {afterAll, beforeAll, beforeEach, expect, test} from 'vitest';
import {createDialer, type Dialer} from '../../source/wire/client/dialer.ts';
import type {Outcome} from '../../source/wire/errors.ts';
import {type OperationType, operations} from '../../source/wire/operations/index.ts';
import {decodeParams} from '../../source/wire/operations/parameter-values.ts';
import {registerSecret} from '../../source/wire/secrets.ts';
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

/** The secret with something in the middle of it. */
const split = (by: string) => (secret: string) => secret.slice(0, 6) + by + secret.slice(6);

const inForm = (secret: string): string => new URLSearchParams([['', secret]]).toString().slice(1);

/** What stands in a text for the secret. */
const forms = {
	bare: (secret: string) => secret,
	'in a URL': (secret: string) => encodeURIComponent(secret),
	'in a form': inForm,
	'in JSON': (secret: string) => JSON.stringify({token: secret}),
} as const;

/** The same in writings that only a longer secret is known by. */
const otherForms = {
	...forms,
	'in a URL in small letters': (secret: string) =>
		encodeURIComponent(secret).replace(/%[\dA-F]{2}/g, hex => hex.toLowerCase()),
	'in a URL, all of it': (secret: string) =>
		[...Buffer.from(secret)].map(byte => `%${byte.toString(16).padStart(2, '0')}`).join(''),
	'in a URL in a URL': (secret: string) => encodeURIComponent(encodeURIComponent(secret)),
	'in a form in JSON': (secret: string) => JSON.stringify({sent: `token=${inForm(secret)}`}),
	'in JSON in JSON': (secret: string) => JSON.stringify({sent: JSON.stringify({token: secret})}),
	'in JSON, escaped': (secret: string) => JSON.stringify({token: secret}).replaceAll(/[^\w{}":,\\-]/g, escaped),
	'in HTML': (secret: string) =>
		secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('/', '&#47;').replaceAll('+', '&#x2B;'),
	// Characters that the screen leaves out, and some that it shows as what they are.
	'with a NUL': split('\0'),
	'with a bell': split('\u0007'),
	'with a soft hyphen': split('\u00ad'),
	'with a space of no width': split('\u200b'),
	'with a colour': split('\u001b[31m'),
	'with a mark': split('\u0301\u0301\u0301'),
	'with spaces that do not break': (secret: string) => secret.replaceAll(' ', '\u00a0'),
} as const;

const secrets = [
	'tok-4f9c27b1aa',
	'Tok-4F9c/27b1+AA',
	'canary-tok/1+"&=end-tok',
	'pässwörd "7"',
	'correct horse 1',
	'b7/\\x',
	'20260331150000',
] as const;

/** Of what is planted: too short to be known in each writing, or in a name. */
const isShort = (secret: string): boolean => secret.length < 8;

const dialerOn = (text: string, token: string): Dialer =>
	createDialer({
		transport: async () => ({status: 200, text, retryAfter: undefined, location: undefined, received: text.length}),
		token: () => token,
	});

/** As an onlooker reads it, who passes over what stands for a character that cannot be seen. */
const seen = (text: string): string => text.replaceAll(/\u241b\[31m|[\u2400-\u2421]|<(?:ad|200b)>|\u0301/g, '');

const unquoted = (text: string): string => text.replaceAll('\\', '');

const found = (outcome: Outcome<unknown>, secret: string): boolean => {
	const {cause, ...rest} = outcome as {cause?: Error};
	const whole = seen(JSON.stringify([rest, cause?.message]));
	const decode = (text: string): string => decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, ''));
	const readings = [whole, decode(whole), decode(decode(whole)), unquoted(whole), decode(unquoted(whole))];
	return [secret, encodeURIComponent(secret), unquoted(secret)].some(form =>
		readings.some(reading => reading.includes(form) || reading.includes(JSON.stringify(form).slice(1, -1))),
	);
};

/** Names of members that hold it, as a service may give back what it was sent. */
const withNames = (value: unknown, told: string): unknown =>
	Array.isArray(value)
		? value.map(item => withNames(item, told))
		: typeof value !== 'object' || value === null
			? value
			: Object.fromEntries([
					...Object.entries(value).map(([name, item]) => [name, withNames(item, told)]),
					[`x ${told}`, 1],
					[`account[${told}]`, told],
				]);

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
				form: fc.constantFrom(...(Object.keys(otherForms) as (keyof typeof otherForms)[])),
				writing: fc.constantFrom(...(Object.keys(writings) as (keyof typeof writings)[])),
				place: fc.constantFrom('before' as const, 'behind' as const, 'within' as const, 'instead' as const),
				everywhere: fc.boolean(),
				inNames: fc.boolean(),
				isOpen: fc.boolean(),
				isFormer: fc.boolean(),
			}),
			async ({type, secret, form, writing, place, everywhere, inNames, isOpen, isFormer}) => {
				fc.pre(!isShort(secret) || (Object.hasOwn(forms, form) && !inNames));
				const told = otherForms[form](secret);
				const {params, answer} = asked.get(type) ?? expect.fail();
				const plant = (text: string, isFigure: boolean): string =>
					isFigure && !everywhere ? text : placed(text, told, place);
				const echoed = planted(answer, plant);
				const text = writings[writing](JSON.stringify(inNames ? withNames(echoed, told) : echoed), told);
				registerSecret(secret);
				// Signed in anew: the former token may still open something.
				const present = isFormer ? 'tok-of-the-next-session-5' : secret;
				const {ask, call} = dialerOn(text, type === 'login_user' ? '' : present);
				const outcome = isOpen ? await ask(type, typedOf(type, params)) : await call(type, typedOf(type, params));
				expect(outcome.kind).not.toBe('not-sent');
				expect(found(outcome, secret), JSON.stringify(outcome)).toBe(false);
			},
		),
		{numRuns: 800},
	);
});

test('none is read in what stands beside an answer: a page, an error, an address', async () => {
	const secret = 'Tok-4F9c/27b1+AA';
	const hex = encodeURIComponent(secret).replaceAll('%2F', '%2f').replaceAll('%2B', '%2b');
	const bodies = [
		`<html><a href="/?token=${hex}">${secret.replace('/', '&#47;')}</a> ${split('\0')(secret)}</html>`,
		`{"response": {"success": 0, "error": "no ${split('\\u0000')(secret)}", "tech_msg": "${hex}"}}`,
		`{"response": ${secret}`,
		`{"Tok-4F9c\\u002f27b1\\u002bAA": 1}`,
		`["${secret}"]`,
	];
	for (const text of bodies) {
		for (const status of [200, 302, 401, 404, 429, 500]) {
			registerSecret(secret);
			const {call} = createDialer({
				transport: async () => ({
					status,
					text,
					retryAfter: undefined,
					location: `https://other.example/?token=${hex}`,
					received: text.length,
				}),
				token: () => secret,
				pause: async () => undefined,
			});
			for (const outcome of [await call('get_lists', {}), await call('login_user', {user: 'ann', pass: secret})]) {
				expect(found(outcome, secret), JSON.stringify([text, status, outcome])).toBe(false);
			}
		}
	}
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
