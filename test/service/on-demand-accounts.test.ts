/** Accounts are read when asked for and after one may have been written, never twice at the same time. */
import {describe, expect, test} from 'vitest';
import {createControls} from '../../source/service/controls.ts';
import {done, failing, pauseOf, refused, simulate} from './harness.ts';

const record = (id: string) => ({id, extra: {}, unreadable: [], altered: []});

const withAccounts = (latency = 50) => {
	let count = 0;
	const rig = simulate({
		latency: ({type}) => (type === 'fetch_accounts' ? latency : 50),
		answers: ({type}) =>
			type === 'fetch_accounts'
				? done({records: [record(`read ${++count}`)]})
				: type === 'add_account'
					? done({})
					: undefined,
	});
	return rig;
};

const add = {
	...pauseOf('1'),
	operation: 'add_account',
	params: {account: {company_id: 7}},
	target: {service: 'p', kind: 'account', id: 'a', name: 'a'},
	expected: undefined,
	before: undefined,
} as const;

describe('a reading', () => {
	test('goes into the state and resolves with what came', async () => {
		const rig = withAccounts();
		const read = rig.onDemand.readAccounts('7');
		await rig.run(1);
		expect(await read).toMatchObject({accounts: [{key: 'read 1'}]});
		expect(rig.store.get().accounts).toMatchObject({companyId: '7', value: [{id: 'read 1'}], failure: undefined});
	});

	test('that is asked for again meanwhile is one', async () => {
		const rig = withAccounts(3000);
		const first = rig.onDemand.readAccounts('7');
		expect(rig.onDemand.readAccounts('7')).toBe(first);
		void rig.onDemand.readAccounts('8');
		await rig.run(5);
		expect(rig.of('fetch_accounts')).toHaveLength(2);
	});

	test('that is asked for again after it is a new one, with every phone and email', async () => {
		const rig = withAccounts();
		await rig.onDemand.readAccountsAgain();
		expect(rig.of('fetch_accounts')).toEqual([]);
		for (const _ of [1, 2]) {
			void rig.onDemand.readAccounts('7');
			await rig.run(1);
		}
		expect(rig.of('fetch_accounts').map(({params}) => params)).toEqual(
			Array(2).fill({company_id: 7, all_phones: '1', all_emails: '1'}),
		);
	});

	test('of another company is not overtaken by an earlier one', async () => {
		let slow = true;
		const rig = simulate({
			latency: ({type}) => (type === 'fetch_accounts' && slow ? 3000 : 50),
			answers: ({type}) => (type === 'fetch_accounts' ? done({records: [record('x')]}) : undefined),
		});
		void rig.onDemand.readAccounts('7');
		await rig.clock.advance(10);
		slow = false;
		void rig.onDemand.readAccounts('8');
		await rig.run(5);
		expect(rig.store.get().accounts?.companyId).toBe('8');
	});

	test('that is refused, or fails, says why', async () => {
		const rig = simulate({
			answers: ({type}) => (type === 'fetch_accounts' ? refused('Not yours.') : undefined),
		});
		const read = rig.onDemand.readAccounts('7');
		await rig.run(1);
		expect(await read).toEqual({reason: 'Not yours.'});
		expect(rig.store.get().accounts).toMatchObject({
			failure: {reason: 'Not yours.', refused: true},
			value: undefined,
		});
	});
});

describe('after an account was written', () => {
	test('the accounts are read again', async () => {
		const rig = withAccounts();
		void rig.onDemand.readAccounts('7');
		await rig.run(1);
		void createControls(rig).run(add);
		await rig.run(2);
		expect(rig.of('add_account')).toHaveLength(1);
		expect(rig.store.get().accounts?.value).toMatchObject([{id: 'read 2'}]);
	});

	test('or may have been, once what is under way has ended: that was asked for too early', async () => {
		const rig = withAccounts(3000);
		rig.world.answers = ({type}) =>
			type === 'fetch_accounts'
				? done({records: [record('x')]})
				: type === 'add_account'
					? failing('reset')
					: undefined;
		void rig.onDemand.readAccounts('7');
		await rig.run(1);
		void createControls(rig).run(add);
		await rig.run(1);
		expect(rig.of('fetch_accounts')).toHaveLength(1);
		await rig.run(5);
		expect(rig.of('fetch_accounts')).toHaveLength(2);
		expect(rig.store.get().commands).toMatchObject([{phase: 'unknown'}]);
	});

	test('nothing is read where no accounts were', async () => {
		const rig = withAccounts();
		void createControls(rig).run(add);
		await rig.run(2);
		expect(rig.of('fetch_accounts')).toEqual([]);
	});
});
