/** View 6: the accounts of a company, and the forms that add and change them. */
import {describe, expect, test} from 'vitest';
import {keyedAccounts} from '../../source/model/account.ts';
import type {AccountRecord} from '../../source/model/wire.ts';
import {width} from '../../source/present/format.ts';
import {questionOf} from '../../source/steering/question.ts';
import {fill, makeScreen, moment} from './make.ts';
import {opened, settled} from './sheets/open.ts';

type Screen = ReturnType<typeof opened>;

const account = (over: Partial<AccountRecord> = {}): AccountRecord => ({
	id: '2026-0000001',
	companyId: '7',
	firstName: 'Ann',
	lastName: 'Long',
	phone: '2125550123',
	balance: 1234.5,
	city: 'Austin',
	state: 'TX',
	phones: [{number: '2125550123', type: 'HOME', timeZone: '-6.00'}],
	emails: ['ann@example.com', 'long@example.com'],
	extra: {custom3: 'gold', note: 'pays late'},
	unreadable: [],
	altered: [],
	...over,
});

const read = (screen: Screen, records: readonly AccountRecord[], companyId = '7', at = 2000, total?: number): void =>
	screen.store.dispatch({
		type: 'accounts-polled',
		companyId,
		span: {sentAt: moment(at), receivedAt: moment(at + 10)},
		accounts: keyedAccounts(records),
		total,
	});

/** The view of company 7. */
const shown = (records: readonly AccountRecord[] = [account()], columns = 120, rows = 40): Screen => {
	const screen = opened(columns, rows);
	screen.ui.dispatch({type: 'company', id: '7'});
	screen.press('6');
	read(screen, records);
	screen.settle();
	return screen;
};

const question = (screen: Screen): string => {
	const {prompt} = screen.ui.get();
	return prompt?.kind === 'yes-no' ? questionOf(screen.store.get(), prompt) : '';
};

test('a service that lists a part of the accounts is told to', () => {
	const screen = shown();
	expect(screen.text()).not.toContain('in all');
	read(screen, [account()], '7', 3000, 333_900);
	screen.settle();
	expect(screen.text()).toMatch(/1-1 of 1, 333,900 in all, read \S+ ago/);
});

describe('the company', () => {
	test('is asked for once, checked, and changed by a key', () => {
		const screen = opened();
		screen.press('6');
		expect(screen.text()).toContain('QA: the accounts of which company?');
		screen.press('x');
		screen.press('enter');
		expect(screen.text()).toContain('must be a whole number');
		screen.press('backspace');
		screen.press('7');
		screen.press('enter');
		expect(screen.ui.get()).toMatchObject({companyId: '7', prompt: undefined});
		screen.press('1');
		screen.press('6');
		expect(screen.ui.get().prompt).toBeUndefined();
		screen.press('o');
		expect(screen.ui.get().prompt).toMatchObject({kind: 'ask', value: '7'});
	});

	test('that is not named is said', () => {
		const screen = opened();
		screen.press('6');
		screen.press('escape');
		expect(screen.text()).toContain('No company is named yet.');
		expect(screen.text()).toContain('Press o to name the company. company_id in the profile names it for good.');
	});

	test('that was remembered is shown at once, and the others are offered', () => {
		const screen = makeScreen(120, 40, {companies: () => ['7', '12']});
		fill(screen.store);
		screen.press('6');
		expect(screen.ui.get().prompt).toBeUndefined();
		expect(screen.text()).toContain('Accounts of company 7');
		screen.press('o');
		expect(screen.text()).toContain('QA: the accounts of which company?');
		expect(screen.text()).toMatch(/ > 7\s+12\s+another/);
		screen.press('j');
		screen.press('enter');
		expect(screen.ui.get()).toMatchObject({companyId: '12', prompt: undefined});
		screen.press('o');
		expect(screen.text()).toMatch(/ > 12\s+7\s+another/);
		screen.press('G');
		expect(screen.ui.get().prompt).toBeUndefined();
		screen.press('o');
		screen.press('j');
		screen.press('j');
		screen.press('enter');
		expect(screen.frame().rows.at(-1)).toMatch(/^Company id: 12/);
	});

	test('of the configuration goes before one that was remembered', () => {
		const screen = makeScreen(120, 40, {companyId: '9', companies: () => ['7']});
		fill(screen.store);
		screen.press('6');
		expect(screen.text()).toContain('Accounts of company 9');
	});

	test('of another answer is not this one', () => {
		const screen = shown();
		screen.ui.dispatch({type: 'company', id: '8'});
		expect(screen.text()).toContain('Accounts of company 8');
		expect(screen.text()).toContain('Reading the accounts…');
		expect(screen.text()).not.toContain('Ann Long');
	});
});

