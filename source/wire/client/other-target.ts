/** Detects an answer about another target than the request's. */
import type {Envelope} from '../envelope.ts';
import {type IdResolver, isSameId} from '../id-resolver.ts';
import type {AnyOperation} from '../operation.ts';
import {isObject, plainName as plain} from '../record.ts';
import {safeValue} from '../text.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Names of targets in lower case without separators: `campaign_id` and `campaignId` are `campaignid`. */
const idName = /^(?:campaign|list|account|plan|payment|ivr|queue)id$/;
const phoneName = /^(?:phonenumber|to)$/;

const idText = (value: unknown): string => safeValue(value).trim();

/** The digits of a number without its country code; undefined if there are too few, as in a masked one. */
const phoneDigits = (value: unknown): string | undefined => /\d{10}$/.exec(idText(value).replace(/\D/g, ''))?.[0];

const isNamed = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/**
 * The fields of an object and of each record in it; the `id` of a record `campaign` is a `campaign_id`. Arrays are skipped:
 * they may list what remains after a deletion.
 */
const fieldsIn = (object: Fields): [name: string, value: unknown][] =>
	Object.entries(object).flatMap(([name, value]): [string, unknown][] =>
		isObject(value) && name !== 'response'
			? Object.entries(value).map(([inner, item]) => [inner === 'id' ? `${name}_id` : inner, item])
			: [[name, value]],
	);

/** The parameters that name a target, also those of groups, by their plain names such as `campaignid`. */
const targetsOf = (params: Fields): Map<string, {name: string; value: unknown}> =>
	new Map(
		Object.entries(params)
			.flatMap(([name, value]) => (isObject(value) ? Object.entries(value) : [[name, value] as const]))
			.filter(([name, value]) => isNamed(value) && (idName.test(plain(name)) || phoneName.test(plain(name))))
			.map(([name, value]) => [plain(name), {name, value}]),
	);

/**
 * Why an answer is about another campaign, list, account, plan, payment, IVR, queue or number than the request; undefined if
 * it names the same one or none. The answer of a write must repeat an id exactly; that of a read may write it otherwise.
 */
export const otherNamed = (
	{effect}: Pick<AnyOperation, 'effect'>,
	params: Fields,
	{response, top}: Pick<Envelope, 'response' | 'top'>,
	resolve: IdResolver,
): string | undefined => {
	const targets = targetsOf(params);
	const isRead = effect === 'read';
	const isSame = (name: string, answered: string, asked: string): boolean =>
		answered === asked ||
		(isRead &&
			(name === 'campaignid'
				? resolve('campaign_id', answered) === asked
				: name === 'listid'
					? resolve('list_id', answered) === asked
					: isSameId(answered, asked)));
	for (const object of new Set<Fields>([response, top])) {
		for (const [key, value] of isRead ? Object.entries(object) : fieldsIn(object)) {
			const asked = isNamed(value) ? targets.get(plain(key)) : undefined;
			if (!asked) {
				continue;
			}
			if (!phoneName.test(plain(key))) {
				if (!isSame(plain(key), idText(value), idText(asked.value))) {
					return `the answer names ${asked.name} ${idText(value)}, and ${idText(asked.value)} was asked for`;
				}
			} else if (phoneDigits(value) !== undefined && phoneDigits(value) !== phoneDigits(asked.value)) {
				return `the answer names another ${asked.name} than was asked for`;
			}
		}
	}
	return undefined;
};
