/**
 * How the service responds to what happens in the world: it raises notifications, collects payments and keeps the
 * do-not-call list.
 */
import {collectDue} from '../rules/payment-collection.ts';
import type {WorldAndStore} from '../store/store.ts';
import type {Happening} from '../world/state.ts';
import {stampText} from '../world/time.ts';

const notifyOfDrops = ({world, store}: WorldAndStore, {time, campaign: index, dropRate = 0}: Happening): void => {
	const campaign = world.campaigns[index];
	if (campaign) {
		const {id, name, settings} = campaign;
		store.notifications.raise({
			event: 'drop_limit_reached',
			// A rate may cross its limit many times a day; one notification an hour is enough (ours).
			key: `drops ${id} ${stampText(world, time).slice(0, 13)}`,
			message: `${name} is over its drop limit: ${dropRate.toFixed(2)}% of today's answered calls were dropped, ${settings.dropLimit}% are allowed`,
			campaign: id,
			time,
		});
	}
};

const notifyOfList = ({world, store}: WorldAndStore, {time, campaign: index, list: listIndex}: Happening): void => {
	const campaign = world.campaigns[index];
	const list = world.lists[listIndex];
	if (campaign && list) {
		store.notifications.raise({
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
				collectDue(context);
				break;
			case 'opt-out':
				noteOptOut(context, happening);
				break;
		}
	}
};
