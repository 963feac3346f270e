/** A line of the palette: what it says, and what Enter does with it. */

import {maskOf} from '../../../present/mask.ts';
import {type Offer, whyNot} from '../../../steering/offer.ts';
import {ask} from '../../keys/ask.ts';
import type {Context} from '../../store/context.ts';

/** A line that could be meant by what was typed. */
export type Line = {
	/** As it would be typed whole. */
	text: string;
	about: string;
	/** Why it cannot run now. */
	why: string | undefined;
	/** Whether it comes before what is found by a few letters, or after. */
	isFirst: boolean;
	/** What Enter does: it runs, or the line is typed so far and waits for the rest. */
	does: {run(context: Context): void} | {completes: string};
	/** Whether it may be kept among the last lines: it says nothing of a person. */
	isKept: boolean;
};

/** The lines of a word; `rest` is what follows it, and is undefined while the word itself is only begun. */
export type Lines = (rest: string | undefined, context: Context) => Line[];

const isNobody = (text: string): boolean => maskOf({masked: true})('text', text) === text;

/** A line that sends something asks before it does. */
export const asking = (text: string, about: string, offer: (context: Context) => Offer, context: Context): Line => ({
	text,
	about,
	why: whyNot(offer(context)),
	isFirst: true,
	does: {run: now => ask(now, offer(now))},
	isKept: true,
});

/** A line that runs at once. */
export const running = (
	text: string,
	about: string,
	run: (context: Context) => void,
	more: Partial<Pick<Line, 'why' | 'isKept' | 'isFirst'>> = {},
): Line => ({text, about, why: undefined, isFirst: true, isKept: isNobody(text), does: {run}, ...more});

/** A line that lacks a part, which Enter goes on to. */
export const unfinished = (text: string, about: string, completes: string, isFirst: boolean): Line => ({
	text,
	about,
	why: undefined,
	isFirst,
	does: {completes},
	isKept: false,
});

/** A line that means nothing that there is, with why. */
export const impossible = (text: string, why: string): Line => ({
	...running(text, '', () => undefined),
	why,
	isFirst: false,
	isKept: false,
});
