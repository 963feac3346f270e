/** Accounts that were added (section 2.3). Those of seeded leads are derived and not kept here. */

/** A phone of an account; `zone` is the UTC offset as it was sent. */
export type AccountPhone = {number: string; type: string; zone: string};

/** An account; `fields` are those of section 2.3 by the interface's own names. */
export type Account = {
	id: string;
	companyId: number;
	fields: Readonly<Record<string, string>>;
	phones: readonly AccountPhone[];
	emails: readonly string[];
};

/** The accounts. */
export type Accounts = {
	readonly count: number;
	find(id: string): Account | undefined;
	/** Adds the account or takes the place of the one with its id. */
	put(account: Account): void;
	/** Newest first. */
	ofCompany(companyId: number): Account[];
	all(): Iterable<Account>;
};

/** An empty store. */
export const createAccounts = (): Accounts => {
	const byId = new Map<string, Account>();
	return {
		get count() {
			return byId.size;
		},
		find: id => byId.get(id),
		put(account) {
			byId.set(account.id, account);
		},
		ofCompany: companyId => [...byId.values()].filter(account => account.companyId === companyId).reverse(),
		all: () => byId.values(),
	};
};
