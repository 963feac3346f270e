/** Accounts that were added (section 2.3). Those of seeded leads are derived and not kept here. */
import type {Database} from './database.ts';

export const accountTables = `
	create table accounts (
		place integer primary key,
		id text not null unique,
		company_id integer not null,
		fields text not null,
		phones text not null,
		emails text not null
	) strict;
	create index accounts_of_company on accounts (company_id, place);
`;

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
	count(): number;
	find(id: string): Account | undefined;
	/** Adds the account or takes the place of the one with its id. */
	put(account: Account): void;
	/** Newest first. */
	ofCompany(companyId: number, most: number): Account[];
	all(): Account[];
};

type AccountRow = {id: string; company_id: number; fields: string; phones: string; emails: string};

const columns = 'id, company_id, fields, phones, emails';

const accountOf = ({id, company_id, fields, phones, emails}: AccountRow): Account => ({
	id,
	companyId: company_id,
	fields: JSON.parse(fields),
	phones: JSON.parse(phones),
	emails: JSON.parse(emails),
});

/** The accounts of a database. */
export const createAccounts = (database: Database): Accounts => ({
	count: () => database.one<{count: number}>('select count(*) as count from accounts')?.count ?? 0,
	find(id) {
		const row = database.one<AccountRow>(`select ${columns} from accounts where id = ?`, id);
		return row && accountOf(row);
	},
	put({id, companyId, fields, phones, emails}) {
		database.run(
			`insert into accounts (${columns}) values (?, ?, ?, ?, ?)
			on conflict (id) do update set company_id = excluded.company_id, fields = excluded.fields,
				phones = excluded.phones, emails = excluded.emails`,
			id,
			companyId,
			JSON.stringify(fields),
			JSON.stringify(phones),
			JSON.stringify(emails),
		);
	},
	ofCompany: (companyId, most) =>
		database
			.all<AccountRow>(
				`select ${columns} from accounts where company_id = ? order by place desc limit ?`,
				companyId,
				most,
			)
			.map(accountOf),
	all: () => database.all<AccountRow>(`select ${columns} from accounts order by place`).map(accountOf),
});
