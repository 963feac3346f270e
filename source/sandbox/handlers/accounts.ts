/** Accounts and leads added by hand (sections 2.3 and 4.1). */
import type {Access} from '../access.ts';
import {Refusal} from '../refusal.ts';
import type {Account, AccountPhone} from '../store/accounts.ts';
import type {NewLead} from '../world/commands.ts';
import {hash, purpose} from '../world/draw.ts';
import {personOf} from '../world/leads.ts';
import {accountIdOfSeeded, tenDigits} from '../world/people.ts';
import type {Campaign, List, World} from '../world/state.ts';
import {zoneOfNumber, zoneOfOffset, zones} from '../world/zones.ts';
import type {Context, Handler, Handlers} from './handler.ts';

/** The company that the seeded leads belong to. */
const ownCompany = 1;
/** Accounts of one answer at most (ours): the interface knows no pages. */
const accountLimit = 500;

const defaultZone = '-5.00';

const validPhone = (number: string, name: string): string => {
	const phone = tenDigits(number);
	if (phone === undefined) {
		throw new Refusal('invalid-value', `Invalid value: ${name}`);
	}
	return phone;
};

const readPhones = (given: Parameters<Handler<'add_account'>>[0]): AccountPhone[] => {
	const phones = (given.phones ?? []).map(({phone_number, phone_type = '', time_zone = defaultZone}, index) => {
		if (zoneOfOffset(Number(time_zone)) === undefined) {
			throw new Refusal('invalid-value', `Invalid value: phones[${index}][time_zone]`);
		}
		return {number: validPhone(phone_number, `phones[${index}][phone_number]`), type: phone_type, zone: time_zone};
	});
	const {phone} = given.account;
	if (phone === undefined) {
		return phones;
	}
	const primary = validPhone(phone, 'account[phone]');
	const rest = phones.filter(({number}) => number !== primary);
	return [phones.find(({number}) => number === primary) ?? {number: primary, type: '', zone: defaultZone}, ...rest];
};

const leadsOf = ({id, fields, phones}: Account): NewLead[] =>
	phones.map(({number, zone}) => ({
		firstName: fields.first_name ?? '',
		lastName: fields.last_name ?? '',
		phone: number,
		accountId: id,
		zone: zoneOfOffset(Number(zone)),
	}));

const written = (account: Account, allPhones: boolean, allEmails: boolean) => ({
	accountid: account.id,
	company_id: String(account.companyId),
	...account.fields,
	phone: account.phones[0]?.number ?? '',
	email: account.emails[0] ?? '',
	phones: account.phones
		.slice(0, allPhones ? undefined : 1)
		.map(({number, type, zone}) => ({phone_number: number, phone_type: type, time_zone: zone})),
	emails: account.emails.slice(0, allEmails ? undefined : 1),
});

const seededAccount = (world: World, lead: number): Account => {
	const {firstName, lastName, phone, zone, accountId} = personOf(world, lead);
	const cents = 5000 + (hash(world.seed, lead, 0, purpose.balance) % 500_000);
	return {
		id: accountId,
		companyId: ownCompany,
		fields: {first_name: firstName, last_name: lastName, country: 'US', balance: (cents / 100).toFixed(2)},
		phones: [{number: phone, type: 'MOBILE', zone: (zones[zone]?.utc ?? -5).toFixed(2)}],
		emails: [`${firstName}.${lastName}.${lead + 1}@example.com`.toLowerCase()],
	};
};

const seededAccounts = (world: World, most: number): Account[] =>
	Array.from({length: Math.max(0, Math.min(most, world.leads.seeded))}, (_, lead) => seededAccount(world, lead));

const textFields = (given: Readonly<Record<string, unknown>>): Record<string, string> =>
	Object.fromEntries(
		Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
	);

const split = (list: string | undefined): string[] =>
	(list ?? '')
		.split(',')
		.map(part => part.trim())
		.filter(part => part !== '');

/** Where leads are to go: to the list that is named, else to a new one of the campaign. */
const placeForLeads = (
	access: Access,
	campaignId: string | undefined,
	listId: string | undefined,
): {list: List} | {campaign: Campaign} => {
	const campaign = campaignId === undefined ? undefined : access.campaign(campaignId);
	const list = listId === undefined ? undefined : access.list(listId);
	if (list && campaign && campaign.index !== list.campaign) {
		throw new Refusal('invalid-value', 'Invalid value: list_id', 'the list belongs to another campaign');
	}
	if (list) {
		return {list};
	}
	if (!campaign) {
		throw new Refusal('missing-parameter', 'Missing parameter: campaign_id');
	}
	return {campaign};
};

const newId = ({world, store: {accounts}}: Context): string => {
	for (let count = accounts.count(); ; count++) {
		const id = accountIdOfSeeded(world.year, world.leads.seeded + count);
		if (!accounts.find(id)) {
			return id;
		}
	}
};

export const accounts: Pick<Handlers, 'add_account' | 'fetch_accounts' | 'add_leads'> = {
	add_account(params, context) {
		const {
			access,
			give,
			store: {accounts},
		} = context;
		const {company_id, accountid, phone: _phone, email, ...fields} = params.account;
		const list = params.accounts_leads?.list_id === undefined ? undefined : access.list(params.accounts_leads.list_id);
		const phones = readPhones(params);
		const emails = [...new Set([...(email === undefined ? [] : [email]), ...(params.emails ?? [])])];
		const id = accountid ?? newId(context);
		const known = accounts.find(id);
		const account: Account = {
			id,
			companyId: company_id,
			fields: {...known?.fields, ...textFields(fields)},
			phones: phones.length > 0 ? phones : (known?.phones ?? []),
			emails: emails.length > 0 ? emails : (known?.emails ?? []),
		};
		accounts.put(account);
		if (list) {
			give('addLeads', list.id, leadsOf(account));
		}
		return {accountId: id, created: known ? 0 : 1, listId: list?.id};
	},
	fetch_accounts({company_id, all_phones, all_emails}, {world, store: {accounts}}) {
		const added = accounts.ofCompany(company_id, accountLimit);
		const seeded = company_id === ownCompany ? seededAccounts(world, accountLimit - added.length) : [];
		const replaced = new Set(added.map(({id}) => id));
		return {
			accounts: [...added, ...seeded.filter(({id}) => !replaced.has(id))]
				.slice(0, accountLimit)
				.map(account => written(account, all_phones === '1', all_emails === '1')),
		};
	},
	add_leads({campaign_id, list_id, phones, emails, account_id, first_name, middle_initial, last_name}, context) {
		const {
			access,
			give,
			store: {accounts},
		} = context;
		const place = placeForLeads(access, campaign_id, list_id);
		const numbers = split(phones).map(tenDigits);
		const valid = [...new Set(numbers.filter(number => number !== undefined))];
		const id = account_id ?? newId(context);
		const known = accounts.find(id);
		const account: Account = {
			id,
			companyId: known?.companyId ?? ownCompany,
			fields: {...known?.fields, ...textFields({first_name, middle_initial, last_name})},
			phones: valid.map(number => ({
				number,
				type: '',
				zone: (zones[zoneOfNumber(number)]?.utc ?? -5).toFixed(2),
			})),
			emails: split(emails),
		};
		accounts.put(account);
		const list = 'list' in place ? place.list : give('makeList', place.campaign.id);
		const {added, duplicates} = give('addLeads', list.id, leadsOf(account));
		return {
			listId: list.id,
			accountId: id,
			added,
			duplicates: duplicates + numbers.filter(number => number !== undefined).length - valid.length,
			invalid: numbers.length - numbers.filter(number => number !== undefined).length,
		};
	},
};
