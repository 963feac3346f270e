/**
 * Random draws without a stream: each is a hash of its purpose. The same draw always gives the same value, whatever
 * happens in between.
 */

/** What a draw decides. The numbers enter the hash: never change one. */
export const purpose = {
	badNumber: 1,
	outcome: 2,
	ring: 3,
	detection: 4,
	talk: 5,
	wrap: 6,
	patience: 7,
	disposition: 8,
	callback: 9,
	hangsUpFirst: 10,
	deadTime: 11,
	pauseChance: 12,
	pauseTime: 13,
	login: 14,
	logout: 15,
	absent: 16,
	preview: 17,
	keyPress: 18,
	message: 19,
	worked: 20,
	earlier: 21,
	firstName: 22,
	lastName: 23,
	agentName: 24,
	numbering: 25,
	balance: 26,
	arrival: 27,
	break: 40,
	agentLevel: 41,
	congestion: 42,
	ringBack: 43,
	pickUp: 44,
	hold: 45,
	linkPaid: 50,
	linkDelay: 51,
	reply: 52,
	replyDelay: 53,
	readiness: 60,
	slowness: 61,
	retryMinute: 62,
	promisedDay: 63,
	ringBackDelay: 64,
	agreement: 65,
	amount: 66,
	dueDay: 67,
	instalments: 68,
	frequency: 69,
	barring: 70,
	method: 71,
	declined: 72,
} as const;

export type Purpose = (typeof purpose)[keyof typeof purpose];

const mix = (value: number): number => {
	let h = value ^ (value >>> 16);
	h = Math.imul(h, 0x85ebca6b);
	h ^= h >>> 13;
	h = Math.imul(h, 0xc2b2ae35);
	return h ^ (h >>> 16);
};

/** A hash of 32 bits. `subject` is a lead or an agent, `turn` its attempt or how often it has happened. */
export const hash = (seed: number, subject: number, turn: number, what: Purpose): number =>
	mix(Math.imul(mix(Math.imul(mix(seed + 0x9e3779b9) ^ subject, 0x9e3779b1) + turn), 0x85ebca77) ^ (what << 8)) >>> 0;

/** Strictly between 0 and 1. */
export const uniform = (seed: number, subject: number, turn: number, what: Purpose): number =>
	(hash(seed, subject, turn, what) + 0.5) / 2 ** 32;

/** The quantile of the standard normal distribution (Acklam's approximation, relative error below 1.2e-9). */
export const normalQuantile = (p: number): number => {
	if (p > 0.97575) {
		return -normalQuantile(1 - p);
	}
	if (p < 0.02425) {
		const q = Math.sqrt(-2 * Math.log(p));
		const above =
			((((-7.784894002430293e-3 * q - 0.3223964580411365) * q - 2.400758277161838) * q - 2.549732539343734) * q +
				4.374664141464968) *
				q +
			2.938163982698783;
		const below =
			(((7.784695709041462e-3 * q + 0.3224671290700398) * q + 2.445134137142996) * q + 3.754408661907416) * q + 1;
		return above / below;
	}
	const q = p - 0.5;
	const r = q * q;
	const above =
		(((((-39.69683028665376 * r + 220.9460984245205) * r - 275.9285104469687) * r + 138.357751867269) * r -
			30.66479806614716) *
			r +
			2.506628277459239) *
		q;
	const below =
		((((-54.47609879822406 * r + 161.5858368580409) * r - 155.6989798598866) * r + 66.80131188771972) * r -
			13.28068155288572) *
			r +
		1;
	return above / below;
};

/** A log-normal value by its median, rounded; `u` is a uniform draw. */
export const logNormalByMedian = (median: number, sigma: number, u: number): number =>
	Math.round(median * Math.exp(sigma * normalQuantile(u)));

/** A log-normal value by its mean. */
export const logNormal = (mean: number, sigma: number, u: number): number =>
	logNormalByMedian(mean * Math.exp((-sigma * sigma) / 2), sigma, u);

/** An exponential value by its mean. */
export const exponential = (mean: number, u: number): number => Math.round(-mean * Math.log(u));
