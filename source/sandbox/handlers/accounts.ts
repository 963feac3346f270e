/** Accounts and leads added by hand (sections 2.3 and 4.1). */
import type {ParamsOf} from '../../wire/operations/index.ts';
import {findAccount, newAccountIds, pageOfAccounts, refuseUnseen, visibleTo} from '../rules/accounts.ts';
import {ownCompany} from '../rules/company.ts';
import type {Account, AccountPhone} from '../store/accounts.ts';
import {isBarred} from '../world/do-not-call.ts';
import {leadNumber} from '../world/people.ts';
import {invalidValue, missingParameter, Refusal} from '../world/refusal.ts';
import {offsetText, zoneOfNumber, zoneOfOffset} from '../world/zones.ts';
import {agent, type Context, type Handlers, manager, slowly} from './handler.ts';
import {pageSpan} from './pages.ts';
import {campaignOf, destinationFor, leadsOf, listFor, saveAccounts} from './save-account.ts';

/** Accounts of a page, unless the request says otherwise (ours). */
const accountsPerPage = 500;

const easternZone = 0;

type AccountParams = ParamsOf<'add_account'>;

const numberIn = (text: string, name: string): string => {
	const number = leadNumber(text);
	if (number === undefined) {
		throw invalidValue(name, 'must be a US number in service');
	}
	return number;
};

const offsetIn = (text: string | undefined, name: string): string => {
	const zone = text === undefined ? easternZone : zoneOfOffset(Number(text));
	if (zone === undefined) {
		throw invalidValue(name, 'must be a UTC offset from -12.00 to 14.00, in quarters of an hour');
	}
	return offsetText(zone);
};

/** The first phone of each number. */
const withoutRepeats = (phones: readonly AccountPhone[]): AccountPhone[] =>
	phones.filter(({number}, index) => phones.findIndex(phone => phone.number === number) === index);

/**
 * The phones that were sent, or else the known ones; the primary one first. A new primary one alone replaces the old, and an
 * empty one removes it.
 */
const phonesOf = ({account, phones}: AccountParams, known: readonly AccountPhone[]): AccountPhone[] => {
	const sent = phones?.map(
		({phone_number, phone_type = '', time_zone}, index): AccountPhone => ({
			number: numberIn(phone_number, `phones[${index}][phone_number]`),
			type: phone_type,
			zone: offsetIn(time_zone, `phones[${index}][time_zone]`),
		}),
	);
	const others = sent ?? known.slice(1);
	if (account.phone === undefined || account.phone === '') {
		return withoutRepeats(account.phone === '' ? others : (sent ?? known));
	}
	const number = numberIn(account.phone, 'account[phone]');
	const all = sent ?? known;
	const primary = all.find(phone => phone.number === number);
	return withoutRepeats(primary ? [primary, ...all] : [{number, type: '', zone: offsetText(easternZone)}, ...others]);
};

/** As for the phones, but a new primary one comes before the old. */
const emailsOf = ({account: {email}, emails}: AccountParams, known: readonly string[]): string[] => {
	if (email === '') {
		return [...new Set(emails ?? known.slice(1))];
	}
	return [...new Set([...(email === undefined ? [] : [email]), ...(emails ?? known)])];
};

/** Those that a campaign (its index) may call: the others are stored with the account, and added to no list. */
const callable = ({world}: Context, phones: readonly AccountPhone[], campaign: number): AccountPhone[] =>
	phones.filter(({number}) => !isBarred(world, number, campaign));

/** The known fields with the given ones; those that are omitted stay, and those that are empty are cleared. */
const changedFields = (
	known: Account | undefined,
	given: Readonly<Record<string, string | undefined>>,
): Record<string, string> => {
	const changes = Object.entries(given).filter(([, value]) => value !== undefined);
	const all: [string, string | undefined][] = [...Object.entries(known?.fields ?? {}), ...changes];
	return Object.fromEntries([...new Map(all)].flatMap(([name, value]) => (value ? [[name, value]] : [])));
};

/** The account to change; undefined if it is new. @throws Refusal `Permission denied` */
const existingAccount = (context: Context, id: string | undefined): Account | undefined => {
	const known = id === undefined ? undefined : findAccount(context, id);
	if (known) {
		refuseUnseen(context, known.id);
	}
	return known;
};

const newIdFor = (context: Context): string => newAccountIds(context, 1).join('');

