/** Whether an answer is about something else than what was asked for. */
import type {Envelope} from '../envelope.ts';
import type {AnyOperation} from '../operation.ts';
import {isObject} from '../record.ts';
import {safeValue} from '../text.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What names a target, whoever writes the name: `campaign_id`, `campaignId`; `account_id`, `accountid`. */
const idName = /^(?:campaign|list|account|plan|payment|ivr|queue)id$/;
const phoneName = /^(?:phonenumber|to)$/;

const plain = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');

const idText = (value: unknown): string => safeValue(value).trim();

/** A read may be answered with zeros or letters around the same digits (the interface types ids in two ways). */
const looseId = (value: unknown): string => idText(value).replace(/\D/g, '').replace(/^0+/, '') || idText(value);

/** The digits of a number without its country code; undefined if there are too few of them, as in a masked one. */
const phoneDigits = (value: unknown): string | undefined => /\d{10}$/.exec(idText(value).replace(/\D/g, ''))?.[0];

const isNamed = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/**
 * The fields of an object and of each record in it; the `id` of a record `campaign` is a campaign's. An array may list
 * what is left after a deletion, so it does not say what the answer is about.
 */
const fieldsIn = (place: Fields): [name: string, value: unknown][] =>
	Object.entries(place).flatMap(([name, value]): [string, unknown][] =>
		isObject(value) && name !== 'response'
			? Object.entries(value).map(([inner, item]) => [inner === 'id' ? `${name}_id` : inner, item])
			: [[name, value]],
	);

/** The parameters that name a target, by their plain names: `campaignid`; those of a group count too. */
const targetsOf = (params: Fields): Map<string, {name: string; value: unknown}> =>
	new Map(
		Object.entries(params)
			.flatMap(([name, value]) => (isObject(value) ? Object.entries(value) : [[name, value] as const]))
			.filter(([name, value]) => isNamed(value) && (idName.test(plain(name)) || phoneName.test(plain(name))))
			.map(([name, value]) => [plain(name), {name, value}]),
	);

/**
 * Tells, as a reason, that an answer names another campaign, list, account, plan, payment, IVR, queue or number than the
 * request did; undefined if it names the same one, or none. What writes takes an id as it was sent, digit by digit.
 */
export const otherNamed = (
	{effect}: Pick<AnyOperation, 'effect'>,
	params: Fields,
	{response, top}: Pick<Envelope, 'response' | 'top'>,
): string | undefined => {
	const targets = targetsOf(params);
	if (targets.size === 0) {
		return undefined;
	}
	const isRead = effect === 'read';
	const idOf = isRead ? looseId : idText;
	for (const place of new Set<Fields>([response, top])) {
		for (const [key, value] of isRead ? Object.entries(place) : fieldsIn(place)) {
			const asked = isNamed(value) ? targets.get(plain(key)) : undefined;
			if (!asked) {
				continue;
			}
			if (!phoneName.test(plain(key))) {
				if (idOf(value) !== idOf(asked.value)) {
					return `the answer names ${asked.name} ${idText(value)}, and ${idText(asked.value)} was asked for`;
				}
			} else if (phoneDigits(value) !== undefined && phoneDigits(value) !== phoneDigits(asked.value)) {
				return `the answer names another ${asked.name} than was asked for`;
			}
		}
	}
	return undefined;
};
