/** Sends texts and notifications, counts segments, and fills the placeholders of prepared ones (section 4.2; ours). */

import type {NewNotification} from '../store/notifications.ts';
import type {WorldAndStore} from '../store/store.ts';
import {purpose, uniform} from '../world/draw.ts';
import {leadsOfPhone, personOf} from '../world/leads.ts';
import {type Person, tenDigits} from '../world/people.ts';
import type {World} from '../world/state.ts';
import {findAccount, type Visible} from './accounts.ts';
import {balanceAt, moneyText} from './balances.ts';

/** The sender if neither the request nor a campaign names one. */
export const ownNumber = '8005550100';

/** A text to send; from `ownNumber` and for no campaign by default. */
type NewText = {to: string; body: string; userId: number; sender?: string | undefined; campaignId?: string | undefined};

/** `lead` is the one that got it, if it is a lead's number. */
type SentText = {id: number; segments: number; status: 'sent' | 'failed'; lead: number | undefined};

/** A number that is bad for calls is bad for texts. */
const isReachable = ({seed, carrier}: World, phone: string, lead: number | undefined): boolean =>
	uniform(seed, lead ?? Number(phone), 0, purpose.badNumber) >= carrier.badNumber;

/** Sends a text. The simulated carrier reaches US numbers only. */
export const sendText = (
	{world, store}: WorldAndStore,
	{to, body, userId, sender = ownNumber, campaignId = ''}: NewText,
): SentText => {
	const phone = tenDigits(to);
	const lead = phone === undefined ? undefined : leadsOfPhone(world, phone)[0];
	const status = phone !== undefined && isReachable(world, phone, lead) ? 'sent' : 'failed';
	const reached = status === 'sent' ? lead : undefined;
	const segments = segmentsOf(body);
	const id = store.messages.add({
		time: world.now,
		recipient: phone ?? to,
		sender: tenDigits(sender) ?? sender,
		body,
		segments,
		status,
		campaignId,
		userId,
		lead: reached ?? null,
	});
	return {id, segments, status, lead: reached};
};

/** Where the holder's first name is unknown. */
const noName = 'there';

const withDashes = (phone: string): string => phone.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');

const nameAt = (person: Person | undefined, time: number): string | undefined =>
	person?.former?.find(({until}) => time < until)?.firstName ?? person?.firstName;

/** The values of the placeholders of a prepared text; name and balance are those of a time. */
export const valuesFor = (
	context: WorldAndStore,
	person: Person | undefined,
	callBackNumber: string,
	time: number,
): Record<string, string> => {
	const account = person && findAccount(context, person.accountId);
	return {
		first_name: nameAt(person, time) || noName,
		call_back_number: withDashes(callBackNumber),
		...(account && {balance: `$${moneyText(balanceAt(context, account, time))}`}),
	};
};

/** The person with this number, if it is that of a lead whom the user may see. */
export const personWith = (world: World, phone: string, seen: Visible): Person | undefined => {
	const lead = leadsOfPhone(world, phone).find(seen.lead);
	return lead === undefined ? undefined : personOf(world, lead);
};

/** Fills the placeholders of a prepared text; those without a value stay. */
export const fill = (body: string, values: Readonly<Record<string, string>>): string =>
	body.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);

/** The same in one segment, which is what a campaign is charged for: a name that is too long for it is omitted. */
export const fillOneSegment = (body: string, values: Readonly<Record<string, string>>): string => {
	const filled = fill(body, values);
	return segmentsOf(filled) === 1 ? filled : fill(body, {...values, first_name: noName});
};

/** Characters that take one septet. */
const basic = new Set(
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Characters that take two: an escape comes first. */
const extended = new Set('\f^{}\\[~]|€');

/** Septets, or 16-bit units of UCS-2, that fit in a single message, and in each segment of a longer one (less its header). */
const septets = {alone: 160, inParts: 153};
const units = {alone: 70, inParts: 67};

/** Characters are not split. A single character outside GSM's alphabet makes the whole message UCS-2. */
export const segmentsOf = (message: string): number => {
	const characters = [...message];
	const isGsm = characters.every(character => basic.has(character) || extended.has(character));
	const room = isGsm ? septets : units;
	const sizes = characters.map(character => (isGsm ? (extended.has(character) ? 2 : 1) : character.length));
	if (sizes.reduce((sum, size) => sum + size, 0) <= room.alone) {
		return 1;
	}
	let parts = 1;
	let remaining = room.inParts;
	for (const size of sizes) {
		if (size > remaining) {
			parts++;
			remaining = room.inParts;
		}
		remaining -= size;
	}
	return parts;
};

/** Does nothing if a notification with its `key` was raised before. */
export const notify = (context: WorldAndStore, notification: NewNotification): void => {
	const {notifications} = context.store;
	if (notifications.raise(notification)) {
		for (const {user, sms} of notifications.textedTo(notification)) {
			sendText(context, {to: sms, body: notification.message, userId: user});
		}
	}
};
