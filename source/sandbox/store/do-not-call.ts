/** Who put a number on the do-not-call list, and when (section 4.2; ours). The world itself knows which are barred. */
import type {Database} from './database.ts';

export const doNotCallTables = `
	create table do_not_call (
		place integer primary key,
		phone text not null,
		campaign_id text not null,
		added_by text not null,
		added_at integer not null,
		unique (phone, campaign_id)
	) strict;
	create index do_not_call_of_campaign on do_not_call (campaign_id, place);
`;

/** A number (ten digits) and the id of the campaign it is barred from; empty for every campaign. */
export type BarredNumber = {phone: string; campaign: string};

/** A number on the list; `addedAt` is world time, `addedBy` a user's name, or what added it instead. */
type DoNotCallEntry = BarredNumber & {addedBy: string; addedAt: number};

/** Which entries to find. */
type DoNotCallQuery = {
	/** Only entries of the campaign with this id. */
	campaign?: string | undefined;
	/** Only entries of campaigns with these ids, and of every campaign; all entries if undefined. */
	campaigns?: readonly string[] | undefined;
	/** Only numbers that contain these digits. */
	digits?: string | undefined;
};

const matching = `from do_not_call
	where (?1 is null or campaign_id = ?1)
		and (?2 is null or campaign_id = '' or campaign_id in (select value from json_each(?2)))
		and (?3 is null or instr(phone, ?3) > 0)`;

export const createDoNotCall = (database: Database) => ({
	/** False if it was there already; the first entry stays. */
	add: ({phone, campaign}: BarredNumber, addedBy: string, time: number): boolean =>
		database.insert('do_not_call', {phone, campaignId: campaign, addedBy, addedAt: time}, 'ignore') > 0,
	has: ({phone, campaign}: BarredNumber): boolean =>
		database.one('select 1 from do_not_call where phone = ? and campaign_id = ?', phone, campaign) !== undefined,
	/** False if it was not there. */
	remove: ({phone, campaign}: BarredNumber): boolean =>
		database.run('delete from do_not_call where phone = ? and campaign_id = ?', phone, campaign).changes > 0,
	/** Some of the matching entries, newest first, and how many match. */
	find({campaign, campaigns, digits}: DoNotCallQuery, {skip, most}: {skip: number; most: number}) {
		const values = [campaign ?? null, campaigns ? JSON.stringify(campaigns) : null, digits ?? null];
		const entries = database.all<DoNotCallEntry>(
			`select phone, campaign_id as campaign, added_by as addedBy, added_at as addedAt ${matching}
			order by place desc limit ?4 offset ?5`,
			...values,
			most,
			skip,
		);
		return {
			entries,
			total: database.value<number>(`select count(*) ${matching}`, ...values) ?? 0,
		};
	},
});
