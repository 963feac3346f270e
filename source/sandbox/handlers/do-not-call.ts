/** The do-not-call list (section 4.2; shapes ours). */
import type {ParamsOf} from '../../api/operations/index.ts';
import type {BarredNumber} from '../store/do-not-call.ts';
import {tenDigits} from '../world/people.ts';
import {invalidValue, Refusal} from '../world/refusal.ts';
import {stampText} from '../world/time.ts';
import type {Context, Handlers} from './handler.ts';

const entriesPerPage = 100;

type NumberParams = ParamsOf<'add_dnc'>;

/** The number that is meant, and where. */
const barredNumber = ({phone_number, campaign_id}: NumberParams, {access}: Context): BarredNumber => {
	const campaign = campaign_id === undefined ? '' : access.campaign(campaign_id).id;
	const phone = tenDigits(phone_number);
	if (phone === undefined) {
		throw invalidValue('phone_number', 'must be a phone number of the US');
	}
	return {phone, campaign};
};

/** The world's name for it: a campaign that is left out is every one. */
const named = ({phone, campaign}: BarredNumber): [phone: string, campaign?: string] =>
	campaign === '' ? [phone] : [phone, campaign];

const written = ({phone, campaign}: BarredNumber) => ({phone_number: phone, campaign_id: campaign});

export const doNotCall = {
	add_dnc: {
		level: 'agent',
		run(params, context) {
			const {world, store, user, command} = context;
			const barred = barredNumber(params, context);
			// Asking for it twice is as good as once: the first entry stays.
			if (store.doNotCall.add(barred, user.id, world.now)) {
				command('barNumber', ...named(barred));
			}
			return written(barred);
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
					'the number is barred from campaigns of others, too',
				);
			}
			if (!store.doNotCall.remove(barred)) {
				throw new Refusal('not-found', 'Number not found');
			}
			command('unbarNumber', ...named(barred));
			return written(barred);
		},
	},
	get_dncs: {
		level: 'agent',
		run({campaign_id, query, page = 1, limit = entriesPerPage}, {store, user, access}) {
			const {entries, total} = store.doNotCall.find(
				{
					campaign: campaign_id === undefined ? undefined : access.campaign(campaign_id).id,
					campaigns: user.campaigns === 'all' ? undefined : [...user.campaigns],
					digits: query?.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, ''),
				},
				page,
				limit,
			);
			return {
				dncs: entries.map(({addedBy, addedAt, ...barred}) => ({
					...written(barred),
					added_by: addedBy,
					added_date: stampText(addedAt),
				})),
				total,
			};
		},
	},
} satisfies Partial<Handlers>;
