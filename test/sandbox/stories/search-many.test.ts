/** Searches that nearly everybody matches: accounts are counted up to ten thousand, and nobody is missing for that. */
import {expect, test} from 'vitest';
import {withUser} from '../other-users.ts';
import {smallService} from '../small-service.ts';
import {planOf} from '../small-world.ts';

type Entry = Record<string, string>;

const uploadTo = async (
	{call}: Awaited<ReturnType<typeof smallService>>,
	campaign_id: string,
	count: number,
	last: string,
): Promise<string> => {
	const rows = Array.from({length: count}, (_, n) => `${2_125_000_000 + n},Ann,${last} ${n}`);
	const bytes = new TextEncoder().encode(['phone,first,last', ...rows].join('\n'));
	const answer = await call('upload_file', {campaign_id, file: {name: 'leads.csv', bytes}});
	expect(answer).toMatchObject({success: 1, inserted: String(count)});
	return String(answer.list_id);
};

test('of more than ten thousand stored accounts there are at least so many, and every call is found', async () => {
	const small = await smallService({
		plan: [
			planOf({name: 'Stopped', state: 'stopped', lists: [{name: 'One', leads: 50, active: true, worked: 0}]}),
			planOf({name: 'Dialing', agents: 10, lists: [{name: 'Two', leads: 10, active: true, worked: 0}]}),
		],
	});
	await uploadTo(small, '1001', 10_300, 'Quux');
	const list = await uploadTo(small, '1002', 200, 'Quuxley');
	small.advance(8 * 60_000);
	const entriesOf = ({all_log_search}: Record<string, unknown>) => all_log_search as Entry[];
	const callsTo = (entries: Entry[]) =>
		entries.filter(({list_id, uniqueid}) => list_id === list && uniqueid !== '').map(({uniqueid}) => uniqueid);
	const calls = callsTo(entriesOf(await small.call('search_lead')));
	expect(calls.length).toBeGreaterThan(20);
	for (const filters of [{query: 'quux'}, {name: 'ann quux'}, {query: '21250'}, {query: 'quux', name: 'ann'}]) {
		const answer = await small.call('search_lead', filters);
		expect(answer.footer).toMatch(/^\d+ calls; at least 10,\d{3} accounts without a logged call: /);
		expect([filters, callsTo(entriesOf(answer))]).toEqual([filters, calls]);
	}

	// Who may see a few of them only is told how many.
	const limited = await withUser(small, 'kim', 'manager', ['1002']);
	const {accounts, total} = await limited('fetch_accounts', {company_id: '1', all_phones: '1'});
	expect([total, (accounts as unknown[]).length]).toEqual(['210', 210]);
	for (const query of ['quux', '21250']) {
		const answer = await limited('search_lead', {query});
		expect([query, callsTo(entriesOf(answer))]).toEqual([query, calls]);
		const numbers = new Set(entriesOf(answer).map(({phone_number}) => phone_number));
		expect([query, numbers.size]).toEqual([query, 200]);
		expect(answer.footer).toMatch(/^\d+ calls; (?!200)\d{2,3} accounts without a logged call: /);
	}
});

test('of more than ten thousand accounts as they were made there are at least so many', async () => {
	const {call} = await smallService({
		plan: [planOf({state: 'stopped', lists: [{name: 'One', leads: 10_100, active: true, worked: 0}]})],
	});
	const {footer} = await call('search_lead', {query: '2026-'});
	expect(footer).toMatch(/^0 calls; at least 10,000 accounts without a logged call: .* \(2026-0000001\); /);
	expect((await call('search_lead', {query: '@example.com', name: 'a'})).footer).toMatch(/^0 calls; \d,\d{3} accounts/);
});
