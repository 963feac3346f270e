/** Stores what a service listed, for the completion of shells and the next run. */
import {type NamedCampaign, storeCampaigns, storeCompany} from '../../config/name-cache.ts';
import type {Service} from '../../config/service.ts';
import type {Message, State} from '../../model/state.ts';
import type {Store} from '../../model/store.ts';

type Watched = Pick<Store<State, Message>, 'get' | 'subscribe'>;

/** Milliseconds from a change to its writing, so that a start is not slowed down. */
const delay = 1000;

/**
 * Stores the names of the campaigns whenever they have changed, a moment later.
 *
 * @returns a function that writes what was not written yet and stops
 */
export const cacheCampaignsOf = (store: Watched, service: Service): (() => void) => {
	let seen = store.get().campaigns.value;
	let waiting: readonly NamedCampaign[] | undefined;
	let written = '';
	let timer: NodeJS.Timeout | undefined;
	const write = (): void => {
		clearTimeout(timer);
		timer = undefined;
		const text = JSON.stringify(waiting);
		if (waiting && text !== written) {
			storeCampaigns(service, waiting, process.env);
			written = text;
		}
		waiting = undefined;
	};
	const unsubscribe = store.subscribe(() => {
		const {value} = store.get().campaigns;
		if (value && value !== seen) {
			seen = value;
			waiting = [...value.values()].map(({id, name}) => ({id, name}));
			timer ??= setTimeout(write, delay).unref();
		}
	});
	return () => {
		unsubscribe();
		write();
	};
};

/**
 * Stores each company once accounts of it have come: one that was mistyped has none.
 *
 * @returns a function that stops it
 */
export const cacheCompanyOf = (store: Watched, service: Service): (() => void) => {
	let stored: string | undefined;
	return store.subscribe(() => {
		const {accounts} = store.get();
		if (accounts?.value?.length && accounts.companyId !== stored) {
			stored = accounts.companyId;
			storeCompany(service, stored, process.env);
		}
	});
};
