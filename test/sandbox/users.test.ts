import {describe, expect, test} from 'vitest';
import {signedIn, withUser} from './other-users.ts';
import {smallService, testPassword} from './small-service.ts';

const ann = {user: 'ann', pass: testPassword, full_name: 'Ann Lee', level: 'manager'};

const campaignsOf = async (call: (type: string) => Promise<Record<string, unknown>>): Promise<string[]> =>
	((await call('get_campaigns')).campaigns as {campaign_id: string}[]).map(({campaign_id}) => campaign_id);

describe('add_user', () => {
	test('makes somebody who can sign in, with a level and campaigns', async () => {
		const small = await smallService();
		const added = await small.call('add_user', {...ann, email: 'ann@example.com', campaigns: ['1002', '1004']});
		expect(added).toEqual({success: 1, error: '', user_id: expect.stringMatching(/^\d+$/)});
		const {response} = await small.handle({type: 'login_user', user: 'ann', pass: testPassword});
		expect(response).toMatchObject({full_name: 'Ann Lee', level: 'manager'});
		const call = signedIn(small, 'ann');
		expect(await campaignsOf(call)).toEqual(['1004', '1002']);
		expect((await call('get_profile')).profile).toMatchObject({user: 'ann', email: 'ann@example.com'});
	});

	test('without campaigns an admin may access all, anybody else none', async () => {
		const small = await smallService();
		expect(await campaignsOf(await withUser(small, 'boss', 'admin'))).toHaveLength(6);
		expect(await campaignsOf(await withUser(small, 'lead', 'manager'))).toEqual([]);
		expect(await campaignsOf(await withUser(small, 'new', 'agent', []))).toEqual([]);
	});

	test('an admin of some campaigns gives away no more than those', async () => {
		const small = await smallService();
		const call = await withUser(small, 'boss', 'admin', ['1002']);
		expect((await call('add_user', {...ann, campaigns: ['1001']})).error).toBe('Permission denied');
		expect((await call('add_user', {...ann, level: 'admin'})).success).toBe(1);
		expect(await campaignsOf(signedIn(small, 'ann'))).toEqual(['1002']);
	});

	test.each([
		[{user: 'ops'}, 'User already exists'],
		[{user: 'Ann'}, 'Invalid value: user'],
		[{user: 'a'}, 'Invalid value: user'],
		[{user: 'ann lee'}, 'Invalid value: user'],
		[{level: 'owner'}, 'Invalid value: level'],
		[{email: 'ann'}, 'Invalid value: email'],
		[{campaigns: ['1002', '77']}, 'Campaign not found'],
		[{campaigns: 'all'}, 'Invalid value: campaigns'],
	])('refuses %j', async (params, error) => {
		const small = await smallService();
		expect((await small.call('add_user', {...ann, ...params})).error).toBe(error);
		expect((await small.handle({type: 'login_user', user: 'ann', pass: testPassword})).response.success).toBe(0);
	});

	test('refuses a short password without saying which it was', async () => {
		const {call} = await smallService();
		expect(await call('add_user', {...ann, pass: 'sesame7'})).toEqual({
			success: 0,
			error: 'Invalid value: pass',
			tech_msg: 'invalid-value',
			detail: 'must have at least 8 characters',
		});
	});

	test('of two at once with one name, one is refused', async () => {
		const {call} = await smallService();
		const answers = await Promise.all([call('add_user', ann), call('add_user', ann)]);
		expect(answers.map(({error}) => error).toSorted()).toEqual(['', 'User already exists']);
	});
});

