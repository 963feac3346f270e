/** The columns of `dialtop log`. */

import type {AuditOutcome} from '../../audit/entry.ts';
import type {AuditRecord} from '../../audit/read.ts';
import {mayBeAlive} from '../../audit/who.ts';
import type {Column} from '../../cli/table.ts';
import {dateAndTime, nothing, number} from '../../present/format.ts';
import type {Role} from '../../present/theme.ts';

const outcomes: Readonly<Record<AuditOutcome | 'sending', readonly [text: string, role: Role]>> = {
	done: ['DONE', 'ok'],
	refused: ['REFUSED', 'error'],
	'not-sent': ['NOT SENT', 'error'],
	unknown: ['UNKNOWN', 'error'],
	sending: ['sending…', 'pending'],
};

/** The outcome; without one the command is still under way, or its outcome is unknown. */
const outcomeOf = (record: AuditRecord): AuditOutcome | 'sending' =>
	record.outcome ?? (record.later === undefined && mayBeAlive(record, Date.now()) ? 'sending' : 'unknown');

const later = {observed: 'observed', 'not-observed': 'not seen', 'set-aside': 'set aside'} as const;

const targetText = ({target}: AuditRecord): string =>
	target === null ? nothing : target.id === target.name ? target.id : `${target.name} (${target.id})`;

export const logColumns: readonly Column<AuditRecord>[] = [
	{name: 'time', of: ({at}) => at, text: ({at}) => dateAndTime(Date.parse(at))},
	{
		name: 'user',
		title: 'who',
		of: ({user}) => user,
		text: ({user, sudoUser}) => (sudoUser ? `${sudoUser} as ${user}` : user),
	},
	{name: 'sudo_user', isHidden: true, of: ({sudoUser}) => sudoUser},
	{name: 'service_user', isHidden: true, of: ({serviceUser}) => serviceUser},
	{name: 'host', isHidden: true, of: ({host}) => host},
	{name: 'tty', isHidden: true, of: ({tty}) => tty},
	{name: 'pid', isHidden: true, of: ({pid}) => pid},
	{name: 'profile', isHidden: true, of: ({profile}) => profile},
	{name: 'environment', of: ({environment}) => environment},
	{name: 'url', isHidden: true, of: ({url}) => url},
	{name: 'operation', of: ({operation}) => operation},
	{name: 'target', isHidden: true, of: ({target}) => target?.kind},
	{name: 'target_id', isHidden: true, of: ({target}) => target?.id},
	{name: 'target_name', title: 'target', of: ({target}) => target?.name, text: targetText},
	{
		name: 'outcome',
		of: outcomeOf,
		text: record => outcomes[outcomeOf(record)][0],
		role: record => outcomes[outcomeOf(record)][1],
	},
	{name: 'ms', align: 'right', of: ({ms}) => ms, text: ({ms}) => number(ms)},
	{
		name: 'later',
		title: 'then',
		of: record => record.later,
		text: record => (record.later ? later[record.later] : nothing),
	},
	{name: 'seen', isHidden: true, of: ({seen}) => seen},
	{name: 'reason', title: 'why', of: ({reason}) => reason},
	{
		name: 'params',
		isHidden: true,
		of: ({params}) => (params ? JSON.stringify(params) : undefined),
		json: ({params}) => params,
	},
	{name: 'id', isHidden: true, of: ({id}) => id},
];
