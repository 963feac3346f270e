/** A mark of a recording in a sentence. */
import type {Alert} from '../model/alert.ts';
import type {Pending} from '../model/pending.ts';
import {alertSentence, endText} from './alert-text.ts';
import {sentenceOf} from './command-text.ts';
import {span} from './format.ts';
import type {Mask} from './mask.ts';

/** A mark as it is read from a recording. */
export type MarkWords = {
	at: number;
	kind: string;
	campaignId?: string | undefined;
	since?: number | undefined;
	text: string;
	data?: unknown;
};

/**
 * The sentence of a mark, which names no service.
 *
 * @param nameOf what a campaign is called
 */
export const markText = (mark: MarkWords, mask: Mask, nameOf: (campaignId: string) => string): string => {
	const {at, kind, campaignId, since, text, data} = mark;
	const name = campaignId === undefined ? '' : `${nameOf(campaignId)} (${campaignId}): `;
	switch (data === undefined ? 'bare' : kind) {
		case 'command':
			return sentenceOf(data as Pending, mask, {floor: undefined});
		case 'alert':
			return `alert: ${alertSentence(data as Alert)}`;
		case 'alert-ended': {
			const {end} = data as Alert;
			return `alert over: ${alertSentence(data as Alert)}${end ? `; ${endText(end)}` : ''}`;
		}
	}
	switch (kind) {
		case 'gap':
			return `nothing was recorded${since === undefined ? '' : ` for ${span((at - since) / 1000)}`}${text === '' ? '' : `: ${text}`}`;
		case 'clock':
			return 'the clock of this machine was set back';
		case 'start':
			return 'the recording began';
		default:
			return `${name}${text}`;
	}
};

/** How grave a mark is on a timeline, the gravest last. */
const order = [
	'start',
	'clock',
	'gap',
	'alert-changed',
	'alert-ended',
	'settings',
	'outside',
	'state',
	'command',
	'alert',
];

/** The kinds of some marks, the gravest first. */
export const kindsByWeight = (marks: readonly Pick<MarkWords, 'kind'>[]): string[] =>
	[...new Set(marks.map(({kind}) => kind))].toSorted((one, other) => order.indexOf(other) - order.indexOf(one));
