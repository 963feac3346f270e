/** Keeps the company whose accounts were read, for the next run. */
import {keepCompany} from '../../config/companies.ts';
import type {Service} from '../../config/service.ts';
import type {Message, State} from '../../model/state.ts';
import type {Store} from '../../model/store.ts';

/**
 * Keeps each company once accounts of it have come: one that was mistyped has none.
 *
 * @returns a function that stops it
 */
export const keepCompanyOf = (
	store: Pick<Store<State, Message>, 'get' | 'subscribe'>,
	service: Service,
): (() => void) => {
	let kept: string | undefined;
	return store.subscribe(() => {
		const {accounts} = store.get();
		if (accounts?.value?.length && accounts.companyId !== kept) {
			kept = accounts.companyId;
			keepCompany(service, kept, process.env);
		}
	});
};
