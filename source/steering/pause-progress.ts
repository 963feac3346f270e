/** How far a pause of everything is: what was paused, what still dials, and which calls are still in progress. */

import {outcomeOf} from '../model/command-outcomes.ts';
import {type Pending, type Target, whyElsewhere} from '../model/pending.ts';
import {ageOf, type CampaignRow, campaignRow, campaignRows, sumOf} from '../model/select.ts';
import type {State} from '../model/state.ts';
import type {Moment} from '../model/time.ts';
import {aged, counted, dayAndTime} from '../present/format.ts';
import {onService, someOf, word} from '../present/sentence.ts';
import type {Role} from '../present/theme.ts';
import type {Skipped} from './offer.ts';

/** A pause of everything that was confirmed. */
export type PausedAll = {
	/** The id that its commands share. */
	batch: number;
	at: Moment;
	targets: readonly Target[];
	/** Its skipped targets. */
	skipped: readonly Skipped[];
};

/** Whether the figures of a campaign were asked for after a command on it had ended. */
export const isReadSince = ({endedAt}: Pick<Pending, 'endedAt'>, {span}: Pick<CampaignRow, 'span'>): boolean =>
	endedAt !== undefined && span !== undefined && span.sentAt.mono > endedAt.mono;

/** Whether it is of the service of this state: the ids of another one mean other campaigns. */
const isHere = ({source}: State, {targets}: Pick<PausedAll, 'targets'>): boolean =>
	targets.every(target => whyElsewhere({target}, source.profile) === undefined);

type Member = {target: Target; pending: Pending | undefined; row: CampaignRow | undefined};

/** Its members whose pause still matters: not those that this run has played again since. */
const membersOf = (state: State, {batch, targets}: PausedAll): Member[] => {
	const own = new Map<string, Pending>();
	const played = new Set<string>();
	for (const pending of state.commands) {
		const {command} = pending;
		if (command.batch === batch && command.operation === 'pause_campaign') {
			own.set(command.target.id, pending);
			played.delete(command.target.id);
		} else if (command.operation === 'play_campaign' && !['refused', 'not-sent'].includes(outcomeOf(pending).kind)) {
			played.add(command.target.id);
		}
	}
	return targets.flatMap(target =>
		played.has(target.id) && own.has(target.id)
			? []
			: [{target, pending: own.get(target.id), row: campaignRow(state, target.id)}],
	);
};

/** Whether the service shows that it does not dial. */
const isIdle = (row: CampaignRow | undefined): boolean => row?.state === 'paused' || row?.state === 'stopped';

const isUnderWay = ({pending}: Member): boolean => pending?.phase === 'sending' || pending?.phase === 'acknowledged';

/** The outcome for one that still dials; undefined if it does not dial, or the command is still under way. */
const stillDialing = (member: Member): string | undefined => {
	const {pending, row, target} = member;
	if (!pending || !row || isUnderWay(member) || isIdle(row)) {
		return undefined;
	}
	const {later, brief} = outcomeOf(pending);
	const isPaused = later === 'observed' || pending.phase === 'done';
	const how = !isPaused ? brief : row.dispute ? 'perhaps: its sources disagree' : 'dials again';
	return `${word(target.id)} ${how}`;
};

/** The campaigns that have begun to dial since, about which nobody was asked. */
export const begunSince = (state: State, {targets, skipped}: PausedAll): string[] => {
	const known = new Set([...targets, ...skipped.map(({target}) => target)].map(({id}) => id));
	return campaignRows(state).flatMap(({campaign: {id}, state: now}) =>
		now === 'dialing' && !known.has(id) ? word(id) : [],
	);
};

/** What dials, or may dial, that was not paused: members with their outcomes, what was skipped, and what began since. */
const notPaused = (state: State, members: readonly Member[], run: PausedAll): string[] => [
	...members.flatMap(member => stillDialing(member) ?? []),
	...run.skipped.flatMap(({target: {id}}) => {
		const row = campaignRow(state, id);
		return !row || isIdle(row) ? [] : `${word(id)} skipped`;
	}),
	...begunSince(state, run).map(id => `${id} began since`),
];

