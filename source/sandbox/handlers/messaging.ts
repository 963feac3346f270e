/** Text messages and content (section 4.2; shapes ours). */
import {contents} from '../rules/contents.ts';
import {segmentsOf} from '../rules/segments.ts';
import {everyCampaign, isBarred} from '../world/do-not-call.ts';
import {purpose, uniform} from '../world/draw.ts';
import {leadsOfPhone} from '../world/leads.ts';
import {tenDigits} from '../world/people.ts';
import {found, invalidValue, missingParameter, Refusal} from '../world/refusal.ts';
import type {World} from '../world/state.ts';
import {midnightAfter, parseDay, stampText} from '../world/time.ts';
import {refuseReversed} from './day-range.ts';
import type {Handlers} from './handler.ts';

const perPage = 100;

/** The sender if neither the request nor a campaign names one. */
const ownNumber = '8005550100';

const contentText = (contentId: string): string => {
	const {kind, body} = found(
		contents.find(({id}) => id === contentId),
		'Content',
	);
	if (kind !== 'text') {
		throw invalidValue('content_id', 'a recording cannot be sent as a text');
	}
	return body;
};

const bodyOf = (message: string | undefined, contentId: string | undefined): string => {
	if (contentId !== undefined && message !== undefined) {
		throw invalidValue('content_id', 'send it or message, not both');
	}
	const body = contentId === undefined ? message : contentText(contentId);
	if (body === undefined) {
		throw missingParameter('message', 'or content_id');
	}
	return body;
};

/** A number that is bad for calls is bad for texts. */
const isReachable = (world: World, phone: string): boolean => {
	const subject = leadsOfPhone(world, phone)[0] ?? Number(phone);
	return uniform(world.seed, subject, 0, purpose.badNumber) >= world.carrier.badNumber;
};

export const messaging = {
	send_text_message: {
		level: 'agent',
		run({to, message, content_id, from, campaign_id}, {world, store, user, access}) {
			const campaign = access.campaign(campaign_id);
			const body = bodyOf(message, content_id);
			const recipient = tenDigits(to);
			if (recipient === undefined) {
				throw invalidValue('to', 'the simulated carrier reaches US numbers only');
			}
			if (isBarred(world, recipient, campaign?.index ?? everyCampaign)) {
				throw new Refusal('wrong-state', 'Number is on the do-not-call list');
			}
			const sender = from ?? (campaign?.settings.callerId || ownNumber);
			const status = isReachable(world, recipient) ? 'sent' : 'failed';
			const segments = segmentsOf(body);
			const id = store.messages.add({
				time: world.now,
				recipient,
				sender: tenDigits(sender) ?? sender,
				body,
				segments,
				status,
				campaignId: campaign?.id ?? '',
				userId: user.id,
			});
			return {message_id: String(id), segments, status};
		},
	},
	retrieve_sent_messages: {
		level: 'agent',
		run({campaign_id, from, to, page = 1}, {world, store, user, access}) {
			const of =
				campaign_id === undefined
					? {campaigns: user.campaigns, user: user.id}
					: {campaigns: new Set([access.campaign(campaign_id).id])};
			refuseReversed({from, to});
			const since = from === undefined ? 0 : parseDay(world, from);
			const until = to === undefined ? Number.MAX_SAFE_INTEGER : midnightAfter(world, parseDay(world, to));
			const found = store.messages.list({...of, since, until}, perPage, (page - 1) * perPage);
			return {
				messages: found.map(({id, time, recipient, sender, body, segments, status}) => ({
					message_id: String(id),
					to: recipient,
					from: sender,
					body,
					status,
					date_sent: stampText(world, time),
					segments,
				})),
			};
		},
	},
	get_content: {
		level: 'agent',
		run: ({content_type}) => ({
			contents: contents
				.filter(({kind}) => content_type === undefined || kind === content_type)
				.map(({id, ...content}) => ({content_id: id, ...content})),
		}),
	},
} satisfies Partial<Handlers>;
