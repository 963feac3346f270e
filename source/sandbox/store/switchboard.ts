/** IVRs and queues as version 1 of the database kept them; since then the world does, and these tables are only read. */
import type {Ivr} from '../world/state.ts';
import type {NewQueue} from '../world/switchboard.ts';
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

/** What these tables hold, oldest first. */
export const readSwitchboard = (database: Pick<Database, 'all'>) => ({
	ivrs: database
		.all<Omit<Ivr, 'options'> & {options: string}>(
			'select cast(id as text) as id, name, prompt, timeout, repeat, options from ivrs order by ivrs.id',
		)
		.map((ivr): Ivr => ({...ivr, options: JSON.parse(ivr.options)})),
	/** `agents` by user name. */
	queues: database
		.all<Omit<NewQueue, 'agents'> & {id: string; agents: string}>(
			'select cast(id as text) as id, name, strategy, max_wait as maxWait, agents from queues order by queues.id',
		)
		.map(queue => ({...queue, agents: JSON.parse(queue.agents) as string[]})),
});
