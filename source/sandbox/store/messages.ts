/** Text messages sent by users (section 4.2; ours). Those of SMSB campaigns are calls of the world. */
import {day} from '../world/time.ts';
import type {Database} from './database.ts';
import {boundCampaigns} from './users.ts';

export const messageTables = `
	create table messages (
		id integer primary key autoincrement,
		time integer not null,
		recipient text not null,
		sender text not null,
		body text not null,
		segments integer not null,
		status text not null check (status in ('sent', 'failed')),
		campaign_id text not null,
		user_id integer not null references users
	) strict;
`;

/** The second migration: the ledger reads texts by campaign and day. */
export const messageChanges2 = 'create index messages_of_campaign on messages (campaign_id, time);';

/** A message; `time` is the world's. */
type Message = {
	id: number;
	time: number;
	recipient: string;
	sender: string;
	body: string;
	segments: number;
	status: 'sent' | 'failed';
};

/** `campaignId` is empty for none. */
type NewMessage = Omit<Message, 'id'> & {campaignId: string; userId: number};

/** Selects messages of campaigns, and those that a user sent outside of any campaign. World times. */
type MessageFilter = {
	campaigns: 'all' | ReadonlySet<string>;
	user?: number;
	/** Inclusive. */
	since: number;
	/** Exclusive. */
	until: number;
};

export const createMessages = (database: Database) => ({
	/** Returns its id. */
	add: (message: NewMessage): number => database.insert('messages', message),
	/** Newest first. */
	list: ({campaigns, user, since, until}: MessageFilter, most: number, skip: number): Message[] =>
		database.all(
			`select id, time, recipient, sender, body, segments, status from messages
			where time >= ? and time < ? and case campaign_id
				when '' then user_id = ?
				else ? or campaign_id in (select value from json_each(?))
			end
			order by id desc limit ? offset ?`,
			since,
			until,
			user ?? null,
			...boundCampaigns(campaigns),
			most,
			skip,
		),
	/** Segments that users have sent for each campaign (empty: for none) on each day (given by its midnight). */
	segmentsByDay: ({
		campaigns,
		since,
		until,
	}: Omit<MessageFilter, 'user'>): {campaign: string; day: number; segments: number}[] =>
		database.all(
			`select campaign_id as campaign, time - time % ${day} as day, sum(segments) as segments from messages
			where status = 'sent' and time >= ? and time < ?
				${campaigns === 'all' ? '' : 'and campaign_id in (select value from json_each(?))'}
			group by 1, 2 order by 2`,
			since,
			until,
			...(campaigns === 'all' ? [] : [JSON.stringify([...campaigns])]),
		),
});
