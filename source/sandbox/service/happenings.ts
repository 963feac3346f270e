/** What the service does of its own accord when something happens in the world. */
import {collectDue} from '../rules/payment-collection.ts';
import type {Store} from '../store/store.ts';
import type {Happening, World} from '../world/state.ts';
import {stampText} from '../world/time.ts';

type Context = {world: World; store: Store};

/** A rate may rise over its limit and fall again all day long: it is told once an hour at most (ours). */
const hourOf = (time: number): string => stampText(time).slice(0, 13);

const tellOfDrops = ({world, store}: Context, {time, campaign: index, dropRate = 0}: Happening): void => {
	const campaign = world.campaigns[index];
	if (campaign) {
		const {id, name, settings} = campaign;
		store.notifications.raise({
			event: 'drop_limit_reached',
			key: `drops ${id} ${hourOf(time)}`,
			message: `${name} is over its drop limit: ${dropRate.toFixed(2)}% of today's answered calls were dropped, ${settings.dropLimit}% are allowed`,
			campaign: id,
			time,
		});
	}
};

const tellOfList = ({world, store}: Context, {time, campaign: index, list: listIndex}: Happening): void => {
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

/** Answers what has happened; in one transaction, and the same again does no harm. */
export const respond = (happenings: readonly Happening[], context: Context): void => {
	for (const happening of happenings) {
		switch (happening.kind) {
			case 'drop-limit':
				tellOfDrops(context, happening);
				break;
			case 'list-exhausted':
				tellOfList(context, happening);
				break;
			case 'new-day':
				collectDue(context);
				break;
		}
	}
};
