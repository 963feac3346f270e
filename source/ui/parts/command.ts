/** How a command under way, or just ended, is told: on its row, and in a sentence. */
import {isOpen, type Pending, type Phase} from '../../model/pending.ts';
import {elapsed, type Moment} from '../../model/time.ts';
import {capital, clock, decimals, nothing} from '../format.ts';
import {type Mask, maskTarget} from '../mask.ts';
import {idOf, nameOf, sentence, word} from '../sentence.ts';
import type {Role} from '../theme.ts';
import type {Overlay} from './grid.ts';

const roleOf: Record<Phase, Role> = {
	sending: 'pending',
	acknowledged: 'pending',
	unknown: 'error',
	done: 'ok',
	observed: 'ok',
	unobserved: 'error',
	refused: 'error',
	'not-sent': 'error',
	'set-aside': 'faint',
};

/** What a row shows instead of its state while a command is under way on it, or just ended: `PLAY → pausing…`. */
export const overlayOf = (pending: Pending | undefined, status: string | undefined): Overlay | undefined => {
	if (!pending) {
		return undefined;
	}
	const {command, phase, wasUnknown} = pending;
	const is = status ?? nothing;
	const words: Record<Phase, string> = {
		sending: `${is} → ${command.doing}…`,
		acknowledged: `${is} → ${command.doing}…`,
		unknown: `${is} ${command.verb} UNKNOWN`,
		done: `${is} ✓`,
		observed: `${is} ${wasUnknown ? 'seen' : '✓'}`,
		unobserved: `${is} ${command.verb} not seen`,
		refused: `${is} ${command.verb} refused`,
		'not-sent': `${is} ${command.verb} not sent`,
		'set-aside': `${is} ${command.verb} unknown`,
	};
	return {state: words[phase], name: command.target.name, role: roleOf[phase]};
};

const seconds = (from: Moment, to: Moment): string => `${decimals(Math.max(100, elapsed(from, to)) / 1000, 1)} s`;

const ours = (pending: Pending, id: string, reason: string): string => {
	const {command, phase, askedAt, wasUnknown, at} = pending;
	// Of settings it is all that were changed.
	const seen = pending.seen && word(pending.seen, typeof command.expected === 'object' ? 200 : undefined);
	const what = `${capital(command.verb)} ${id}`;
	const shows = seen === undefined ? 'nothing was seen of it yet' : `the service now shows ${seen}`;
	switch (phase) {
		case 'sending':
			return `${what}: sent at ${clock(askedAt.wall)}, waiting for the answer`;
		case 'acknowledged':
			return `${what}: accepted, waiting to see it${seen === undefined ? '' : ` (the service still shows ${seen})`}`;
		case 'done':
			return `${what}: done${seen === undefined ? '' : `; ${shows}`}`;
		case 'set-aside':
			return `${what}: outcome UNKNOWN (${reason}), set aside`;
		case 'observed':
			return wasUnknown
				? `Asked to ${command.verb} ${id} at ${clock(askedAt.wall)}, no answer; ${shows}`
				: `${what}: done, observed after ${seconds(askedAt, at)} (${seen ?? nothing})`;
		case 'unobserved':
			return `${what}: ${wasUnknown ? 'no answer, and' : 'accepted, but'} not observed after 30 s; ${shows}`;
		case 'refused':
			return `${what} refused: ${reason}`;
		case 'not-sent':
			return `${what} was NOT SENT: ${reason}`;
		case 'unknown':
			return command.expected === undefined
				? `${what}: outcome UNKNOWN (${reason}), until you set it aside in the log`
				: `${what}: outcome UNKNOWN (${reason}); ${shows}`;
	}
};

/** The same in one sentence, for the footer; people in it as they may be shown. */
export const sentenceOf = (pending: Pending, mask: Mask): string => {
	const target = maskTarget(mask, pending.command.target);
	return sentence(ours(pending, idOf(target), mask('text', pending.reason)), nameOf(target));
};

/** The tone of a sentence. */
export const toneOf = ({phase}: Pending): Role => roleOf[phase];

/** The command that the footer speaks of: the last one that is open or ended lately. */
export const lastCommand = (commands: readonly Pending[], now: Moment, shownFor: number): Pending | undefined =>
	commands.findLast(pending => isOpen(pending) || elapsed(pending.at, now) < shownFor);
