/** Stores accounts with all that follows from their changes: movements, and the names, numbers and lists of their leads. */

import type {Access} from '../rules/access.ts';
import {contactLimit} from '../rules/accounts.ts';
import {putAccount} from '../rules/balances.ts';
import type {Account, AccountPhone} from '../store/accounts.ts';
import type {NewLead} from '../world/commands.ts';
import {invalidValue, missingParameter} from '../world/refusal.ts';
import type {Campaign, List} from '../world/state.ts';
import {zoneOfOffset} from '../world/zones.ts';
import type {Context} from './handler.ts';

/** The name of an account's holder, as its leads have it. */
export const holderNameOf = ({fields}: Pick<Account, 'fields'>): Pick<NewLead, 'firstName' | 'lastName'> => ({
	firstName: fields.first_name ?? '',
	lastName: fields.last_name ?? '',
});

const refuseTooMany = (contacts: readonly unknown[], name: 'phones' | 'emails'): void => {
	if (contacts.length > contactLimit) {
		throw invalidValue(name, `an account has at most ${contactLimit} ${name}`);
	}
};

/** Leads for some phones of an account. */
export const leadsOf = (account: Account, phones: readonly AccountPhone[]): NewLead[] =>
	phones.map(({number, zone}) => ({
		...holderNameOf(account),
		phone: number,
		accountId: account.id,
		zone: zoneOfOffset(Number(zone), number),
	}));

/** The phones of an account that another does not have. */
const numbersBeside = (account: Account | undefined, other: Account | undefined): AccountPhone[] =>
	(account?.phones ?? []).filter(({number}) => !other?.phones.some(phone => phone.number === number));

const isRenamed = (before: Account, after: Account): boolean => {
	const [old, now] = [holderNameOf(before), holderNameOf(after)];
	return old.firstName !== now.firstName || old.lastName !== now.lastName;
};

/** An account as it was, undefined if it is new, and as it is to be. */
export type AccountChange = {known: Account | undefined; account: Account};

/** Stores accounts; if the names of their holders or their phones have changed, so do their leads. */
export const saveAccounts = (context: Context, changes: readonly AccountChange[]): void => {
	for (const {known, account} of changes) {
		refuseTooMany(account.phones, 'phones');
		refuseTooMany(account.emails, 'emails');
		putAccount(context, known, account);
	}
	const listed = changes.flatMap(({known, account}) => (known?.isListed ? [{known, account}] : []));
	const names = listed.flatMap(({known, account}) =>
		isRenamed(known, account) ? [[account.id, holderNameOf(account)] as const] : [],
	);
	if (names.length > 0) {
		context.command('renameHolders', names);
	}
	for (const {known, account} of listed) {
		const removed = numbersBeside(known, account).map(({number}) => number);
		if (removed.length > 0) {
			context.command('changePhones', account.id, removed, leadsOf(account, numbersBeside(account, known)));
		}
	}
};

/** An existing list, or a campaign that gets a new one. */
export type Destination = {list: List} | {campaign: Campaign};

/** The list if there is one, else the campaign. @throws Refusal if there is neither, or the list is not the campaign's */
export const destinationFor = (
	access: Access,
	{campaign_id, list_id}: {campaign_id?: string | undefined; list_id?: string | undefined},
): Destination => {
	const campaign = access.campaign(campaign_id);
	const list = access.list(list_id);
	if (list && campaign && campaign.index !== list.campaign) {
		throw invalidValue('list_id', 'the list belongs to another campaign');
	}
	if (list) {
		return {list};
	}
	if (!campaign) {
		throw missingParameter('campaign_id');
	}
	return {campaign};
};

/** The index of the destination's campaign. */
export const campaignOf = (destination: Destination): number =>
	'list' in destination ? destination.list.campaign : destination.campaign.index;

/** The existing list, or a new active one. */
export const listFor = (destination: Destination, {command}: Pick<Context, 'command'>, name?: string): List =>
	'list' in destination
		? destination.list
		: command('makeList', destination.campaign.id, ...(name === undefined ? [] : [name]));
