/** Keeps what a store's campaigns are called for the completion of shells. */
import {keepCampaigns, type NamedCampaign} from '../../config/campaign-names.ts';
import type {Service} from '../../config/service.ts';
import type {Message, State} from '../../model/state.ts';
import type {Store} from '../../model/store.ts';

/** Milliseconds from a change to its writing, so that a start is not slowed down. */
const delay = 1000;

/**
 * Writes the names whenever they have changed, a moment later.
 *
 * @returns a function that writes what was not written yet and stops
 */
export const keepNamesOf = (
	store: Pick<Store<State, Message>, 'get' | 'subscribe'>,
	service: Service,
): (() => void) => {
	let seen = store.get().campaigns.value;
	let waiting: readonly NamedCampaign[] | undefined;
	let written = '';
	const write = (): void => {
		clearTimeout(timer);
		timer = undefined;
		const text = JSON.stringify(waiting);
		if (waiting && text !== written) {
			keepCampaigns(service, waiting, process.env);
			written = text;
		}
		waiting = undefined;
	};
	let timer: NodeJS.Timeout | undefined;
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
