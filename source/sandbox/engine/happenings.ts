/** How the service responds to what happens in the world: it raises notifications, and takes payments and opt-outs. */

import {collectDue} from '../rules/payment-collection.ts';
import {payAsPerson} from '../rules/payment-links.ts';
import {bookSale} from '../rules/sales.ts';
import {notify} from '../rules/texts.ts';
import type {WorldAndStore} from '../store/store.ts';
import type {Happening} from '../world/state.ts';
import {stampText} from '../world/time.ts';

const notifyOfDrops = (context: WorldAndStore, {time, campaign: index, dropRate = 0}: Happening): void => {
	const campaign = context.world.campaigns[index];
	if (campaign) {
		const {id, name, settings} = campaign;
		notify(context, {
			event: 'drop_limit_reached',
			// A rate may cross its limit many times a day; one notification an hour is enough (ours).
			key: `drops ${id} ${stampText(context.world, time).slice(0, 13)}`,
			message: `${name} is over its drop limit: ${dropRate.toFixed(2)}% of today's answered calls were dropped, ${settings.dropLimit}% are allowed`,
			campaign: id,
			time,
		});
	}
};

const notifyOfList = (context: WorldAndStore, {time, campaign: index, list: listIndex}: Happening): void => {
	const campaign = context.world.campaigns[index];
	const list = context.world.lists[listIndex];
	if (campaign && list) {
		notify(context, {
			event: 'list_exhausted',
			key: `list ${list.id} ${time}`,
			message: `List ${list.name} of ${campaign.name} is exhausted: no lead of it is left to call`,
			campaign: campaign.id,
			time,
		});
	}
};

const noteOptOut = ({store}: WorldAndStore, {time, phone = '', addedBy = ''}: Happening): void => {
	store.doNotCall.add({phone, campaign: ''}, addedBy, time);
};

/** Few enough that requests need not wait for them. */
const paymentsAtOnce = 100;

/** Responds to each. Call it inside a transaction; responding to the same again changes nothing. */
export const respondTo = (happenings: readonly Happening[], context: WorldAndStore): void => {
	for (const happening of happenings) {
		switch (happening.kind) {
			case 'drop-limit':
				notifyOfDrops(context, happening);
				break;
			case 'list-exhausted':
				notifyOfList(context, happening);
				break;
			case 'new-day':
			case 'collection':
				collectDue(context, paymentsAtOnce);
				break;
			case 'opt-out':
				noteOptOut(context, happening);
				break;
			case 'sales':
				for (const sale of happening.sales ?? []) {
					bookSale(context, sale);
				}
				break;
			case 'link-payment':
				payAsPerson(context, happening.link ?? 0);
				break;
		}
	}
};
