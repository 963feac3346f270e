/** Stored accounts (section 2.3). Those of seeded leads are derived, and stored only once they are changed. */
import {createAccountTexts, lineOf, numbersOf} from './account-texts.ts';
import type {Database} from './database.ts';

export const accountTables = `
	create table accounts (
		place integer primary key,
		id text not null unique,
		company_id integer not null,
		listed integer not null,
		fields text not null,
		phones text not null,
		emails text not null,
		line text not null,
		numbers text not null
	) strict;
	create table account_numbering (
		id integer primary key check (id = 1),
		last integer not null
	) strict;
	insert into account_numbering (id, last) values (1, 0);
`;

/** A phone of an account; `zone` is the UTC offset, such as `-6.00`. */
export type AccountPhone = {number: string; type: string; zone: string};

/** An account; `fields` are those of section 2.3 by the interface's own names. */
export type Account = {
	id: string;
	companyId: number;
	/** True once leads of it have been put on a list. */
	isListed: boolean;
	fields: Readonly<Record<string, string>>;
	phones: readonly AccountPhone[];
	emails: readonly string[];
};

type AccountRow = {
	place: number;
	id: string;
	company_id: number;
	listed: number;
	fields: string;
	phones: string;
	emails: string;
};

const columns = 'id, company_id, listed, fields, phones, emails';

const accountOf = ({id, company_id, listed, fields, phones, emails}: AccountRow): Account => ({
	id,
	companyId: company_id,
	isListed: listed === 1,
	fields: JSON.parse(fields),
	phones: JSON.parse(phones),
	emails: JSON.parse(emails),
});

/** Ids fetched at a time while iterating. */
const pageSize = 500;

export const createAccounts = (database: Database, texts = createAccountTexts(database)) => ({
	has: (id: string): boolean => database.one('select 1 from accounts where id = ?', id) !== undefined,
	/** Those with these ids that are stored. */
	findAll: (ids: readonly string[]): Account[] =>
		database
			.all<AccountRow>(
				`select place, ${columns} from accounts where id in (select value from json_each(?))`,
				JSON.stringify(ids),
			)
			.map(accountOf),
	/** Adds the account or replaces the one with its id. */
	put(account: Account): void {
		const {id, companyId, isListed, fields, phones, emails} = account;
		const row = database.value<number>(
			`insert into accounts (${columns}, line, numbers) values (?, ?, ?, ?, ?, ?, ?, ?)
			on conflict (id) do update set company_id = excluded.company_id, listed = excluded.listed,
				fields = excluded.fields, phones = excluded.phones, emails = excluded.emails, line = excluded.line,
				numbers = excluded.numbers
			returning place`,
			id,
			companyId,
			isListed ? 1 : 0,
			JSON.stringify(fields),
			JSON.stringify(phones),
			JSON.stringify(emails),
			lineOf(account),
			numbersOf(account),
		);
		texts.forget(row ?? 0);
	},
	count: (): number => database.value<number>('select count(*) from accounts') ?? 0,
	/** Newest first. */
	list: (most: number, skip: number): Account[] =>
		database
			.all<AccountRow>(`select place, ${columns} from accounts order by place desc limit ? offset ?`, most, skip)
			.map(accountOf),
	/** The account of a row. */
	at: (place: number): Account | undefined => {
		const row = database.one<AccountRow>(`select place, ${columns} from accounts where place = ?`, place);
		return row && accountOf(row);
	},
	/** What a search compares of the accounts. */
	texts,
	/** The ids from one to another, both included, in the order of their characters. */
	*idsBetween(first: string, last: string): Generator<string> {
		for (let from = first, isFrom = true; ; isFrom = false) {
			const page = database.all<{id: string}>(
				`select id from accounts where id ${isFrom ? '>=' : '>'} ? and id <= ? order by id limit ?`,
				from,
				last,
				pageSize,
			);
			for (const {id} of page) {
				yield id;
			}
			if (page.length < pageSize) {
				return;
			}
			from = page.at(-1)?.id ?? last;
		}
	},
	/** The number of the last generated reference; 0 at first. */
	lastNumber: (): number => database.value<number>('select last from account_numbering') ?? 0,
	setLastNumber(last: number): void {
		database.run('update account_numbering set last = ?', last);
	},
});
