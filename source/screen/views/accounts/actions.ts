/** What an operator can do about accounts: see those of a company, add one, change one, put one onto a list. */

import type {Account} from '../../../model/account.ts';
import type {AccountPhone} from '../../../model/wire.ts';
import {decimals} from '../../../present/format.ts';
import {fieldWords} from '../../../present/parameter-words.ts';
import {serviceText} from '../../../present/sentence.ts';
import type {Typed} from '../../../service/forms.ts';
import {whyNoControl} from '../../../steering/offer.ts';
import {type Behaviours, withSelected} from '../../actions/action.ts';
import {askParameter} from '../../actions/ask.ts';
import {showForm} from '../../sheets/form/open.ts';
import type {Form} from '../../state/sheet.ts';
import type {Detail} from '../../state/state.ts';
import {type Context, promptChoice, selectedAccount, selectedCampaign} from '../../store/context.ts';
import {fieldsOf} from '../../store/shown.ts';
import {companiesOf, companyOf} from './rows.ts';

const phoneText = ({number, type, timeZone}: AccountPhone): string =>
	[number, type, timeZone !== undefined && `UTC ${timeZone}`].filter(Boolean).join(' ');

/** Every field of an account, those that dialtop does not know at the end. */
const accountDetail = (account: Account): Detail => {
	const {key: _key, altered: _altered, id, companyId, phones, emails, extra, unreadable, balance, ...others} = account;
	return {
		title: 'Account',
		rows: [
			...(id === undefined ? [] : [['account id', id] as const]),
			...(companyId === undefined ? [] : [['company id', companyId, 'none'] as const]),
			...(balance === undefined ? [] : [['balance', decimals(balance, 2), 'none'] as const]),
			...fieldsOf({...others, extra: {}, unreadable: []}),
			...(phones ?? []).map((phone, index) => [`phone ${index + 1}`, phoneText(phone)] as const),
			...(emails ?? []).map((email, index) => [`email ${index + 1}`, email] as const),
			...fieldsOf({extra, unreadable}),
		],
		top: 0,
	};
};

/** The values of a form, and the fields omitted from it, since they could not be read or shown as they came. */
type Filled = {typed: Typed; omitted: readonly string[]};

/** A value of a form: the account's property, the form's field, and the text. */
type Filling = readonly [of: string, field: string, value: string];

const filled = ({altered, unreadable}: Account, fillings: readonly Filling[]): Filled => {
	const given = fillings.filter(([, , value]) => value !== '');
	const omitted = given.filter(([of]) => altered.includes(of));
	const intact = given.filter(([of]) => !altered.includes(of));
	return {
		typed: Object.fromEntries(intact.map(([, field, value]) => [field, value])),
		omitted: [...omitted.map(([, field]) => field), ...unreadable],
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
const accountForm = (account: Account, companyId: string): Filled =>
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
const leadsForm = (account: Account): Filled => {
	const {id = '', firstName = '', lastName = '', phone = '', phones, email = '', emails} = account;
	return filled(account, [
		['id', 'account_id', id],
		['firstName', 'first_name', firstName],
		['lastName', 'last_name', lastName],
		phones ? ['phones', 'phones', phones.map(({number}) => number).join(', ')] : ['phone', 'phones', phone],
		emails ? ['emails', 'emails', emails.join(', ')] : ['email', 'emails', email],
	]);
};

const noAccount = 'no account is selected';

/** The notice of a form that omits fields, since they could not be sent back as they came. */
const noticeOf = ({omitted}: Filled): Pick<Form, 'notice'> =>
	omitted.length === 0
		? {notice: undefined}
		: {
				notice: {
					text: `Omitted, since they cannot be sent back as they came: ${omitted.map(fieldWords).join(', ')}`,
					tone: 'error',
				},
			};

/** Reads the account again, since somebody may have changed it, and opens the form with it. */
const changeAccount = async (context: Context, {key}: Account, companyId: string): Promise<void> => {
	const {monitor, say} = context;
	if (!monitor) {
		return;
	}
	say('reading the account as it is now…');
	const read = await monitor.readAccounts(companyId);
	const here = context.now();
	const {view, prompt, sheet, detail, help} = here.ui;
	if (view !== 'accounts' || prompt || sheet || detail || help) {
		return;
	}
	const account = 'accounts' in read ? read.accounts.find(one => one.key === key) : undefined;
	if (!account) {
		here.say(`Not opened: ${'reason' in read ? read.reason : 'the service no longer lists this account'}`, 'error');
		return;
	}
	here.dispatch({type: 'hush'});
	const form = accountForm(account, companyId);
	await showForm(here, 'add_account', form.typed, {...noticeOf(form), focus: 'account[first_name]'});
};

const askCompanyId = (context: Context): void =>
	askParameter(
		context,
		['fetch_accounts', 'company_id'],
		{
			about: `${serviceText(context.state.source)}: the accounts of which company? It is remembered for this profile.`,
			label: 'Company id: ',
			value: companyOf(context) ?? '',
		},
		(id, now) => now.dispatch({type: 'company', id}),
	);

/** The choice of another company, whose id is typed. */
const another = 'another';

/** Asks for the company whose accounts are shown: one of those that are known by now, or another. */
const askCompany = (context: Context): void => {
	const present = companyOf(context);
	const known = companiesOf(context);
	if (known.every(id => id === present)) {
		askCompanyId(context);
		return;
	}
	promptChoice(context, {
		about: `${serviceText(context.state.source)}: the accounts of which company?`,
		choices: [...known, another].map(id => ({id, label: id})),
		at: Math.max(0, known.indexOf(present ?? '')),
		next(id) {
			const now = context.now();
			if (id === another) {
				askCompanyId(now);
			} else {
				now.dispatch({type: 'company', id});
			}
		},
	});
};

/** What the actions about accounts do. */
export const accountActions = {
	accounts: {
		run(context) {
			context.dispatch({type: 'view', view: 'accounts'});
			if (companyOf(context) === undefined) {
				askCompany(context);
			}
		},
	},
	company: {
		run: askCompany,
	},
	accountDetails: withSelected(selectedAccount, noAccount, ({dispatch}, account) =>
		dispatch({type: 'detail', detail: accountDetail(account)}),
	),
	addAccount: {
		whyDisabled: ({state}) => whyNoControl(state),
		run(context) {
			const companyId = companyOf(context);
			void showForm(
				context,
				'add_account',
				companyId === undefined ? {} : {'account[company_id]': companyId},
				companyId === undefined ? {} : {focus: 'account[accountid]'},
			);
		},
	},
	changeAccount: {
		whyDisabled: context =>
			whyNoControl(context.state) ??
			(selectedAccount(context)
				? selectedAccount(context)?.id === undefined
					? 'it came without a reference, so it would be added again'
					: undefined
				: noAccount),
		run(context) {
			const [account, companyId] = [selectedAccount(context), companyOf(context)];
			if (account && companyId !== undefined) {
				void changeAccount(context, account, companyId);
			}
		},
	},
	addLeads: {
		whyDisabled: ({state}) => whyNoControl(state),
		run(context) {
			const account = selectedAccount(context);
			const form = account ? leadsForm(account) : {typed: {}, omitted: []};
			const campaignId = selectedCampaign(context)?.campaign.id;
			void showForm(
				context,
				'add_leads',
				{...(campaignId === undefined ? {} : {campaign_id: campaignId}), ...form.typed},
				noticeOf(form),
			);
		},
	},
} satisfies Behaviours;
