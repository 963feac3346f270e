/** Notifications and each user's settings for them (section 4.2; ours). Nothing is sent to the email addresses in them. */
import {notificationEvents} from '../../wire/operations/notifications.ts';
import type {Database} from './database.ts';
import {boundCampaigns, type User} from './users.ts';

export const notificationTables = `
	create table notifications (
		id integer primary key autoincrement,
		key text not null unique,
		event text not null,
		campaign_id text not null,
		message text not null,
		time integer not null
	) strict;
	create index notifications_by_time on notifications (time, id);
	create table cleared_notifications (
		notification_id integer not null references notifications on delete cascade,
		user_id integer not null references users,
		primary key (notification_id, user_id)
	) strict;
	create table hidden_notifications (
		notification_id integer not null references notifications on delete cascade,
		user_id integer not null references users,
		primary key (notification_id, user_id)
	) strict;
	create table notification_settings (
		user_id integer not null references users,
		event text not null,
		email text not null default '',
		sms text not null default '',
		enabled integer not null default 1,
		primary key (user_id, event)
	) strict;
`;

type NotificationEvent = (typeof notificationEvents)[number];

/** `time` is the world's, `campaign` an id, empty for none. `key` identifies what has happened. */
export type NewNotification = {event: NotificationEvent; key: string; message: string; campaign: string; time: number};

/** A notification as a user sees it; `time` is the world's. */
type Notification = {id: number; event: string; message: string; time: number; isCleared: boolean};

/** A user's setting for an event; `email` and `sms` are empty if not set. */
type NotificationSetting = {event: NotificationEvent; email: string; sms: string; enabled: boolean};

/** A user sees notifications of their campaigns, or of none, that were raised while the event was enabled for them. */
type Reader = Pick<User, 'id' | 'campaigns'>;

/** Most notifications that are stored; the oldest are deleted first. */
const mostStored = 10_000;

/** Which notifications a reader sees; its parameters are the values of `seenBy`. */
const isSeen = `
	(? or campaign_id = '' or campaign_id in (select value from json_each(?)))
	and not exists (
		select 1 from hidden_notifications as hidden
		where hidden.notification_id = notifications.id and hidden.user_id = ?
	)`;

const seenBy = ({id, campaigns}: Reader) => [...boundCampaigns(campaigns), id] as const;

const isCleared = `
	exists (
		select 1 from cleared_notifications as cleared
		where cleared.notification_id = notifications.id and cleared.user_id = ?
	)`;

type NotificationRow = Omit<Notification, 'isCleared'> & {is_cleared: number};
type SettingRow = {event: string; email: string; sms: string; enabled: number};

export const createNotifications = (database: Database) => ({
	/** Adds a notification, unless one with this `key` exists; returns whether it did. */
	raise({event, key, message, campaign, time}: NewNotification): boolean {
		const id = database.insert('notifications', {key, event, campaignId: campaign, message, time}, 'ignore');
		if (id > 0) {
			database.run(
				`insert into hidden_notifications (notification_id, user_id)
				select ?, user_id from notification_settings where event = ? and not enabled`,
				id,
				event,
			);
			database.run(
				`delete from notifications
				where id in (select id from notifications order by time desc, id desc limit -1 offset ?)`,
				mostStored,
			);
		}
		return id > 0;
	},
	/** The users who see such a notification and want it as a text, with their numbers. */
	textedTo: ({event, campaign}: Pick<NewNotification, 'event' | 'campaign'>): {user: number; sms: string}[] =>
		database.all(
			`select user_id as user, sms from notification_settings as setting join users on users.id = user_id
			where event = ?1 and enabled and sms <> ''
				and (?2 = '' or exists (select 1 from json_each(users.campaigns) where value in ('all', ?2)))
			order by user_id`,
			event,
			campaign,
		),
	/** Newest first. */
	list: (reader: Reader, which: 'uncleared' | 'all', {skip, most}: {skip: number; most: number}): Notification[] =>
		database
			.all<NotificationRow>(
				`select id, event, message, time, ${isCleared} as is_cleared from notifications
				where ${isSeen} and (? or not is_cleared) order by time desc, id desc limit ? offset ?`,
				reader.id,
				...seenBy(reader),
				which === 'all' ? 1 : 0,
				most,
				skip,
			)
			.map(({is_cleared, ...notification}) => ({...notification, isCleared: is_cleared === 1})),
	count: (reader: Reader, which: 'uncleared' | 'all'): number =>
		database.value<number>(
			`select count(*) from notifications where ${isSeen} and (? or not ${isCleared})`,
			...seenBy(reader),
			which === 'all' ? 1 : 0,
			reader.id,
		) ?? 0,
	/** Clears those with these ids, or all, for this reader only; returns how many were not cleared before. */
	clear: (reader: Reader, ids?: readonly string[]): number =>
		database.run(
			`insert into cleared_notifications (notification_id, user_id)
			select id, ? from notifications
			where ${isSeen} and not ${isCleared} and (? or cast(id as text) in (select value from json_each(?)))`,
			reader.id,
			...seenBy(reader),
			reader.id,
			ids === undefined ? 1 : 0,
			JSON.stringify(ids ?? []),
		).changes,
	/** One for each event; enabled by default. */
	settings(user: number): NotificationSetting[] {
		const rows = database.all<SettingRow>(
			'select event, email, sms, enabled from notification_settings where user_id = ?',
			user,
		);
		return notificationEvents.map(event => {
			const {email, sms, enabled} = rows.find(row => row.event === event) ?? {email: '', sms: '', enabled: 1};
			return {event, email, sms, enabled: enabled === 1};
		});
	},
	/** Changes only the fields given. */
	set(
		user: number,
		event: NotificationEvent,
		{email, sms, enabled}: {[K in 'email' | 'sms' | 'enabled']?: NotificationSetting[K] | undefined},
	): void {
		database.insert('notification_settings', {userId: user, event}, 'ignore');
		database.run(
			`update notification_settings
			set email = coalesce(?, email), sms = coalesce(?, sms), enabled = coalesce(?, enabled)
			where user_id = ? and event = ?`,
			email ?? null,
			sms ?? null,
			enabled === undefined ? null : Number(enabled),
			user,
			event,
		);
	},
});
