/**
 * Text messages and content (section 4.2; shapes ours). The texts of SMSB campaigns are millions, so that none is stored: each
 * is derived from its call in the log and from what the campaign's settings were at the time.
 */
import {visibleTo} from '../rules/accounts.ts';
import {contentOfScript, contents, findContent} from '../rules/contents.ts';
import {type CallSpan, visitCalls, wholeSince} from '../rules/logged-calls.ts';
import {fill, fillOneSegment, ownNumber, personWith, sendText, valuesFor} from '../rules/texts.ts';
import type {Message} from '../store/messages.ts';
import type {WorldAndStore} from '../store/store.ts';
import type {LoggedCall} from '../world/call-log.ts';
import {everyCampaign, isBarred} from '../world/do-not-call.ts';
import {personOf} from '../world/leads.ts';
import {tenDigits} from '../world/people.ts';
import {found, invalidValue, missingParameter, Refusal} from '../world/refusal.ts';
import {campaignText, replyOf, stopDelay} from '../world/replies.ts';
import type {TextSettings, World} from '../world/state.ts';
import {midnightAfter, parseDay, stampText} from '../world/time.ts';
import {agent, type Context, type Handlers, slowly} from './handler.ts';
import {uniqueIdOf} from './logged-call.ts';
import {pageSpan, refuseReversed} from './pages.ts';

/** The body of a prepared text to a number (ten digits). */
const preparedBody = (context: Context, contentId: string, phone: string, callBackNumber: string): string => {
	const {world, access} = context;
	const {kind, body} = found(findContent(contentId), 'Content');
	if (kind !== 'text') {
		throw invalidValue('content_id', 'a recording cannot be sent as a text');
	}
	const person = personWith(world, phone, visibleTo(world, access));
	const filled = fill(body, valuesFor(context, person, callBackNumber, world.now));
	if (filled.includes('{balance}')) {
		throw invalidValue('content_id', 'the text names a balance, and no account has this number');
	}
	return filled;
};

type Row = Omit<Message, 'id' | 'lead'> & {id: string; reply: {body: string; delay: number} | undefined};

/** A reply is part of the message that it answers, once it has come (ours). */
const record = (world: World, {id, time, recipient, sender, body, segments, status, reply}: Row) => {
	const answer = reply && time + reply.delay <= world.now ? reply : undefined;
	return {
		message_id: id,
		to: recipient,
		from: sender,
		body,
		status,
		date_sent: stampText(world, time),
		segments,
		reply: answer?.body ?? '',
		date_replied: answer ? stampText(world, time + answer.delay) : '',
	};
};

/** A page of the messages of users and of campaigns, newest first, and how many there are. */
const pageOf = async (
	context: Context,
	sent: Generator<Message>,
	span: CallSpan,
	{skip, most}: ReturnType<typeof pageSpan>,
): Promise<{rows: Row[]; total: number}> => {
	const {world} = context;
	const rows: Row[] = [];
	let total = 0;
	const take = (row: () => Row): void => {
		if (++total > skip && rows.length < most) {
			rows.push(row());
		}
	};
	let next = sent.next();
	/** Takes users' messages from this time on. */
	const takeSince = (time: number): void => {
		for (; !next.done && next.value.time >= time; next = sent.next()) {
			const {lead, ...message} = next.value;
			const reply = lead === null ? undefined : () => replyOf(world, lead, message.id);
			take(() => ({...message, id: String(message.id), reply: reply?.()}));
		}
	};
	await visitTexts(context, span, call => {
		takeSince(call.startedAt);
		take(() => ({id: uniqueIdOf(call.number, call.startedAt), ...textOf(context, call)}));
	});
	takeSince(span.since);
	return {rows, total};
};

export const messaging = {
	send_text_message: agent(({to, message, content_id, from, campaign_id}, context) => {
		const {world, access} = context;
		const campaign = access.campaign(campaign_id);
		if (content_id !== undefined && message !== undefined) {
			throw invalidValue('content_id', 'send it or message, not both');
		}
		if (content_id === undefined && message === undefined) {
			throw missingParameter('message', 'or content_id');
		}
		const recipient = tenDigits(to);
		if (recipient === undefined) {
			throw invalidValue('to', 'the simulated carrier reaches US numbers only');
		}
		const callBackNumber = campaign?.settings.callBackNumber || ownNumber;
		const body = message ?? preparedBody(context, content_id ?? '', recipient, callBackNumber);
		if (isBarred(world, recipient, campaign?.index ?? everyCampaign)) {
			throw new Refusal('wrong-state', 'Number is on the do-not-call list');
		}
		const {id, segments, status} = sendForUser(context, {
			to: recipient,
			body,
			sender: from ?? (campaign?.settings.callerId || undefined),
			campaignId: campaign?.id,
		});
		return {message_id: String(id), segments, status};
	}),
	retrieve_sent_messages: slowly('agent', async ({campaign_id, from, to, ...page}, context) => {
		const {world, store, user, access} = context;
		const campaigns = access.campaigns(campaign_id);
		refuseReversed({from, to});
		const days = {
			since: from === undefined ? 0 : parseDay(world, from),
			until: to === undefined ? Number.MAX_SAFE_INTEGER : midnightAfter(world, parseDay(world, to)),
		};
		const of =
			campaign_id === undefined
				? {campaigns: user.campaigns, user: user.id}
				: {campaigns: new Set(campaigns.map(({id}) => id))};
		const sent = store.messages.list({...of, ...days});
		const ofCampaigns = {campaigns: new Set(campaigns.map(({index}) => index)), ...days};
		const {rows, total} = await pageOf(context, sent, ofCampaigns, pageSpan(page));
		return {messages: rows.map(row => record(world, row)), total, whole_since: wholeSince(context, days.since)};
	}),
	get_content: agent(({content_type}) => ({
		contents: contents
			.filter(({kind}) => content_type === undefined || kind === content_type)
			.map(({id, ...content}) => ({content_id: id, ...content})),
	})),
} satisfies Partial<Handlers>;

/** Calls `visit` with each text that was delivered or not, newest first. */
export const visitTexts = (context: WorldAndStore, span: CallSpan, visit: (text: LoggedCall) => void): Promise<void> =>
	visitCalls(context, span, call => {
		if (call.status === 'SENT' || call.status === 'UNDELIVERED') {
			visit(call);
		}
	});

/** The settings of that time, or the first that are known. */
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

/** Gives a command: do this last in a handler. Returns what `sendText` does. */
export const sendForUser = (
	context: Context,
	text: Omit<Parameters<typeof sendText>[1], 'userId'>,
): ReturnType<typeof sendText> => {
	const {world, user, command} = context;
	const sent = sendText(context, {...text, userId: user.id});
	const delay = sent.lead === undefined ? undefined : stopDelay(world, sent.lead, sent.id);
	if (sent.lead !== undefined && delay !== undefined) {
		command('expectOptOut', sent.lead, world.now + delay);
	}
	return sent;
};