const splitList = (list: string | undefined): string[] =>
	(list ?? '')
		.split(',')
		.map(part => part.trim())
		.filter(part => part !== '');

/** @throws Refusal if it is not the company of all accounts */
const refuseOtherCompany = (id: number, name: string): void => {
	if (id !== ownCompany) {
		throw invalidValue(name, `your company is ${ownCompany}`);
	}
};

const accountRecord = ({id, fields, phones, emails}: Account, allPhones: boolean, allEmails: boolean) => ({
	...fields,
	accountid: id,
	company_id: ownCompany,
	phone: phones[0]?.number ?? '',
	email: emails[0] ?? '',
	phones: phones
		.slice(0, allPhones ? undefined : 1)
		.map(({number, type, zone}) => ({phone_number: number, phone_type: type, time_zone: zone})),
	emails: emails.slice(0, allEmails ? undefined : 1),
});

export const accounts = {
	add_account: agent((params, context) => {
		const {access, command} = context;
		if (access.campaigns().length === 0) {
			// They could not see what they add.
			throw new Refusal('permission-denied', 'Permission denied', 'you have no campaigns');
		}
		const {company_id, accountid, phone: _phone, email: _email, ...fields} = params.account;
		refuseOtherCompany(company_id, 'account[company_id]');
		const listId = params.accounts_leads?.list_id;
		const list = access.list(listId);
		const known = existingAccount(context, accountid);
		const phones = phonesOf(params, known?.phones ?? []);
		const listed = list ? callable(context, phones, list.campaign) : [];
		const account: Account = {
			id: accountid ?? newIdFor(context),
			companyId: ownCompany,
			isListed: (known?.isListed ?? false) || listed.length > 0,
			fields: changedFields(known, fields),
			phones,
			emails: emailsOf(params, known?.emails ?? []),
		};
		saveAccounts(context, [{known, account}]);
		if (list) {
			command('addLeads', list.id, leadsOf(account, listed));
		}
		return {
			accountid: account.id,
			created: known ? 0 : 1,
			list_id: list?.id,
			dnc: list && phones.length - listed.length,
		};
	}),
	fetch_accounts: slowly('agent', async ({company_id, all_phones, all_emails, ...page}, {world, store, access}) => {
		refuseOtherCompany(company_id, 'company_id');
		const seen = visibleTo(world, access);
		const {accounts: found, total} = await pageOfAccounts({world, store}, seen, pageSpan(page, accountsPerPage));
		return {
			accounts: found.map(account => accountRecord(account, all_phones === '1', all_emails === '1')),
			total,
		};
	}),
	add_leads: manager(({campaign_id, list_id, phones, emails, account_id, ...fields}, context) => {
		const destination = destinationFor(context.access, {campaign_id, list_id});
		const numbers = splitList(phones).map(leadNumber);
		const addresses = splitList(emails);
		if (numbers.length === 0 && addresses.length === 0) {
			throw missingParameter('phones', 'a phone number or an email address is needed');
		}
		const valid = numbers.filter(number => number !== undefined);
		if (valid.length === 0 && addresses.length === 0) {
			throw invalidValue('phones', 'no number among them is in service in the US');
		}
		const known = existingAccount(context, account_id);
		const added = withoutRepeats(valid.map(number => ({number, type: '', zone: offsetText(zoneOfNumber(number))})));
		const listed = callable(context, added, campaignOf(destination));
		const account: Account = {
			id: account_id ?? newIdFor(context),
			companyId: ownCompany,
			isListed: (known?.isListed ?? false) || listed.length > 0,
			fields: changedFields(known, fields),
			phones: withoutRepeats([...(known?.phones ?? []), ...added]),
			emails: [...new Set([...(known?.emails ?? []), ...addresses])],
		};
		saveAccounts(context, [{known, account}]);
		// Where nobody is to be called, no list is made.
		const list = 'list' in destination || listed.length > 0 ? listFor(destination, context) : undefined;
		const result = list && context.command('addLeads', list.id, leadsOf(account, listed));
		return {
			list_id: list?.id,
			accountid: account.id,
			added: result?.added ?? 0,
			duplicates: (result?.duplicates ?? 0) + valid.length - added.length,
			invalid: numbers.length - valid.length,
			dnc: added.length - listed.length,
		};
	}),
} satisfies Partial<Handlers>;
