/** Fills forms with an account. */
import type {Account} from '../../../model/account.ts';
import type {Typed} from '../../../service/forms.ts';

/** The values of a form, and the fields left out of it, since they could not be read or shown as they came. */
export type Filled = {typed: Typed; left: readonly string[]};

/** A value of a form: the account's property, the form's field, and the text. */
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

/** Fills add_account with an account as it is; a field that is not edited keeps its value. */
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

/** Fills add_leads with the phones and emails of an account. */
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