describe('the table', () => {
	test('shows reference, name, phone, balance, place and how many emails; what is missing is no 0', () => {
		const screen = shown([account(), account({id: 'B', balance: undefined, emails: undefined, city: undefined})]);
		expect(screen.text()).toMatch(/2026-0000001 +Ann Long +2125550123 +1,234\.50 Austin, TX +2 +1/);
		expect(screen.text()).toMatch(/B +Ann Long +2125550123 +— TX +— +1/);
	});

	test('says which rows are on screen, and pages through thousands', () => {
		const many = Array.from({length: 5000}, (_, index) => account({id: `A-${index}`}));
		const screen = shown(many, 80, 24);
		expect(screen.text()).toContain('1-19 of 5,000');
		screen.press('G');
		expect(screen.text()).toContain('4,982-5,000 of 5,000');
		expect(screen.frame().rows.every(row => width(row) === 80)).toBe(true);
	});

	test('is filtered by what is in it, be it not on screen', () => {
		const screen = shown([account(), account({id: 'B', emails: ['zoe@example.com']})]);
		screen.ui.dispatch({type: 'filter', value: 'zoe@'});
		expect(screen.context().tables.accounts.rows.map(({id}) => id)).toEqual(['B']);
	});

	test('is neither filtered nor sorted anew while nothing of it changed', () => {
		const screen = shown([account(), account({id: 'B', balance: 2})]);
		screen.press('>');
		const {rows} = screen.context().tables.accounts;
		expect(screen.context().tables.accounts.rows).toBe(rows);
		screen.press('r');
		expect(screen.context().tables.accounts.rows).not.toBe(rows);
		read(screen, [account()], '7', 3000);
		expect(screen.context().tables.accounts.rows).toHaveLength(1);
	});

	test('masks people, in the details too', () => {
		const screen = shown([account({address: '1 Main St', birthday: '1980-02-29'})], 200, 60);
		screen.press('m');
		expect(screen.text()).not.toMatch(/Ann|Long|2125550123|example\.com|1980|2026-0000001/);
		screen.press('enter');
		expect(screen.text()).toContain('account id');
		expect(screen.text()).not.toMatch(/Ann|Long|2125550123|ann@|1980|Main St|2026-0000001|gold/);
	});

	test('tells what came beyond the fields that are known', () => {
		const screen = shown([account()], 120, 60);
		screen.press('enter');
		for (const [field, value] of [
			['balance', '1,234.50'],
			['phone 1', '2125550123 HOME UTC -6.00'],
			['note', 'pays late'],
		]) {
			expect(screen.text()).toMatch(new RegExp(`│ ${field} +│ ${value} `));
		}
	});

	test("says the service's own words where it refuses, and keeps what was read before", () => {
		const screen = opened();
		screen.ui.dispatch({type: 'company', id: '7'});
		screen.press('6');
		const failure = {at: moment(2010), reason: 'Not yours. (E4)', refused: true};
		const span = {sentAt: moment(2000), receivedAt: moment(2010)};
		screen.store.dispatch({type: 'accounts-failed', companyId: '7', span, failure});
		expect(screen.text()).toContain('The service refuses the accounts: Not yours. (E4)');
		read(screen, [account()], '7', 3000);
		const later = {sentAt: moment(4000), receivedAt: moment(4010)};
		screen.store.dispatch({type: 'accounts-failed', companyId: '7', span: later, failure});
		expect(screen.text()).toContain('Ann Long');
		expect(screen.text()).toContain('Not yours. (E4)');
	});
});