describe('change_password', () => {
	const change = {old_pass: testPassword, new_pass: 'battery staple'};

	test('the new one opens, the old one does not', async () => {
		const {call, handle, user} = await smallService();
		expect(await call('change_password', change)).toEqual({success: 1, error: ''});
		expect((await handle({type: 'login_user', user, pass: testPassword})).response.success).toBe(0);
		expect((await handle({type: 'login_user', user, pass: 'battery staple'})).response.success).toBe(1);
	});

	test("ends every other token of the user, and nobody else's", async () => {
		const small = await smallService();
		const other = signedIn(small, small.user);
		const somebody = await withUser(small, 'ann', 'agent');
		await small.call('change_password', change);
		expect((await small.call('get_profile')).error).toBe('');
		expect((await other('get_profile')).error).toBe('Invalid token');
		expect((await somebody('get_profile')).error).toBe('');
	});

	test.each([
		[{old_pass: 'not that one'}, 'Wrong password'],
		[{new_pass: 'short'}, 'Invalid value: new_pass'],
	])('refuses %j and changes nothing', async (params, error) => {
		const small = await smallService();
		const other = signedIn(small, small.user);
		expect((await small.call('change_password', {...change, ...params})).error).toBe(error);
		expect((await other('get_profile')).error).toBe('');
		expect((await small.handle({type: 'login_user', user: small.user, pass: testPassword})).response.success).toBe(1);
	});

	test('guessing by it locks the account as signing in does', async () => {
		const {call} = await smallService();
		const guesses = await Promise.all(
			Array.from({length: 8}, () => call('change_password', {...change, old_pass: 'a guess'})),
		);
		expect(guesses.filter(({error}) => error === 'Wrong password')).toHaveLength(5);
		expect((await call('change_password', change)).error).toBe('Account locked');
	});

	test('of two at once, the second finds the password changed', async () => {
		const {call} = await smallService();
		const answers = await Promise.all([
			call('change_password', change),
			call('change_password', {...change, new_pass: 'other words'}),
		]);
		expect(answers.map(({error}) => error).toSorted()).toEqual(['', 'Wrong password']);
	});
});

describe('profiles', () => {
	const empty = {first_name: '', last_name: '', email: '', mobile_number: '', time_zone: ''};

	test('change in the fields that are sent', async () => {
		const {call} = await smallService();
		const own = {user: 'ops', full_name: 'Floor Supervisor', level: 'admin'};
		expect(await call('get_profile')).toEqual({success: 1, error: '', profile: {...own, ...empty}});
		await call('update_profile', {first_name: 'Flo', mobile_number: '+12125550123'});
		const {profile} = await call('update_profile', {email: 'flo@example.com', time_zone: 'america/chicago'});
		expect(profile).toEqual({
			...own,
			first_name: 'Flo',
			last_name: '',
			email: 'flo@example.com',
			mobile_number: '+12125550123',
			time_zone: 'America/Chicago',
		});
		expect((await call('get_profile')).profile).toEqual(profile);
	});

	test.each([
		{email: 'flo at home'},
		{mobile_number: '911'},
		{time_zone: 'Mars/Olympus_Mons'},
		{time_zone: '+05:00'},
		{first_name: 'x'.repeat(101)},
	])('refuse %j', async params => {
		const {call} = await smallService();
		const [name] = Object.keys(params);
		expect((await call('update_profile', {last_name: 'Rivers', ...params})).error).toBe(`Invalid value: ${name}`);
		expect((await call('get_profile')).profile).toMatchObject(empty);
	});
});

test('check_permission tells what a level and its campaigns allow', async () => {
	const small = await smallService();
	const call = await withUser(small, 'ann', 'manager', ['1002']);
	const allowed = async (permission: string, campaign_id?: string) =>
		(await call('check_permission', {permission, ...(campaign_id && {campaign_id})})).allowed;
	expect(await allowed('stop_campaign')).toBe('1');
	expect(await allowed('add_user')).toBe('0');
	expect(await allowed('stop_campaign', '1002')).toBe('1');
	expect(await allowed('stop_campaign', '1001')).toBe('0');
	expect(await allowed('add_user', '1002')).toBe('0');
	expect((await call('check_permission', {permission: 'stop_campaign', campaign_id: '77'})).error).toBe(
		'Campaign not found',
	);
	expect((await call('check_permission', {permission: 'toString'})).error).toBe('Invalid value: permission');
});
