/** Passwords that anybody would guess are refused, wherever one is set. */
import {afterEach, expect, test} from 'vitest';
import {testPassword} from '../small-service.ts';
import {httpService} from './http-service.ts';

let service: Awaited<ReturnType<typeof httpService>>;

afterEach(() => service[Symbol.asyncDispose]());

const refused = (name: string, detail: string) => ({success: 0, error: `Invalid value: ${name}`, detail});

test('a new user needs a password that is neither blank nor their name', async () => {
	service = await httpService({});
	const ann = {user: 'ann.lee.7', full_name: 'Ann Lee', level: 'agent'};
	for (const pass of ['ann.lee.7', 'ANN.Lee.7', ' ann.lee.7 ']) {
		expect(await service.call('add_user', {...ann, pass})).toMatchObject(refused('pass', 'must not be the user name'));
	}
	for (const pass of ['        ', '\t\t\t\t\t\t\t\t', '\u00a0\u200b\u2003\u3000\u00a0\u200b\u2003\u3000']) {
		expect(await service.call('add_user', {...ann, pass})).toMatchObject(refused('pass', 'must not be blank'));
	}
	await service.need('add_user', {...ann, pass: 'ann.lee.77'});
});

test('a changed password is a new one, neither blank nor my name', async () => {
	service = await httpService({});
	await service.need('add_user', {user: 'ann.lee.7', pass: testPassword, full_name: 'Ann Lee', level: 'agent'});
	const {token} = await service.need('login_user', {user: 'ann.lee.7', pass: testPassword});
	const change = async (new_pass: string, old_pass = testPassword) =>
		service.call('change_password', {token, old_pass, new_pass});
	expect(await change('ann.lee.7')).toMatchObject(refused('new_pass', 'must not be the user name'));
	expect(await change('         ')).toMatchObject(refused('new_pass', 'must not be blank'));
	expect(await change(testPassword)).toMatchObject(refused('new_pass', 'must not be the old password'));
	expect(await change('not that one', 'not that one')).toMatchObject({error: 'Wrong password'});
	await service.need('login_user', {user: 'ann.lee.7', pass: testPassword});
	expect(await change('battery staple')).toMatchObject({success: 1});
});
