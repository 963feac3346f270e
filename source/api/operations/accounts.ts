/** Accounts (sections 2.3 and 4.1). */
import {accountsAnswer} from '../account.ts';
import {fieldsAnswer} from '../answer.ts';
import {count, id} from '../codecs.ts';
import {operation} from '../operation.ts';
import * as p from '../parameters.ts';
import {field, record} from '../record.ts';

const customFields = Object.fromEntries(
	Array.from({length: 20}, (_, index) => [`custom${index + 1}`, p.text("the caller's own data", 1000)]),
) as Record<`custom${number}`, ReturnType<typeof p.text>>;

const account = p.group('the account', {
	company_id: p.required(p.integer("the caller's company", {min: 0})),
	accountid: p.text("the caller's account reference; an existing one is updated, an omitted one is generated", 100),
	first_name: p.text('first name', 100),
	last_name: p.text('last name', 100),
	email: p.text('primary email; the first of emails when omitted', 320),
	phone: p.text('primary phone; the first of phones when omitted', 40),
	address1: p.text('address', 200),
	city: p.text('city', 100),
	state: p.shaped('two-letter state code', /^[A-Za-z]{2}$/, 'two letters'),
	postal_code: p.text('ZIP or postal code', 20),
	country: p.text('country code', 10),
	balance: p.number('outstanding balance'),
	birthday: p.date('date of birth'),
	company_name: p.text('for business accounts', 200),
	...customFields,
});

export const accounts = {
	add_account: operation({
		family: 'accounts',
		effect: 'write',
		summary: 'Creates an account, or updates it if the accountid exists.',
		documented: true,
		params: {
			account: p.required(account),
			accounts_leads: p.group('where its phones and emails go', {
				list_id: p.idNumber('list to which they are added, so that campaigns reach them'),
			}),
			phones: p.repeatedGroup('phone numbers', {
				phone_number: p.required(p.text('phone number', 40)),
				phone_type: p.text('such as MOBILE, HOME, WORK', 40),
				time_zone: p.shaped(
					'UTC offset such as -6.00; US Eastern when omitted',
					/^[+-]?\d{1,2}(?:\.\d{1,2})?$/,
					'a UTC offset such as -6.00',
				),
			}),
			emails: p.repeated('email addresses', p.text('email address', 320)),
		},
		answer: fieldsAnswer(
			record({accountId: field(id, 'accountid'), created: field(count, 'created'), listId: field(id, 'list_id')}),
		),
	}),
	fetch_accounts: operation({
		family: 'accounts',
		effect: 'read',
		summary: 'Lists the accounts of a company.',
		documented: true,
		params: {
			company_id: p.required(p.integer('company', {min: 0})),
			all_phones: p.choice('1 returns every phone, 0 only the primary', ['0', '1']),
			all_emails: p.choice('1 returns every email, 0 only the primary', ['0', '1']),
		},
		answer: accountsAnswer,
	}),
	add_leads: operation({
		family: 'accounts',
		effect: 'write',
		summary: 'Adds one account with phones and emails to a campaign list.',
		documented: true,
		params: {
			campaign_id: p.idNumber('campaign to add to'),
			list_id: p.idNumber('list; a new one is made for the campaign when omitted'),
			phones: p.text('comma-separated numbers; the time zone is looked up per number'),
			emails: p.text('comma-separated email addresses'),
			account_id: p.text("the account's accountid", 100),
			first_name: p.text('first name', 100),
			middle_initial: p.text('middle initial', 10),
			last_name: p.text('last name', 100),
		},
		answer: fieldsAnswer(
			record({
				listId: field(id, 'list_id'),
				accountId: field(id, 'accountid'),
				added: field(count, 'added'),
				duplicates: field(count, 'duplicates'),
				invalid: field(count, 'invalid'),
			}),
		),
	}),
};
