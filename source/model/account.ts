/** Accounts of a company (section 2.3). */
import type {AccountRecord} from './wire.ts';

/** An account with the key that selects it: its reference, unless it has none or shares it with another. */
export type Account = AccountRecord & {key: string};

/** The accounts with keys of which no two are alike. */
export const keyedAccounts = (records: readonly AccountRecord[]): Account[] => {
	const taken = new Set<string>();
	return records.map((record, index) => {
		const key = record.id === undefined || taken.has(record.id) ? `#${index}` : record.id;
		taken.add(key);
		return {...record, key};
	});
};

/** The holder's name: of a person, else of a business. */
export const holderOf = ({firstName, lastName, fullName, companyName}: AccountRecord): string | undefined =>
	[firstName, lastName].filter(Boolean).join(' ') || fullName || companyName || undefined;

/** The primary phone, else the first of them. */
export const phoneOf = ({phone, phones}: AccountRecord): string | undefined => phone || phones?.[0]?.number;

/** How many emails came; undefined if none came in any form. */
export const emailCount = ({email, emails}: AccountRecord): number | undefined =>
	emails?.length ?? (email ? 1 : undefined);
