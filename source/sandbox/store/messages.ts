/** Text messages sent by users and to them (section 4.2; ours). Those of SMSB campaigns are calls of the world. */
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
		user_id integer not null references users,
		lead integer
	) strict;
	create index messages_by_time on messages (time, id);
	create index messages_of_campaign on messages (campaign_id, time);
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
	/** Segments that users have sent for each campaign (empty: for none) on each day (given by its midnight). */
	segmentsByDay(
		{campaigns, since, until}: Omit<MessageFilter, 'user'>,
		midnightOf: (time: number) => number,
	): {campaign: string; day: number; segments: number}[] {
		// Days begin on a quarter of an hour in every time zone.
		const quarters = database.all<{campaign: string; time: number; segments: number}>(
			`select campaign_id as campaign, time - time % ${hour / 4} as time, sum(segments) as segments from messages
			where status = 'sent' and time >= ? and time < ?
				${campaigns === 'all' ? '' : 'and campaign_id in (select value from json_each(?))'}
			group by 1, 2 order by 2`,
			since,
			until,
			...(campaigns === 'all' ? [] : [JSON.stringify([...campaigns])]),
		);
		const days = new Map<string, {campaign: string; day: number; segments: number}>();
		for (const {campaign, time, segments} of quarters) {
			const day = midnightOf(time);
			const known = days.get(`${campaign} ${day}`);
			days.set(`${campaign} ${day}`, {campaign, day, segments: segments + (known?.segments ?? 0)});
		}
		return [...days.values()];
	},
});
