/** Text messages sent by users and to them (section 4.2; ours). Those of SMSB campaigns are calls of the world. */
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

/** The lead that was texted, who may answer. */
export const messageChanges2 = `
	alter table messages add column lead integer;
	create index messages_by_time on messages (time, id);
`;

/** A message; `time` is the world's. */
export type Message = {
	id: number;
	time: number;
	recipient: string;
	sender: string;
	body: string;
	segments: number;
	status: 'sent' | 'failed';
	/** Its index; null if it went to nobody's lead. */
	lead: number | null;
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

/** Messages fetched at a time while iterating. */
const pageSize = 200;

export const createMessages = (database: Database) => ({
	/** Returns its id. */
	add: (message: NewMessage): number => database.insert('messages', message),
	/** Newest first; send none while iterating. */
	*list({campaigns, user, since, until}: MessageFilter): Generator<Message> {
		let before = {time: until, id: 0};
		for (;;) {
			const page = database.all<Message>(
				`select id, time, recipient, sender, body, segments, status, lead from messages
				where time >= ? and (time, id) < (?, ?) and case campaign_id
					when '' then user_id = ?
					else ? or campaign_id in (select value from json_each(?))
				end
				order by time desc, id desc limit ?`,
				since,
				before.time,
				before.id,
				user ?? null,
				...boundCampaigns(campaigns),
				pageSize,
			);
			yield* page;
			const last = page[pageSize - 1];
			if (!last) {
				return;
			}
			before = last;
		}
	},
	/** Segments sent on each day (given by its midnight) by all users, oldest first. */
	segmentsByDay: ({campaigns, since, until}: Omit<MessageFilter, 'user'>): {day: number; segments: number}[] =>
		database.all(
			`select time - time % ${day} as day, sum(segments) as segments from messages
			where status = 'sent' and time >= ? and time < ?
				and (? or campaign_id in (select value from json_each(?)))
			group by 1 order by 1`,
			since,
			until,
			...boundCampaigns(campaigns),
		),
});
