/** An account as it is put into a form. */
import type {Account} from '../../model/account.ts';
import type {Typed} from '../../monitor/forms.ts';

/** What stands in a form, and what is left out of it: it could not be read or shown as it came, and is not to be changed. */
export type Filled = {typed: Typed; left: readonly string[]};

/** A field of a form: what it is of the account, where it stands, and with what. */
type Filling = readonly [of: string, field: string, value: string];

const filled = ({altered, unreadable}: Account, fillings: readonly Filling[]): Filled => {
	const given = fillings.filter(([, , value]) => value !== '');
	const left = given.filter(([of]) => altered.includes(of));
	const kept = given.filter(([of]) => !altered.includes(of));
	return {
		typed: Object.fromEntries(kept.map(([, field, value]) => [field, value])),
		left: [...left.map(([, field]) => field), ...unreadable],
	};
};

const accountFields: readonly (readonly [of: keyof Account, field: string])[] = [
	['id', 'accountid'],
	['firstName', 'first_name'],
	['lastName', 'last_name'],
	['email', 'email'],
	['phone', 'phone'],
	['address', 'address1'],
	['city', 'city'],
	['state', 'state'],
	['postalCode', 'postal_code'],
	['country', 'country'],
	['balance', 'balance'],
	['birthday', 'birthday'],
	['companyName', 'company_name'],
];

/** add_account for an account as it is: what is not changed in the form stays so. */
export const accountForm = (account: Account, companyId: string): Filled =>
	filled(account, [
		['companyId', 'account[company_id]', account.companyId ?? companyId],
		...accountFields.map(([of, field]): Filling => [of, `account[${field}]`, String(account[of] ?? '')]),
		...Object.entries(account.extra)
			.filter(([name]) => /^custom(?:[1-9]|1\d|20)$/.test(name))
			.map(([name, value]): Filling => [name, `account[${name}]`, value]),
		...(account.phones ?? []).flatMap(({number, type = '', timeZone = ''}, index): Filling[] => [
			['phones', `phones[${index}][phone_number]`, number],
			['phones', `phones[${index}][phone_type]`, type],
			['phones', `phones[${index}][time_zone]`, timeZone],
		]),
		...(account.emails ?? []).map((email, index): Filling => ['emails', `emails[${index}]`, email]),
	]);

/** add_leads for an account: its phones and emails go onto a list of a campaign. */
export const leadsForm = (account: Account): Filled => {
	const {id = '', firstName = '', lastName = '', phone = '', phones, email = '', emails} = account;
	return filled(account, [
		['id', 'account_id', id],
		['firstName', 'first_name', firstName],
		['lastName', 'last_name', lastName],
		phones ? ['phones', 'phones', phones.map(({number}) => number).join(', ')] : ['phone', 'phones', phone],
		emails ? ['emails', 'emails', emails.join(', ')] : ['email', 'emails', email],
	]);
};