/** The calls that are still in progress in what was paused, as far as it was read since. */
const callsIn = (state: State, paused: readonly Member[]): {text: string; isOver: boolean} => {
	const read = paused.flatMap(({pending, row}) => (pending && row?.figures && isReadSince(pending, row) ? row : []));
	const unread = paused.length - read.length;
	const active = sumOf(read, figures => figures.activeCalls);
	const talking = sumOf(read, figures => figures.onCall);
	if (active === undefined || talking === undefined) {
		return {text: read.length > 0 ? 'calls in progress unknown' : 'calls in progress not read yet', isOver: false};
	}
	const calls = active + talking;
	if (unread > 0) {
		return {text: `${counted(calls, 'call')} in progress, ${unread} unread`, isOver: false};
	}
	const ringing = sumOf(read, figures => figures.ringing);
	const ages = read.map(row => ageOf(state, row.span));
	const oldest = ages.includes(undefined) ? undefined : Math.max(0, ...ages.map(age => age ?? 0));
	const isOld = oldest === undefined || oldest > 10_000;
	const rings = ringing ? ` (${ringing} ringing)` : '';
	const text = calls === 0 ? 'no call in progress any more' : `${counted(calls, 'call')} still in progress${rings}`;
	return {text: isOld ? `${text}, figures ${aged(oldest)}` : text, isOver: calls === 0 && !isOld};
};

/** The members to which it was not sent yet. */
const toSend = (members: readonly Member[]): number => members.filter(({pending}) => !pending).length;

/** Whether some of it is still to be sent. */
export const isBeingSent = (state: State, run: PausedAll | undefined): boolean =>
	run !== undefined && isHere(state, run) && toSend(membersOf(state, run)) > 0;

/** How far it is, a line each: what was paused, with the calls in progress; and what was not paused, if anything. */
export type Progress = readonly {role: Role; text: string}[];

/** The keys in force: what asks again, what shows the log, what closes the lines. */
export type ProgressKeys = Readonly<Record<'again' | 'log' | 'close', string | undefined>>;

/** How far a pause of everything is; no lines once everything dials again, or where it is of another service. */
export const progressOf = (state: State, run: PausedAll, {again, log, close}: ProgressKeys): Progress => {
	if (!isHere(state, run)) {
		return [];
	}
	const members = membersOf(state, run);
	const [open, underWay] = [toSend(members), members.filter(isUnderWay).length];
	const paused = members.filter(member => member.pending && !isUnderWay(member) && isIdle(member.row)).length;
	if (paused === 0 && members.every(({pending}) => pending?.phase === 'observed')) {
		return [];
	}
	const followed = members.filter(member => member.pending?.endedAt && stillDialing(member) === undefined);
	const calls = followed.length > 0 ? callsIn(state, followed) : undefined;
	const others = notPaused(state, members, run);
	const isMoving = open + underWay > 0;
	const count = run.targets.length;
	const counts = [
		paused === count && count > 1 ? `all ${count} paused` : `${paused} of ${count} paused`,
		underWay > 0 && `${underWay} under way`,
		open > 0 && `${open} to go`,
	].filter(Boolean);
	const isOver = calls?.isOver === true && !isMoving;
	const closes = close && `${close} closes`;
	const parts = [
		`Pause all ${dayAndTime(run.at, state.now)}: ${counts.join(', ')}`,
		calls?.text,
		isOver && closes,
	].filter(Boolean);
	const ways = [again && `${again} asks again`, log && `${log} log`, closes].filter(Boolean).join(', ');
	return [
		{role: isMoving ? 'pending' : isOver ? 'ok' : 'warning', text: onService(state.source, parts.join('; '))},
		...(others.length === 0
			? []
			: [
					{
						role: 'error',
						text: onService(state.source, `${others.length} NOT PAUSED${ways && ` (${ways})`}: ${someOf(others, 8)}`),
					} as const,
				]),
	];
};
