/** Calling lists (section 2.4). */
import type {ListRecord, ListsQuestion} from './wire.ts';

/** What a list's status means: Y dials, N does not; any other word means nothing here. */
export const listIsOn = (status: string | undefined): boolean | undefined => {
	const word = status?.trim().toUpperCase();
	return word === 'Y' ? true : word === 'N' ? false : undefined;
};

/** A list with an id, as the model stores it. */
export type CallingList = ListRecord & {id: string};

/** The lists that have an id: without one a list cannot be shown or switched. */
export const callingLists = (records: readonly ListRecord[]): CallingList[] =>
	records.filter((record): record is CallingList => record.id !== undefined);

/** Whether the same lists are asked for. */
export const sameLists = (a: ListsQuestion | undefined, b: ListsQuestion | undefined): boolean =>
	a?.campaignId === b?.campaignId && a?.status === b?.status && a?.filter === b?.filter;

/** Whether only some of the lists are asked for. */
export const isFiltered = ({status, filter}: ListsQuestion): boolean => status !== undefined || filter !== undefined;
