/** The do-not-call list (section 4.2; shapes ours). */
import type {ParamsOf} from '../../wire/operations/index.ts';
import type {BarredNumber} from '../store/do-not-call.ts';
import {tenDigits} from '../world/people.ts';
import {invalidValue, Refusal} from '../world/refusal.ts';
import {stampText} from '../world/time.ts';
import {agent, type Context, type Handlers, manager} from './handler.ts';
import {pageSpan} from './pages.ts';

type NumberParams = ParamsOf<'add_dnc'>;

const denied = (detail: string): never => {
	throw new Refusal('permission-denied', 'Permission denied', detail);
};

/**
 * The number of a request with each campaign that it is barred from: the one named or, if none is, every campaign at once,
 * or those of a user who may access some only.
 */
const barredNumbers = ({phone_number, campaign_id}: NumberParams, {user, access}: Context): BarredNumber[] => {
	const one = access.campaign(campaign_id);
	const phone = tenDigits(phone_number);
	if (phone === undefined) {
		throw invalidValue('phone_number', 'must be a US phone number');
	}
	if (one === undefined && user.campaigns === 'all') {
		return [{phone, campaign: ''}];
	}
	const campaigns = one ? [one] : access.campaigns();
	return campaigns.length > 0 ? campaigns.map(({id}) => ({phone, campaign: id})) : denied('you have no campaigns');
};

/** Arguments of the world's commands, in which an omitted campaign means every one. */
const commandArguments = ({phone, campaign}: BarredNumber): [phone: string, campaign?: string] =>
	campaign === '' ? [phone] : [phone, campaign];

const entryRecord = ({phone, campaign}: BarredNumber) => ({phone_number: phone, campaign_id: campaign});

/** The entry that was changed, or those of several campaigns as one. */
const changedRecord = (entries: readonly BarredNumber[]) =>
	entryRecord({phone: entries[0]?.phone ?? '', campaign: entries.map(({campaign}) => campaign).join(',')});

export const doNotCall = {
	add_dnc: agent((params, context) => {
		const {world, store, user, command} = context;
		const numbers = barredNumbers(params, context);
		// Adding a number again succeeds and changes nothing.
		for (const barred of numbers.filter(entry => store.doNotCall.add(entry, user.name, world.now))) {
			command('barNumber', ...commandArguments(barred));
		}
		return changedRecord(numbers);
	}),
	delete_dnc: manager((params, context) => {
		const {store, user, command} = context;
		const numbers = barredNumbers(params, context);
		const [{phone} = {phone: ''}] = numbers;
		const isForAll = params.campaign_id === undefined && user.campaigns !== 'all';
		if (isForAll && store.doNotCall.has({phone, campaign: ''})) {
			denied('the number is also barred from campaigns of others');
		}
		const removed = numbers.filter(store.doNotCall.remove);
		if (removed.length === 0) {
			throw new Refusal('not-found', 'Number not found');
		}
		for (const barred of removed) {
			command('unbarNumber', ...commandArguments(barred));
		}
		return changedRecord(removed);
	}),
	get_dncs: agent(({campaign_id, query, ...page}, {world, store, user, access}) => {
		const {entries, total} = store.doNotCall.find(
			{
				campaign: access.campaign(campaign_id)?.id,
				campaigns: user.campaigns === 'all' ? undefined : [...user.campaigns],
				digits: query?.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, ''),
			},
			pageSpan(page),
		);
		return {
			dncs: entries.map(({addedBy, addedAt, ...barred}) => ({
				...entryRecord(barred),
				added_by: addedBy,
				added_date: stampText(world, addedAt),
			})),
			total,
		};
	}),
} satisfies Partial<Handlers>;
