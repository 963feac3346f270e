/** Accounts (sections 2.3 and 4.1). What they answer is ours. */
import * as z from 'zod';
import {readAccounts} from '../account.ts';
import {optional, ownAnswer} from '../answer.ts';
import {count, id, integer, text} from '../codecs.ts';
import {decimalIn} from '../decimal.ts';
import {once} from '../once.ts';
import {family} from '../operation.ts';
import * as p from '../parameters.ts';

/** The same for each of custom1 to custom20. */
const forCustomFields = <T>(value: T) =>
	Object.fromEntries(Array.from({length: 20}, (_, index) => [`custom${index + 1}`, value])) as Record<
		`custom${number}`,
		T
	>;

/** An account's reference: text without control characters. */
const reference = (summary: string) => p.asId(p.shaped(summary, /^[^\p{C}]{1,100}$/u, 'at most 100 characters'));

const scalar = once(() => z.union([z.string(), z.number()]));

/** An amount of either sign, as text with two decimals so that no cent is lost. */
const balance: p.Parameter<string, false> = {
	kind: 'number',
	summary: 'outstanding balance, to the cent',
	required: false,
	schema: once(() =>
		z.codec(scalar(), z.string().regex(/^-?\d{1,12}\.\d\d$/, 'must be an amount such as 12.50'), {
			decode(wire) {
				const written = String(wire).trim();
				return /^-?\d{1,12}(?:\.\d{1,2})?$/.test(written) ? Number(written).toFixed(2) : written;
			},
			encode: Number,
		}),
	),
	sent: once(() =>
		z.codec(
			scalar(),
			z.string().refine(text => decimalIn(text) !== undefined, 'must be a number'),
			{
				decode: wire => String(wire).trim(),
				encode: Number,
			},
		),
	),
	shape: 'an amount such as 12.50',
};

const emailShape = once(() => z.email());
const isEmail = (value: string): boolean => emailShape().safeParse(value).success;

const emailList: p.Parameter<string, false> = {
	...p.text('comma-separated email addresses'),
	shape: 'comma-separated email addresses',
	schema: once(() =>
		z.codec(
			scalar(),
			z
				.string()
				.max(10_000, {error: 'must have at most 10000 characters', abort: true})
				.refine(
					list => list.split(',').every(part => part.trim() === '' || isEmail(part.trim())),
					'must be comma-separated email addresses',
				),
			{decode: String, encode: value => value},
		),
	),
};

const firstName = p.clearable(p.text('first name', 100));
const lastName = p.clearable(p.text('last name', 100));

/** What an account holds beside its holder's name, phones and emails. */
const accountFields = {
	address1: p.clearable(p.text('address', 200)),
	city: p.clearable(p.text('city', 100)),
	state: p.clearable(p.given('2.3', p.shaped('two-letter state code', /^[A-Za-z]{2}$/, 'two letters'))),
	postal_code: p.clearable(p.text('ZIP or postal code', 20)),
	country: p.clearable(p.text('country code', 10)),
	balance: p.clearable(balance),
	birthday: p.clearable(p.given('2.3', p.date('date of birth'))),
	company_name: p.clearable(p.text('company name, for business accounts', 200)),
	...forCustomFields(p.clearable(p.text('your own data', 1000))),
};

const account = p.group('the account', {
	company_id: p.required(p.asId(p.integer('your company', {min: 0}))),
	accountid: reference('your reference for the account; an existing account is updated; generated when omitted'),
	first_name: firstName,
	last_name: lastName,
	email: p.clearable(p.email('primary email; the first of emails when omitted')),
	phone: p.clearable(p.withPhones(p.text('primary phone; the first of phones when omitted', 40))),
	...accountFields,
});

const given = optional(text);

/** The fields of section 2.3 that have a value. */
const accountShape = {
	accountid: id,
	company_id: integer,
	first_name: given,
	middle_initial: given,
	last_name: given,
	email: text,
	phone: text,
	address1: given,
	city: given,
	state: given,
	postal_code: given,
	country: given,
	balance: given,
	birthday: given,
	company_name: given,
	...forCustomFields(given),
	phones: [{phone_number: text, phone_type: text, time_zone: text}],
	emails: [text],
};

export const accounts = family('accounts', {
	add_account: {
		effect: 'write',
		summary: 'Creates an account, or updates it if the accountid exists; empty fields are cleared, omitted ones stay.',
		documented: true,
		params: {
			account: p.required(account),
			accounts_leads: p.group('list to add the account to', {
				list_id: p.idNumber('list to add its phones and emails to, so that campaigns reach them'),
			}),
			phones: p.clearableList(
				p.repeatedGroup('phone numbers, which replace the existing ones', {
					phone_number: p.required(p.withPhones(p.text('phone number', 40))),
					phone_type: p.text('such as MOBILE, HOME, WORK', 40),
					time_zone: p.given(
						'2.3',
						p.shaped(
							'UTC offset such as -6.00; US Eastern when omitted',
							/^[+-]?\d{1,2}(?:\.\d{1,2})?$/,
							'a UTC offset such as -6.00',
						),
					),
				}),
			),
			emails: p.clearableList(p.repeated('email addresses, which replace the existing ones', p.email('email address'))),
		},
		answer: ownAnswer({accountid: id, created: count, list_id: optional(id), dnc: optional(count)}),
	},
	fetch_accounts: {
		effect: 'read',
		summary: 'Lists the accounts of your company, newest first.',
		documented: true,
		ours: p.pages({usual: 500}),
		params: {
			company_id: p.required(p.asId(p.integer('your company', {min: 0}))),
			all_phones: p.given('4.1', p.choice('1 returns every phone, 0 only the primary', ['0', '1'])),
			all_emails: p.given('4.1', p.choice('1 returns every email, 0 only the primary', ['0', '1'])),
		},
		answer: {...ownAnswer({accounts: [accountShape], total: count}), decode: readAccounts},
	},
	add_leads: {
		effect: 'write',
		summary: 'Adds one account with phones and emails to a campaign list.',
		documented: true,
		more: accountFields,
		params: {
			campaign_id: p.idNumber('campaign to add to; required unless list_id is sent'),
			list_id: p.idNumber('list; when omitted, a new one is created for the campaign'),
			phones: p.withPhones(p.text('comma-separated phone numbers; the time zone of each is looked up')),
			emails: emailList,
			account_id: reference("the account's accountid"),
			first_name: firstName,
			middle_initial: p.clearable(p.text('middle initial', 10)),
			last_name: lastName,
		},
		answer: ownAnswer({
			list_id: optional(id),
			accountid: id,
			added: count,
			duplicates: count,
			invalid: count,
			dnc: count,
		}),
	},
});
