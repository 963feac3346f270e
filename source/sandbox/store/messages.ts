/** Text messages sent by users (section 4.2; ours). Those of SMSB campaigns are calls of the world. */
import {hour} from '../world/time.ts';
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

/** A message; `time` is the world's. */
export type Message = {
	id: number;
	time: number;
	recipient: string;
	sender: string;
	body: string;
	segments: number;
	status: 'sent' | 'failed';
};

/** `campaign` is an id, empty for none. */
export type NewMessage = Omit<Message, 'id'> & {campaign: string; user: number};

/** Selects messages of campaigns, and those that a user sent outside of any campaign. World times. */
export type MessageFilter = {
	campaigns: 'all' | ReadonlySet<string>;
	user?: number;
	/** Inclusive. */
	since: number;
	/** Exclusive. */
	until: number;
};

export type Messages = {
	/** Returns its id. */
	add(message: NewMessage): number;
	/** Newest first. */
	list(filter: MessageFilter, most: number, skip: number): Message[];
	/** Segments sent on each day (given by its midnight) by all users, oldest first. */
	segmentsByDay(
		filter: Omit<MessageFilter, 'user'>,
		midnightOf: (time: number) => number,
	): {day: number; segments: number}[];
};

export const createMessages = (database: Database): Messages => ({
	add: ({time, recipient, sender, body, segments, status, campaign, user}) =>
		database.run(
			`insert into messages (time, recipient, sender, body, segments, status, campaign_id, user_id)
			values (?, ?, ?, ?, ?, ?, ?, ?)`,
			time,
			recipient,
			sender,
			body,
			segments,
			status,
			campaign,
			user,
		).id,
	list: ({campaigns, user, since, until}, most, skip) =>
		database.all<Message>(
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
	segmentsByDay({campaigns, since, until}, midnightOf) {
		// Days begin on a quarter of an hour in every time zone.
		const quarters = database.all<{time: number; segments: number}>(
			`select time - time % ${hour / 4} as time, sum(segments) as segments from messages
			where status = 'sent' and time >= ? and time < ?
				and (? or campaign_id in (select value from json_each(?)))
			group by 1 order by 1`,
			since,
			until,
			...boundCampaigns(campaigns),
		);
		const days = new Map<number, number>();
		for (const {time, segments} of quarters) {
			const day = midnightOf(time);
			days.set(day, (days.get(day) ?? 0) + segments);
		}
		return [...days].map(([day, segments]) => ({day, segments}));
	},
});
