/** What people answer to texts (ours). Whoever answers STOP is called and texted no more, by any campaign. */
import {barAsAsked} from './do-not-call.ts';
import {logNormalByMedian, purpose, uniform} from './draw.ts';
import {eventKind, schedule} from './events.ts';
import type {World} from './state.ts';
import {hour, minute, second} from './time.ts';

/** The number of a campaign's text: a lead gets one. Those that users send have their own, from 1 on. */
export const campaignText = 0;

/** Shares of the texts that reach somebody. */
const stops = 0.012;
const others = 0.04;
const stop = 'STOP';
const answers = ['Who is this?', 'Please call me tomorrow', 'I have paid already', 'OK thank you', 'Wrong number'];

const delayOf = ({seed}: World, lead: number, text: number): number =>
	Math.min(4 * hour, minute + logNormalByMedian(6 * minute, 1, uniform(seed, lead, text, purpose.replyDelay)));

/** The answer of a lead to a text, and its delay; undefined if there is none. */
export const replyOf = (world: World, lead: number, text: number): {body: string; delay: number} | undefined => {
	const drawn = uniform(world.seed, lead, text, purpose.reply);
	if (drawn >= stops + others) {
		return undefined;
	}
	const chosen = Math.floor(((drawn - stops) / others) * answers.length);
	const body = drawn < stops ? stop : (answers[chosen] ?? '');
	// Longer than a campaign's text is under way, so that nobody is seen to have answered before being barred.
	return {body, delay: 5 * second + delayOf(world, lead, text)};
};

/** Milliseconds until a lead answers STOP to a text; undefined if it does not. */
export const stopDelay = (world: World, lead: number, text: number): number | undefined =>
	uniform(world.seed, lead, text, purpose.reply) < stops ? delayOf(world, lead, text) : undefined;

/** A campaign's text has reached a lead, who may answer. */
export const expectReply = (world: World, lead: number): void => {
	const delay = stopDelay(world, lead, campaignText);
	if (delay !== undefined) {
		schedule(world.events, world.now + delay, eventKind.optOut, lead, 0);
	}
};

/** A lead has answered STOP. */
export const optOut = (world: World, lead: number): void => barAsAsked(world, lead, -1, stop);
