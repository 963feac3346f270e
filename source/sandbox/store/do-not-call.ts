/** Who put a number on the do-not-call list, and when (section 4.2; ours). Which numbers are barred, the world knows. */
import type {Database} from './database.ts';

export const doNotCallTables = `
	create table do_not_call (
		place integer primary key,
		phone text not null,
		campaign_id text not null,
		user_id integer not null references users,
		added_at integer not null,
		unique (phone, campaign_id)
	) strict;
	create index do_not_call_of_campaign on do_not_call (campaign_id, place);
`;

/** Where a number (ten digits) is barred: from a campaign (its id), or from every one where that is empty. */
export type BarredNumber = {phone: string; campaign: string};

/** A number on the list; `addedAt` is world time, `addedBy` a user's name. */
export type DoNotCallEntry = BarredNumber & {addedBy: string; addedAt: number};

/** Which numbers are looked for. */
export type DoNotCallQuery = {
	/** The id of the only campaign to look for. */
	campaign?: string | undefined;
	/** Ids of the campaigns to look for, beside numbers that are barred from every one; all where there is none. */
	campaigns?: readonly string[] | undefined;
	/** Digits that the number contains. */
	digits?: string | undefined;
};

/** The do-not-call list. */
export type DoNotCall = {
	/** False where it was there already; then nothing changes. */
	add(barred: BarredNumber, user: number, time: number): boolean;
	/** False where it was not there. */
	remove(barred: BarredNumber): boolean;
	/** A page (from 1) of what is looked for, newest first, and how many there are of it. */
	find(query: DoNotCallQuery, page: number, limit: number): {entries: DoNotCallEntry[]; total: number};
};

const matching = `from do_not_call join users on users.id = user_id
	where (?1 is null or campaign_id = ?1)
		and (?2 is null or campaign_id = '' or campaign_id in (select value from json_each(?2)))
		and (?3 is null or instr(phone, ?3) > 0)`;

/** The do-not-call list of a database. */
export const createDoNotCall = (database: Database): DoNotCall => ({
	add({phone, campaign}, user, time) {
		const {changes} = database.run(
			'insert into do_not_call (phone, campaign_id, user_id, added_at) values (?, ?, ?, ?) on conflict do nothing',
			phone,
			campaign,
			user,
			time,
		);
		return changes > 0;
	},
	remove: ({phone, campaign}) =>
		database.run('delete from do_not_call where phone = ? and campaign_id = ?', phone, campaign).changes > 0,
	find({campaign, campaigns, digits}, page, limit) {
		const values = [campaign ?? null, campaigns ? JSON.stringify(campaigns) : null, digits ?? null];
		const entries = database.all<DoNotCallEntry>(
			`select phone, campaign_id as campaign, users.name as addedBy, added_at as addedAt ${matching}
			order by place desc limit ?4 offset ?5`,
			...values,
			limit,
			(page - 1) * limit,
		);
		return {
			entries,
			total: database.one<{total: number}>(`select count(*) as total ${matching}`, ...values)?.total ?? 0,
		};
	},
});
