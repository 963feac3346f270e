/** Users of the service and their failed sign-ins (section 4.2; what is stored is ours). */
import type {Database} from './database.ts';

export const userTables = `
	create table users (
		id integer primary key,
		name text not null unique,
		password text not null,
		full_name text not null,
		level text not null check (level in ('agent', 'manager', 'admin')),
		campaigns text not null,
		first_name text not null default '',
		last_name text not null default '',
		email text not null default '',
		mobile_number text not null default '',
		time_zone text not null default ''
	) strict;
	create table failed_sign_ins (
		name text primary key not null,
		count integer not null,
		until integer not null
	) strict;
	create index failed_sign_ins_by_end on failed_sign_ins (until);
`;

/** Each level may do what the ones before it may. */
export const levels = ['agent', 'manager', 'admin'] as const;
export type Level = (typeof levels)[number];

/** What users may change about themselves. */
type Profile = {
	first_name: string;
	last_name: string;
	email: string;
	mobile_number: string;
	time_zone: string;
};

export type User = {
	id: number;
	name: string;
	fullName: string;
	level: Level;
	/** Ids of the campaigns that the user may access. */
	campaigns: 'all' | ReadonlySet<string>;
};

/** `password` is its hash. */
type NewUser = Omit<User, 'id'> & {password: string; email?: string | undefined};

/** The parameters of `(? or campaign_id in (select value from json_each(?)))`. */
export const boundCampaigns = (campaigns: User['campaigns']): readonly [isAll: number, ids: string] =>
	campaigns === 'all' ? [1, '[]'] : [0, JSON.stringify([...campaigns])];

type UserRow = Omit<User, 'campaigns'> & {campaigns: string};

export const createUsers = (database: Database) => ({
	/** Whether the name is taken. */
	has: (name: string): boolean => database.one('select 1 from users where name = ?', name) !== undefined,
	get(id: number): User | undefined {
		const row = database.one<UserRow>(
			'select id, name, full_name as fullName, level, campaigns from users where id = ?',
			id,
		);
		const campaigns: 'all' | string[] = JSON.parse(row?.campaigns ?? '[]');
		return row && {...row, campaigns: campaigns === 'all' ? campaigns : new Set(campaigns)};
	},
	/** The id and the hashed password. */
	credentials: (name: string): {id: number; password: string} | undefined =>
		database.one('select id, password from users where name = ?', name),
	/** Returns its id. */
	add: ({campaigns, ...user}: NewUser): number =>
		database.insert('users', {
			...user,
			campaigns: JSON.stringify(campaigns === 'all' ? campaigns : [...campaigns]),
		}),
	/** Sets the password (its hash) and forgives failed sign-ins. */
	setPassword(id: number, password: string): void {
		database.update('users', id, {password});
		database.run('delete from failed_sign_ins where name = (select name from users where id = ?)', id);
	},
	/**
	 * Failed sign-ins in a row under a name, and when (machine time) they are forgotten. Unknown names are counted as well,
	 * so that neither the answer nor its timing shows which names exist.
	 */
	failures: (name: string, now: number): {count: number; until: number} =>
		database.one('select count, until from failed_sign_ins where name = ? and until > ?', name, now) ?? {
			count: 0,
			until: 0,
		},
	/** Counts one more and sets when all of them are forgotten. */
	addFailure(name: string, now: number, until: number): void {
		database.run('delete from failed_sign_ins where until <= ?', now);
		database.run(
			`insert into failed_sign_ins (name, count, until) values (?, 1, ?)
			on conflict (name) do update set count = count + 1, until = excluded.until`,
			name,
			until,
		);
	},
	forgive(name: string): void {
		database.run('delete from failed_sign_ins where name = ?', name);
	},
	profile: (id: number): Profile | undefined =>
		database.one('select first_name, last_name, email, mobile_number, time_zone from users where id = ?', id),
	/** Changes only the fields given. */
	setProfile(id: number, changes: {[K in keyof Profile]?: string | undefined}): void {
		const {first_name, last_name, email, mobile_number, time_zone} = changes;
		database.update('users', id, {first_name, last_name, email, mobile_number, time_zone});
	},
});
