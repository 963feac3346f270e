/** The reasons why a campaign does not dial as it should, with the figures of each. */
import type {Cause} from './causes.ts';

/** A reason, with the figures behind it. */
export type Reason =
	/** Stopped, paused: the service's own word. */
	| {kind: 'stopped' | 'paused'; status: string; ready: number | undefined}
	/** Its two sources disagree: the words of get_campaigns and of its dashboard. */
	| {kind: 'disputed'; listed: string; shown: string}
	/** It has no leads at all. */
	| {kind: 'no-leads'}
	/** It has leads, and none of them on a list that is on. */
	| {kind: 'lists-off'; total: number; off: Off}
	/** All that may be dialed have been; `recycled` ones wait for another attempt. */
	| {kind: 'leads-done'; active: number | undefined; recycled: number | undefined; off: Off}
	/** The leads that remain cannot feed its pace. */
	| {kind: 'leads-few'; remaining: number; recycled: number | undefined; off: Off}
	| {kind: 'outside-hours'; word: string; schedule: string | undefined}
	/** The level, the lines or the velocity is 0. */
	| {kind: 'level-zero'; level: string}
	| {kind: 'no-lines'}
	/** All its lines are in use, while agents are ready. */
	| {kind: 'lines-full'; lines: number; ready: number}
	| {kind: 'no-velocity'}
	| {kind: 'no-agents'}
	| {kind: 'none-ready'; onCall: number | undefined; wrapUp: number | undefined; paused: number | undefined}
	/** Percent, both; an adaptive method dials less then. */
	| {kind: 'drop-limit'; rate: number; limit: number}
	/** Agents dial one by one. */
	| {kind: 'by-hand'}
	/** A word of the scheduler that the interface does not explain. */
	| {kind: 'scheduler-word'; word: string}
	/** What its figures do, against what is usual for it. */
	| Cause;

/** A reason in a few words, the same for every alert and every view. */
export const shortWords: Readonly<Record<Reason['kind'], string>> = {
	stopped: 'it is stopped',
	paused: 'it is paused',
	disputed: 'its two sources disagree',
	'no-leads': 'no leads',
	'lists-off': 'no list is on',
	'leads-done': 'no leads left',
	'leads-few': 'too few leads left',
	'outside-hours': 'outside calling hours',
	'level-zero': 'the level is 0',
	'no-lines': 'the number of lines is 0',
	'lines-full': 'all lines are in use',
	'no-velocity': 'the velocity is 0',
	'no-agents': 'no agents are signed in',
	'none-ready': 'no agent is ready',
	'drop-limit': 'the drop limit is reached',
	'by-hand': 'agents dial by hand',
	'scheduler-word': 'the scheduler says why',
	'dials-fail': 'dials fail at once',
	unanswered: 'neither people nor machines answer',
	'caller-id': 'caller id perhaps labelled as spam (a guess)',
	detection: 'people perhaps taken for machines (a guess)',
	'machines-pass': 'machines perhaps taken for people (a guess)',
	'more-answers': 'more people answer',
	'agents-left': 'agents have left',
	'agents-paused': 'agents are paused',
	'long-wrap-up': 'wrap-up takes longer',
	'long-talks': 'talks take longer',
	'held-back': 'fewer lines are dialed: perhaps a cap (a guess)',
	'level-up': 'the level was raised',
	'level-down': 'the level was lowered',
	'leads-off': 'a list was switched off',
	changed: 'something changed',
};

/** Leads on lists that are off, and the largest of these lists if they have been read. */
export type Off = {leads: number; list: {id: string; name: string; remaining: number} | undefined};
