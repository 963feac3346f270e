/** The do-not-call list (section 4.2; shapes ours). */
import type {ParamsOf} from '../../api/operations/index.ts';
import type {BarredNumber} from '../store/do-not-call.ts';
import {tenDigits} from '../world/people.ts';
import {invalidValue, Refusal} from '../world/refusal.ts';
import {stampText} from '../world/time.ts';
import type {Context, Handlers} from './handler.ts';

const entriesPerPage = 100;

type NumberParams = ParamsOf<'add_dnc'>;

/** The number of a request and the campaign it is barred from. */
const barredNumber = ({phone_number, campaign_id}: NumberParams, {access}: Context): BarredNumber => {
	const campaign = access.campaign(campaign_id)?.id ?? '';
	const phone = tenDigits(phone_number);
	if (phone === undefined) {
		throw invalidValue('phone_number', 'must be a US phone number');
	}
	return {phone, campaign};
};

/** Arguments of the world's commands, in which an omitted campaign means every one. */
const commandArguments = ({phone, campaign}: BarredNumber): [phone: string, campaign?: string] =>
	campaign === '' ? [phone] : [phone, campaign];

const entryRecord = ({phone, campaign}: BarredNumber) => ({phone_number: phone, campaign_id: campaign});

export const doNotCall = {
	add_dnc: {
		level: 'agent',
		run(params, context) {
			const {world, store, user, command} = context;
			const barred = barredNumber(params, context);
			// Adding a number again succeeds and changes nothing.
			if (store.doNotCall.add(barred, user.name, world.now)) {
				command('barNumber', ...commandArguments(barred));
			}
			return entryRecord(barred);
		},
	},
	delete_dnc: {
		level: 'manager',
		run(params, context) {
			const {store, user, command} = context;
			const barred = barredNumber(params, context);
			if (barred.campaign === '' && user.campaigns !== 'all') {
				throw new Refusal(
					'permission-denied',
					'Permission denied',
					'the number is also barred from campaigns of others',
				);
			}
			if (!store.doNotCall.remove(barred)) {
				throw new Refusal('not-found', 'Number not found');
			}
			command('unbarNumber', ...commandArguments(barred));
			return entryRecord(barred);
		},
	},
	get_dncs: {
		level: 'agent',
		run({campaign_id, query, page = 1, limit = entriesPerPage}, {world, store, user, access}) {
			const {entries, total} = store.doNotCall.find(
				{
					campaign: access.campaign(campaign_id)?.id,
					campaigns: user.campaigns === 'all' ? undefined : [...user.campaigns],
					digits: query?.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, ''),
				},
				page,
				limit,
			);
			return {
				dncs: entries.map(({addedBy, addedAt, ...barred}) => ({
					...entryRecord(barred),
					added_by: addedBy,
					added_date: stampText(world, addedAt),
				})),
				total,
			};
		},
	},
} satisfies Partial<Handlers>;
