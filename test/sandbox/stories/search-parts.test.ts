/** Whatever part of a name, a number, a reference or an email is searched, exactly those who have it are found. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {smallService} from '../small-service.ts';
import {planOf} from '../small-world.ts';

type Small = Awaited<ReturnType<typeof smallService>>;
type Account = Record<string, string> & {phones: {phone_number: string}[]; emails: string[]};

/** Nobody is called, so that everybody found is an account without a call. */
const plan = [
	planOf({name: 'Stopped', state: 'stopped', lists: [{name: 'One', leads: 250, active: true, worked: 0}]}),
	planOf({name: 'Other', state: 'stopped', lists: [{name: 'Two', leads: 50, active: true, worked: 0}]}),
];

const upload = async ({call}: Small, rows: readonly string[], params: Record<string, string> = {campaign_id: '1001'}) =>
	expect(
		await call('upload_file', {
			...params,
			file: {name: 'leads.csv', bytes: new TextEncoder().encode(rows.join('\n'))},
		}),
	).toMatchObject({success: 1, invalid: '0', dnc: '0'});

const change = async ({call}: Small, account: Record<string, string>, more: Record<string, unknown> = {}) =>
	expect(await call('add_account', {account: {company_id: '1', ...account}, ...more})).toMatchObject({success: 1});

const digitsOf = (query: string): string | undefined => {
	const digits = query.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
	return /^[\d\s().+-]+$/.test(query) && digits.length >= 3 ? digits : undefined;
};

/** How many accounts a search means. */
const meantBy = (
	accounts: readonly Account[],
	changed: readonly string[],
	{query = '', name = ''}: {query?: string; name?: string},
): number => {
	const text = query.trim().toLowerCase();
	const digits = digitsOf(text);
	let count = 0;
	for (const {first_name = '', last_name = '', company_name = '', accountid = '', phones, emails} of accounts) {
		const names = [`${first_name} ${last_name}`.trim(), company_name].map(one => one.toLowerCase());
		// The email of a seeded account that is as it was repeats its name: only what has an @ finds it.
		const isSeeded = accountid.startsWith('2026-') && !changed.includes(accountid);
		const texts = [...names, accountid.toLowerCase(), ...(isSeeded && !text.includes('@') ? [] : emails)];
		if (!names.some(one => one.includes(name.trim().toLowerCase()))) {
			continue;
		}
		const isByNumber = digits !== undefined && phones.some(({phone_number}) => phone_number.includes(digits));
		if (isByNumber || texts.some(one => one.toLowerCase().includes(text))) {
			count++;
		}
	}
	return count;
};

const countOf = ({footer}: Record<string, unknown>): number =>
	Number(/^0 calls(?:; ([\d,]+) accounts? without)?/.exec(String(footer))?.[1]?.replace(',', '') ?? 0);

const searches: {query?: string; name?: string}[] = [
	...[
		'R-',
		'r-1',
		'R-77',
		'r-777',
		'2026-',
		'2026-0',
		'26-0000012',
		'-00000',
		'0000012',
		'2026',
		'202',
		'12',
		'0',
		'.',
		'9',
	],
	...[
		'5',
		'55',
		'555',
		'555-0',
		'5550',
		'201555',
		'(201) 555',
		'2015550',
		'+1 212 555 0101',
		'12125550101',
		'21255501010',
	],
	...[
		'a',
		'ann',
		'Ann Le',
		'n l',
		'garcia',
		'ZO\u00cb',
		'zo\u00eb',
		"o'",
		'kilmer',
		'tools',
		'lt',
		'qwxyz',
		'new name',
	],
	...[
		'@',
		'@example',
		'@example.com',
		'1@example.com',
		'17@ex',
		'm@kilmer',
		'ann7@',
		'.5@example.com',
		'office',
		'example',
	],
].map(query => ({query}));

const named: typeof searches = [
	...['ann', 'e', 'kilmer', 'zo\u00eb lee', 'r-1', '2', 'qwxyz'].map(name => ({name})),
	...[
		['555', 'ann'],
		['r-', 'lee 1'],
		['kilmer', 'kilmer'],
		['2026', 'a'],
	].map(([query = '', name = '']) => ({query, name})),
];

const expectAll = async (small: Small, changed: readonly string[] = []): Promise<void> => {
	const {accounts} = await small.call('fetch_accounts', {company_id: '1', all_phones: '1', all_emails: '1'});
	const known = accounts as Account[];
	for (const search of [...searches, ...named]) {
		const answer = await small.call('search_lead', search);
		expect([search, countOf(answer)]).toEqual([search, meantBy(known, changed, search)]);
	}
};

test('parts of everything: after uploads, changes, a restart, and what was taken back', {timeout: 60_000}, async () => {
	const folder = mkdtempSync(join(tmpdir(), 'dialtop-search-'));
	onTestFinished(() => rmSync(folder, {recursive: true}));
	const database = join(folder, 'sandbox.db');
	const first = await smallService({database, plan});
	await expectAll(first);

	const rows = Array.from({length: 120}, (_, n) => `${2_125_550_000 + n},Ann,Lee ${n},R-${n},ann${n}@example.org`);
	await upload(first, ['phone,first,last,account,email', ...rows]);
	await change(
		first,
		{accountid: 'KLM/77', company_name: 'Kilmer Tools Ltd', first_name: 'Zo\u00eb', last_name: 'Lee'},
		{
			phones: [{phone_number: '2125550901'}, {phone_number: '2125550902'}],
			emails: ['Office@Kilmer.example', 'm@kilmer.example'],
		},
	);
	await expectAll(first);

	const changed = ['2026-0000009', '2026-0000012'];
	// A seeded account, one that was uploaded, and a number that is no longer an account's.
	await change(first, {accountid: '2026-0000009', first_name: 'New', last_name: "Name O'Hara"});
	await change(first, {accountid: 'R-7', last_name: 'Garcia', email: 'seven@example.net'});
	await change(first, {accountid: 'R-8', phone: '2125550977'});
	await upload(first, ['phone,first,last,account', '2125550300,,,2026-0000012', '2125550301,Zo\u00eb,Lee,r-7']);
	await expectAll(first, changed);
	first.service.close();

	const again = await smallService({database, plan});
	await expectAll(again, changed);
	const {accounts: before} = await again.call('fetch_accounts', {company_id: '1'});
	const {put} = again.service.store.accounts;
	again.service.store.accounts.put = account => {
		put(account);
		throw new Error('full');
	};
	await expect(
		again.call('add_leads', {campaign_id: '1001', phones: '2125550888', last_name: 'qwxyz'}),
	).rejects.toThrow();
	expect((await again.call('fetch_accounts', {company_id: '1'})).accounts).toEqual(before);
	await expectAll(again, changed);
	again.service.close();
});
