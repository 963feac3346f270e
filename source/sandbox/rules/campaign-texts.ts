/**
 * The texts of SMSB campaigns (ours). They are millions, so that none is stored: each is derived from its call in the log
 * and from what the campaign's settings were at the time. A text has the content of the campaign's `script`.
 */
import type {WorldAndStore} from '../store/store.ts';
import type {LoggedCall} from '../world/call-log.ts';
import {personOf} from '../world/leads.ts';
import {campaignText, replyOf} from '../world/replies.ts';
import type {TextSettings} from '../world/state.ts';
import {contentOfScript} from './contents.ts';
import {type CallSpan, visitCalls} from './logged-calls.ts';
import {fillOneSegment, ownNumber, valuesFor} from './texts.ts';

/** Calls `visit` with each text that was delivered or not, newest first. */
export const visitTexts = (context: WorldAndStore, span: CallSpan, visit: (text: LoggedCall) => void): Promise<void> =>
	visitCalls(context, span, call => {
		if (call.status === 'SENT' || call.status === 'UNDELIVERED') {
			visit(call);
		}
	});

/** Those of the time, or the first that are known. */
const settingsAt = (texts: readonly TextSettings[], time: number): TextSettings | undefined =>
	texts.findLast(({since}) => since <= time) ?? texts[0];

/** The text of a logged call as it was sent, and the answer to it. */
export const textOf = (context: WorldAndStore, call: LoggedCall) => {
	const {world} = context;
	const {lead, startedAt: time} = call;
	const campaign = world.campaigns[call.campaign];
	const settings = settingsAt(campaign?.texts ?? [], time);
	const person = personOf(world, lead);
	const values = valuesFor(context, person, settings?.callBackNumber || ownNumber, time);
	const isSent = call.status === 'SENT';
	const mayAnswer = isSent && settings !== undefined && settings.since <= time;
	return {
		time,
		recipient: person.phone,
		sender: campaign?.callerIds[call.callerId] || ownNumber,
		body: fillOneSegment(contentOfScript(settings?.script ?? '').body, values),
		status: isSent ? ('sent' as const) : ('failed' as const),
		segments: 1,
		reply: mayAnswer ? replyOf(world, lead, campaignText) : undefined,
	};
};
