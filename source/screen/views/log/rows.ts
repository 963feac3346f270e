/** The rows of view 8, the log: the commands to the service in this run, by whom, with which outcome, and when it was observed. */

import {laterWords, outcomeOf} from '../../../model/command-outcomes.ts';
import {isAwaited, type Pending} from '../../../model/pending.ts';
import type {Moment} from '../../../model/time.ts';
import {namedColumn, namesFirst, textColumn} from '../../../present/columns.ts';
import {toneOf} from '../../../present/command-text.ts';
import {dayOrTime, isoTime, nothing} from '../../../present/format.ts';
import type {Column} from '../../../present/grid.ts';
import {type Mask, maskOf, maskTarget, targetKinds} from '../../../present/mask.ts';
import {type Floors, rowKey} from '../../state/floors.ts';
import {type LogRow, view, withService} from '../../state/view.ts';

/** The outcome of a command; what was seen afterwards does not change it. */
const outcomeWordOf = (pending: Pending): string => outcomeOf(pending).word;

/**
 * When it was seen at the service; or that it is still looked for, was looked for in vain, or cannot be seen.
 *
 * @param when the words for the moment
 */
export const observedOf = (pending: Pending, when: (at: Moment) => string): string => {
	const {later, kind} = outcomeOf(pending);
	if (later === 'observed') {
		return when(pending.at);
	}
	return later === 'not-observed' || (later === 'set-aside' && kind === 'done')
		? laterWords['not-observed']
		: isAwaited(pending)
			? 'waiting…'
			: nothing;
};

/** The columns, with people as they may be shown; `now` distinguishes the commands of today from those of other days. */
export const logColumns = (mask: Mask, now: Moment): readonly Column<Pending>[] => {
	const when = (at: Moment): string => dayOrTime(at, now);
	return namesFirst<Pending>([
		{
			...textColumn<Pending>('asked', 'asked', 8, ({askedAt}) => when(askedAt)),
			raw: {of: ({askedAt}) => isoTime(askedAt)},
			stays: true,
		},
		{
			...textColumn<Pending>('outcome', 'outcome', 8, outcomeWordOf),
			cell: pending => ({text: outcomeWordOf(pending), role: toneOf(pending)}),
			stays: true,
		},
		{...textColumn<Pending>('verb', 'asked to', 10, ({command}) => command.verb), stays: true},
		{
			...namedColumn<Pending>(
				'target',
				'of',
				20,
				({command}) => maskTarget(mask, command.target).name,
				// The name of any other target shows as much as its id.
				({command: {target}}) => (target.kind === 'campaign' || target.kind === 'list' ? target.id : undefined),
			),
			grows: true,
			stays: true,
		},
		{
			...textColumn<Pending>('ended', 'ended', 8, ({endedAt}) => endedAt && when(endedAt)),
			raw: {of: ({endedAt}) => endedAt && isoTime(endedAt)},
		},
		{
			...textColumn<Pending>('observed', 'observed', 8, pending => observedOf(pending, when)),
			raw: {of: pending => observedOf(pending, isoTime)},
		},
		textColumn('by', 'by', 10, ({command}) => command.by && mask('name', command.by)),
		{...textColumn<Pending>('operation', 'operation', 18, ({command}) => command.operation), least: 10},
		{...textColumn<Pending>('reason', 'why', 40, ({reason}) => mask('text', reason)), least: 12},
	]);
};

/** The commands of every service, the newest first over all of them. */
export const commandsOn = (floors: Floors): LogRow[] => {
	const all = floors.flatMap(({state: {commands, source}}) =>
		commands.toReversed().map((pending): LogRow => ({...pending, source})),
	);
	return floors.length === 1 ? all : all.toSorted((one, other) => other.askedAt.wall - one.askedAt.wall);
};

/** The view. */
export const logView = view<LogRow>({
	noun: 'command',
	columns: ({state, ui, floors}) => withService<LogRow>(logColumns(maskOf(ui), state.now), floors),
	rows: ({floors}) => commandsOn(floors),
	idOf: ({source, command}) => rowKey(source, String(command.id)),
	serviceOf: ({source}) => source.profile,
	isOfPeople: true,
	copies: ({command: {target}}) => ({
		what: `${target.kind === 'service' ? 'target' : target.kind}`,
		value: target.id,
		kind: targetKinds[target.kind],
	}),
	texts: pending => [
		pending.source.floor,
		pending.command.operation,
		pending.command.verb,
		pending.command.target.name,
		pending.command.target.id,
		pending.command.by,
		outcomeWordOf(pending),
		pending.reason,
	],
});
