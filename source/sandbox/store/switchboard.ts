/** IVRs and queues (section 4.2; ours). A new database contains a few. */
import type {Database} from './database.ts';

export const switchboardTables = `
	create table ivrs (
		id integer primary key autoincrement,
		name text not null unique collate nocase,
		prompt text not null,
		timeout integer not null,
		repeat integer not null,
		options text not null
	) strict;
	create table queues (
		id integer primary key autoincrement,
		name text not null unique collate nocase,
		strategy text not null,
		max_wait integer not null,
		agents text not null
	) strict;
	insert into ivrs (id, name, prompt, timeout, repeat, options) values
		(7001, 'Call back', 'Press 1 to speak with us, 2 to hear this again, or 9 to be called no more.', 5, 2,
			'[{"key":"1","action":"transfer:8500"},{"key":"2","action":"repeat"},{"key":"9","action":"opt-out"}]'),
		(7002, 'Utilities', 'Press 1 to speak with us about your account, or 9 to be called no more.', 5, 1,
			'[{"key":"1","action":"transfer:8510"},{"key":"9","action":"opt-out"}]');
	insert into queues (id, name, strategy, max_wait, agents) values
		(8500, 'Main queue', 'longest-idle', 300, '[]'),
		(8510, 'Utilities queue', 'longest-idle', 300, '[]'),
		(8520, 'Supervisors', 'ring-all', 120, '[]');
`;

/** `action` is `transfer:<queue>`, `repeat`, `hangup` or `opt-out`. */
export type IvrOption = {key: string; action: string};

type Ivr = {
	id: string;
	name: string;
	/** The text it speaks. */
	prompt: string;
	/** Seconds it waits for a key. */
	timeout: number;
	/** How often it repeats the prompt. */
	repeat: number;
	options: IvrOption[];
};

/** `maxWait` in seconds, `agents` by user name. */
export type Queue = {id: string; name: string; strategy: string; maxWait: number; agents: readonly string[]};

/** Names are unique regardless of case. */
export const createSwitchboard = (database: Database) => {
	const remove = (table: 'ivrs' | 'queues', id: string): boolean =>
		database.run(`delete from ${table} where cast(id as text) = ?`, id).changes > 0;
	return {
		/** Oldest first. */
		ivrs: (): Ivr[] =>
			database
				.all<Omit<Ivr, 'options'> & {options: string}>(
					'select cast(id as text) as id, name, prompt, timeout, repeat, options from ivrs order by ivrs.id',
				)
				.map(ivr => ({...ivr, options: JSON.parse(ivr.options)})),
		/** Returns its id. */
		addIvr: (ivr: Omit<Ivr, 'id'>): string =>
			String(database.insert('ivrs', {...ivr, options: JSON.stringify(ivr.options)})),
		/** False if there is none with this id. */
		deleteIvr: (id: string): boolean => remove('ivrs', id),
		/** Oldest first. */
		queues: (): Queue[] =>
			database
				.all<Omit<Queue, 'agents'> & {agents: string}>(
					'select cast(id as text) as id, name, strategy, max_wait as maxWait, agents from queues order by queues.id',
				)
				.map(queue => ({...queue, agents: JSON.parse(queue.agents)})),
		/** Returns its id. */
		addQueue: (queue: Omit<Queue, 'id'>): string =>
			String(database.insert('queues', {...queue, agents: JSON.stringify(queue.agents)})),
		/** False if there is none with this id. */
		deleteQueue: (id: string): boolean => remove('queues', id),
	};
};
