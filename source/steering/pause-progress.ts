/** How far a pause of everything is: what was paused, what still dials, and which calls are still in progress. */

import type {Pending, Phase, Target} from '../model/pending.ts';
import {ageOf, type CampaignRow, campaignRow, campaignRows, sumOf} from '../model/select.ts';
import type {State} from '../model/state.ts';
import type {Moment} from '../model/time.ts';
import {aged, counted, dayAndTime} from '../present/format.ts';
import {someOf, word} from '../present/sentence.ts';
import type {Role} from '../present/theme.ts';
import type {Skipped} from './offer.ts';

/** A pause of everything that was confirmed. */
export type PausedAll = {
	/** That of its commands. */
	batch: number;
	at: Moment;
	targets: readonly Target[];
	/** Those that it skipped. */
	skipped: readonly Skipped[];
};

/** Whether the figures of a campaign were asked for after a command on it had ended. */
export const isReadSince = ({endedAt}: Pick<Pending, 'endedAt'>, {span}: Pick<CampaignRow, 'span'>): boolean =>
	endedAt !== undefined && span !== undefined && span.sentAt.mono > endedAt.mono;

type Member = {target: Target; pending: Pending | undefined; row: CampaignRow | undefined};

/** Those whose pause still matters: not what this run has played again since. */
const membersOf = (state: State, {batch, targets}: PausedAll): Member[] => {
	const own = new Map<string, Pending>();
	const played = new Set<string>();
	for (const pending of state.commands) {
		const {command, phase} = pending;
		if (command.batch === batch && command.operation === 'pause_campaign') {
			own.set(command.target.id, pending);
			played.delete(command.target.id);
		} else if (command.operation === 'play_campaign' && phase !== 'refused' && phase !== 'not-sent') {
			played.add(command.target.id);
		}
	}
	return targets.flatMap(target =>
		played.has(target.id) && own.has(target.id)
			? []
			: [{target, pending: own.get(target.id), row: campaignRow(state, target.id)}],
	);
};

const failed: Readonly<Partial<Record<Phase, string>>> = {
	refused: 'refused',
	'not-sent': 'NOT SENT',
	unobserved: 'not seen',
	'set-aside': 'set aside',
};

/** Whether the service shows that it does not dial. */
const isIdle = (row: CampaignRow | undefined): boolean => row?.state === 'paused' || row?.state === 'stopped';

const isUnderWay = ({pending}: Member): boolean => pending?.phase === 'sending' || pending?.phase === 'acknowledged';

/** What came of one, where it dials on; undefined if it does not, or if it is still under way. */
const stillDialing = (member: Member): string | undefined => {
	const {pending, row, target} = member;
	if (!pending || !row || isUnderWay(member) || isIdle(row)) {
		return undefined;
	}
	const outcome = pending.wasUnknown && pending.phase !== 'observed' ? 'UNKNOWN' : failed[pending.phase];
	return `${word(target.id)} ${outcome ?? (row.dispute ? 'perhaps: its sources disagree' : 'dials again')}`;
};

/** What dials, or may dial, that was not paused: members with their outcomes, what was left out, and what began since. */
const notPaused = (state: State, members: readonly Member[], {targets, skipped}: PausedAll): string[] => {
	const asked = new Set(targets.map(({id}) => id));
	const out = new Set(skipped.map(({target}) => target.id));
	const others = campaignRows(state).flatMap(row => {
		const {id} = row.campaign;
		if (asked.has(id) || isIdle(row)) {
			return [];
		}
		return out.has(id) ? [`${word(id)} left out`] : row.state === 'dialing' ? [`${word(id)} began since`] : [];
	});
	return [...members.flatMap(member => stillDialing(member) ?? []), ...others];
};

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

/** Those that are not sent yet. */
const toSend = (members: readonly Member[]): number => members.filter(({pending}) => !pending).length;

/** Whether some of it is still to be sent. */
export const isBeingSent = (state: State, run: PausedAll | undefined): boolean =>
	run !== undefined && toSend(membersOf(state, run)) > 0;

/** How far it is, a line each: what was paused, with the calls in progress; and what was not paused, if anything. */
export type Progress = readonly {role: Role; text: string}[];

/** The keys in force: what asks again, what shows the log, what closes the lines. */
export type ProgressKeys = Readonly<Record<'again' | 'log' | 'close', string | undefined>>;

/** How far a pause of everything is; no lines once everything dials again. */
export const progressOf = (state: State, run: PausedAll, {again, log, close}: ProgressKeys): Progress => {
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
		{role: isMoving ? 'pending' : isOver ? 'ok' : 'warning', text: parts.join('; ')},
		...(others.length === 0
			? []
			: [{role: 'error', text: `${others.length} NOT PAUSED${ways && ` (${ways})`}: ${someOf(others, 8)}`} as const]),
	];
};
