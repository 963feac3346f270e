/** What an operator can do about accounts: see those of a company, add one, change one, put one onto a list. */

import type {Account} from '../../../model/account.ts';
import {fieldWords} from '../../../present/parameter-words.ts';
import {whyNoControl} from '../../../steering/offer.ts';
import {type Behaviours, withSelected} from '../../keys/action.ts';
import {askCompany} from '../../keys/steps.ts';
import {showForm} from '../../sheets/form/open.ts';
import type {Form} from '../../sheets/sheet.ts';
import {type Context, selectedAccount, selectedCampaign} from '../../store/context.ts';
import {accountDetail} from './details.ts';
import {accountForm, type Filled, leadsForm} from './forms.ts';
import {companyOf} from './rows.ts';

const noAccount = 'no account is selected';

/** The notice of a form that leaves fields out, since they could not be sent back as they came. */
const noticeOf = ({left}: Filled): Pick<Form, 'notice'> =>
	left.length === 0
		? {notice: undefined}
		: {
				notice: {
					text: `Left out, since they cannot be sent back as they came: ${left.map(fieldWords).join(', ')}`,
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
			const form = account ? leadsForm(account) : {typed: {}, left: []};
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