describe('writing', () => {
	test('A adds: a form with the company in it, then the question', async () => {
		const screen = shown();
		screen.press('A');
		await settled();
		expect(screen.form()?.typed).toEqual({'account[company_id]': '7'});
		screen.fillIn({'account[first_name]': 'Zoe', 'account[balance]': '12.50'});
		screen.press('ctrl-s');
		await settled();
		expect(question(screen)).toContain(
			'QA: add account of company 7? It sends 3 fields. [y/N]  account[company_id]: 7  account[first_name]: Zoe',
		);
		expect(screen.sent).toEqual([]);
		screen.drawn();
		screen.press('enter');
		expect(screen.sent).toEqual([]);
		screen.press('ctrl-s');
		await settled();
		screen.drawn();
		screen.press('y');
		await settled();
		expect(screen.sent).toMatchObject([{operation: 'add_account', params: {account: {first_name: 'Zoe'}}}]);
		expect(screen.ui.get().sheet?.answer).toBeDefined();
		screen.press('escape');
		expect(screen.ui.get().sheet).toBeUndefined();
	});

	test('E changes the account as the service has it now, and asks with everything that is sent', async () => {
		const screen = shown();
		read(screen, [account({balance: 7})], '7', 2500);
		screen.press('E');
		await settled();
		expect(screen.companies).toEqual(['7']);
		expect(screen.form()).toMatchObject({
			focus: 'account[first_name]',
			typed: {
				'account[company_id]': '7',
				'account[accountid]': '2026-0000001',
				'account[balance]': '7',
				'account[custom3]': 'gold',
				'phones[0][phone_number]': '2125550123',
				'phones[0][time_zone]': '-6.00',
				'emails[1]': 'long@example.com',
			},
		});
		screen.fillIn({'account[city]': 'Dallas'});
		screen.press('ctrl-s');
		await settled();
		expect(question(screen)).toMatch(/^QA: update account 2026-0000001\? .* \[y\/N\].* account\[city\]: Dallas/);
	});

	test('what cannot be sent back as it came is left out of the form, and that is said', async () => {
		const screen = shown([
			account({firstName: 'Zed □', altered: ['firstName'], unreadable: ['balance'], balance: undefined}),
		]);
		screen.press('E');
		await settled();
		expect(screen.form()?.typed['account[first_name]']).toBeUndefined();
		expect(screen.text()).toContain('cannot be sent back as they came: first name, balance');
	});

	test('an account that is gone by then, or one without a reference, is not changed', async () => {
		const screen = shown();
		read(screen, [], '7', 2500);
		screen.press('E');
		expect(screen.text()).toContain('not now, no account is selected');
		read(screen, [account({id: undefined})], '7', 2600);
		screen.press('E');
		expect(screen.text()).toContain('it came without a reference');
		await settled();
		expect(screen.ui.get().sheet).toBeUndefined();
	});

	test('the form does not come up over what was opened meanwhile', async () => {
		const screen = shown();
		screen.press('E');
		screen.press('s');
		await settled();
		expect(screen.ui.get()).toMatchObject({sheet: undefined, prompt: {kind: 'search'}});
	});

	test('N puts the account onto a list of the selected campaign', async () => {
		const screen = shown();
		screen.press('N');
		await settled();
		expect(screen.form()?.typed).toEqual({
			campaign_id: '1003',
			account_id: '2026-0000001',
			first_name: 'Ann',
			last_name: 'Long',
			phones: '2125550123',
			emails: 'ann@example.com, long@example.com',
		});
		screen.press('ctrl-s');
		await settled();
		expect(question(screen)).toContain('QA: add leads account 2026-0000001?');
	});

	test('nothing is offered while the lock is on', () => {
		const screen = shown();
		screen.press('!');
		for (const key of ['A', 'E', 'N']) {
			screen.press(key);
			expect(screen.text()).toMatch(/the\W+read-only lock is on/);
			expect(screen.ui.get().sheet).toBeUndefined();
		}
	});
});
